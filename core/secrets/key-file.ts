import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { formatKey, parseKeys, type SecretKey } from "#core/secrets/key-ring";
import { replaceFile } from "#db/replace-file";

const HEADER = `# The key that encrypts secrets in Vireo's database. Keep a copy of this file, apart from your backups.
`;

export const getKeyPath = (dataDir: string): string => join(dataDir, "secret.key");

/** Reads the keys. Returns an empty list if the file does not exist. */
export async function readKeyFile(path: string): Promise<SecretKey[]> {
  const text = await readFile(path, "utf8").catch((error) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return parseKeys(text.replace(/^#.*$/gm, ""));
}

/** Writes the keys, readable by this user only. */
export const writeKeyFile = (path: string, keys: readonly SecretKey[]): Promise<void> =>
  replaceFile(path, `${HEADER}${keys.map(formatKey).join("\n")}\n`);
