import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import type { Engine, Model } from "#core/engine";
import type { SafeFetch } from "#core/fetch/fetch";
import type { Submitted } from "#core/generations/generations";
import { Closed, ListOf, OneOf, pageQuery, Timestamp } from "#core/http/schema";
import { ApiError, type FieldErrors, invalid } from "#core/request/errors";

/** Schemas and steps shared by the routes that start generations. */

export const Status = OneOf(["pending", "processing", "completed", "failed"], {
  description: "Where the work stands.",
});

/** Fields that every generated resource has; times in milliseconds. */
export const common = {
  status: Status,
  model: Type.String({ description: "The model used, as asked for." }),
  engine: Type.String({ description: "What made it." }),
  prompt: Type.String(),
  progress: Type.Integer({ minimum: 0, maximum: 100, description: "Percent done." }),
  creditsUsed: Type.Number(),
  createdAt: Timestamp("When it was asked for."),
  completedAt: Type.Optional(Timestamp("When it ended.")),
  failCode: Type.Optional(Type.String({ description: "Why it failed, for programs." })),
  failMessage: Type.Optional(Type.String({ description: "Why it failed, for people." })),
} satisfies Record<string, TSchema>;

interface Row {
  status: "pending" | "processing" | "completed" | "failed";
  model: string;
  engine: string;
  prompt: string;
  progress: number;
  credits: number;
  created_at: Date;
  completed_at: Date | null;
  fail_code: string | null;
  fail_message: string | null;
}

export const presentCommon = (row: Row) => ({
  status: row.status,
  model: row.model,
  engine: row.engine,
  prompt: row.prompt,
  progress: row.progress,
  creditsUsed: row.credits,
  createdAt: row.created_at.getTime(),
  ...(row.completed_at ? { completedAt: row.completed_at.getTime() } : {}),
  ...(row.fail_code ? { failCode: row.fail_code } : {}),
  ...(row.fail_message ? { failMessage: row.fail_message } : {}),
});

/** The answer to a start: 202. */
export const StartOf = <N extends string>(idName: N, description: string) =>
  Closed({
    [idName]: Type.String({ description }),
    model: Type.String(),
    status: Status,
    creditsUsed: Type.Number(),
    newBalance: Type.Number({ description: "Credits left." }),
    estimatedCompletionTime: Type.String({ description: "For people." }),
    createdAt: Timestamp("When it was asked for."),
  } as { [K in N]: ReturnType<typeof Type.String> } & {
    model: ReturnType<typeof Type.String>;
    status: typeof Status;
    creditsUsed: ReturnType<typeof Type.Number>;
    newBalance: ReturnType<typeof Type.Number>;
    estimatedCompletionTime: ReturnType<typeof Type.String>;
    createdAt: ReturnType<typeof Timestamp>;
  });

export const presentStart = ({ row, balance }: Submitted, seconds: number) => ({
  model: row.model,
  status: row.status,
  creditsUsed: row.credits,
  newBalance: balance,
  estimatedCompletionTime: forPeople(seconds),
  createdAt: row.created_at.getTime(),
});

function forPeople(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(5, Math.ceil(seconds / 5) * 5)} seconds`;
  return `about ${Math.round(seconds / 60)} minutes`;
}

export const GenerationQuery = Closed({
  ...pageQuery,
  status: Type.Optional(OneOf(["pending", "processing", "completed", "failed"], { description: "Only these." })),
});

export const GenerationList = <N extends string, T extends TObject>(plural: N, item: T) => ListOf(plural, item);

/** Asks the engine what is wrong with a request, before anything is charged. */
export function review<R>(engine: Engine<R>, request: R): void {
  const found = Object.entries(engine.review?.(request) ?? {});
  if (found.length === 0) return;
  const errors: FieldErrors = Object.fromEntries(found.map(([field, message]) => [field, [message]]));
  throw new ApiError("validation_error", found.map(([field, message]) => `${field}: ${message}`).join(" "), { errors });
}

/** One of what the model can do; the model's first where nothing was asked. */
export function fit(
  field: keyof Model & ("aspectRatios" | "resolutions"),
  name: string,
  model: Model,
  asked: string | undefined,
  fallback: string,
): string {
  const can = model[field];
  if (asked === undefined) return can && !can.includes(fallback) ? (can[0] ?? fallback) : fallback;
  if (can && !can.includes(asked)) throw invalid(name, `The model ${model.id} can do ${can.join(", ")}.`);
  return asked;
}

/** Refuses user-given addresses that may not be fetched; keys are the fields' names. */
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
