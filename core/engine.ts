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
 * What is known of a piece of work after one call to an engine. Without `readAfterMs` a task is read at
 * pauses that grow with its age, from a few seconds to half a minute.
 */
export type Outcome =
  | { state: "pending"; task: string; progress?: number; readAfterMs?: number }
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

/** Texts and pictures that a request refers to by id, resolved. */
export interface Brief {
  persona?: { name: string; description: string };
  product?: { name: string; description: string; photos: string[]; messaging?: string };
  messaging?: { name: string; body: string };
  style?: { name: string; description: string; promptTemplate?: string };
  character?: { name: string; description: string; imageUrls: string[]; voiceId?: string };
  inspo?: Inspo;
}

/** An inspiration project: what research and plans are about. */
export interface Inspo {
  name: string;
  description: string;
  niche: string;
  brand: string;
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
  transcript?: Cue[];
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

/** How long a video's last picture may be held for a voice to end, seconds. */
export const LONGEST_HOLD = 10;

/**
 * A voice over a video, from `start` on. One that is longer than the rest of the video is never cut: the last picture is
 * held until it ends, for LONGEST_HOLD at most, beyond which the edit fails as `voiceover_too_long`.
 */
export interface VoiceoverRequest {
  operation: "voiceover";
  model: string;
  sourceUrl: string;
  /** What is said. */
  speech: SpeakRequest;
  /** How that sounds: a sound file in the run's folder, made before `create` is called and after `review`. */
  voicePath?: string;
  /** Seconds. */
  start: number;
  /** Of the voice, 0 to 2; 1 as it is. */
  volume: number;
  /** Of the video's own sound, throughout, 0 to 1. */
  originalVolume: number;
}

/** A video to look into. The address leads to the file; what is known of it besides may be missing. */
export interface AnalyseRequest {
  model: string;
  url: string;
  caption?: string;
  username?: string;
  hashtags?: string[];
  stats?: Partial<ScrapedVideo["stats"]>;
  /** What is said in it, where somebody has heard it. */
  transcript?: Cue[];
}

/** The facts of an analysis: the spec's video analysis, without the time. */
export interface AnalysisFacts {
  hook: string;
  summary: string;
  whyItPerformed: string[];
  attributesToCopy: string[];
  hooksToTest: string[];
  /** One a second; texts are empty where there is nothing to say. */
  keyframes: { timestamp: number; type: string; description: string; visual: string; audio: string; text: string }[];
  durationSeconds: number;
  tags: string[];
}

export type Platform = "tiktok" | "instagram" | "youtube";

/** A video of the library that a plan may learn from. */
export interface Inspiration {
  id: string;
  description: string;
  username: string;
  hashtags: string[];
  views: number;
  hook: string;
  tags: string[];
  /** 0 to 1: how near it is to what the plan is about. */
  score: number;
}

/** A content plan to write: `days` × `postsPerDay` items. */
export interface PlanRequest {
  model: string;
  niche?: string;
  goal?: string;
  platforms: Platform[];
  days: number;
  postsPerDay: number;
  /** BCP 47, such as "en". */
  language?: string;
  /** The same seed and request give the same plan, where the engine can. */
  seed: number;
  /** Persona, product, messaging and inspiration project. */
  brief: Brief;
  /** What search found in the library, best first; the only ids that `inspiredBy` may name. */
  inspiration: Inspiration[];
}

export interface PlanItem {
  /** From 1. */
  day: number;
  platform: Platform;
  title: string;
  hook: string;
  concept: string;
  script: string;
  shots: string[];
  caption: string;
  /** Without the #. */
  hashtags: string[];
  cta: string;
  /** Ids of `inspiration`. */
  inspiredBy: string[];
}

/** The facts of a content plan, in the order of the days. */
export interface PlanFacts {
  items: PlanItem[];
}

export interface ScrapeRequest {
  query: string;
  mode: "keyword" | "hashtag" | "search";
  /** 1 to 50. */
  limit: number;
}

/** A video as a source of short videos knows it; counts are 0 and texts empty where it does not. */
export interface ScrapedVideo {
  id: string;
  url: string;
  /** Without the @. */
  author: string;
  description: string;
  stats: { views: number; likes: number; comments: number; shares: number; saves: number };
  /** Seconds. */
  duration: number;
  /** Without the #. */
  hashtags: string[];
  thumbnail?: string;
  /** The file; such addresses expire. */
  videoUrl?: string;
  soundName?: string;
  /** True where it was written as a sample and nobody posted it. */
  sample?: boolean;
}

/** A source of short videos. Both calls only read, so they may be repeated. */
export interface Scraper extends Provider {
  /** At most `limit` videos; an empty list where the source knows none. Throws EngineError where it fails. */
  scrape(request: ScrapeRequest, signal: AbortSignal): Promise<ScrapedVideo[]>;
  /** One video by its address on the platform; undefined where it is not there. */
  lookup?(url: string, signal: AbortSignal): Promise<ScrapedVideo | undefined>;
}

export interface Cue {
  /** Seconds. */
  start: number;
  end: number;
  text: string;
  words?: { word: string; start: number; end: number }[];
}

export interface TranscribeRequest {
  /** A video or sound file on this machine. */
  path: string;
  /** BCP 47; found by listening where it is missing. */
  language?: string;
}

/** Hears what is said. Throws EngineError; no cues where nothing is said. */
export interface Transcriber extends Provider {
  transcribe(request: TranscribeRequest, run: Pick<Run, "folder" | "signal" | "progress">): Promise<Cue[]>;
}

export interface SpeakRequest {
  /** Up to 5000 characters. */
  text: string;
  /** The voice's id at the engine; its own choice where it is missing. */
  voice?: string;
  /** 1 as the voice speaks by itself, 2 twice as fast. */
  speed?: number;
}

/** Says a text aloud. */
export interface Speaker extends Provider {
  readonly models?: readonly Model[];
  /** Ids of voices that it has for certain; others may be asked for. */
  readonly voices?: readonly string[];
  /** Returns the path of a new sound file in the run's folder. Throws EngineError. */
  speak(request: SpeakRequest, run: Pick<Run, "folder" | "signal" | "progress">): Promise<{ path: string }>;
}

/** Every slot and what its engine is asked. A module that brings a slot of its own adds a line by declaration merging. */
export interface Slots {
  image: Engine<ImageRequest>;
  video: Engine<VideoRequest>;
  music: Engine<MusicRequest>;
  edit: Engine<CaptionsRequest | OverlayRequest | VoiceoverRequest>;
  analyse: Engine<AnalyseRequest>;
  plan: Engine<PlanRequest>;
  scrape: Scraper;
  transcribe: Transcriber;
  speak: Speaker;
}
export type SlotName = keyof Slots;
/** The slots whose engines the generation life cycle drives. */
export type MediaSlot = { [S in SlotName]: Slots[S] extends Engine<never> ? S : never }[SlotName];
