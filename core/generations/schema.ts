import { type TSchema, Type } from "@sinclair/typebox";
import type { Selectable } from "kysely";
import type { GenerationStatus } from "#core/database/tables";
import type { Engine, Model } from "#core/engine";
import type { SafeFetch } from "#core/fetch/fetch";
import { Closed, OneOf, pageQuery, Text, Timestamp } from "#core/http/schema";
import { ApiError, type FieldErrors, invalid } from "#core/request/errors";
import type { Tables } from "#db/tables";

/** Schemas and helpers shared by the routes of all generated resources. */

const statuses = ["pending", "processing", "completed", "failed"] as const satisfies readonly GenerationStatus[];
export const Status = OneOf(statuses, { description: "Status of the generation.", $id: "GenerationStatus" });

/** Fields that every generated resource has. Times are in milliseconds. */
export const common = {
  status: Status,
  model: Type.String({ description: "Requested model." }),
  engine: Type.String({ description: "Engine that made it." }),
  prompt: Type.String(),
  progress: Type.Integer({ minimum: 0, maximum: 100, description: "Progress in percent." }),
  creditsUsed: Type.Number(),
  createdAt: Timestamp("Time of the request."),
  completedAt: Type.Optional(Timestamp("Time at which it completed or failed.")),
  failCode: Type.Optional(Type.String({ description: "Machine-readable reason for the failure." })),
  failMessage: Type.Optional(Type.String({ description: "Human-readable reason for the failure." })),
} satisfies Record<string, TSchema>;

/** Description of the routes that delete generated resources. */
export const CANCELS =
  "A pending or processing resource is cancelled instead: it becomes `failed` with the code `cancelled` and stays readable. The credits are refunded unless a vendor has already started.";

type Row = Pick<
  Selectable<Tables["generations"]>,
  | "status"
  | "model"
  | "engine"
  | "prompt"
  | "progress"
  | "credits"
  | "created_at"
  | "completed_at"
  | "fail_code"
  | "fail_message"
>;

/**
 * Returns the fields of `common` for a row.
 * @example
 * const [row] = (await context.generations.list(accountId, kind, {})).rows;
 * const image = row && { imageId: row.id, ...presentCommon(row) };
 */
export const presentCommon = (row: Row) => ({
  status: row.status,
  model: row.model,
  engine: row.engine,
  prompt: row.prompt,
  progress: row.progress,
  creditsUsed: row.credits,
  createdAt: row.created_at.getTime(),
  completedAt: row.completed_at ? row.completed_at.getTime() : undefined,
  failCode: row.fail_code ?? undefined,
  failMessage: row.fail_message ?? undefined,
});

/**
 * Schema of the 202 response when a generation starts.
 * @param idName name of the id, such as "imageId"
 * @example
 * const ImageStart = StartOf("imageId", "img_ prefixed");
 */
export const StartOf = <N extends string>(idName: N, description: string) =>
  Closed({
    [idName]: Type.String({ description }),
    model: Type.String(),
    status: Status,
    creditsUsed: Type.Number(),
    newBalance: Type.Number({ description: "Credits left." }),
    estimatedCompletionTime: Type.String({ description: "Human-readable estimate." }),
    createdAt: Timestamp("Time of the request."),
  } as { [K in N]: ReturnType<typeof Type.String> } & {
    model: ReturnType<typeof Type.String>;
    status: typeof Status;
    creditsUsed: ReturnType<typeof Type.Number>;
    newBalance: ReturnType<typeof Type.Number>;
    estimatedCompletionTime: ReturnType<typeof Type.String>;
    createdAt: ReturnType<typeof Timestamp>;
  });

/**
 * Returns the fields of `StartOf` for a row, without the id.
 * @param seconds estimated time until it is completed
 * @example
 * const [row] = (await context.generations.list(accountId, kind, {})).rows;
 * const start = row && presentStart({ row, balance: 96 }, 30);
 */
