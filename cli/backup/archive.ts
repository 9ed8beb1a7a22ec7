import { type FileHandle, open } from "node:fs/promises";
import type { Sink } from "./sink";
import { BLOCK, DamagedError, decodeHeader, encodeHeader, encodeTrailer, getPadding, type TarEntry } from "./tar";
import type { Throttle } from "./throttle";

/** Number of files per list of checksums. */
const LIST_SIZE = 1000;
const READ_BYTES = 1024 * 1024;
/** Largest file that is read into memory: checksums and rows. We never write larger ones. */
const MAX_BUFFER_BYTES = 1024 ** 3;

const getListName = (list: number) => `checksums/${String(list).padStart(6, "0")}.sha256`;
const isList = (name: string) => name.startsWith("checksums/");

const formatLine = (name: string, checksum: string) => `${checksum}  ${name}\n`;

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Writes a tar file that contains lists of SHA-256 checksums in the format of `sha256sum --check`. */
export class ArchiveWriter {
  readonly #sink: Sink;
  readonly #throttle: Throttle;
  readonly #modified = new Date();
  #checksums: string[] = [];
  #lists = 0;
  #files = 0;
  /** Of the lines in all lists of checksums. */
  readonly #digest = new Bun.CryptoHasher("sha256");

  constructor(sink: Sink, throttle: Throttle) {
    this.#sink = sink;
    this.#throttle = throttle;
  }

  /** Number of files added so far. */
  get files(): number {
    return this.#files;
  }

  /** Digest of the names and checksums of all files added so far. */
  get digest(): string {
    return this.#digest.copy().digest("hex");
  }

  add(name: string, bytes: Uint8Array): Promise<void> {
    return this.addStream(name, bytes.length, [bytes]);
  }

