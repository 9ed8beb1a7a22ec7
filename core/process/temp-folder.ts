import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Runs the work with a new private folder in `root`, and always removes the folder afterwards.
 * @param prefix begins the folder's name
 * @example
 * const size = await withFolder("/tmp", "notes-", async (folder) => Bun.write(`${folder}/note.txt`, "brew"));
 * size; // 4
 */
export async function withFolder<T>(root: string, prefix: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(root, { recursive: true });
  const folder = await mkdtemp(join(root, prefix));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
