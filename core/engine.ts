/**
 * Slots and engines.
 *
 * A slot is a kind of work, such as making an image. An engine does that work. Plug-ins offer engines, the configuration
 * chooses one for each slot, and the generation life cycle drives them. An engine knows nothing about accounts, credits,
 * storage or HTTP.
 */

import { Type } from "@sinclair/typebox";
import { Count, type Members, Method, optional, shapeOf, Texts } from "#core/shape";

/** A model of an engine. */
export interface Model {
  id: string;
  title: string;
  description?: string;
  /** Length of the result in seconds. */
  duration?: { min: number; max: number; default: number };
  aspectRatios?: readonly string[];
  resolutions?: readonly string[];
  /** True if it renders a storyboard, scene by scene. */
  scenes?: boolean;
  /** Present if the model narrates its scenes and shows the speech as text; the maximum length of the speech. */
  narrates?: { maxSeconds: number };
  /** True if it draws the `layers` of a request itself, in the pass that makes the video. */
  layers?: boolean;
  /** Accepted inputs of a model for speaking people, of which one is required. */
  faces?: readonly ("image" | "video" | "avatar")[];
  /** Date (YYYY-MM-DD) on which the vendor retires the model. */
  retiredAt?: string;
}

/** A result: a file in the run's folder, or a URL to download from at once. */
export type Output = { path: string } | { url: string; headers?: Record<string, string> };

/** Files of a result. Engines that return facts, such as an analysis, have none. */
export type Files = { main: Output } & Record<string, Output>;

/**
 * The result of one call to an engine. Without `readAfterMs` a task is read at intervals that grow with its age, from
 * a few seconds to half a minute. `reason` says why the vendor could not be read this time; it is logged.
 */
export type Outcome =
  | { state: "pending"; task: string; progress?: number; readAfterMs?: number; reason?: string }
  | { state: "completed"; files?: Files; facts?: Record<string, unknown> }
  | { state: "failed"; code: string; message: string };

/** Passed to an engine for one run. */
export interface Run {
  /** The generation's id (a uuid). The same for every attempt, so it can be a vendor's idempotency key. */
  id: string;
  /** A private folder for temporary files, removed after the call. */
  folder: string;
  /** Aborts when the run's time is up or the process stops. */
  signal: AbortSignal;
  /** URL for a vendor's callback, if this server has a public address. */
  callbackUrl?: string;
  /** Reports progress, 0 to 100. Cheap: stored at most twice a second. */
  progress(percent: number): void;
  /**
   * Shows files before the run ends, such as the still of a video: paths in the run's folder, by role. They are moved
   * into storage and replaced by the files of the result. A file that cannot be stored is left out. Absent if nobody
   * can see them.
   */
  show?(files: Readonly<Record<string, string>>): Promise<void>;
  /**
   * Downloads a user-supplied URL into the run's folder through `core/fetch`. Returns the path. HEIC and AVIF images are
   * converted to JPEG or PNG.
   */
  download(url: string): Promise<string>;
  /**
   * Delays shutdown until the returned function is called, for a paid call that must not be cut off. Absent if nothing
   * stops the run.
   */
  hold?(): () => void;
}

/**
 * A failure whose message is shown to the user. Anything else that an engine throws becomes `engine_error`. Codes
 * shared by all vendors:
 *
 * - `moderated`: refused by content moderation.
 * - `provider_rejected`: the vendor refused the request; the message says why.
 * - `provider_error`: the vendor tried and failed.
 * - `provider_timeout`: the vendor did not finish in time.
 * - `outcome_unknown`: the connection broke when the vendor may already have started. Never retried.
 * - The codes of `CAUSED_BY_FILE`: not refunded.
 * - The codes of `MADE_NOTHING`: the vendor certainly did not start.
 *
 * @example
 * const error = new EngineError("moderated", "Acme refused the prompt. Describe the scene in other words.");
 * error.code; // "moderated"
 */
export class EngineError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = "EngineError";
    this.code = code;
  }
}

/** Failures after which another engine may take over, because the vendor certainly did not start. */
export const MADE_NOTHING: ReadonlySet<string> = new Set([
  "provider_unavailable",
  "provider_rate_limited",
  "provider_unauthorized",
  "provider_out_of_credit",
  "provider_model_retired",
]);

/** Failures caused by the caller's own file, after the work was done. They are not refunded. */
export const CAUSED_BY_FILE: ReadonlySet<string> = new Set(["source_too_complex", "source_timeout"]);

