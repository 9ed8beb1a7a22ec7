import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Header, Part } from "#core/process/unpack";
import type { PartSource } from "./parts";

export interface Packed extends Part {
  name: string;
  why: string;
  /** Bytes. */
  unpackedSize: number;
  packedSize: number;
}

/**
 * Packs a part as core/process/unpack.ts reads it, compressed once for each content and level.
 * @param level zstd's: 3 takes seconds, 19 minutes and saves a quarter.
 */
export async function pack({ name, why, files }: PartSource, cache: string, level: number): Promise<Packed> {
  const contents = files.map(({ from }) => (typeof from === "string" ? readFileSync(from) : from));
  const header: Header = files.map(({ path, isProgram }, at) => [
    path,
    contents[at]!.length,
    isProgram ? 0o755 : 0o644,
  ]);
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  const all = Buffer.concat([length, json, ...contents]);
  const hash = new Bun.CryptoHasher("sha256").update(all).digest("hex");
  const packed = join(cache, `${name}-${hash.slice(0, 16)}-${level}.zst`);
  if (!existsSync(packed)) {
    mkdirSync(cache, { recursive: true });
    const half = `${packed}.${process.pid}`;
    writeFileSync(half, await Bun.zstdCompress(all, { level }));
    renameSync(half, packed);
  }
  return { name, why, hash, packed, unpackedSize: all.length, packedSize: statSync(packed).size };
}
