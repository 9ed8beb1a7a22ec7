import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Busboy } from "busboy";
import { limitBody } from "#core/http/read-body";
import { SNIFF_BYTES, type Sniffed, sniff } from "#core/media/sniff";
import { explainUnsupported } from "#core/media/unsupported";
import { ApiError } from "#core/request/errors";
import { writeChunks } from "#core/stream-file";
import { untilAborted } from "#core/timing";

/**
 * The file, or the rest of the form, is too large.
 * @example
 * import { ApiError } from "vireo/errors";
 * const toApiError = (error: unknown) =>
 *   error instanceof TooLargeError ? new ApiError("payload_too_large", error.message) : error;
 */
export class TooLargeError extends Error {
  override name = "TooLargeError";
}
/**
 * The body is empty, or is not a form with one file in the field `file`.
 * @example
 * import { invalid } from "vireo/errors";
 * const toApiError = (error: unknown) => (error instanceof NoFileError ? invalid("file", error.message) : error);
 */
export class NoFileError extends Error {
  override name = "NoFileError";
}
/**
 * The file format is not supported.
 * @example
 * import { ApiError } from "vireo/errors";
 * const toApiError = (error: unknown) =>
 *   error instanceof UnsupportedError ? new ApiError("unsupported_media_type", error.message) : error;
 */
export class UnsupportedError extends Error {
  override name = "UnsupportedError";
}

/** File type derived from the first bytes of a file. */
interface Identified {
  kind: string;
}

export interface ReceiveOptions<File extends Identified = Sniffed> {
  /** Returns the maximum size for a kind of file, in bytes. Called once the first bytes have shown the kind. */
  limit(kind: File["kind"]): number;
  /** Content-Length, used to refuse a file that is too large before reading it. */
  announced?: number;
  /** Other fields that the form may have. Default: none. */
  fields?: readonly string[];
  /** Time limit for the whole form, in milliseconds. Default: none. Throws `request_timeout`. */
  limitMs?: number;
}

/** Accepts files of formats other than media. */
export interface Format<File extends Identified> {
  /** Identifies a file by its first bytes; undefined for formats that are not accepted. */
  identify(head: Uint8Array): File | undefined;
  /** Returns the message for a file that is not accepted. It names the accepted formats. */
  refuse(head: Uint8Array): string;
}

export interface Received<File extends Identified = Sniffed> {
  path: string;
  /** Size in bytes. */
  size: number;
  sniffed: File;
}

export interface ReceivedForm<File extends Identified = Sniffed> extends Received<File> {
  /** Name given by the client, for display only. Never used as a path. */
  fileName: string | undefined;
  /** Other fields of the form. */
  fields: ReadonlyMap<string, string>;
}

const FILE_FIELD = "file";
const LIMITS = { fields: 20, fieldNameSize: 100, fieldSize: 64 * 1024, files: 1, parts: 21, headerPairs: 40 };
/** Limit for everything in a form except the file. */
const FORM_BYTES = 2 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;
const MEDIA: Format<Sniffed> = { identify: sniff, refuse: explainUnsupported };

/**
 * Writes a raw body to a new file at `path`.
 * @throws TooLargeError, NoFileError or UnsupportedError, as early as possible, and then leaves no file
 * @example
 * const request = new Request("http://localhost/", { method: "PUT", body: "…" });
 * const { size, sniffed } = await receive(request.body, "/tmp/file", { limit: (kind) => context.host.sizes[kind] });
 */
export async function receive(
  stream: ReadableStream<Uint8Array> | null,
  path: string,
  options: ReceiveOptions,
): Promise<Received> {
  if (!stream) throw new NoFileError("The body is empty. Send the content of the file.");
  const file = new InspectedFile(stream, options, MEDIA);
  const size = await writeChunks(path, file);
  return { path, size, sniffed: file.sniffed! };
}

/**
 * Writes the file of a multipart/form-data body, in the field `file`, to `path`, like `receive`.
 * @param contentType of the request
 * @throws as `receive`
 * @example
 * const request = new Request("http://localhost/", { method: "POST", body: new FormData() });
 * const type = request.headers.get("content-type") ?? "";
 * const { size, sniffed } = await receiveForm(request.body, type, "/tmp/file", { limit: (kind) => context.host.sizes[kind] });
 */
export const receiveForm = (
  stream: ReadableStream<Uint8Array> | null,
  contentType: string,
  path: string,
  options: ReceiveOptions,
): Promise<ReceivedForm> => receiveFormOf(MEDIA, stream, contentType, path, options);

/**
 * Writes the file of a form like `receiveForm`, for files of another format.
 * @param contentType of the request
 * @throws as `receive`
 * @example
 * const table: Format<{ kind: "table" }> = { identify: () => ({ kind: "table" }), refuse: () => "Send a CSV file." };
 * const request = new Request("http://localhost/", { method: "POST", body: new FormData() });
 * const type = request.headers.get("content-type") ?? "";
 * const { path } = await receiveFormOf(table, request.body, type, "/tmp/table.csv", { limit: () => 1024 ** 2 });
 */
