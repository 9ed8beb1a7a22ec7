import { statSync } from "node:fs";
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Packed files: libraries and data that the operating system, not Bun, must be able to open. */
export interface Part {
  /** SHA-256 of the unpacked bytes, in hex. */
  hash: string;
  /** Path of the packed file: zstd of the header's length (four bytes, little-endian), the header, and the files' contents. */
  packed: string;
}

/** Files of the part, in the order of their contents. */
export type Header = readonly (readonly [path: string, size: number, mode: number])[];

/** Written last, so an incomplete folder does not contain it. */
const LIST = ".files.json";
const PARTIAL_PREFIX = "new-";
/** Unpacking takes seconds, so an older partial folder was left by a killed process. */
const STALE_MS = 60 * 60 * 1000;

export const getPartFolder = (folder: string, name: string, { hash }: Part) =>
  join(folder, `${name}-${hash.slice(0, 16)}`);

/** True if all files exist with their full length. A full disk or a power cut leaves shorter ones. */
export async function isComplete(target: string): Promise<boolean> {
  try {
    const header: Header = JSON.parse(await readFile(join(target, LIST), "utf8"));
    return header.every(([path, size]) => statSync(join(target, path)).size === size);
  } catch {
    return false;
  }
}

/** Reads the contents in chunks and computes their checksum. */
function createReader(packed: string) {
  const unpacking = new DecompressionStream("zstd" as CompressionFormat);
  const chunks = Bun.file(packed).stream().pipeThrough(unpacking).getReader();
  const sum = new Bun.CryptoHasher("sha256");
  let rest = new Uint8Array();
  async function* take(size: number): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0; ) {
      if (rest.length === 0) {
        const { value, done } = await chunks.read();
        if (done) throw new Error("The packed file is truncated.");
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
  if (reader.sum() !== hash) throw new Error("The packed file is damaged (checksum mismatch).");
  await writeFile(join(into, LIST), JSON.stringify(header));
}

/**
 * Unpacks a part into a folder named after its content, and returns that folder. The folder is written under a
 * temporary name and renamed when complete, so several processes may do this at once, and may be killed meanwhile.
 */
export async function unpack(name: string, part: Part, folder: string, signal: AbortSignal): Promise<string> {
  const target = getPartFolder(folder, name, part);
  if (await isComplete(target)) return target;
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const temporary = await mkdtemp(join(folder, PARTIAL_PREFIX));
  try {
    const whole = join(temporary, name);
    await mkdir(whole);
    await chmod(whole, 0o755); // Regardless of the umask: PostgreSQL may run as another user.
    await writeAll(part, whole, signal);
    await rename(whole, target).catch(async () => {
      if (await isComplete(target)) return; // Another process has already unpacked it.
      await rename(target, join(temporary, "damaged"));
      await rename(whole, target);
    });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Could not unpack ${name} into ${folder}: ${reason}`, { cause });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return target;
}

/** Removes partial folders of killed processes, and parts for which `isCurrent` is false. */
export async function sweep(folder: string, isCurrent: (path: string) => boolean): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const isPartial = name.startsWith(PARTIAL_PREFIX);
    const modified = isPartial ? ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0) : 0;
    const isWaste = isPartial ? modified < Date.now() - STALE_MS : !isCurrent(path);
    if (isWaste) await rm(path, { recursive: true, force: true });
  }
}
