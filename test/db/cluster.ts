import { readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Connection } from "#db/connection";
import { type Embedded, startEmbedded } from "#db/embedded";
import { type Lock, takeLock } from "#db/embedded/lock";
import { findPostmaster } from "#db/embedded/postmaster";

/** One throw-away server for all test files of a run: nothing in it outlives the run, so nothing is synced to disk. */
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "300",
};

/** Where the run's server is, for the processes of one run (run.ts). */
export const CLUSTER = "VIREO_TEST_CLUSTER";

const PREFIX = "vireo-test-";
const SETTLED_MS = 60_000;
const MEMORY = "/dev/shm";
/** Memory that must be free for the files of a run to be kept there. */
const ENOUGH_BYTES = 8 * 2 ** 30;

/**
 * Returns the memory file system if it has enough room, otherwise the temporary folder. Hundreds of tests have their own
 * database, and copying and deleting its 300 files takes several times as long on a disk. Servers that tests start sync
 * their files, which takes seconds on a slow disk.
 */
function chooseParent(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (Math.min(bavail * bsize, process.availableMemory()) >= ENOUGH_BYTES) return MEMORY;
  } catch {} // It does not exist outside Linux.
  return tmpdir();
}

const parent = chooseParent();

let cluster: Promise<{ directory: string; embedded: Embedded }> | undefined;

/** The run's server, started when first asked for. */
export async function testCluster(): Promise<Connection> {
  const given = process.env[CLUSTER];
  if (given) return JSON.parse(given) as Connection;
  cluster ??= start();
  return (await cluster).embedded.connection;
}

/** Makes the folder of a run's temporary files. It is removed with the server. */
export async function makeRunFolder(): Promise<string> {
  cluster ??= start();
  const folder = join((await cluster).directory, "tmp");
  await mkdir(folder);
  return folder;
}

async function start() {
  removeLeftOvers();
  const directory = await mkdtemp(join(parent, PREFIX));
  const embedded = await startEmbedded({ directory, settings, roleAttributes: "createdb" });
  process.once("exit", () => remove(directory)); // Where the run ends early: an exit, an uncaught error.
  return { directory, embedded };
}

/** Stops the run's server, if there was one. */
export async function stopCluster(): Promise<void> {
  if (!cluster) return;
  const { directory, embedded } = await cluster;
  await embedded.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** A run that was killed could not clean up; its lock is free then, and its server still there. */
function removeLeftOvers(): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const directory = join(parent, name);
    const age = Date.now() - (statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age < SETTLED_MS) continue; // Another run may be about to lock it.
    let lock: Lock;
    try {
      lock = takeLock(join(directory, "lock"));
    } catch {
      continue; // Another run is using it.
    }
    remove(directory);
    lock.release();
  }
}

function remove(directory: string): void {
  const cluster = join(directory, "cluster");
  const server = findPostmaster(cluster);
  if (server) process.kill(server.pid, "SIGQUIT");
  // It writes until it ends; and this runs while the process exits, where nothing can be awaited.
  for (let waits = 0; waits < 500 && findPostmaster(cluster); waits++) Bun.sleepSync(2);
  rmSync(directory, { recursive: true, force: true });
}