export interface Health {
  ok: boolean;
  /** One line for the operator: the service in use, or the missing setting. */
  detail: string;
  /** How to fix it. */
  advice?: string;
  /** Dates (YYYY-MM-DD) on which the vendor shuts models down, as it says now, by model. */
  shutdowns?: Readonly<Record<string, string>>;
}

/** A real call for `vireo doctor --live`: the cheapest call that proves that an engine works. */
export interface LiveCheck {
  /** Short description of the request: "veo3_lite, 4 s at 9:16". */
  title: string;
  /** Highest expected charge of the vendor, in US dollars. 0 if free. */
  usd: number;
  /**
   * Makes the call at most once. Returns the observations as lines without secrets. Throws EngineError if the engine
   * does not work.
   */
  run(run: LiveRun): Promise<string[]>;
}

export interface LiveRun extends Pick<Run, "id" | "folder" | "signal"> {
  /** Downloads a result and returns its path. */
  download(url: string, headers?: Record<string, string>): Promise<string>;
}

/** Common to the engines of all slots. */
export interface Provider {
  /** Unique in its slot. a-z, 0-9 and "-". */
  readonly name: string;
  /** Checks that the engine can work, for GET /ready and `vireo doctor`. */
  check?(): Promise<Health>;
  /** Real calls that prove that it works. They cost money, so they are only made on request. */
  readonly live?: readonly LiveCheck[];
}

/** An engine that makes media; the generation life cycle drives it. */
export interface Engine<Request> extends Provider {
  readonly models: readonly Model[];
  /** Returns true for a model that is not listed but may be used. Default: none. */
  accepts?(model: string): boolean;
  /** Maximum number of parallel runs per process. Default 4. */
  readonly concurrency?: number;
  /** Time limit from start to result, in milliseconds. Default: 30 minutes. */
  readonly timeLimitMs?: number;
  /** True if an interrupted `create` can be run again, because it costs nothing and leaves nothing behind. */
  readonly repeatable?: boolean;
  /** Validates a request. Returns messages by field. Synchronous and cheap. */
  review?(request: Request): Record<string, string>;
  /** Estimates the duration of a request, in seconds. Default 60. */
  estimateSeconds?(request: Request): number;
  /** Starts the work, which may cost money. Waits for the result, or returns a task to read. */
  create(request: Request, run: Run): Promise<Outcome>;
  /** Reads a task. Never changes anything. */
  read?(task: string, run: Run): Promise<Outcome>;
  /** Cancels a task that ran out of time, so that the vendor stops billing. Best effort: errors are only logged. */
  cancel?(task: string, run: Pick<Run, "id" | "signal">): Promise<void>;
}

const Model = shapeOf<Model>({
  id: Type.String({ minLength: 1 }),
  title: Type.String({ minLength: 1 }),
  description: optional(Type.String()),
  duration: optional(Type.Object({ min: Type.Number(), max: Type.Number(), default: Type.Number() })),
  aspectRatios: optional(Texts),
  resolutions: optional(Texts),
  scenes: optional(Type.Boolean()),
  narrates: optional(Type.Object({ maxSeconds: Type.Number({ minimum: 1 }) })),
  layers: optional(Type.Boolean()),
  faces: optional(Texts),
  retiredAt: optional(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", expected: "a date, YYYY-MM-DD" })),
});
export const Models = Type.Array(Model);

/** Schemas of a Provider's members, for the shapes of slots. */
export const providerMembers: Members<Provider> = {
  name: Type.String({ pattern: "^[a-z][a-z0-9-]*$", expected: 'a name of a-z, 0-9 and "-"' }),
  check: optional(Method),
  live: optional(
    Type.Array(shapeOf<LiveCheck>({ title: Type.String(), usd: Type.Number({ minimum: 0 }), run: Method })),
  ),
};

/** Schemas of an Engine's members. */
export const engineMembers: Members<Engine<never>> = {
  ...providerMembers,
  models: Models,
  accepts: optional(Method),
  concurrency: optional(Count),
  timeLimitMs: optional(Count),
  repeatable: optional(Type.Boolean()),
  review: optional(Method),
  estimateSeconds: optional(Method),
  create: Method,
  read: optional(Method),
  cancel: optional(Method),
};

/** Every slot and the engine that fills it. A slot is declared by a line of declaration merging; see `sdk/slots`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the slots
export interface Slots {}
export type SlotName = keyof Slots;
/** Slots whose engines are driven by the generation life cycle. */
export type MediaSlot = { [S in SlotName]: Slots[S] extends Engine<never> ? S : never }[SlotName];