export async function receiveFormOf<File extends Identified>(
  format: Format<File>,
  stream: ReadableStream<Uint8Array> | null,
  contentType: string,
  path: string,
  options: ReceiveOptions<File>,
): Promise<ReceivedForm<File>> {
  const parser = await createParser(contentType);
  const fields = new Map<string, string>();
  const unknown = new Set<string>();
  let file: InspectedFile<File> | undefined;
  let fileName: string | undefined;
  let written: Promise<number> | undefined;
  let reason: unknown;
  const refuse = (error: unknown) => {
    reason ??= error;
    parser.destroy(error as Error);
  };

  parser.on("file", (name, part, info) => {
    // Errors of an unread part would otherwise be unhandled.
    part.on("error", () => {});
    if (name !== FILE_FIELD) {
      part.resume();
      return refuse(new NoFileError(`Send the file in the form field "${FILE_FIELD}", not "${name}".`));
    }
    if (unknown.size > 0) {
      part.resume();
      return refuse(unknownFields(unknown, options));
    }
    fileName = info.filename ? decodeFileName(info.filename) : undefined;
    file = new InspectedFile(part, { ...options, announced: (options.announced ?? 0) - FORM_BYTES }, format);
    written = writeChunks(path, file);
    written.catch((error) => error !== part.errored && refuse(error));
  });
  parser.on("field", (name, value, info) => {
    if (info.valueTruncated || info.nameTruncated) refuse(new TooLargeError(`The form field "${name}" is too long.`));
    if (options.fields?.includes(name)) fields.set(name, value);
    else unknown.add(name);
  });
  parser.on("filesLimit", () => refuse(new NoFileError("Send one file per form.")));
  for (const event of ["fieldsLimit", "partsLimit"] as const) {
    parser.on(event, () => refuse(new TooLargeError("The form has too many fields.")));
  }

  const limit = options.limitMs === undefined ? undefined : limitBody(options.limitMs);
  try {
    const form = stream ?? new Blob([]).stream();
    await pipeline(
      limitForm(limit ? readUntil(form, limit.signal) : form, () => file?.size ?? 0, refuse),
      parser,
    );
    const size = await written;
    if (size !== undefined && unknown.size === 0) return { path, size, sniffed: file!.sniffed!, fileName, fields };
    reason =
      size === undefined
        ? new NoFileError(`The form has no file in the field "${FILE_FIELD}".`)
        : unknownFields(unknown, options);
  } catch (cause) {
    reason ??= new NoFileError("The form is malformed or incomplete.", { cause });
  } finally {
    limit?.end();
  }
  const size = await written?.catch(() => undefined);
  if (size !== undefined) await rm(path, { force: true });
  throw reason;
}

function unknownFields(names: ReadonlySet<string>, { fields = [] }: Pick<ReceiveOptions, "fields">): ApiError {
  const message = `Unknown field. The form has these fields: ${[FILE_FIELD, ...fields].join(", ")}.`;
  const errors = Object.fromEntries([...names].map((name) => [name, [message]]));
  return new ApiError("validation_error", `${[...names].join(", ")}: ${message}`, { errors });
}

/** Clients escape these characters in the file name of a form (WHATWG HTML, multipart/form-data encoding). */
const decodeFileName = (name: string): string =>
  name
    .replace(/%22|%0D|%0A/gi, decodeURIComponent)
    .replaceAll("\0", "")
    .toWellFormed();

async function createParser(contentType: string): Promise<Busboy> {
  const { default: busboy } = await import("busboy");
  try {
    return busboy({ headers: { "content-type": contentType }, limits: LIMITS, defParamCharset: "utf8" });
  } catch {
    throw new NoFileError("Send the file as multipart/form-data with a boundary.");
  }
}

/** Reads a stream until the signal aborts, and then fails with its reason. */
async function* readUntil(stream: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await untilAborted(reader.read(), signal);
      if (done) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/** Forwards a form in small pieces, so that writing the file keeps up. Limits the bytes outside of the file. */
async function* limitForm(
  stream: AsyncIterable<Uint8Array>,
  fileBytes: () => number,
  refuse: (error: unknown) => void,
) {
  let total = 0;
  try {
    for await (const chunk of stream) {
      for (let at = 0; at < chunk.byteLength; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES);
        total += piece.byteLength;
        yield piece;
        if (total - fileBytes() > FORM_BYTES) throw new TooLargeError("The form fields are too large.");
      }
    }
  } catch (error) {
    refuse(error);
    throw error;
  }
}

/** Detects the kind of a file from its first bytes, and fails once it exceeds the limit of that kind. */
class InspectedFile<File extends Identified> implements AsyncIterable<Uint8Array> {
  sniffed: File | undefined;
  size = 0;
  readonly #source: AsyncIterable<Uint8Array>;
  readonly #options: ReceiveOptions<File>;
  readonly #format: Format<File>;

  constructor(source: AsyncIterable<Uint8Array>, options: ReceiveOptions<File>, format: Format<File>) {
    this.#source = source;
    this.#options = options;
    this.#format = format;
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
      max = this.#inspect(head);
      yield* head;
      head = [];
    }
    if (this.sniffed) return;
    this.#inspect(head);
    yield* head;
  }

  /** Detects the format and returns its size limit. */
  #inspect(head: readonly Uint8Array[]): number {
    if (this.size === 0) throw new NoFileError("The file is empty.");
    const bytes = Buffer.concat(head);
    this.sniffed = this.#format.identify(bytes);
    if (!this.sniffed) throw new UnsupportedError(this.#format.refuse(bytes));
    const { kind } = this.sniffed;
    const max = this.#options.limit(kind);
    if (Math.max(this.size, this.#options.announced ?? 0) > max) throw tooLarge(kind, max);
    return max;
  }
}

const tooLarge = (kind: string, max: number) =>
  new TooLargeError(`The file is too large. ${kind} files may have at most ${max} bytes.`);
