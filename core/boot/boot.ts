import { createHandle, createKernel, type Kernel, startModulesOn } from "#core/boot/kernel";
import { type OpenDatabase, openDatabase, startAhead } from "#core/boot/open-database";
import { ensureOwner } from "#core/boot/owner";
import { type Prepared, prepare } from "#core/boot/prepare";
import type { BootOptions, Vireo } from "#core/boot/vireo";
import { beginWork, declareWork } from "#core/boot/work";
import { systemClock } from "#core/clock";
import type { Workspace } from "#core/command";
import { loadSettings } from "#core/config/stored";
import { collectMigrations } from "#core/database/migrations";
import { warnOfUnknownEngines } from "#core/generations/unknown-engines";
import type { Handle } from "#core/http/edge";
import { createProbeServer, createServer } from "#core/http/server";
import type { StartedModule } from "#core/loader/start-modules";
import { startTracing } from "#core/observability/tracing";
import { openVault } from "#core/secrets/vault";
import { SettingsEditor } from "#core/settings/editor";
import { version } from "#core/version";
import { createLocks, type Locks } from "#db/advisory";
import type { Embedded } from "#db/embedded";

const NO_DATABASE =
  "A worker shares the database and the files of a server. Set DATABASE_URL and S3_BUCKET, as on the server.";

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
  const { role = "server", signal, clock = systemClock, strict } = options;
  const isServer = role === "server";
  const { config, modules, facts, settingsAbove, log, mask, ahead } = await prepareAhead(options, cleanup);
  const env = options.env ?? process.env;
  if (options.worker && !config.databaseUrl) throw new Error(NO_DATABASE);
  const stopTracing = await startTracing(env, version);
  if (stopTracing) cleanup.defer(stopTracing);

  signal?.throwIfAborted();
  const database = await openDatabase({
    config,
    log,
    role,
    ahead,
    cleanup,
    lines: collectMigrations(modules),
    creates: options.creates,
  });
  signal?.throwIfAborted();
  const vault = await openVault(config, modules, database.db);
  if (isServer) await vault.prepare();
  const loaded = await loadSettings({ db: database.db, vault, modules, settingsAbove, mask, log });
  signal?.throwIfAborted();
  const kernel = await createKernel({ config, modules, facts, log, database, vault, clock, role, strict, cleanup });
  const { access, audit, credits, db, engines, origin } = kernel;
  signal?.addEventListener("abort", () => kernel.stopping.abort(signal.reason));
  signal?.throwIfAborted();
  const editor = new SettingsEditor({
    config,
    env,
    db,
    vault,
    audit,
    engines,
    facts,
    modules,
    loaded,
    settingsAbove,
    mask,
  });
  const started = await startModulesOn(kernel, loaded, editor, cleanup);
  await declareWork(kernel, started, database, env);
  if (isServer) warnOfUnknownEngines(config, engines, log);
  const firstKey =
    isServer &&
    !options.worker &&
    (await ensureOwner({ db, access, credits, audit }, config.adminKey, config.credits.initial));
  const handle = createHandle(kernel, started);
  if (isServer) beginWork(kernel, database, cleanup, options.worker?.kinds);
  const server = options.worker
    ? createProbeServer({ host: config.host, port: options.worker.port ?? 0 }, handle)
    : createServer(config, origin, handle);
  const tools = collectTools(kernel, database, editor, cleanup);
  return createVireo({ kernel, started, database, handle, server, cleanup, tools, firstKey: firstKey || undefined });
}

/** Prepares the modules. Starts the embedded database meanwhile, as `ahead`. */
async function prepareAhead(
  options: BootOptions,
  cleanup: AsyncDisposableStack,
): Promise<Prepared & { ahead: Promise<Embedded> | undefined }> {
  let ahead: Promise<Embedded> | undefined;
  const prepared = await prepare({
    ...options,
    async onConfig(...from) {
      if (options.role === "tool" || options.worker) return;
      ahead = (await startAhead(...from))?.embedded;
      cleanup.defer(async () => (await ahead?.catch(() => undefined))?.stop());
    },
  });
  return { ...prepared, ahead };
}

interface Parts {
  kernel: Kernel;
  started: readonly StartedModule[];
  database: OpenDatabase;
  handle: Handle;
  server: Pick<ReturnType<typeof createServer>, "listen" | "stop">;
  cleanup: AsyncDisposableStack;
  tools: Vireo["tools"];
  firstKey: string | undefined;
}

/** Describes the server that has started. */
const createVireo = ({ kernel, started, database, handle, server, cleanup, tools, firstKey }: Parts): Vireo => ({
  config: kernel.config,
  handle,
  db: kernel.db,
  log: kernel.log,
  broken: database.broken,
  get origin() {
    return kernel.origin.value;
  },
  firstKey,
  tools,
  services: Object.fromEntries(started.map(({ module, started: part }) => [module.name, part.service])),
  notices: async () => (await Promise.all(started.map(({ started: part }) => part.notices?.() ?? []))).flat(),
  routes: kernel.app.routes.map(({ method, path }) => ({ method, path })),
  listen: async () => server.listen(),
  async stop() {
    kernel.stopping.abort();
    await server.stop();
    await cleanup.disposeAsync().catch((error) => kernel.log.warn("could not stop cleanly", { error }));
  },
});

/** Collects the parts of the server that commands use. */
function collectTools(
  kernel: Kernel,
  database: OpenDatabase,
  settings: SettingsEditor,
  cleanup: AsyncDisposableStack,
): Vireo["tools"] {
  const { access, audit, checks, credits, engines, events, facts, modules, storage, vault } = kernel;
  return {
    access,
    audit,
    checks,
    credits,
    engines,
    events,
    facts,
    modules,
    settings,
    storage,
    vault,
    version,
    isDerived: kernel.files.isDerived,
    tryWithLock: createTryWithLock(database.sql, cleanup),
    migrated: database.migrated,
    isOnlyWriter: database.embedded !== undefined,
  };
}

/** Locks need a separate connection, which most commands can do without. */
const createTryWithLock = (sql: OpenDatabase["sql"], cleanup: AsyncDisposableStack): Workspace["tryWithLock"] => {
  let locks: Locks | undefined;
  cleanup.defer(async () => locks?.end());
  return (name, work) => {
    locks ??= createLocks(sql);
    return locks.tryWithLock(name, work);
  };
};
