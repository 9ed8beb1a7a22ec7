/**
 * Tools of a renderer. Each renderer runs in its own child process:
 * they may block, they only touch files inside `folder`, and they report by `progress`.
 */
export interface RenderTools {
  /** A private, empty folder for inputs and outputs. It is always removed after the run. */
  folder: string;
  /** Progress so far, 0 to 100. */
  progress(percent: number): void;
  /** Limits the CPU time of the render from now on, in seconds. Call it with what an honest source needs at most. */
  limitCpu(seconds: number): void;
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
