/** What we store, by extension: the file name alone says how a file is served. */
export const contentTypes = {
  mp4: "video/mp4",
  webm: "video/webm",
  mov: "video/quicktime",
  mkv: "video/x-matroska",
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  mp3: "audio/mpeg",
  wav: "audio/wav",
  m4a: "audio/mp4",
  aac: "audio/aac",
  flac: "audio/flac",
  ogg: "audio/ogg",
  srt: "application/x-subrip",
  vtt: "text/vtt",
  ass: "text/x-ssa",
  json: "application/json",
} as const;

export type Extension = keyof typeof contentTypes;

/** What to store. A file that is given away (`move`) may be renamed into place and is gone afterwards. */
export type StorageSource = ReadableStream<Uint8Array> | Blob | Uint8Array | { path: string; move?: boolean };

/** Bytes from `start` to `end`, both included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  /** Bytes. */
  size: number;
  contentType: string;
  /** A strong entity tag, with its quotes. */
  etag: string;
  lastModified: Date;
  /** Where the file lies, if it lies on this machine. Read it, never write to it. */
  path?: string;
  stream(range?: ByteRange): ReadableStream<Uint8Array>;
}

/** A file as a list of files shows it. */
export interface ListedFile {
  key: string;
  /** Bytes. */
  size: number;
  lastModified: Date;
}

/** Where media lie. A file is written once under a key from `newKey`, never changed, and removed. */
export interface Storage {
  readonly kind: "local" | "s3";
  /** Stores a file; it is there whole, or not at all. */
  put(key: string, source: StorageSource, about: { contentType: string }): Promise<{ size: number; etag: string }>;
  /** The file of that key; undefined where there is none, or the text is no key. */
  open(key: string): Promise<StoredFile | undefined>;
  /** Removes a file; no error where there is none. */
  remove(key: string): Promise<void>;
  /** All files, some hundreds or thousands at a time; those that come or go meanwhile may be among them. */
  list(): AsyncIterable<readonly ListedFile[]>;
  /** Whether it is for the one with this id to clear up here; the first who asks is the one. */
  claim(id: string): Promise<boolean>;
  /** Throws where nothing can be written just now. */
  check(): Promise<void>;
}

const KEY = new RegExp(`^[0-9a-f]{2}/[0-9a-f]{38}\\.(${Object.keys(contentTypes).join("|")})$`);

/** An unguessable name: 160 random bits, lower case because some file systems know no other, in one of 256 folders. */
export function newKey(extension: Extension): string {
  const name = crypto.getRandomValues(new Uint8Array(20)).toHex();
  return `${name.slice(0, 2)}/${name.slice(2)}.${extension}`;
}

export const isKey = (text: string): boolean => KEY.test(text);

/** Refuses what `newKey` did not make, so that no path is ever built from anyone's text. */
export function assertKey(text: string): void {
  if (!isKey(text)) throw new Error(`"${text}" is no storage key.`);
}

/** The type of a stored file, by its key. */
export const contentTypeOf = (key: string): string => contentTypes[key.slice(key.lastIndexOf(".") + 1) as Extension];

/** The bytes of a source, piece by piece. */
export function chunksOf(source: StorageSource): ReadableStream<Uint8Array> {
  if (source instanceof ReadableStream) return source;
  if (source instanceof Uint8Array) return new Blob([source as Uint8Array<ArrayBuffer>]).stream();
  return source instanceof Blob ? source.stream() : Bun.file(source.path).stream();
}
