import type { Run } from "#core/engine";

/** A picture out of a video. */
export interface Frame {
  /** Seconds. */
  timestamp: number;
  /** A JPEG in the run's folder. */
  path: string;
}

type Work = Pick<Run, "folder" | "signal">;

/** What a plug-in that reads media offers to those whose engines look and listen elsewhere. Throws EngineError. */
export interface Footage {
  /** One picture every `every` seconds from the start, `count` at most, with the longer side of `side` pixels at most. */
  frames(path: string, options: { every: number; count: number; side: number }, run: Work): Promise<Frame[]>;
  /** A small copy of a picture, for lists. Returns the path of a WebP in the run's folder. */
  thumbnail(path: string, run: Work): Promise<string>;
  /** The sound alone, mono, 16 kHz: small (`m4a`) or plain (`wav`). Returns the path of a new file in the run's folder. */
  sound(path: string, format: "m4a" | "wav", run: Work): Promise<string>;
}
