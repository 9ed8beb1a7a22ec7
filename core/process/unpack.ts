import { statSync } from "node:fs";
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Files that are packed into one: libraries and data that the system, not Bun, must be able to open. */
export interface Part {
  /** SHA-256 of what is packed, in hex. */
  hash: string;
  /** Path of the packed file: zstd of a header's length (four bytes, little-endian), the header, and the files' contents. */
  packed: string;
}

/** The header: what lies in the part, in the order of the contents. */
export type Header = readonly (readonly [path: string, size: number, mode: number])[];

/** Written last, beside the files. */
const LIST = ".files.json";
const HALF_MADE = "new-";
/** Unpacking takes seconds: what is older was left by a process that was killed. */
const STALE_MS = 60 * 60 * 1000;

export const folderOf = (folder: string, name: string, { hash }: Part) => join(folder, `${name}-${hash.slice(0, 16)}`);

/** Whether all files are there and as long as they must be: a full disk or a power cut leaves shorter ones. */
export async function isWhole(target: string): Promise<boolean> {
  try {
    const header: Header = JSON.parse(await readFile(join(target, LIST), "utf8"));
    return header.every(([path, size]) => statSync(join(target, path)).size === size);
  } catch {
    return false;
  }
}

/** Reads the contents bit by bit, and what they amount to. */
function createReader(packed: string) {
  const unpacking = new DecompressionStream("zstd" as CompressionFormat);
  const chunks = Bun.file(packed).stream().pipeThrough(unpacking).getReader();
  const sum = new Bun.CryptoHasher("sha256");
  let rest = new Uint8Array();
  async function* take(size: number): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0; ) {
      if (rest.length === 0) {
        const { value, done } = await chunks.read();
        if (done) throw new Error("The packed file ends too early.");
        sum.update(value);
        rest = value;
      }
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
  async function bytes(size: number): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for await (const piece of take(size)) pieces.push(piece.slice());
    return Buffer.concat(pieces);
  }
  return { take, bytes, sum: () => sum.digest("hex") };
}

async function writeAll({ packed, hash }: Part, into: string, signal: AbortSignal): Promise<void> {
  const reader = createReader(packed);
  const header: Header = JSON.parse((await reader.bytes((await reader.bytes(4)).readUInt32LE())).toString());
  for (const folder of new Set(header.map(([path]) => dirname(path)))) {
    await mkdir(join(into, folder), { recursive: true, mode: 0o755 });
  }
  for (const [path, size, mode] of header) {
    const file = await open(join(into, path), "wx", mode);
    try {
      for await (const piece of reader.take(size)) {
        signal.throwIfAborted();
        await file.writeFile(piece);
      }
    } finally {
      await file.close();
    }
  }
  if (reader.sum() !== hash) throw new Error("The packed file is damaged: its checksum differs.");
  await writeFile(join(into, LIST), JSON.stringify(header));
}

/**
 * Unpacks a part once into a folder named after its content, and returns that folder. It is made under another name
 * and moved into place whole, so any number of processes may do this at once, and may be killed at it.
 */
export async function unpack(name: string, part: Part, folder: string, signal: AbortSignal): Promise<string> {
  const target = folderOf(folder, name, part);
  if (await isWhole(target)) return target;
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const made = await mkdtemp(join(folder, HALF_MADE));
  try {
    const whole = join(made, name);
    await mkdir(whole);
    await chmod(whole, 0o755); // Whatever the umask: PostgreSQL may run as another user than we.
    await writeAll(part, whole, signal);
    await rename(whole, target).catch(async () => {
      if (await isWhole(target)) return; // Another process was faster.
      await rename(target, join(made, "damaged"));
      await rename(whole, target);
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`A part of Vireo (${name}) could not be unpacked into ${folder}: ${why}`, { cause });
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  return target;
}

/** Removes what killed processes left half made, and the parts that `isOurs` does not know. */
export async function sweep(folder: string, isOurs: (path: string) => boolean): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const made = name.startsWith(HALF_MADE) && (await stat(path).catch(() => undefined))?.mtimeMs;
    const isWaste = name.startsWith(HALF_MADE) ? (made || 0) < Date.now() - STALE_MS : !isOurs(path);
    if (isWaste) await rm(path, { recursive: true, force: true });
  }
}
