import { type FileHandle, open } from "node:fs/promises";
import type { Rest } from "./pace";
import type { Sink } from "./sink";
import { BLOCK, DamagedError, headerOf, paddingOf, readHeader, type TarEntry, trailer } from "./tar";

/** Files in one list of checksums. */
const LIST = 1000;
const READ_BYTES = 1024 * 1024;
/** Lists and rows are read whole; a length beyond this is none that we wrote. */
const MAX_WHOLE_BYTES = 1024 ** 3;

const nameOf = (list: number) => `checksums/${String(list).padStart(6, "0")}.sha256`;
const isList = (name: string) => name.startsWith("checksums/");

export interface ArchiveWriter {
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** Adds a file of a known size as it comes. Rejects where another number of bytes comes. */
  addStream(name: string, size: number, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Writes what is left, and the end. */
  end(): Promise<void>;
  /** Files so far. */
  readonly files: number;
}

/** Writes a tar file with lists of SHA-256 sums in it, as `sha256sum --check` reads them. */
export function writeArchive(sink: Sink, rest: Rest): ArchiveWriter {
  const modified = new Date();
  let sums: string[] = [];
  let lists = 0;
  let files = 0;

  async function put(name: string, size: number, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    await sink.write(headerOf({ name, size }, modified));
    const hash = new Bun.CryptoHasher("sha256");
    let came = 0;
    for await (const chunk of chunks) {
      hash.update(chunk);
      await sink.write(chunk);
      came += chunk.length;
      await rest();
    }
    if (came !== size) throw new Error(`${name} was to have ${size} bytes, and ${came} came.`);
    await sink.write(new Uint8Array(paddingOf(size)));
    return hash.digest("hex");
  }

  async function flush(): Promise<void> {
    if (sums.length === 0) return;
    const list = new TextEncoder().encode(sums.join(""));
    sums = [];
    await put(nameOf(++lists), list.length, [list]);
  }

  async function addAny(name: string, size: number, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    sums.push(`${await put(name, size, chunks)}  ${name}\n`);
    files++;
    if (sums.length >= LIST) await flush();
  }

  return {
    add: (name, bytes) => addAny(name, bytes.length, [bytes]),
    addStream: addAny,
    async end() {
      await flush();
      await sink.write(trailer());
      await sink.finish();
    },
    get files() {
      return files;
    },
  };
}

/** A file of an archive, and how to read it. */
export interface ArchiveEntry extends TarEntry {
  bytes(): Promise<Uint8Array>;
  chunks(): AsyncGenerator<Uint8Array>;
}

export interface Archive {
  /** Bytes. */
  size: number;
  /** All files in their order; reading one is left to the caller. Throws DamagedError. */
  entries(): AsyncGenerator<ArchiveEntry>;
  /** Reads everything and compares it with its checksums; returns how many files there are. Throws DamagedError. */
  verify(rest: Rest, progress: (done: number) => void): Promise<number>;
  close(): Promise<void>;
}

async function* chunksOf(file: FileHandle, from: number, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; ) {
    const buffer = new Uint8Array(Math.min(READ_BYTES, size - at));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from + at);
    if (bytesRead === 0) throw new DamagedError("The file ends too early.");
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function whole(file: FileHandle, from: number, size: number): Promise<Uint8Array> {
  if (size > MAX_WHOLE_BYTES) throw new DamagedError("The file is damaged: a length in it makes no sense.");
  return Buffer.concat(await Array.fromAsync(chunksOf(file, from, size)));
}

export async function openArchive(path: string): Promise<Archive> {
  const file = await open(path, "r");
  const { size } = await file.stat();

  async function* entries(): AsyncGenerator<ArchiveEntry> {
    for (let at = 0; ; ) {
      const entry = readHeader(await whole(file, at, Math.min(BLOCK, size - at)));
      if (!entry) return;
      const from = at + BLOCK;
      at = from + entry.size + paddingOf(entry.size);
      if (at > size) throw new DamagedError("The file ends too early.");
      yield {
        ...entry,
        bytes: () => whole(file, from, entry.size),
        chunks: () => chunksOf(file, from, entry.size),
      };
    }
  }

  return {
    size,
    entries,
    async verify(rest, progress) {
      const sums = new Map<string, string>();
      let files = 0;
      let done = 0;
      for await (const entry of entries()) {
        if (isList(entry.name)) {
          for (const line of new TextDecoder()
            .decode(await entry.bytes())
            .trimEnd()
            .split("\n")) {
            const [sum, name = ""] = line.split("  ");
            if (sums.get(name) !== sum)
              throw new DamagedError(`The file is damaged: ${name} is not as it was written.`);
            sums.delete(name);
          }
        } else {
          const hash = new Bun.CryptoHasher("sha256");
          for await (const chunk of entry.chunks()) {
            hash.update(chunk);
            done += chunk.length;
            progress(done);
            await rest();
          }
          sums.set(entry.name, hash.digest("hex"));
          files++;
        }
      }
      const [unlisted] = sums.keys();
      if (unlisted !== undefined) throw new DamagedError(`The file is not whole: ${unlisted} has no checksum.`);
      return files;
    },
    close: () => file.close(),
  };
}
