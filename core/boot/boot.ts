import { ensureOwner } from "#core/access/owner";
import { type Clock, systemClock } from "#core/clock";
import type { Command, Workspace } from "#core/command";
import type { Config } from "#core/config/config";
import { SettingsEditor } from "#core/config/editor";
import { loadSettings } from "#core/config/stored";
import { collectMigrations } from "#core/database/migrations";
import { type OpenDatabase, openDatabase, type Role, startAhead } from "#core/database/open";
import { warnOfUnknownEngines } from "#core/generations/unknown-engines";
import type { Handle } from "#core/http/edge";
import { createServer, onlyProbes } from "#core/http/server";
import { createHandle, createKernel, startModulesOn } from "#core/boot/kernel";
import type { Log } from "#core/observability/log";
import { startTracing } from "#core/observability/tracing";
import { type PrepareOptions, prepare } from "#core/boot/prepare";
import { openVault } from "#core/secrets/vault";
import { version } from "#core/version";
import { beginWork, declareWork } from "#core/boot/work";
import { createLocks, type Locks } from "#db/advisory";
import type { Embedded } from "#db/embedded";
import type { Database } from "#db/tables";

export interface Vireo {
  config: Config;
  /** Handles one request without a socket. */
  handle: Handle;
  db: Database;
  /** Public origin. Final once the server listens. */
  origin: string;
  /** The admin key, only at the very first start. */
  firstKey?: string;
  /** Labelled lines that modules show in the terminal. */
  notices(): Promise<(readonly [label: string, line: string])[]>;
  log: Log;
  /** Parts that commands use. */
  tools: Omit<Workspace, "config" | "db" | "log">;
  /** Services of the modules, by module name. */
  services: Readonly<Record<string, unknown>>;
  /**
   * Resolves with the reason when the server cannot continue: its database has ended, or a newer version has changed
   * it.
   */
  broken: Promise<string>;
  /** All routes, including those hidden from the reference. */
  routes: readonly { method: string; path: string }[];
  listen(): Promise<URL>;
  stop(): Promise<void>;
}

export interface BootOptions extends PrepareOptions {
  role?: Role;
  /** Runs jobs only. Needs DATABASE_URL. */
  worker?: WorkerOptions;
  /** Allows a tool to run before any data exists. By default, that is refused. */
  creates?: Command["creates"];
  /** Aborts the start at the next step, along with any module that is waiting in its own `start`. */
  signal?: AbortSignal;
  /** Time for schedules and `context.now()`. */
  clock?: Clock;
}

export interface WorkerOptions {
  /** Kinds of jobs that this worker runs. It runs no other jobs and no schedules. */
  kinds: readonly string[];
  /** Address where `listen` serves only probes and metrics. */
  port?: number;
}

const NO_DATABASE =
  "A worker shares the database and the files of a server. Set DATABASE_URL and S3_BUCKET, as on the server.";

/** Locks need a separate connection, which most commands can do without. */
const createTryWithLock = (sql: OpenDatabase["sql"], cleanup: AsyncDisposableStack): Workspace["tryWithLock"] => {
  let locks: Locks | undefined;
  cleanup.defer(async () => locks?.end());
  return (name, work) => {
    locks ??= createLocks(sql);
    return locks.tryWithLock(name, work);
  };
};

/** Creates the worker's server. It has its own origin, because media URLs keep that of the API servers. */
const createProbeServer = ({ host }: Config, handle: Handle, { port = 0 }: WorkerOptions) =>
  createServer({ host, port }, { value: "" }, onlyProbes(handle));

/**
 * configuration → database → stored settings → kernel → modules → work → edge. `stop` undoes it in reverse order. The
 * embedded database starts while modules are loaded.
 */
export async function boot(options: BootOptions): Promise<Vireo> {
  const cleanup = new AsyncDisposableStack();
  try {
    return await start(options, cleanup);
  } catch (error) {
    await cleanup.disposeAsync().catch(() => {});
    throw error;
  }
}

async function start(options: BootOptions, cleanup: AsyncDisposableStack): Promise<Vireo> {
  const { role = "server", signal, clock = systemClock } = options;
  let ahead: Promise<Embedded> | undefined;
  const { config, modules, facts, settingsAbove, log, mask } = await prepare({
    ...options,
    async onConfig(...from) {
      if (role !== "server" || options.worker) return;
      ahead = (await startAhead(...from))?.embedded;
      cleanup.defer(async () => (await ahead?.catch(() => undefined))?.stop());
    },
  });
  const env = options.env ?? process.env;
  if (options.worker && !config.databaseUrl) throw new Error(NO_DATABASE);
  const stopTracing = await startTracing(env, version);
  if (stopTracing) cleanup.defer(stopTracing);

  signal?.throwIfAborted();
  const database = await openDatabase({
    ...{ config, log, role, ahead, cleanup },
    lines: collectMigrations(modules),
    creates: options.creates,
  });
  signal?.throwIfAborted();
  const vault = await openVault(config, modules, database.db);
  if (role === "server") await vault.prepare();
  const loaded = await loadSettings({ db: database.db, vault, modules, settingsAbove, mask, log });
  signal?.throwIfAborted();
  const kernel = await createKernel({ config, modules, facts, log, database, vault, clock, role, cleanup });
  signal?.addEventListener("abort", () => kernel.stopping.abort(signal.reason));
  signal?.throwIfAborted();
  const editor = new SettingsEditor({ ...kernel, env, loaded, settingsAbove, mask });
  const started = await startModulesOn(kernel, loaded, editor, cleanup);
  await declareWork(kernel, started, database, env);
  if (role === "server") warnOfUnknownEngines(config, kernel.engines, log);

  const { access, credits, engines, storage, origin, db } = kernel;
  const isServer = role === "server";
  const firstKey =
    isServer &&
    !options.worker &&
    (await ensureOwner({ db, access, credits, audit: kernel.audit }, config.adminKey, config.credits.initial));
  const handle = createHandle(kernel, started);
  if (isServer) beginWork(kernel, database, cleanup, options.worker?.kinds);
  const server = options.worker
    ? createProbeServer(config, handle, options.worker)
    : createServer(config, origin, handle);
  const isOnlyWriter = database.embedded !== undefined;
  return {
    ...{ config, handle, db, log, broken: database.broken },
    get origin() {
      return origin.value;
    },
    ...(firstKey ? { firstKey } : {}),
    tools: {
      access,
      audit: kernel.audit,
      facts,
      credits,
      engines,
      storage,
      modules,
      version,
      vault,
      events: kernel.events,
      settings: editor,
      tryWithLock: createTryWithLock(database.sql, cleanup),
      migrated: database.migrated,
      isOnlyWriter,
    },
    services: Object.fromEntries(started.map(({ module, started: part }) => [module.name, part.service])),
    notices: async () => (await Promise.all(started.map(({ started: part }) => part.notices?.() ?? []))).flat(),
    routes: kernel.app.routes.map(({ method, path }) => ({ method, path })),
    listen: async () => server.listen(),
    async stop() {
      kernel.stopping.abort();
      await server.stop();
      await cleanup.disposeAsync().catch((error) => log.warn("could not stop cleanly", { error }));
    },
  };
}
