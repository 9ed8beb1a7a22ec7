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

/** What is known of a piece of work after one call to an engine. */
export type Outcome =
  | { state: "pending"; task: string; progress?: number; readAfterMs?: number }
  | { state: "completed"; files: { main: Output } & Record<string, Output>; facts?: Record<string, unknown> }
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

/** A failure with a cause that the user may read. Anything else that an engine throws is `engine_error`. */
export class EngineError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = "EngineError";
    this.code = code;
  }
}

export interface Health {
  ok: boolean;
  /** One line for people: what serves, or what is missing and what to do about it. */
  detail: string;
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
}

/** Texts and pictures that a request refers to by id, resolved. */
export interface Brief {
  persona?: { name: string; description: string };
  product?: { name: string; description: string; photos: string[]; messaging?: string };
  messaging?: { name: string; body: string };
  style?: { name: string; description: string; promptTemplate?: string };
  character?: { name: string; description: string; imageUrls: string[] };
}

export interface ImageRequest {
  model: string;
  prompt: string;
  aspectRatio: string;
  referenceImageUrls: string[];
  brief: Brief;
  /** Present for an edit of an existing picture. */
  source?: { url: string; maskUrl?: string };
}

export interface VideoRequest {
  model: string;
  prompt: string;
  aspectRatio: string;
  /** Seconds. */
  duration: number;
  resolution: string;
  /** First frame. */
  imageUrl?: string;
  referenceImageUrls: string[];
  musicUrl?: string;
  negativePrompt?: string;
  seed?: number;
  brief: Brief;
}

export interface MusicRequest {
  model: string;
  prompt: string;
  instrumental: boolean;
  title?: string;
  style?: string;
}

export interface CaptionsRequest {
  operation: "captions";
  model: string;
  sourceUrl: string;
  transcript?: { start: number; end: number; text: string; words?: { word: string; start: number; end: number }[] }[];
  text?: string;
  subtitlesUrl?: string;
  style: "classic" | "bold" | "karaoke" | "minimal";
  position: "top" | "center" | "bottom";
  fontFamily?: string;
  fontSize?: number;
  color?: string;
  highlightColor?: string;
  outlineColor?: string;
  maxWordsPerLine?: number;
  uppercase?: boolean;
}

export interface OverlayRequest {
  operation: "overlay";
  model: string;
  sourceUrl: string;
  type: "text" | "image";
  text?: string;
  imageUrl?: string;
  position: string | { x: number; y: number };
  width?: number;
  opacity?: number;
  start?: number;
  end?: number;
  fontFamily?: string;
  fontSize?: number;
  color?: string;
  outlineColor?: string;
  backgroundColor?: string;
}

/** Every slot and what its engine is asked. A module that brings a slot of its own adds a line by declaration merging. */
export interface Slots {
  image: Engine<ImageRequest>;
  video: Engine<VideoRequest>;
  music: Engine<MusicRequest>;
  edit: Engine<CaptionsRequest | OverlayRequest>;
}
export type SlotName = keyof Slots;
/** The slots whose engines make media. */
export type MediaSlot = { [S in SlotName]: Slots[S] extends Engine<never> ? S : never }[SlotName];
