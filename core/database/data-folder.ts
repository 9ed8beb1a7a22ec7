import { chmod, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "#core/observability/log";

/** Files that only this user may read, whatever folder they end up in. */
const PRIVATE_UMASK = 0o077;

/**
 * Creates the data directory, or closes one that was made by hand, and makes all files that this process creates private.
 * PostgreSQL may run as another user below it, who may then pass through.
 */
export async function openDataFolder(dataDir: string, log: Log): Promise<void> {
  process.umask(PRIVATE_UMASK);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (process.platform === "win32") return; // Windows has no modes.
  const { mode, uid } = await stat(dataDir);
  const database = await stat(join(dataDir, "postgres")).catch(() => undefined);
  const wanted = database && database.uid !== uid ? 0o710 : 0o700;
  if ((mode & 0o777) === wanted) return;
  try {
    await chmod(dataDir, wanted);
  } catch (error) {
    // It belongs to another user, as volumes in Kubernetes do.
    if ((mode & 0o077) !== 0) log.warn("other users can read the data directory", { dataDir, error });
  }
}
