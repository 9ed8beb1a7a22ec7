import { FFmpegError, Log, PosixError } from "node-av/lib";
import { RenderError } from "../render-tools";

// Errors are reported by return code, so FFmpeg's own messages are turned off.
Log.setLevel(-8 as Parameters<typeof Log.setLevel>[0]);

export const NO_TIME = -9223372036854775808n;
export const END: number = -541478725;
export const AGAIN: number = FFmpegError.AVERROR(PosixError.EAGAIN);
const NO_SPACE: number = FFmpegError.AVERROR(PosixError.ENOSPC);

/** Thrown if a codec, filter or file operation fails. */
export class CodecError extends Error {
  constructor(what: string, reason: string) {
    super(`${what}: ${reason}`);
    this.name = "CodecError";
  }
}

/** Returns `code` unless it is an error. Throws RenderError `storage_full` if the disk is full, else CodecError. */
export function assertOk(code: number, what: string): number {
  if (code >= 0) return code;
  if (code === NO_SPACE) throw new RenderError("storage_full", "There is no disk space left for rendering.");
  throw new CodecError(what, FFmpegError.strerror(code));
}

/** True for data, false if more input is needed or at the end. Throws like `assertOk` for other codes. */
export const isData = (code: number, what: string): boolean =>
  code !== AGAIN && code !== END && assertOk(code, what) >= 0;

export interface Ratio {
  num: number;
  den: number;
}

export const toRatio = ({ num, den }: Ratio): Ratio => ({ num, den });
export const toSeconds = (time: bigint, { num, den }: Ratio): number => (Number(time) * num) / den;
