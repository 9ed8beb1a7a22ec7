import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Identity } from "#db/embedded/identity";

/** Part of the name of the socket's file; no port is opened. */
export const PORT = 5432;

/** A socket's path has 108 bytes on Linux and 104 on macOS, with a zero at the end. */
const PATH_LIMIT = process.platform === "darwin" ? 103 : 107;
const PREFIX = "vireo-";

const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) <= PATH_LIMIT;

/** The folder for the socket: the private data directory, or where its path is too long a new private one. */
export async function openSocketFolder(directory: string, ids: Identity["ids"]): Promise<string> {
  if (fits(directory)) return directory;
  const root = fits(join(tmpdir(), `${PREFIX}XXXXXX`)) ? tmpdir() : "/tmp";
  const folder = await mkdtemp(join(root, PREFIX)); // Mode 0700, and a name that nobody had.
  if (ids) await chown(folder, ids.uid, ids.gid);
  return folder;
}

/** Removes a socket folder that was made for one run of the server. */
export async function removeSocketFolder(folder: string, directory: string): Promise<void> {
  if (folder !== directory && folder.includes(`/${PREFIX}`)) await rm(folder, { recursive: true, force: true });
}
