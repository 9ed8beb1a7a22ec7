/** How routes that accept templates start generations: one per body, all in one transaction. */
import type { Generations, Submission } from "#core/generations/generations";
import { ApiError, type FieldErrors } from "#core/request/errors";
import type { Exchange } from "#core/request/exchange";

/** The template that a request was made from, as it is stored with the request. */
export interface TemplateOrigin {
  id: string;
  version: number;
}

/** A body without template fields, as `fillBodies` of `vireo/templates` returns it: one per row. */
export interface FilledBody<Body> {
  body: Body;
  template?: TemplateOrigin;
  /** First text of the fields, as a title in the library. */
  title?: string;
  /** Runs a check of the body. Its errors name the template's fields that caused them. */
  check<Result>(run: () => Promise<Result>): Promise<Result>;
}

/**
 * Checks all bodies, then starts them in one transaction.
 * @param prepare checks a body, and describes the generation to start
 * @returns the generations, and the first as a response, with the price of all
 * @throws ApiError `validation_error` with the faults of all bodies, and what `Generations.startAll` throws
 * @example
 * import { fillBodies } from "vireo/templates";
 * const filled = await fillBodies(context.services.templates, accountId, "image", { prompt: "Cold brew" });
 * const { result } = await startBodies(context.generations, exchange, filled, async ({ prompt }) => ({
 *   kind,
 *   engine: "acme",
 *   model: "acme-1",
 *   prompt,
 *   request: { prompt },
 *   credits: context.prices.get("image"),
 *   reason: "Image",
 * }));
 */
export async function startBodies<Body extends object>(
  generations: Generations,
  exchange: Exchange,
  filled: readonly FilledBody<Body>[],
  prepare: (body: Body) => Promise<Submission>,
) {
  const submissions: Submission[] = [];
  const faults: FieldErrors = {};
  for (const { body, template, title, check } of filled) {
    try {
      const submission = await check(() => prepare(body));
      const request = template ? { ...submission.request, template } : submission.request;
      submissions.push({ ...submission, request, title: submission.title ?? title });
    } catch (error) {
      if (filled.length === 1 || !(error instanceof ApiError) || error.kind !== "validation_error") throw error;
      Object.assign(faults, error.extra.errors);
    }
  }
  refuseFields(faults);
  const started = await generations.startAll(exchange, submissions);
  const [first] = started;
  const { used = 0, remaining = 0 } = exchange.credits ?? {};
  return { started, result: { ...first!, creditsUsed: used, newBalance: remaining } };
}

/**
 * Throws `validation_error` if there are errors. The message states the first.
 * @example refuseFields({ "fields.price": ["Required."] }); // throws "fields.price: Required."
 */
export function refuseFields(errors: FieldErrors): void {
  const [first, ...others] = Object.entries(errors);
  if (!first) return;
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  throw new ApiError("validation_error", `${first[0]}: ${first[1][0]}${more}`, { errors });
}
