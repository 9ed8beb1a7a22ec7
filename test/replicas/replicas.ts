import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BootOptions } from "#core/boot/vireo";
import { collectMigrations } from "#core/database/migrations";
import type { Module } from "#core/module";
import { startApp, type TestApp } from "#test/app";
import { freshDatabase, type TestDatabase } from "#test/database";

export interface Replicas {
  apps: TestApp[];
  database: TestDatabase;
  stop(): Promise<void>;
}

interface Options {
  /** Modules of the replica with that number. */
  modules: (number: number) => readonly Module[];
  env?: Record<string, string>;
  overrides?: BootOptions["overrides"];
}

/** Several Vireos on one database, each with a data directory of its own. */
export async function startReplicas(count: number, { modules, env = {}, overrides }: Options): Promise<Replicas> {
  const database = await freshDatabase(collectMigrations(modules(0)));
  const apps: TestApp[] = [];
  const stop = async () => {
    for (const app of apps) await app.stop();
    await database.drop();
  };
  try {
    const start = (at: number) => startApp(overrides, modules(at), { DATABASE_URL: database.url, ...env });
    // At once, as an orchestrator starts them, on a database that none has worked on.
    const starts = Array.from({ length: count }, (_, at) => start(at));
    for (const started of await Promise.allSettled(starts)) {
      if (started.status === "rejected") throw started.reason;
      apps.push(started.value);
    }
    return { apps, database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const main = new URL("../../cli/main.ts", import.meta.url).pathname;

/** A port that nobody listens on: with PUBLIC_URL the program prints no other address. */
export function freePort(): number {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const { port } = server;
  void server.stop(true);
  return port!;
}

/** A worker, in a process of its own. With a port it serves metrics there. */
export const startWorker = (env: Record<string, string>, kinds: string, port?: number) =>
  Bun.spawn([process.execPath, main, "worker", "--kinds", kinds, ...(port ? ["--port", String(port)] : [])], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: join(tmpdir(), `vireo-worker-${crypto.randomUUID()}`),
      ...env,
    },
    stdout: "ignore",
    stderr: "pipe",
  });

/**
 * The program itself, in a process of its own on a real port; `kill` is kill -9. `program`: the entry of another checkout,
 * such as that of an earlier version.
 */
export async function startProcess(env: Record<string, string>, program = main) {
  const dataDir = await mkdtemp(join(tmpdir(), "vireo-replica-"));
  const port = freePort();
  const child = Bun.spawn([process.execPath, program, "serve"], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: String(port), ...env } as never,
    stdout: "pipe",
    stderr: "pipe",
  });
  const errors = new Response(child.stderr).text();
  const reader = child.stdout.getReader();
  let text = "";
  while (!/Docs.*\n/.test(text)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`It ended: ${text}${await errors}`);
    text += new TextDecoder().decode(value);
  }
  reader.releaseLock();
  const origin = `http://127.0.0.1:${port}`;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const code = await child.exited;
    await rm(dataDir, { recursive: true, force: true });
    return code;
  };
  return {
    origin,
    pid: child.pid,
    async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const response = await fetch(`${origin}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${env.VIREO_ADMIN_KEY}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
      const json: any = text.startsWith("{") ? JSON.parse(text) : text;
      return { status: response.status, headers: response.headers, body: json };
    },
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}
