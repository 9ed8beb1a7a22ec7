import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createAccess } from "#core/access/access";
import { createLimits } from "#core/access/limits";
import { ensureOwner } from "#core/access/owner";
import { createApp, mount } from "#core/app";
import type { Workspace } from "#core/command";
import { type Config, readConfig } from "#core/config/config";
import { createCredits } from "#core/credits";
import { migrations } from "#core/database/migrations";
import { createEvents } from "#core/events";
import { createSafeFetch } from "#core/fetch/fetch";
import { createEngines } from "#core/generations/engines";
import { createGenerations, queueOf } from "#core/generations/generations";
import { createRunner } from "#core/generations/run";
import { systemRoutes } from "#core/health/routes";
import { createEdge, type Handle } from "#core/http/edge";
import { createRouter } from "#core/http/router";
import { newUuid } from "#core/ids";
import { startJobs } from "#core/jobs/jobs";
import { inOrder, loadPlugins } from "#core/loader";
import { createMedia } from "#core/media/library";
import type { Module } from "#core/module";
import { createLog, type Log } from "#core/observability/log";
import { watchLoop } from "#core/observability/metrics";
import { startTracing } from "#core/observability/tracing";
import { docsRoutes } from "#core/openapi/docs";
import { createOpenApi } from "#core/openapi/document";
import { placeNatives, stopUnpacking, sweepNatives, unpackAll, unpacked } from "#core/process/natives";
import { createIdempotency } from "#core/request/idempotency";
import { createChanges } from "#core/request/versions";
import { startModules } from "#core/start-modules";
import { openStorage } from "#core/storage/open";
import { createSweep } from "#core/storage/sweep";
import { version } from "#core/version";
import { connect, SERVER } from "#db/connect";
import { joinEmbedded, startEmbedded } from "#db/embedded";
import { type Line, MigrationError, migrate, pendingMigrations } from "#db/migrate";
import { contract, enter } from "#db/replicas";
import type { Database } from "#db/tables";

export interface Vireo {
  config: Config;
  /** What the world sees, without a socket: request in, response out. */
  handle: Handle;
  db: Database;
  /** Public origin, known once it listens (or from the configuration). */
  origin: string;
  /** The admin key, at the very first start only. */
  firstKey?: string;
  /** What modules have to say in the terminal: labels and lines. */
  notices(): Promise<(readonly [label: string, line: string])[]>;
  log: Log;
  /** What commands work with. */
  tools: Omit<Workspace, "config" | "db" | "log">;
  /** What modules offer, by their names. */
  services: Readonly<Record<string, unknown>>;
  /** Resolves with the reason when it cannot go on: its database has ended, or a newer version has changed it. */
  broken: Promise<string>;
  listen(): Promise<URL>;
  stop(): Promise<void>;
}

export interface BootOptions {
  /** Our own modules and plug-ins. */
  modules: readonly Module[];
  env?: Record<string, string | undefined>;
  overrides?: Parameters<typeof readConfig>[1];
  /** Log lines go here instead of stderr. */
  write?(line: string): void;
  /** A tool works on the data beside a server or without one: it listens to nobody and does none of the server's work. */
  role?: "server" | "tool";
}

/** For requests to end, and then for jobs: together within the ten seconds that supervisors grant. */
const DRAIN_MS = 4_000;
const JOBS_STOP_MS = 4_000;

const DAY_MS = 86_400_000;

const OTHER_VERSION =
  "The Vireo that runs on this data directory is of an older version: use its own program, or stop it first.";

const NO_BUCKET =
  "Other servers work on this database, and no bucket is set: what one of them stores, the others do not find. Set S3_BUCKET.";

/** Everybody's migrations: the kernel's, then each module's own line. */
export const migrationLines = (modules: readonly Module[]): Line[] => [
  { module: "core", migrations },
  ...modules.map((module) => ({ module: module.name, migrations: module.migrations ?? {} })),
];

/** config → database → load → migrate → start → jobs → listen; stop() runs it backwards. */
export async function boot(options: BootOptions): Promise<Vireo> {
  const undo: (() => Promise<unknown>)[] = [];
  const unwind = async (log?: Log) => {
    for (const step of undo.splice(0).reverse()) await step().catch((error) => log?.warn("while stopping", { error }));
  };
  try {
    return await start(options, undo, unwind);
  } catch (error) {
    await unwind();
    throw error;
  }
}

