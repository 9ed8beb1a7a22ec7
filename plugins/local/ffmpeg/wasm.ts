import { readFile } from "node:fs/promises";
import { dirname, isAbsolute } from "node:path";
import type { EmscriptenFs } from "@ffmpeg/core";
import wasmFile from "@ffmpeg/core/wasm" with { type: "file" };
import type { Ffmpeg, FfmpegRun } from "../render";
import { failedRun, LogTail } from "./error";
import { hostFolder } from "./host-fs";

/** The version that @ffmpeg/core is built from. */
export const WASM_VERSION = "5.1.4";
const FRAMES = "/frames";

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * ffmpeg as WebAssembly, for machines without one. It blocks the thread until the run is over and takes 1 to 2 GB, so
 * it belongs into a process of its own, and only killing that process stops it. Every run has a fresh instance.
 */
export function wasmFfmpeg(): Ffmpeg {
  return { kind: "wasm", run: runWasm };
}

async function runWasm(args: readonly string[], options: FfmpegRun = {}): Promise<void> {
  const core = await instantiate();
  const log = new LogTail();
  core.setLogger(({ message }) => log.add(`${message}\n`));
  core.setProgress(({ time }) => options.onTime?.(time / 1e6));
  const feed = options.input && addFrames(core.FS, options.input);
  const exitCode = core.exec("-hide_banner", "-loglevel", "error", ...mountFolders(core.FS, args));
  if (feed?.error) throw feed.error;
  if (exitCode !== 0) throw failedRun(exitCode, log.toString());
}

async function instantiate() {
  // The build targets browser workers and reads `location` before its options.
  const scope = globalThis as { self?: unknown; location?: unknown };
  scope.self ??= globalThis;
  scope.location ??= { href: "file:///" };
  compiled ??= readFile(wasmFile).then((bytes) => WebAssembly.compile(bytes));
  const [{ default: createCore }, module] = await Promise.all([import("@ffmpeg/core"), compiled]);
  return createCore({
    wasmBinary: new Uint8Array(),
    instantiateWasm(imports, receive) {
      WebAssembly.instantiate(module, imports).then((instance) => receive(instance, module));
      return {};
    },
  });
}

/**
 * Makes the folder of every absolute path among the arguments visible, as /1, /2, …, and returns the arguments with
 * the paths inside. ffmpeg runs in the folder of its output (the last argument), as the native one does.
 */
function mountFolders(fs: EmscriptenFs, args: readonly string[]): string[] {
  const mounts = new Map<string, string>();
  const host = hostFolder(fs);
  const inside = args.map((arg, i) => {
    if (arg === "-" && args[i - 1] === "-i") return FRAMES;
    if (!isAbsolute(arg)) return arg;
    const folder = dirname(arg);
    const at = mounts.get(folder) ?? `/${mounts.size + 1}`;
    if (!mounts.has(folder)) {
      fs.mkdir(at);
      fs.mount(host, { root: folder }, at);
      mounts.set(folder, at);
    }
    return `${at}/${arg.slice(folder.length).replace(/^[\\/]/, "")}`;
  });
  const output = args.at(-1) ?? "";
  if (isAbsolute(output)) fs.chdir(mounts.get(dirname(output))!);
  return inside;
}

/** A device that gives the bytes of `input`, pulled as ffmpeg reads. `error` is what pulling threw. */
function addFrames(fs: EmscriptenFs, input: Iterable<Uint8Array>): { error?: unknown } {
  const state: { error?: unknown } = {};
  const chunks = input[Symbol.iterator]();
  let chunk: Uint8Array = new Uint8Array();
  const read = (_stream: unknown, buffer: Int8Array, offset: number, length: number): number => {
    while (chunk.length === 0) {
      const next = chunks.next();
      if (next.done) return 0;
      chunk = next.value;
    }
    const taken = chunk.subarray(0, length);
    buffer.set(taken, offset);
    chunk = chunk.subarray(taken.length);
    return taken.length;
  };
  const device = fs.makedev(64, 0);
  fs.registerDevice(device, {
    open: (stream: { seekable: boolean }) => {
      stream.seekable = false;
    },
    read: (...args: Parameters<typeof read>) => {
      try {
        return read(...args);
      } catch (error) {
        state.error = error;
        return 0;
      }
    },
  });
  fs.mkdev(FRAMES, 0o444, device);
  return state;
}
