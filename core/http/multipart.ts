import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import busboy from "busboy";
import { writeChunks } from "#core/http/stream-file";
import { type MediaKind, SNIFF_BYTES, type Sniffed, sniff } from "#core/media/sniff";

/** The file, or the form around it, is larger than allowed. */
export class TooLargeError extends Error {
  override name = "TooLargeError";
}
/** The body is empty, or no form with one file in a field named `file`. */
export class NoFileError extends Error {
  override name = "NoFileError";
}
/** The bytes are of no format that we take. */
export class UnsupportedError extends Error {
  override name = "UnsupportedError";
}

export interface ReceiveOptions {
  /** Largest file of a kind, bytes; asked once the first bytes have shown the kind. */
  limit(kind: MediaKind): number;
  /** Bytes that the sender announced (Content-Length): what is too large is refused before it is read. */
  announced?: number;
}

export interface Received {
  path: string;
  /** Bytes. */
  size: number;
  sniffed: Sniffed;
}

export interface ReceivedForm extends Received {
  /** As the sender named it: text to show, never a path. */
  fileName: string | undefined;
  /** The other fields of the form. */
  fields: ReadonlyMap<string, string>;
}

const FILE_FIELD = "file";
const LIMITS = { fields: 20, fieldNameSize: 100, fieldSize: 64 * 1024, files: 1, parts: 21, headerPairs: 40 };
/** Room for everything in a form that is not the file. */
const FORM_BYTES = 2 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

/**
 * Writes a raw body to a new file at `path`, as fast as the disk takes it. Throws TooLargeError,
 * NoFileError or UnsupportedError as soon as that is known, and then leaves no file.
 */
export async function receive(
  stream: ReadableStream<Uint8Array> | null,
  path: string,
  options: ReceiveOptions,
): Promise<Received> {
  if (!stream) throw new NoFileError("The body is empty; send the file's bytes.");
  const file = new Inspected(stream, options);
  const size = await writeChunks(path, file);
  return { path, size, sniffed: file.sniffed! };
}

/** The same for the one file of a multipart/form-data body, in its field `file`. */
export async function receiveForm(
  stream: ReadableStream<Uint8Array> | null,
  contentType: string,
  path: string,
  options: ReceiveOptions,
): Promise<ReceivedForm> {
  const parser = parserFor(contentType);
  const fields = new Map<string, string>();
  let file: Inspected | undefined;
  let fileName: string | undefined;
  let written: Promise<number> | undefined;
  let reason: unknown;
  const refuse = (error: unknown) => {
    reason ??= error;
    parser.destroy(error as Error);
  };

  parser.on("file", (name, part, info) => {
    // Whoever reads the part sees its error; this is for the part that nobody reads.
    part.on("error", () => {});
    if (name !== FILE_FIELD) {
      part.resume();
      return refuse(new NoFileError(`Send the file in the form field "${FILE_FIELD}", not "${name}".`));
    }
    fileName = info.filename || undefined;
    file = new Inspected(part, { ...options, announced: (options.announced ?? 0) - FORM_BYTES });
    written = writeChunks(path, file);
    written.catch((error) => error !== part.errored && refuse(error));
  });
  parser.on("field", (name, value, info) => {
    if (info.valueTruncated || info.nameTruncated) refuse(new TooLargeError(`The form field "${name}" is too long.`));
    fields.set(name, value);
  });
  parser.on("filesLimit", () => refuse(new NoFileError("Send one file a form.")));
  for (const event of ["fieldsLimit", "partsLimit"] as const) {
    parser.on(event, () => refuse(new TooLargeError("The form has too many fields.")));
  }

  try {
    const form = stream ?? new Blob([]).stream();
    await pipeline(
      bounded(form, () => file?.size ?? 0, refuse),
      parser,
    );
    const size = await written;
    if (size !== undefined) return { path, size, sniffed: file!.sniffed!, fileName, fields };
    reason = new NoFileError(`The form has no file in its field "${FILE_FIELD}".`);
  } catch (cause) {
    reason ??= new NoFileError("The form is damaged, or ends too early.", { cause });
  }
  const size = await written?.catch(() => undefined);
  if (size !== undefined) await rm(path, { force: true });
  throw reason;
}

function parserFor(contentType: string): busboy.Busboy {
  try {
    return busboy({ headers: { "content-type": contentType }, limits: LIMITS, defParamCharset: "utf8" });
  } catch {
    throw new NoFileError("Send the file as multipart/form-data, with a boundary.");
  }
}

/** Passes a form on in small pieces, so that the file keeps up with it, until too many bytes are not the file's. */
async function* bounded(stream: ReadableStream<Uint8Array>, fileBytes: () => number, refuse: (error: unknown) => void) {
  let total = 0;
  try {
    for await (const chunk of stream) {
      for (let at = 0; at < chunk.byteLength; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES);
        total += piece.byteLength;
        yield piece;
        if (total - fileBytes() > FORM_BYTES) throw new TooLargeError("The form around the file is too large.");
      }
    }
  } catch (error) {
    refuse(error);
    throw error;
  }
}

/** A file on its way: its kind is looked at first, and it ends with an error where it grows beyond that kind's limit. */
class Inspected implements AsyncIterable<Uint8Array> {
  sniffed: Sniffed | undefined;
  size = 0;
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #options: ReceiveOptions;

  constructor(source: AsyncIterable<Uint8Array>, options: ReceiveOptions) {
    this.#source = source;
    this.#options = options;
  }

  async *[Symbol.asyncIterator]() {
    let head: Uint8Array[] = [];
    let max = Number.POSITIVE_INFINITY;
    for await (const chunk of this.#source) {
      this.size += chunk.byteLength;
      if (this.sniffed) {
        if (this.size > max) throw tooLarge(this.sniffed.kind, max);
        yield chunk;
        continue;
      }
      head.push(chunk);
      if (this.size < SNIFF_BYTES) continue;
      max = this.#look(head);
      yield* head;
      head = [];
    }
    if (this.sniffed) return;
    this.#look(head);
    yield* head;
  }

  /** Decides what the file is; returns how large it may be. */
  #look(head: readonly Uint8Array[]): number {
    if (this.size === 0) throw new NoFileError("The file is empty.");
    this.sniffed = sniff(Buffer.concat(head));
    if (!this.sniffed) throw new UnsupportedError("The file is of no video, image or audio format that is accepted.");
    const { kind } = this.sniffed;
    const max = this.#options.limit(kind);
    if (Math.max(this.size, this.#options.announced ?? 0) > max) throw tooLarge(kind, max);
    return max;
  }
}

const tooLarge = (kind: MediaKind, max: number) =>
  new TooLargeError(`The file is larger than the ${max} bytes that are accepted for ${kind} files.`);