async function start(
  options: BootOptions,
  undo: (() => Promise<unknown>)[],
  unwind: (log?: Log) => Promise<void>,
): Promise<Vireo> {
  // Configuration
  const { config, settingsOf } = await readConfig(options.env, options.overrides);
  const plugins = config.plugins?.length ? await loadPlugins(config.plugins) : [];
  const modules = inOrder([...options.modules, ...plugins]);
  const settings = settingsOf(modules);
  const log = createLog({ ...config.log, ...(options.write ? { write: options.write } : {}) } as Parameters<
    typeof createLog
  >[0]);
  const stopTracing = await startTracing(options.env ?? process.env, version);
  if (stopTracing) undo.push(stopTracing);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });

  // Database
  placeNatives(config.nativesDir ?? join(config.dataDir, "natives"));
  const isTool = options.role === "tool";
  const joined = isTool && !config.databaseUrl ? await joinEmbedded(postgresDir(config)) : undefined;
  const embedded = config.databaseUrl || joined ? undefined : await openEmbedded(config, log);
  if (embedded) undo.push(() => embedded.stop());
  const { db, sql, close } = connect(config.databaseUrl ?? joined ?? embedded!.connection, {
    log,
    ...(isTool ? {} : { name: SERVER }),
  });
  undo.push(close);
  const lines = migrationLines(modules);
  if (joined && (await pendingMigrations(db, lines)).length > 0) throw new MigrationError(OTHER_VERSION);
  const migrated = await migrate(db, lines);
  const { promise: outdated, resolve: isOutdated } = Promise.withResolvers<string>();
  if (!isTool && config.databaseUrl) {
    const replica = await enter(db, { id: newUuid(), version, lines }, isOutdated);
    undo.push(replica.stop);
    if (replica.others > 0 && !config.s3.bucket) log.warn(NO_BUCKET);
  }
  const { waiting } = isTool ? { waiting: [] } : await contract(db, lines);

  // The kernel's parts
  const origin = { value: config.publicUrl ?? localOrigin(config.host, config.port) };
  const storage = await openStorage(config);
  const media = createMedia(storage, () => origin.value);
  const fetch = createSafeFetch({
    allowHosts: config.allowHosts,
    // By name or by number: people write either for this machine.
    ownOrigins: () => [origin.value, origin.value.replace("//127.0.0.1", "//localhost")],
    openOwn: async (path) => (path.startsWith("/media/") ? storage.open(path.slice("/media/".length)) : undefined),
  });
  const changes = createChanges(modules.flatMap((module) => module.changes ?? []));
  const events = await createEvents(sql, changes);
  undo.push(events.stop);
  const credits = createCredits({ unlimited: config.credits.unlimited, lowAt: config.credits.lowAt, events });
  const access = await createAccess(db, sql);
  undo.push(access.stop);
  const limits = createLimits(config.limits, config.databaseUrl ? sql : undefined);
  const idempotency = createIdempotency(db);
  const jobs = await startJobs(sql, log);
  undo.push(() => jobs.stop(JOBS_STOP_MS));
  const engines = createEngines(
    Object.fromEntries(Object.entries(config.providers).map(([slot, names]) => [slot, [names].flat() as string[]])),
  );
  const { generations, define } = createGenerations({ db, credits, jobs, media });
  const runner = createRunner({
    db,
    engines,
    kinds: generations.kinds,
    credits,
    events,
    jobs,
    media,
    fetch,
    log,
    tempDir: join(config.dataDir, "tmp"),
    callbackUrl: (id) => (config.publicUrl ? `${config.publicUrl}/open/callbacks/${id}` : undefined),
  });
  const app = createApp(changes);
  const router = createRouter(limits);

  // Modules
  const host = {
    get origin() {
      return origin.value;
    },
    dataDir: config.dataDir,
    version,
    prices: config.prices,
    modelPrices: config.modelPrices,
    initialCredits: config.credits.initial,
    s3: config.s3,
    sizes: config.sizes,
  };
  const stopping = new AbortController();
  const shared = {
    ...{ db, jobs, media, fetch, credits, events, generations, engines, access, limits, host, log },
    stopping: stopping.signal,
  };
  const started = await startModules(modules, { settings, shared, router, plugins: config.plugins, define });
  for (const { started: part } of started) if (part.stop) undo.push(part.stop);
  const openapi = createOpenApi({ app, modules, changes, origin: () => origin.value, version, prices: config.prices });
  app.use(docsRoutes({ openapi, origin: () => origin.value }));
  app.use(systemRoutes({ modules, config, engines, db, jobs, storage, version, router, hurry: runner.hurry, log }));
  for (const { module, started: part } of started) mount(app, module, part);

  // Work and time
  const slots = new Set([...generations.kinds.values()].map((kind) => kind.slot));
  const queues = [...slots].flatMap((slot) =>
    engines.of(slot).map((engine) =>
      jobs.define(queueOf(slot, engine.name), {
        concurrency: engine.concurrency ?? 4,
        run: (data, signal) => runner.create(String(data.id), signal),
      }),
    ),
  );
  for (const { module, started: part } of started) {
    for (const [name, job] of Object.entries(part.jobs ?? {})) queues.push(jobs.define(`${module.name}.${name}`, job));
    for (const [name, schedule] of Object.entries(part.schedules ?? {})) {
      jobs.schedule(`${module.name}.${name}`, schedule);
    }
  }
  await Promise.all(queues);
  jobs.schedule("generations.read", { cron: "*/2 * * * * *", run: runner.readDue });
  jobs.schedule("generations.recover", { cron: "*/5 * * * * *", run: runner.recover });
  jobs.schedule("idempotency.sweep", { cron: "0 17 * * * *", run: async () => void (await idempotency.sweep()) });

  if (waiting.length > 0) {
    log.info("migrations wait for replicas of older versions to end", { waiting });
    jobs.schedule("migrations.contract", { cron: "40 * * * * *", run: async () => void (await contract(db, lines)) });
  }

  const sweep = createSweep({ db, storage, graceMs: config.keepUnusedDays * DAY_MS, log });
  jobs.schedule("media.sweep", { cron: "0 47 3 * * *", run: async (signal) => void (await sweep(signal)) });

  const firstKey = isTool ? undefined : await ensureOwner(db, access, credits, config.adminKey, config.credits.initial);

  const handle = createEdge({
    app,
    access,
    async identify(request) {
      for (const { started: part } of started) {
        const caller = await part.identify?.(request);
        if (caller) return caller;
      }
    },
    limits,
    idempotency,
    changes,
    log,
    origin: () => origin.value,
    maxJsonBytes: config.sizes.json,
    trustProxy: config.trustProxy,
  });
  const began = new Date();
  /** What need not be waited for before the first answer. */
  const work = async () => {
    if (embedded) await Promise.all([runner.releaseAll(), idempotency.releaseAll(began)]);
    await jobs.begin();
    await runner.recover();
  };
  if (!isTool) {
    const unwatch = watchLoop();
    undo.push(async () => unwatch());
    const unpacking = unpackAll(embedded ? [] : ["postgres"]).catch((error) => {
      if (!stopping.signal.aborted) log.error(error.message);
    });
    undo.push(() => unpacking);
    stopping.signal.addEventListener("abort", stopUnpacking);
    const working = work().catch((error) => log.error("work could not begin", { error }));
    undo.push(() => working);
  }
  let server: ReturnType<typeof Bun.serve> | undefined;
  return {
    config,
    handle,
    db,
    log,
    get origin() {
      return origin.value;
    },
    ...(firstKey ? { firstKey } : {}),
    tools: { access, credits, engines, storage, modules, version, migrated, isAlone: embedded !== undefined },
    services: Object.fromEntries(started.map(({ module, started: part }) => [module.name, part.service])),
    notices: async () => (await Promise.all(started.map(({ started: part }) => part.notices?.() ?? []))).flat(),
    broken: new Promise((resolve) => {
      void embedded?.exited.then(({ expected, reason }) => expected || resolve(`its database has ended: ${reason}`));
      void outdated.then(resolve);
    }),
    async listen() {
      server = Bun.serve({
        hostname: config.host,
        port: config.port,
        idleTimeout: 255,
        maxRequestBodySize: Number.MAX_SAFE_INTEGER,
        fetch: (request, self) => handle(request, self.requestIP(request)?.address),
      });
      if (!config.publicUrl) origin.value = localOrigin(config.host, server.port ?? config.port);
      return new URL(origin.value);
    },
    async stop() {
      stopping.abort();
      if (server) {
        await Promise.race([server.stop(), Bun.sleep(DRAIN_MS)]);
        await server.stop(true);
      }
      await unwind(log);
    },
  };
}

const postgresDir = ({ dataDir }: Config) => join(dataDir, "postgres");

/** The built-in database. Whoever holds it has the data directory to himself, and with it the natives that lie there. */
async function openEmbedded(config: Config, log: Log) {
  const binaries = await unpacked("postgres");
  const embedded = await startEmbedded({ directory: postgresDir(config), log, ...(binaries ? { binaries } : {}) });
  if (!config.nativesDir) await sweepNatives();
  return embedded;
}

/** How this machine reaches the server; an address that means "all of them" is none to go to. */
function localOrigin(host: string, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
