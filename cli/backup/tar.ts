/** The subset of the tar format (POSIX ustar) that our archives use: regular files with short ASCII names. */
export interface TarEntry {
  name: string;
  /** Size in bytes. */
  size: number;
}

/** The file is not one of our archives, or was modified after it was written. */
export class DamagedError extends Error {
  override readonly name = "DamagedError";
}

export const BLOCK = 512;
/** Largest size that fits into eleven octal digits. */
const MAX_SIZE = 8 ** 11 - 1;
const MAX_NAME = 100;
const CHECKSUM_AT = 148;
const TYPE_AT = 156;
const REGULAR_FILE = "0";

export const getPadding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;
/** Two empty blocks end an archive. */
export const encodeTrailer = (): Uint8Array => new Uint8Array(2 * BLOCK);

/** Sum of all bytes, with the checksum field itself counted as spaces. */
const computeChecksum = (block: Uint8Array) =>
  block.reduce((sum, byte, at) => sum + (at >= CHECKSUM_AT && at < CHECKSUM_AT + 8 ? 0x20 : byte), 0);
const toOctal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;

/** Encodes the block that precedes a file's bytes. */
export function encodeHeader({ name, size }: TarEntry, modified: Date): Uint8Array {
  if (name.length > MAX_NAME || size > MAX_SIZE) {
    throw new Error(`${name} (${size} bytes) is too large or its name too long for a tar file.`);
  }
  const block = new Uint8Array(BLOCK);
  const write = (at: number, text: string) => block.set(new TextEncoder().encode(text), at);
  write(0, name);
  write(100, toOctal(0o600, 7));
  write(108, toOctal(0, 7));
  write(116, toOctal(0, 7));
  write(124, toOctal(size, 11));
  write(136, toOctal(Math.floor(modified.getTime() / 1000), 11));
  write(TYPE_AT, REGULAR_FILE);
  write(257, "ustar\x0000");
  write(CHECKSUM_AT, `${computeChecksum(block).toString(8).padStart(6, "0")}\0 `);
  return block;
}

/** Decodes a header block. Undefined at the end of the archive. Throws DamagedError, also for links and folders. */
export function decodeHeader(block: Uint8Array): TarEntry | undefined {
  if (block.length < BLOCK) throw new DamagedError("The file is truncated.");
  if (block.every((byte) => byte === 0)) return undefined;
  const read = (from: number, length: number) =>
    new TextDecoder().decode(block.subarray(from, from + length)).split(/[\0 ]/, 1)[0]!;
  const isIntact = read(257, 5) === "ustar" && Number.parseInt(read(CHECKSUM_AT, 8), 8) === computeChecksum(block);
  if (!isIntact || read(TYPE_AT, 1) !== REGULAR_FILE) {
    throw new DamagedError("The file is damaged or is not a Vireo backup.");
  }
  return { name: read(0, MAX_NAME), size: Number.parseInt(read(124, 12), 8) };
}
