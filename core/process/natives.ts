import { join, resolve } from "node:path";
import { isCompiled } from "#core/process/compiled";
import { parts } from "#core/process/native-parts";
import { folderOf, isWhole, sweep, unpack } from "#core/process/unpack";

/**
 * Libraries, programs and data that must be real files. Run from source they lie in node_modules and in the
 * repository; the program in one file carries them packed, and unpacks them once into the natives' folder.
 */

const unpacking = new Map<string, Promise<string>>();
const stopping = new AbortController();

/** The folder, which workers and child processes find in their environment. */
function folder(): string {
  const path = process.env.NATIVES_DIR;
  if (!path) throw new Error("The natives' folder is not known yet.");
  return path;
}

/**
 * In a process of its own: what reads the packed parts has them in its memory from then on, as parts of the
 * executable, and the server's memory is for serving.
 */
async function unpackApart(name: string): Promise<void> {
  const child = Bun.spawn([process.execPath, "unpack", name], {
    env: { NATIVES_DIR: folder() },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true, // Ctrl-C is for us alone.
    signal: stopping.signal,
    killSignal: "SIGTERM",
  });
  const said = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(said.trim() || `Unpacking ${name} ended with ${child.signalCode}.`);
}

function unpackOnce(name: string): Promise<string> {
  const known = unpacking.get(name);
  if (known) return known;
  const target = folderOf(folder(), name, parts[name]!);
  const begun = isWhole(target).then(async (done) => {
    if (!done) await unpackApart(name);
    return target;
  });
  unpacking.set(name, begun);
  // The next one to need it tries again: the disk may have room by then.
  begun.catch(() => unpacking.delete(name));
  return begun;
}

/** The other side of it: unpacks a part in this process. */
export async function unpackHere(name: string | undefined): Promise<void> {
  const part = name && parts[name];
  process.once("SIGTERM", () => stopping.abort(new Error("Stopped.")));
  if (part) await unpack(name, part, folder(), stopping.signal);
}

/** Says where the natives lie, or are to be unpacked. */
export function placeNatives(path: string): void {
  if (isCompiled) process.env.NATIVES_DIR = resolve(path);
}

/** Whether this build does without a part: there is none for its platform. */
export const lacks = (name: string): boolean => isCompiled && !parts[name];

/** The folder of a part, once it is unpacked; undefined from source, where it is not packed. */
export async function unpacked(name: string): Promise<string | undefined> {
  return parts[name] && unpackOnce(name);
}

/** Waits for all parts but those named, one after the other. */
export async function unpackAll(but: readonly string[] = []): Promise<void> {
  for (const name of Object.keys(parts)) if (!but.includes(name)) await unpackOnce(name);
}

/** Gives up what is being unpacked; nothing can be unpacked after it. */
export const stopUnpacking = (): void => stopping.abort();

/** Removes the parts of other versions. Only for who has the folder to himself. */
export async function sweepNatives(): Promise<void> {
  if (!isCompiled) return;
  const ours = new Set(Object.entries(parts).map(([name, part]) => folderOf(folder(), name, part)));
  await sweep(folder(), (path) => ours.has(path));
}

/** Path of a part that has been unpacked, or of a file in it. */
export function nativePath(name: string, file = ""): string {
  const part = parts[name];
  if (!part)
    throw new Error(`This build of Vireo has no ${name}: there is none for ${process.platform}-${process.arch}.`);
  return join(folderOf(folder(), name, part), file);
}

/**
 * What a native module exports.
 * @public Called by what the build puts in place of packages' own ways to their natives.
 */
export function loadNative(name: string, file: string): unknown {
  const module = { exports: {} };
  process.dlopen(module, nativePath(name, file));
  return module.exports;
}
