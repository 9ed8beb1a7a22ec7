import { readFileSync } from "node:fs";
import { join } from "node:path";

const repository = join(import.meta.dir, "../..");

/** Everything that is part of the program: the source, and the lock file for node_modules. */
const FOLDERS = ["cli", "core", "db", "modules", "patches", "plugins", "sdk", "tools/build"];
const FILES = ["package.json", "bun.lock"];

/** A sum over all inputs: as long as it is the same, so is the program. */
export function fingerprint(): string {
  const sum = new Bun.CryptoHasher("sha256").update(Bun.version);
  // Bun's globs find nothing if an alternative in braces has a slash.
  const inFolders = FOLDERS.flatMap((folder) => [...new Bun.Glob(`${folder}/**/*`).scanSync({ cwd: repository })]);
  const files = [...inFolders, ...FILES].sort();
  for (const file of files) sum.update(file).update(readFileSync(join(repository, file)));
  return sum.digest("hex");
}
