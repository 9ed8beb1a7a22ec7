import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { MAJOR } from "#db/embedded/binaries";
import { EmbeddedError } from "#db/embedded/error";
import { type Programs, runProgram } from "#db/embedded/program";

/** Owns the cluster. Nobody can connect as this user: see db/embedded/role.ts. */
export const SUPERUSER = "vireo";
export const DATABASE = "vireo";

const PARTIAL_PREFIX = "new-";

/** PostgreSQL's built-in collation is the same on every system and needs no installed locale. */
const INITDB = [
  `--username=${SUPERUSER}`,
  "--encoding=UTF8",
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--locale=C",
  "--auth-local=reject",
  "--auth-host=reject",
  "--wal-segsize=4",
  "--no-instructions",
];

/** True if a cluster exists. Throws EmbeddedError if these binaries cannot open it. */
export async function hasCluster(cluster: string): Promise<boolean> {
  const version = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version === undefined) return false;
  if (Number.parseInt(version, 10) !== MAJOR) {
    throw new EmbeddedError(
      `The database in ${cluster} was created by PostgreSQL ${version.trim()}, but this Vireo includes PostgreSQL ${MAJOR}. Make a backup with the previous Vireo, move ${dirname(cluster)} away, and restore the backup with this one.`,
    );
  }
  return true;
}

/**
 * Creates the cluster and its database under a temporary name and renames it when complete, so a crash leaves nothing
 * that looks like a cluster. Call it under the lock.
 */
export async function createCluster(programs: Programs, cluster: string, durable: boolean): Promise<void> {
  const directory = dirname(cluster);
  for (const name of await readdir(directory)) {
    if (name.startsWith(PARTIAL_PREFIX)) await rm(join(directory, name), { recursive: true, force: true });
  }
  const temporary = join(directory, `${PARTIAL_PREFIX}${process.pid}`);
  await runProgram(programs, "initdb", [...INITDB, "--no-sync", `--pgdata=${temporary}`]);
  // Renaming a database is free; creating one copies a template.
  const renameDatabase = `alter database postgres rename to ${DATABASE}\n`;
  await runProgram(
    programs,
    "postgres",
    ["--single", "-F", "-c", "log_checkpoints=off", "-D", temporary, "template1"],
    renameDatabase,
  );
  if (durable) await runProgram(programs, "initdb", ["--sync-only", `--pgdata=${temporary}`]);
  await rename(temporary, cluster);
  if (durable) await syncDirectory(directory);
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
