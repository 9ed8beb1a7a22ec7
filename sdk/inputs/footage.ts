import type { Run } from "#core/engine";

/** A frame of a video. */
export interface Frame {
  /** In seconds. */
  timestamp: number;
  /** Path of a JPEG in the run's folder. */
  path: string;
}

/** The parts of a run that media extraction needs. */
export type Work = Pick<Run, "folder" | "signal">;

/**
 * Media extraction that a plug-in offers to others, whose engines send frames and sound to a vendor. Throws
 * EngineError.
 */
export interface Footage {
  /**
   * Extracts a frame every `every` seconds, at most `count`, with a longer side of at most `side` pixels. A glance has a
   * small budget: it looks at a shorter part of a video with large frames, and refuses one that takes long to decode.
   */
  frames(
    path: string,
    options: { every: number; count: number; side: number; isGlance?: boolean },
    run: Work,
  ): Promise<Frame[]>;
  /** Creates a small copy of an image for lists. Returns the path of a WebP in the run's folder. */
  thumbnail(path: string, run: Work): Promise<string>;
  /** Finds speech in a part of a file. Times are in seconds of the file. Empty if nobody speaks. */
  findVoice(path: string, part: { start: number; end: number }, run: Work): Promise<{ start: number; end: number }[]>;
  /**
   * Extracts the sound, or that of a part in seconds, as mono, 16 kHz, compressed (`m4a`) or not (`wav`). Returns the path
   * in the run's folder.
   */
  sound(path: string, format: "m4a" | "wav", run: Work, part?: { start: number; end: number }): Promise<string>;
}
