import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Identity } from "#db/embedded/identity";

/** Part of the socket's file name. No port is opened. */
export const PORT = 5432;

/** Socket paths have at most 108 bytes on Linux and 104 on macOS, including the final zero. */
const PATH_LIMIT = process.platform === "darwin" ? 103 : 107;
const PREFIX = "vireo-";

const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= PATH_LIMIT;

/** Returns a private folder for the socket: the data directory, or a temporary one if its path is too long. */
export async function openSocketFolder(directory: string, ids: Identity["ids"]): Promise<string> {
  if (fits(directory)) return directory;
  const root = fits(join(tmpdir(), `${PREFIX}XXXXXX`)) ? tmpdir() : "/tmp";
  const folder = await mkdtemp(join(root, PREFIX)); // Mode 0700 and an unused name.
  if (ids) await chown(folder, ids.uid, ids.gid);
  return folder;
}

/** Removes the socket folder if it is a temporary one. */
export async function removeSocketFolder(folder: string, directory: string): Promise<void> {
  if (folder !== directory && folder.includes(`/${PREFIX}`)) await rm(folder, { recursive: true, force: true });
}
