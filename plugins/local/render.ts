/**
 * Tools of a renderer. Each renderer runs in its own child process:
 * they may block, they only touch files inside `folder`, and they report by `progress`.
 */
export interface RenderTools {
  /** A private, empty folder for inputs and outputs. It is always removed after the run. */
  folder: string;
  ffmpeg: Ffmpeg;
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

export interface FfmpegRun {
  /** Bytes for `-i -` (stdin). A synchronous iterable, since the WebAssembly build pulls it synchronously. */
  input?: Iterable<Uint8Array>;
  /** Called with the seconds of output written so far. */
  onTime?(seconds: number): void;
}

/** One ffmpeg, native or WebAssembly, behind one call. File arguments are absolute paths inside the run's folder. */
export interface Ffmpeg {
  kind: "native" | "wasm";
  /** Runs ffmpeg with these arguments. Rejects with an FfmpegError that carries the end of its log. */
  run(args: readonly string[], options?: FfmpegRun): Promise<void>;
}
