import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Checksum file in a model's directory, in the format of `sha256sum`. */
const SUMS = "SHA256SUMS";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

/** Computes one line per file, sorted by name. Skips partial downloads. */
async function computeChecksums(directory: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && entry.name !== SUMS && !/\.tmp\.\d+\./.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(directory.length + 1)
        .replaceAll("\\", "/"),
    )
    .sort();
  const lines: string[] = [];
  for (const name of names) lines.push(`${await hashFile(join(directory, name))}  ${name}\n`);
  return lines.join("");
}

/** True if the checksum file exists, which is written after a complete download. */
export const hasSums = (directory: string): boolean => existsSync(join(directory, SUMS));

/** Describes the first difference between two lists. */
function difference(before: string, now: string): string {
  const parse = (text: string) => new Map(text.split("\n").map((line) => [line.slice(66), line.slice(0, 64)]));
  const [old, fresh] = [parse(before), parse(now)];
  for (const [name, sum] of old) {
    if (!fresh.has(name)) return `${name} is missing`;
    if (fresh.get(name) !== sum)
      return `${name} is not the file that was downloaded (SHA-256 ${fresh.get(name)}, not ${sum})`;
  }
  return `${[...fresh.keys()].find((name) => !old.has(name))} was added`;
}

/**
 * Compares a model's files with the stored checksums and the expected digest, if any. Throws an error that names
 * the file that differs.
 * @param setting name of the setting with the expected digest, for messages.
 * @returns the model's digest: SHA-256 of its list of checksums.
 */
export async function verify(directory: string, setting: string, expected?: string): Promise<string> {
  const now = await computeChecksums(directory);
  if (hasSums(directory)) {
    const before = await readFile(join(directory, SUMS), "utf8");
    if (before !== now) {
      throw new Error(`${difference(before, now)}. Remove ${directory} to download the model again.`);
    }
  }
  const digest = sha256(now);
  if (expected !== undefined && digest !== expected) {
    throw new Error(`its files have the digest ${digest}, but ${setting} expects ${expected}.`);
  }
  return digest;
}

/** Writes a model's checksums atomically. */
export async function writeSums(directory: string): Promise<void> {
  const path = join(directory, SUMS);
  await writeFile(`${path}.tmp.${process.pid}.`, await computeChecksums(directory));
  await rename(`${path}.tmp.${process.pid}.`, path);
}