export const presentStart = ({ row, balance }: { row: Row; balance: number }, seconds: number) => ({
  model: row.model,
  status: row.status,
  creditsUsed: row.credits,
  newBalance: balance,
  estimatedCompletionTime: formatDuration(seconds),
  createdAt: row.created_at.getTime(),
});

interface ResponseSettings {
  status?: number | string;
  headers: Record<string, string | number>;
}

/**
 * Responds 202 with the path of the new resource.
 * @param path of the list, below `/api/v1`
 * @param idName name of the id in the response
 * @example
 * const set = { headers: {} as Record<string, string> };
 * accept(set, "/images", "imageId", { id: "img_1", model: "acme-1" }); // { imageId: "img_1", model: "acme-1" }
 */
export function accept<Name extends string, Body extends object>(
  set: ResponseSettings,
  path: string,
  idName: Name,
  { id, ...body }: Body & { id: string },
) {
  set.status = 202;
  set.headers.location = `/api/v1${path}/${id}`;
  return { [idName]: id, ...body } as { [K in Name]: string } & Omit<Body, "id">;
}

function formatDuration(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(5, Math.ceil(seconds / 5) * 5)} seconds`;
  return `about ${Math.round(seconds / 60)} minutes`;
}

export const GenerationQuery = Closed({
  ...pageQuery,
  status: Type.Optional(OneOf(statuses, { description: "Only resources with this status." })),
  q: Type.Optional(Text({ minLength: 1, maxLength: 200, description: "Only resources whose prompt contains this." })),
  ids: Type.Optional(
    Text({ minLength: 1, maxLength: 4000, description: "Only these resources: ids, comma-separated." }),
  ),
});

/**
 * Lets the engine validate a request before anything is charged.
 * @throws ApiError `validation_error` with the messages of the engine
 * @example
 * import type { Engine } from "vireo/engine";
 * const engine = { review: () => ({ duration: "At most 10 seconds." }) } as unknown as Engine<object>;
 * review(engine, {}); // throws "duration: At most 10 seconds."
 */
export function review<R>(engine: Engine<R>, request: R): void {
  const problems = Object.entries(engine.review?.(request) ?? {});
  if (problems.length === 0) return;
  const errors: FieldErrors = Object.fromEntries(problems.map(([field, message]) => [field, [message]]));
  throw new ApiError("validation_error", problems.map(([field, message]) => `${field}: ${message}`).join(" "), {
    errors,
  });
}

/**
 * Checks an option against the model's options. Without a value, returns the fallback or the model's first option.
 * @param name of the field in the request
 * @throws ApiError `validation_error` if the model does not have the option
 * @example
 * const model = { id: "acme-1", title: "Acme 1", aspectRatios: ["1:1", "16:9"] };
 * fit("aspectRatios", "aspectRatio", model, undefined, "9:16"); // "1:1"
 */
export function fit(
  field: keyof Model & ("aspectRatios" | "resolutions"),
  name: string,
  model: Model,
  value: string | undefined,
  fallback: string,
): string {
  const options = model[field];
  if (value === undefined) return options && !options.includes(fallback) ? (options[0] ?? fallback) : fallback;
  if (options && !options.includes(value)) {
    throw invalid(name, `The model ${model.id} supports ${options.join(", ")}.`);
  }
  return value;
}

/**
 * Refuses user-supplied URLs that must not be fetched. Keys are field names.
 * @throws ApiError `unsafe_url`, which names the field
 * @example
 * await checkUrls(context.fetch, { imageUrl: "https://example.com/brew.jpg", maskUrl: undefined });
 */
export async function checkUrls(fetch: SafeFetch, urls: Record<string, string | undefined>): Promise<void> {
  await Promise.all(
    Object.entries(urls).map(async ([field, url]) => {
      if (url === undefined) return;
      try {
        await fetch.check(url);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new ApiError("unsafe_url", `${field}: ${message}`, { errors: { [field]: [message] } });
      }
    }),
  );
}
