import { RenderError } from "../render";

/** ffmpeg ended with an error. `log` is the end of what it said. */
class FfmpegError extends Error {
  readonly exitCode: number;
  readonly log: string;
  constructor(exitCode: number, log: string) {
    super(`ffmpeg ended with code ${exitCode}: ${log}`);
    this.name = "FfmpegError";
    this.exitCode = exitCode;
    this.log = log;
  }
}

/** The error for a failed run. A full disk is told apart, since the operator can do something about it. */
export function failedRun(exitCode: number, log: string): Error {
  if (/No space left on device|ENOSPC/i.test(log)) {
    return new RenderError("storage_full", "There is no disk space left for rendering.");
  }
  return new FfmpegError(exitCode, log.trim());
}

/** Keeps the last few thousand characters of a log. */
export class LogTail {
  #text = "";
  add(text: string): void {
    this.#text = (this.#text + text).slice(-4000);
  }
  toString(): string {
    return this.#text;
  }
}
