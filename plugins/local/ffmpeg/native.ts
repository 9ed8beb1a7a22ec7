import { dirname, isAbsolute } from "node:path";
import { type Ffmpeg, type FfmpegRun, RenderError } from "../render";
import { failedRun, LogTail } from "./error";

/** Its own options for every run: no questions, errors only, progress as `key=value` lines on stdout. */
const QUIET = ["-nostdin", "-hide_banner", "-loglevel", "error", "-nostats", "-progress", "pipe:1", "-y"];

/** The ffmpeg at `path`. Its runs end at once, with the signal's reason, when the signal fires. */
export function nativeFfmpeg(path: string, signal?: AbortSignal): Ffmpeg {
  return { kind: "native", run: (args, options) => runNative(path, args, options, signal) };
}

async function runNative(path: string, args: readonly string[], options: FfmpegRun = {}, signal?: AbortSignal) {
  signal?.throwIfAborted();
  const output = args.at(-1) ?? "";
  const child = Bun.spawn([path, ...QUIET, ...args], {
    // Filters name their files relative to the folder of the output.
    ...(isAbsolute(output) && { cwd: dirname(output) }),
    ...(signal && { signal, killSignal: "SIGKILL" }),
    stdin: options.input ? "pipe" : "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const log = new LogTail();
  const reading = Promise.all([
    readLines(child.stdout, (line) => reportTime(line, options.onTime)),
    readLines(child.stderr, (line) => log.add(`${line}\n`)),
  ]);
  try {
    if (options.input) await feed(child.stdin as Bun.FileSink, options.input);
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  } finally {
    await reading;
    await child.exited;
  }
  signal?.throwIfAborted();
  if (child.signalCode === "SIGXCPU")
    throw new RenderError(
      "source_too_complex",
      "Processing the file takes more time than its size and length explain.",
    );
  if (child.exitCode !== 0) throw failedRun(child.exitCode ?? -1, log.toString() || `killed by ${child.signalCode}`);
}

/** Writes the chunks one by one, each only when ffmpeg has taken the one before. */
async function feed(stdin: Bun.FileSink, input: Iterable<Uint8Array>): Promise<void> {
  for (const chunk of input) {
    try {
      stdin.write(chunk);
      await stdin.flush();
    } catch {
      return; // ffmpeg has closed its end: it has enough, or its exit code says what went wrong.
    }
  }
  try {
    await stdin.end();
  } catch {
    // Closed already.
  }
}

async function readLines(stream: ReadableStream<Uint8Array>, onLine: (line: string) => void): Promise<void> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
  }
  if (rest) onLine(rest);
}

function reportTime(line: string, onTime: FfmpegRun["onTime"]): void {
  const microseconds = /^out_time_us=(\d+)/.exec(line)?.[1];
  if (microseconds) onTime?.(Number(microseconds) / 1e6);
}
