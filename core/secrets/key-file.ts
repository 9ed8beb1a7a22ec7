import { open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { formatKey, parseKeys, type SecretKey } from "#core/secrets/key-ring";

const HEADER = `# The key that encrypts secrets in Vireo's database. Keep a copy of this file, apart from your backups.
`;

export const getKeyPath = (dataDir: string): string => join(dataDir, "secret.key");

/** Reads the keys; an empty list if there is no file. */
export async function readKeyFile(path: string): Promise<SecretKey[]> {
  const text = await readFile(path, "utf8").catch((error) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return parseKeys(text.replace(/^#.*$/gm, ""));
}

/** Writes the keys, readable by this user only, so that the file is complete or unchanged after a power cut. */
export async function writeKeyFile(path: string, keys: readonly SecretKey[]): Promise<void> {
  const temporary = `${path}.new`;
  await rm(temporary, { force: true });
  const file = await open(temporary, "wx", 0o600);
  try {
    await file.writeFile(`${HEADER}${keys.map(formatKey).join("\n")}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  const folder = await open(dirname(path), "r");
  await folder.sync().finally(() => folder.close());
}
