import { chmod, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "#core/observability/log";

/** Umask that makes new files private to this user in any folder. */
const PRIVATE_UMASK = 0o077;

/**
 * Creates the data directory, or restricts access to an existing one, and makes all files of this process private.
 * PostgreSQL may run as another user below it, who can then traverse it.
 */
export async function openDataFolder(dataDir: string, log: Log): Promise<void> {
  process.umask(PRIVATE_UMASK);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (process.platform === "win32") return; // Windows has no file modes.
  const { mode, uid } = await stat(dataDir);
  const database = await stat(join(dataDir, "postgres")).catch(() => undefined);
  const requiredMode = database && database.uid !== uid ? 0o710 : 0o700;
  if ((mode & 0o777) === requiredMode) return;
  try {
    await chmod(dataDir, requiredMode);
  } catch (error) {
    // The directory belongs to another user, as volumes in Kubernetes do.
    if ((mode & 0o077) !== 0) log.warn("other users can read the data directory", { dataDir, error });
  }
}