  /** Adds a file of known size. Rejects if the stream has a different length. */
  async addStream(name: string, size: number, chunks: Chunks): Promise<void> {
    const line = formatLine(name, await this.#write(name, size, chunks));
    this.#checksums.push(line);
    this.#digest.update(line);
    this.#files++;
    if (this.#checksums.length >= LIST_SIZE) await this.#flushChecksums();
  }

  /** Writes the remaining checksums and the trailer, then finishes the sink. */
  async end(): Promise<void> {
    await this.#flushChecksums();
    await this.#sink.write(encodeTrailer());
    await this.#sink.finish();
  }

  async #flushChecksums(): Promise<void> {
    if (this.#checksums.length === 0) return;
    const list = new TextEncoder().encode(this.#checksums.join(""));
    this.#checksums = [];
    await this.#write(getListName(++this.#lists), list.length, [list]);
  }

  /** Returns the SHA-256 of the bytes. */
  async #write(name: string, size: number, chunks: Chunks): Promise<string> {
    await this.#sink.write(encodeHeader({ name, size }, this.#modified));
    const hash = new Bun.CryptoHasher("sha256");
    let written = 0;
    for await (const chunk of chunks) {
      hash.update(chunk);
      await this.#sink.write(chunk);
      written += chunk.length;
      await this.#throttle();
    }
    if (written !== size) throw new Error(`${name}: expected ${size} bytes, got ${written}.`);
    await this.#sink.write(new Uint8Array(getPadding(size)));
    return hash.digest("hex");
  }
}

/** Writes an archive with `work`. Removes the file if that fails. */
export async function writeArchive<Result>(
  sink: Sink,
  throttle: Throttle,
  work: (archive: ArchiveWriter) => Promise<Result>,
): Promise<Result> {
  const archive = new ArchiveWriter(sink, throttle);
  try {
    const result = await work(archive);
    await archive.end();
    return result;
  } catch (error) {
    await sink.discard();
    throw error;
  }
}

/** A file in an archive. */
interface ArchiveEntry extends TarEntry {
  bytes(): Promise<Uint8Array>;
  chunks(): AsyncGenerator<Uint8Array>;
}

/** Source of an archive. */
export interface ArchiveSource {
  /** Number of bytes to read, for progress. */
  size: number;
  /** Starts reading from the beginning. */
  open(): Cursor;
  close(): Promise<void>;
}

/** Reads an archive from front to back. */
export interface Cursor {
  read(from: number, size: number): AsyncGenerator<Uint8Array>;
  close(): Promise<void>;
}

export interface Archive {
  /** Size in bytes. */
  size: number;
  /** Lists all files in order, seeking from header to header. Throws DamagedError. */
  entries(): AsyncGenerator<ArchiveEntry>;
  /**
   * Reads everything, verifies the checksums and returns the number of files, and the digest of those before the last.
   * Throws DamagedError.
   */
  verify(throttle: Throttle, progress: (done: number) => void): Promise<{ files: number; digest: string }>;
  close(): Promise<void>;
}

/** Opens an archive in a file, or in any other source. */
export async function openArchive(from: string | ArchiveSource): Promise<Archive> {
  const source = typeof from === "string" ? await openFile(from) : from;
  const entries = () => listEntries(source.open());
  return {
    size: source.size,
    entries,
    verify: (throttle, progress) => verify(entries(), throttle, progress),
    close: source.close,
  };
}

async function openFile(path: string): Promise<ArchiveSource> {
  const file = await open(path, "r");
  const { size } = await file.stat();
  const cursor = { read: (from: number, size: number) => readChunks(file, from, size), close: async () => {} };
  return { size, open: () => cursor, close: () => file.close() };
}

async function* readChunks(file: FileHandle, from: number, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; ) {
    const buffer = new Uint8Array(Math.min(READ_BYTES, size - at));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from + at);
    if (bytesRead === 0) throw new DamagedError("The file is truncated.");
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * Creates a source that can only be read in order, such as a download that is decrypted. Each pass opens the stream
 * again.
 */
export const createStreamSource = (size: number, stream: () => AsyncIterable<Uint8Array>): ArchiveSource => ({
  size,
  open: () => openStream(stream()[Symbol.asyncIterator]()),
  close: async () => {},
});

function openStream(chunks: AsyncIterator<Uint8Array>): Cursor {
  let position = 0;
  let rest: Uint8Array = new Uint8Array();
  async function take(max: number): Promise<Uint8Array> {
    while (rest.length === 0) {
      const { done, value } = await chunks.next();
      if (done) throw new DamagedError("The file is truncated.");
      rest = value;
    }
    const chunk = rest.subarray(0, max);
    rest = rest.subarray(chunk.length);
    position += chunk.length;
    return chunk;
  }
  return {
    async *read(from, size) {
      while (position < from) await take(from - position);
      for (const end = from + size; position < end; ) yield await take(end - position);
    },
    close: async () => void (await chunks.return?.()),
  };
}

async function readBytes(cursor: Cursor, from: number, size: number): Promise<Uint8Array> {
  if (size > MAX_BUFFER_BYTES) throw new DamagedError("The file is damaged: it declares an impossible size.");
  return Buffer.concat(await Array.fromAsync(cursor.read(from, size)));
}

async function* listEntries(cursor: Cursor): AsyncGenerator<ArchiveEntry> {
  try {
    for (let at = 0; ; ) {
      const entry = decodeHeader(await readBytes(cursor, at, BLOCK));
      if (!entry) return;
      const from = at + BLOCK;
      at = from + entry.size + getPadding(entry.size);
      yield {
        ...entry,
        bytes: () => readBytes(cursor, from, entry.size),
        chunks: () => cursor.read(from, entry.size),
      };
    }
  } finally {
    await cursor.close();
  }
}

async function verify(entries: AsyncIterable<ArchiveEntry>, throttle: Throttle, progress: (done: number) => void) {
  const checksums = new Map<string, string>();
  const digest = new Bun.CryptoHasher("sha256");
  let last = "";
  let files = 0;
  let done = 0;
  for await (const entry of entries) {
    if (isList(entry.name)) {
      compareChecksums(new TextDecoder().decode(await entry.bytes()), checksums);
      continue;
    }
    const hash = new Bun.CryptoHasher("sha256");
    for await (const chunk of entry.chunks()) {
      hash.update(chunk);
      done += chunk.length;
      progress(done);
      await throttle();
    }
    const checksum = hash.digest("hex");
    checksums.set(entry.name, checksum);
    digest.update(last);
    last = formatLine(entry.name, checksum);
    files++;
  }
  const [unlisted] = checksums.keys();
  if (unlisted !== undefined) throw new DamagedError(`The file is incomplete: ${unlisted} has no checksum.`);
  return { files, digest: digest.digest("hex") };
}

/** Removes the files of a list from the computed checksums. Throws DamagedError if a checksum differs. */
function compareChecksums(list: string, computed: Map<string, string>): void {
  for (const line of list.trimEnd().split("\n")) {
    const [expected, name = ""] = line.split("  ");
    if (computed.get(name) !== expected) throw new DamagedError(`The file is damaged: ${name} was changed.`);
    computed.delete(name);
  }
}
