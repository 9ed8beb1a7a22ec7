import { chown, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Makes new and renamed files of a folder durable. Windows cannot open folders; NTFS journals their entries. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}

/**
 * Writes a file that is complete or unchanged after a crash or a power cut. Only its owner can read it: this user, or
 * `owner` if given.
 */
export async function replaceFile(path: string, text: string, owner?: { uid: number; gid: number }): Promise<void> {
  const temporary = `${path}.new`;
  await rm(temporary, { force: true });
  const file = await open(temporary, "wx", 0o600);
  try {
    await file.writeFile(text);
    if (owner) await chown(temporary, owner.uid, owner.gid);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}
