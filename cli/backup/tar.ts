/** The plain tar format (POSIX ustar), as far as our own files need it: regular files with short ASCII names. */
export interface TarEntry {
  name: string;
  /** Bytes. */
  size: number;
}

/** The file is no archive of ours, or not as it was written. */
export class DamagedError extends Error {
  override readonly name = "DamagedError";
}

export const BLOCK = 512;
/** What fits into eleven octal digits. */
const MAX_SIZE = 8 ** 11 - 1;
const MAX_NAME = 100;
const CHECKSUM_AT = 148;

export const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;
/** What an archive ends with. */
export const trailer = (): Uint8Array => new Uint8Array(2 * BLOCK);

/** The sum of all bytes, those of the checksum itself taken as blanks. */
const checksumOf = (block: Uint8Array) =>
  block.reduce((sum, byte, at) => sum + (at >= CHECKSUM_AT && at < CHECKSUM_AT + 8 ? 0x20 : byte), 0);
const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;

/** The block before a file's bytes. */
export function headerOf({ name, size }: TarEntry, modified: Date): Uint8Array {
  if (name.length > MAX_NAME || size > MAX_SIZE)
    throw new Error(`${name} (${size} bytes) does not fit into a tar file.`);
  const block = new Uint8Array(BLOCK);
  const write = (at: number, text: string) => block.set(new TextEncoder().encode(text), at);
  write(0, name);
  write(100, octal(0o600, 7));
  write(108, octal(0, 7));
  write(116, octal(0, 7));
  write(124, octal(size, 11));
  write(136, octal(Math.floor(modified.getTime() / 1000), 11));
  write(156, "0");
  write(257, "ustar\x0000");
  write(CHECKSUM_AT, `${checksumOf(block).toString(8).padStart(6, "0")}\0 `);
  return block;
}

/** Reads a header block; undefined where the archive ends. Throws DamagedError. */
export function readHeader(block: Uint8Array): TarEntry | undefined {
  if (block.length < BLOCK) throw new DamagedError("The file ends too early.");
  if (block.every((byte) => byte === 0)) return undefined;
  const text = (from: number, length: number) =>
    new TextDecoder().decode(block.subarray(from, from + length)).split(/[\0 ]/, 1)[0]!;
  if (text(257, 5) !== "ustar" || Number.parseInt(text(CHECKSUM_AT, 8), 8) !== checksumOf(block)) {
    throw new DamagedError("The file is damaged, or is no backup.");
  }
  return { name: text(0, MAX_NAME), size: Number.parseInt(text(124, 12), 8) };
}
