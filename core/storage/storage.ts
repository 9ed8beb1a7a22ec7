/** Content type per extension: the file name alone determines how a file is served. */
export const contentTypes = {
  mp4: "video/mp4",
  webm: "video/webm",
  mov: "video/quicktime",
  mkv: "video/x-matroska",
  png: "image/png",
  jpg: "image/jpeg",
  webp: "image/webp",
  gif: "image/gif",
  heic: "image/heic",
  avif: "image/avif",
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
  ttf: "font/ttf",
  otf: "font/otf",
} as const;

export type Extension = keyof typeof contentTypes;

/** Bytes to store. A file passed with `move` may be renamed into place, so it no longer exists afterwards. */
export type StorageSource = ReadableStream<Uint8Array> | Blob | Uint8Array | { path: string; move?: boolean };

/** Bytes `start` to `end`, both inclusive, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  /** Size in bytes. */
  size: number;
  contentType: string;
  /** Strong entity tag, including its quotes. */
  etag: string;
  lastModified: Date;
  /** Path of the file if it is on this machine. Do not write to it. */
  path?: string;
  stream(range?: ByteRange): ReadableStream<Uint8Array>;
}

/** A file as returned by `list`. */
export interface ListedFile {
  key: string;
  /** Size in bytes. */
  size: number;
  lastModified: Date;
}

/** Stores media. A file is written once, under a key from `newStorageKey`, and never changed. */
export interface Storage {
  readonly kind: "local" | "s3";
  /** Stores a file atomically. */
  put(key: string, source: StorageSource, about: { contentType: string }): Promise<{ size: number; etag: string }>;
  /** Opens a file. Undefined if it does not exist or the key is not valid. */
  open(key: string): Promise<StoredFile | undefined>;
  /** Removes a file. Does nothing if it does not exist. */
  remove(key: string): Promise<void>;
  /** Lists all files in batches. Files added or removed during the listing may be included. */
  list(): AsyncIterable<readonly ListedFile[]>;
  /**
   * True if the installation with this id may remove unused files here. The first installation to ask becomes the
   * owner.
   */
  claim(id: string): Promise<boolean>;
  /** Throws if storage is not writable. */
  check(): Promise<void>;
}

const KEY = new RegExp(`^[0-9a-f]{2}/[0-9a-f]{38}\\.(${Object.keys(contentTypes).join("|")})$`);

/**
 * Creates an unguessable key: 160 random bits in lower case (some file systems ignore case), in one of 256 folders.
 * @example isKey(newStorageKey("mp4")); // true
 */
export function newStorageKey(extension: Extension): string {
  const name = crypto.getRandomValues(new Uint8Array(20)).toHex();
  return `${name.slice(0, 2)}/${name.slice(2)}.${extension}`;
}

/**
 * True if a text has the form of a storage key.
 * @example isKey("../secret.key"); // false
 */
export const isKey = (text: string): boolean => KEY.test(text);

/** Throws unless the key has the form of `newStorageKey`, so that no path is built from user input. */
export function assertKey(text: string): void {
  if (!isKey(text)) throw new Error(`"${text}" is not a valid storage key.`);
}

/**
 * Returns the content type of a stored file, by the extension of its key.
 * @example getContentType(newStorageKey("mp4")); // "video/mp4"
 */
export const getContentType = (key: string): string => contentTypes[key.slice(key.lastIndexOf(".") + 1) as Extension];

export function openSource(source: StorageSource): ReadableStream<Uint8Array> {
  if (source instanceof ReadableStream) return source;
  if (source instanceof Uint8Array) return new Blob([source as Uint8Array<ArrayBuffer>]).stream();
  return source instanceof Blob ? source.stream() : Bun.file(source.path).stream();
}
