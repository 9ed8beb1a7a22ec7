import type { VideoEncoder } from "./codec/encoders";

/**
 * Tools for a renderer. Each renderer runs in a separate child process: it may block, only accesses files inside
 * `folder`, and reports through `progress`.
 */
export interface RenderTools {
  /** A private, empty folder for inputs and outputs. It is always removed after the run. */
  folder: string;
  /** Progress so far, 0 to 100. */
  progress(percent: number): void;
  /** Shows complete files in `folder` before the render ends, by role. They are moved out of it. Absent if nobody sees them. */
  show?(files: Readonly<Record<string, string>>): void;
  /**
   * Limits the CPU time of the render from now on, in seconds. Call it with the most that a legitimate source needs.
   */
  limitCpu(seconds: number): void;
  /** A hardware encoder for videos. Without it, x264 encodes them. */
  encoder?: VideoEncoder | undefined;
}

/** A failure that the user can act on. `code` becomes `failCode`, `message` becomes `failMessage`. */
export class RenderError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = "RenderError";
    this.code = code;
  }
}
