/** The program itself, in processes on real ports that share a database and a bucket. */
import { collectMigrations } from "#core/database/migrations";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { SECRET_KEY } from "#sdk/testing/app";
import { freshDatabase, type TestDatabase } from "#test/database";
import { type Bucket, startBucket } from "./bucket";
import { startProcess } from "./replicas";

export type Process = Awaited<ReturnType<typeof startProcess>>;

export interface Cluster {
  database: TestDatabase;
  /** Environment of each process. */
  env: Record<string, string>;
  running: Set<Process>;
  start(more?: Record<string, string>): Promise<Process>;
  /** Ends a process by kill -9. */
  kill(one: Process): Promise<void>;
  stop(): Promise<void>;
}

/** Prepares a cluster that has no process yet. */
export async function createCluster(more: (bucket: Bucket) => Record<string, string>): Promise<Cluster> {
  const bucket = await startBucket();
  const database = await freshDatabase(collectMigrations([...modules, ...plugins]));
  const env = {
    ...bucket.env,
    DATABASE_URL: database.url,
    VIREO_ADMIN_KEY: "test-admin-key-0123456789",
    VIREO_SECRET_KEY: SECRET_KEY,
    PUBLIC_URL: "https://vireo.example",
    LOG_LEVEL: process.env.TEST_LOG ?? "error",
    ...more(bucket),
  };
  const running = new Set<Process>();
  return {
    database,
    env,
    running,
    async start(more = {}) {
      const started = await startProcess({ ...env, ...more });
      running.add(started);
      return started;
    },
    async kill(one) {
      running.delete(one);
      await one.kill();
    },
    async stop() {
      for (const one of running) await one.stop();
      await database.drop();
      await bucket.stop();
    },
  };
}

/** Reads the ids of the processes that have written themselves into a file. */
export async function readPids(file: string): Promise<number[]> {
  const text = await Bun.file(file)
    .text()
    .catch(() => "");
  return text.split(" ").filter(Boolean).map(Number);
}
