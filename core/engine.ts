/**
 * Slots and engines.
 *
 * A slot is a kind of work that somebody has to do (make an image, make a video …); an engine does
 * it. A plug-in offers engines, the configuration says which one serves a slot, and the generation
 * life cycle drives them. An engine knows nothing of accounts, credits, storage or HTTP.
 */

/** What an engine says of one of its models. Ids are data: a vendor may accept more than it lists. */
export interface Model {
  id: string;
  title: string;
  description?: string;
  /** Length of the result in seconds. */
  duration?: { min: number; max: number; default: number };
  aspectRatios?: readonly string[];
  resolutions?: readonly string[];
  /** Date (YYYY-MM-DD) after which the vendor serves it no more. */
  retiredAt?: string;
}

/** Where the bytes of a result are: a file in the run's folder, or an address to copy from at once. */
export type Output = { path: string } | { url: string; headers?: Record<string, string> };

/** The files of a result; engines whose result is knowledge (an analysis, a plan) have none. */
export type Files = { main: Output } & Record<string, Output>;

/**
 * The result of one call to an engine. Without `readAfterMs` a task is read at intervals that grow with its age, from
 * a few seconds to half a minute. `reason` says why the vendor could not be read this time; it is logged.
 */
export type Outcome =
  | { state: "pending"; task: string; progress?: number; readAfterMs?: number; reason?: string }
  | { state: "completed"; files?: Files; facts?: Record<string, unknown> }
  | { state: "failed"; code: string; message: string };

/** What core hands to an engine for one run. */
export interface Run {
  /** The generation's id (a uuid): the same on every repetition, fit for a vendor's idempotency key. */
  id: string;
  /** A private folder for temporary files, removed after the call. */
  folder: string;
  /** Aborted when the run's time is up or the process stops. */
  signal: AbortSignal;
  /** Where a vendor may call back, when this server has a public address. */
  callbackUrl?: string;
  /** Stores progress, 0 to 100. Cheap: calls are thinned out. */
  progress(percent: number): void;
  /** Copies a (user-given) URL into the run's folder through the safe fetch; returns the path. */
  download(url: string): Promise<string>;
}

/**
 * A failure with a cause that the user may read. Anything else that an engine throws is `engine_error`.
 * Codes that every vendor's adapter shares:
 *
 * - `moderated`: refused for what it shows or says.
 * - `provider_rejected`: the request is not what the vendor takes; the message says why.
 * - `provider_error`: the vendor tried and failed.
 * - `provider_timeout`: the vendor did not finish in time.
 * - `outcome_unknown`: the connection broke where the vendor may have begun; never called again.
 * - The codes of `MADE_NOTHING`: certainly nothing was begun.
 */
export class EngineError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = "EngineError";
    this.code = code;
  }
}

/** Failures after which nothing was begun for certain, so that another engine may take over. Throw them only then. */
export const MADE_NOTHING: ReadonlySet<string> = new Set([
  "provider_unavailable",
  "provider_rate_limited",
  "provider_unauthorized",
  "provider_out_of_credit",
  "provider_model_retired",
]);

export interface Health {
  ok: boolean;
  /** One line for people: what serves, or what is missing. */
  detail: string;
  /** What to do about it. */
  advice?: string;
}

/** What every engine of every slot has. */
export interface Provider {
  /** a-z, 0-9 and -; unique in its slot. */
  readonly name: string;
  /** Whether it can work, told by GET /ready. */
  check?(): Promise<Health>;
}

/** An engine that makes media; the generation life cycle drives it. */
export interface Engine<Request> extends Provider {
  readonly models: readonly Model[];
  /** Whether a model that is not listed may be passed through. Default: no. */
  accepts?(model: string): boolean;
  /** Runs at a time in one process. Default 4. */
  readonly concurrency?: number;
  /** Limit from the start to the result, milliseconds. Default 30 minutes. */
  readonly timeLimitMs?: number;
  /** True where a `create` that was cut off may simply be run again: it cost nothing and left nothing behind. */
  readonly repeatable?: boolean;
  /** What is wrong with a request, by field; an empty object when nothing is. Synchronous and cheap. */
  review?(request: Request): Record<string, string>;
  /** How long this request will take, for people. Default one minute. */
  estimateSeconds?(request: Request): number;
  /** The one call that makes something happen. May wait for the result, or return a task to read. */
  create(request: Request, run: Run): Promise<Outcome>;
  /** Reads a task. Never changes anything, so it may be called any number of times. */
  read?(task: string, run: Run): Promise<Outcome>;
  /** Ends a task that is given up when its time is over, so that the vendor stops billing. What it throws is only logged. */
  cancel?(task: string, run: Pick<Run, "id" | "signal">): Promise<void>;
}

/** Every slot and the engine that fills it. A slot is declared by a line of declaration merging; see `sdk/slots`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the slots
export interface Slots {}
export type SlotName = keyof Slots;
/** The slots whose engines the generation life cycle drives. */
export type MediaSlot = { [S in SlotName]: Slots[S] extends Engine<never> ? S : never }[SlotName];
