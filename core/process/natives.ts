import { join, resolve } from "node:path";
import { isCompiled } from "#core/process/compiled";
import { parts } from "#core/process/native-parts";
import { getPartFolder, isComplete, sweep, unpack } from "#core/process/unpack";

/**
 * Libraries, programs and data that must be real files. From source they are in node_modules and the repository.
 * The compiled binary carries them as packed native parts and unpacks each one once.
 */

const unpacking = new Map<string, Promise<string>>();
const stopping = new AbortController();

/** Folder of the native parts. Workers and child processes inherit it in their environment. */
function getFolder(): string {
  const path = process.env.NATIVES_DIR;
  if (!path) throw new Error("NATIVES_DIR is not set yet.");
  return path;
}

/**
 * Unpacks a part in a child process. Reading pages of the executable to unpack it would keep them in the server's
 * memory.
 */
async function unpackInChild(name: string): Promise<void> {
  const child = Bun.spawn([process.execPath, "unpack", name], {
    env: { NATIVES_DIR: getFolder() },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true, // Ctrl-C reaches only the server.
    signal: stopping.signal,
    killSignal: "SIGTERM",
  });
  const message = await new Response(child.stderr).text();
  if ((await child.exited) !== 0)
    throw new Error(message.trim() || `Unpacking ${name} ended with ${child.signalCode}.`);
}

function unpackOnce(name: string): Promise<string> {
  const current = unpacking.get(name);
  if (current) return current;
  const target = getPartFolder(getFolder(), name, parts[name]!);
  const started = isComplete(target).then(async (done) => {
    if (!done) await unpackInChild(name);
    return target;
  });
  unpacking.set(name, started);
  // The next caller tries again, because disk space may be available by then.
  started.catch(() => unpacking.delete(name));
  return started;
}

/** Unpacks a part in this process; the child's side of `unpackInChild`. */
export async function unpackHere(name: string | undefined): Promise<void> {
  const part = name && parts[name];
  process.umask(0o022); // PostgreSQL may run as another user.
  process.once("SIGTERM", () => stopping.abort(new Error("Stopped.")));
  if (part) await unpack(name, part, getFolder(), stopping.signal);
}

/** Sets the folder that native parts are unpacked into. */
export function placeNatives(path: string): void {
  if (isCompiled) process.env.NATIVES_DIR = resolve(path);
}

/** True if this build does not include the part for its platform. */
export const lacks = (name: string): boolean => isCompiled && !parts[name];

/** Unpacks a part if necessary and returns its folder. Undefined when running from source, where nothing is packed. */
export async function unpacked(name: string): Promise<string | undefined> {
  return parts[name] && unpackOnce(name);
}

/** Unpacks all parts one after another, except those named. */
export async function unpackAll(except: readonly string[] = []): Promise<void> {
  for (const name of Object.keys(parts)) if (!except.includes(name)) await unpackOnce(name);
}

/** Cancels unpacking for good. */
export const stopUnpacking = (): void => stopping.abort();

/** Removes parts of other versions. Call it only when no other process uses the folder. */
export async function sweepNatives(): Promise<void> {
  if (!isCompiled) return;
  const ours = new Set(Object.entries(parts).map(([name, part]) => getPartFolder(getFolder(), name, part)));
  await sweep(getFolder(), (path) => ours.has(path));
}

/** Returns the path of an unpacked part, or of a file in it. */
export function nativePath(name: string, file = ""): string {
  const part = parts[name];
  if (!part) throw new Error(`This build of Vireo does not include ${name} for ${process.platform}-${process.arch}.`);
  return join(getPartFolder(getFolder(), name, part), file);
}

/**
 * Loads a native add-on and returns its exports.
 * @public The build replaces the packages' own loaders with calls of this function.
 */
export function loadNative(name: string, file: string): unknown {
  const module = { exports: {} };
  process.dlopen(module, nativePath(name, file));
  return module.exports;
}
