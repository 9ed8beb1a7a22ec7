import { statfsSync } from "node:fs";
import { join } from "node:path";
import { createAccess } from "#core/access/access";
import { createGuesses } from "#core/access/guesses";
import { createLimits } from "#core/access/limits";
import { createScopes } from "#core/access/scopes";
import { UploadAdmission } from "#core/admission";
import { compileApp, createApp, mount } from "#core/app";
import { createAudit } from "#core/audit";
import { startBackground } from "#core/boot/background";
import type { OpenDatabase, Role } from "#core/boot/open-database";
import type { Clock } from "#core/clock";
import type { Config } from "#core/config/config";
import type { LoadedSettings } from "#core/config/stored";
import { createCredits } from "#core/credits";
import type { Health } from "#core/engine";
import { createEvents } from "#core/events";
import { createExamples, type Examples } from "#core/examples";
import { type Facts, resolveLimits, resolvePrices } from "#core/facts";
import { createSafeFetch } from "#core/fetch/fetch";
import { callbackRoutes } from "#core/generations/callbacks";
import type { GenerationDeps } from "#core/generations/deps";
import { createEngineRegistry } from "#core/generations/engines";
import type { GenerationKind } from "#core/generations/generation";
import { createGenerations } from "#core/generations/generations";
import { pollSoon } from "#core/generations/poll";
import { cancel } from "#core/generations/settle";
import { catalogueRoutes } from "#core/health/catalogue";
import { healthRoutes } from "#core/health/routes";
import { createEdge, type Handle } from "#core/http/edge";
import { errorPageRoutes } from "#core/http/error-pages";
import { createRouter } from "#core/http/router";
import { mediaRoutes } from "#core/http/serve-media";
import { getLocalOrigin } from "#core/http/server";
import { resolvePlugin } from "#core/loader/loader";
import { type StartedModule, startModules } from "#core/loader/start-modules";
import { createDerivedFiles } from "#core/media/derived";
import { createMedia } from "#core/media/library";
import type { Host, Module, Started } from "#core/module";
import type { Log } from "#core/observability/log";
import { createDocsRoutes } from "#core/openapi/docs";
import { createOpenApi } from "#core/openapi/document";
import { createQuotas, type Quotas } from "#core/quotas";
import { type Caller, getExchange } from "#core/request/exchange";
import { createIdempotency } from "#core/request/idempotency";
import { type Changes, createChanges } from "#core/request/versions";
import type { Vault } from "#core/secrets/vault";
import type { SettingsEditor } from "#core/settings/editor";
import { settingsRoutes } from "#core/settings/routes";
import { openStorage } from "#core/storage/open";
import { version } from "#core/version";

/**
 * Time that running work gets to finish when the server stops: the outcome of a call to a platform would otherwise be
 * unknown. Requests share the ten seconds that supervisors allow.
 */
const BACKGROUND_STOP_MS = 7_000;
/** Size of two segments of the write-ahead log. */
const MIN_FREE_BYTES = 8 * 1024 ** 2;

interface Options {
  config: Config;
  /** In start order. */
  modules: readonly Module[];
  facts: Facts;
  log: Log;
  database: OpenDatabase;
  vault: Vault;
  clock: Clock;
  role: Role;
  strict?: boolean | undefined;
  cleanup: AsyncDisposableStack;
}

export type Kernel = Awaited<ReturnType<typeof createKernel>>;

/** Builds the kernel's parts. Each is a plain object that receives its dependencies as arguments. */
export async function createKernel(options: Options) {
  const { config, modules, facts, log, database, vault, clock, strict } = options;
  const { db } = database;
  // The port is only known once the server listens, so everyone reads the current value.
  const entry: { handle: Handle } = {
    handle: () => Promise.reject(new Error("The API takes requests once every module has started.")),
  };
  const origin = { value: config.publicUrl ?? getLocalOrigin(config.host, config.port) };
  const stopping = new AbortController();
  const tempDir = join(config.dataDir, "tmp");
  const files = await openFiles(options, { origin, stopping, tempDir });
  const changes = createChanges(modules.flatMap((module) => module.changes ?? []));
  const examples = createExamples(modules);
  const accounts = await createAccountParts(options, { changes, examples });
  const idempotency = createIdempotency(db);
  const background = await openBackground(options);
  const generations = createGenerationParts(options, { ...files, ...accounts, work: background.work, tempDir });
  const { app, routes, respondError } = createApp({
    changes,
    origin: () => origin.value,
    isDiskFull: () => isFull(config),
    stopping: stopping.signal,
    strict,
    log,
  });
  return {
    /** The module of each route, by its pattern. */
    owners: new Map<string, string>(),
    /** Checks of the modules, as `<module>:<name>`. */
    checks: new Map<string, () => Promise<Health>>(),
    config,
    modules,
    facts,
    log,
    db,
    entry,
    origin,
    ...files,
    changes,
    ...accounts,
    idempotency,
    background,
    ...generations,
    stopping,
    clock,
    prices: resolvePrices(facts, config),
    vault,
    examples,
    app,
    routes,
    respondError,
    router: createRouter(accounts.limits),
  };
}

/** Opens the storage, and creates what reads files from it or from elsewhere. */
async function openFiles(
  { config, log, vault }: Options,
  { origin, stopping, tempDir }: { origin: { value: string }; stopping: AbortController; tempDir: string },
) {
  const storage = await openStorage(config);
  const files = createDerivedFiles({
    storage,
    tempDir,
    log,
    stopping: stopping.signal,
    getKeys: () => vault.keys,
  });
  const pictures: Pick<Started, "convertPicture"> = {};
  const media = createMedia(
    { storage, derive: files.derive, converter: () => pictures.convertPicture },
    () => origin.value,
  );
  const fetch = createSafeFetch({
    allowHosts: config.allowHosts,
    // Users may write either name for this machine.
    ownOrigins: () => [origin.value, origin.value.replace("//127.0.0.1", "//localhost")],
    openOwn: async (path) => (path.startsWith("/media/") ? files.open(path.slice("/media/".length)) : undefined),
  });
  return { storage, files, pictures, media, fetch };
}

/** Creates what belongs to accounts: their events, credits and keys, and the limits of their requests. */
async function createAccountParts(
  { config, facts, log, database: { db, sql }, role, cleanup }: Options,
  { changes, examples }: { changes: Changes; examples: () => Promise<Examples> },
) {
  const events = await createEvents({ db, sql, facts: facts.events, changes, examples, log });
  cleanup.defer(events.stop);
  const audit = createAudit(facts.audited, role === "tool" ? "command" : "system");
  const credits = createCredits({ unlimited: config.credits.unlimited, lowAt: config.credits.lowAt, events, audit });
  const access = await createAccess(db, sql, createScopes(facts.scopes, facts.roles, facts.implies), audit);
  cleanup.defer(access.stop);
  const { accountLimitFactor: accountFactor, databaseUrl } = config;
  const perMinute = resolveLimits(facts, config);
  const limits = createLimits(perMinute, { accountFactor, shared: databaseUrl ? sql : undefined });
  const guesses = createGuesses(limits.define("address", perMinute.address as number, 60));
  return { events, audit, credits, access, limits, guesses, quotas: createQuotas(config.quotas) };
}

async function openBackground({ database: { db, sql, writes, embedded }, log, clock, cleanup }: Options) {
  const background = await startBackground({ db, sql }, log, {
    clock,
    isAlone: embedded !== undefined,
    countWrites: () => writes.count,
  });
  cleanup.defer(() => background.stop(BACKGROUND_STOP_MS));
  return background;
}

type GenerationNeeds = Pick<GenerationDeps, "credits" | "events" | "fetch" | "media" | "tempDir" | "work"> & {
  quotas: Quotas;
};

/** Creates the engines and the generations. Modules define kinds while they start. */
function createGenerationParts(
  { config, log, database: { db } }: Options,
  { credits, events, fetch, media, quotas, tempDir, work }: GenerationNeeds,
) {
  const engines = createEngineRegistry(
    Object.fromEntries(Object.entries(config.providers).map(([slot, names]) => [slot, [names].flat() as string[]])),
  );
  const kinds = new Map<string, GenerationKind>();
  const generating: GenerationDeps = {
    db,
    engines,
    credits,
    events,
    work,
    media,
    fetch,
    log,
    kinds,
    tempDir,
    freeBytes: config.quotas.freeBytes,
    callbackUrl: (id) => (config.publicUrl ? `${config.publicUrl}/open/callbacks/${id}` : undefined),
  };
  const generations = createGenerations({
    db,
    kinds,
    credits,
    work,
    media,
    engines,
    quotas,
    cancel: (id, accountId) => cancel(generating, id, accountId),
  });
  return { engines, generations, generating, define: (kind: GenerationKind) => void kinds.set(kind.kind, kind) };
}

/** True if the disk of the embedded database has no space for another segment of its log. */
function isFull({ databaseUrl, dataDir }: Config): boolean {
  if (databaseUrl) return false;
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize < MIN_FREE_BYTES;
  } catch {
    return false;
  }
}

/** Starts the modules and mounts their routes, next to the kernel's own. */
export async function startModulesOn(
  kernel: Kernel,
  { settings, plain }: LoadedSettings,
  editor: SettingsEditor,
  cleanup: AsyncDisposableStack,
): Promise<StartedModule[]> {
  const { config, modules, facts, router, define, db, background, media, fetch, credits, prices, events, log } = kernel;
  const { jobs, work } = background;
  const { generations, quotas, engines, access, audit, limits, clock, stopping } = kernel;
  const admission = new UploadAdmission({ db, quotas, dataDir: config.dataDir, ...config.quotas });
  const shared = {
    db,
    jobs,
    work,
    media,
    fetch,
    credits,
    prices,
    events,
    generations,
    engines,
    access,
    audit,
    limits,
    log,
    templates: facts.templates,
    quotas: { ...quotas, admit: admission.admit.bind(admission) },
    host: createHost(kernel),
    stopping: stopping.signal,
    now: clock.now.bind(clock),
    call: (request: Request, on: Request) => kernel.entry.handle(request, getExchange(on).address),
  };
  const startLimitMs = config.startSeconds * 1000;
  const options = {
    settings,
    plain,
    shared,
    vault: kernel.vault,
    router,
    facts,
    children: { plugins: config.plugins.map(resolvePlugin), dataDir: config.dataDir },
    define,
    startLimitMs,
  };
  const started = await startModules(modules, options);
  events.begin();
  for (const { started: part } of started) {
    if (part.stop) cleanup.defer(part.stop);
    kernel.pictures.convertPicture ??= part.convertPicture;
  }
  for (const { module, started: part } of started)
    for (const [name, check] of Object.entries(part.checks ?? {})) kernel.checks.set(`${module.name}:${name}`, check);
  editor.attach(started);
  mountRoutes(kernel, started, editor);
  return started;
}

function mountRoutes(kernel: Kernel, started: readonly StartedModule[], editor: SettingsEditor): void {
  const {
    app,
    modules,
    facts,
    changes,
    prices,
    config,
    engines,
    checks,
    db,
    background,
    storage,
    files,
    log,
    router,
    examples,
  } = kernel;
  const { jobs, work } = background;
  const origin = () => kernel.origin.value;
  const openapi = createOpenApi({
    app,
    modules,
    changes,
    origin,
    version,
    prices,
    examples,
    errors: facts.errors,
    events: facts.events,
  });
  app
    .use(createDocsRoutes({ openapi, origin }))
    .use(healthRoutes({ facts, config, engines, checks, db, jobs, work, storage, version, log, settings: editor }))
    .use(catalogueRoutes({ modules, facts, prices, engines, router }))
    .use(settingsRoutes({ editor, router }))
    .use(errorPageRoutes(facts.errors))
    .use(mediaRoutes(files))
    .use(callbackRoutes((id) => pollSoon(kernel.generating, id)));
  for (const { module, started: part } of started) {
    const before = app.routes.length;
    mount(app, module, part);
    for (const { path } of app.routes.slice(before)) kernel.owners.set(path, module.name);
  }
}

/** Facts about this server for modules. */
const createHost = ({ config, origin }: Kernel): Host => ({
  get origin() {
    return origin.value;
  },
  dataDir: config.dataDir,
  version,
  initialCredits: config.credits.initial,
  s3: config.s3,
  sizes: config.sizes,
});

/** Builds the function that handles every request, and lets modules call it. */
export function createHandle(kernel: Kernel, started: readonly StartedModule[]): Handle {
  const { app, routes, respondError, limits, guesses, idempotency, access, owners, origin, config, log } = kernel;
  compileApp(app);
  const handle = createEdge({
    app,
    routes,
    respondError,
    limits,
    guesses,
    idempotency,
    access,
    owners,
    log,
    origin: () => origin.value,
    findCallerWithoutKey: (request) => findCallerWithoutKey(started, request),
    maxJsonBytes: config.sizes.json,
    trustProxy: config.trustProxy,
  });
  kernel.entry.handle = handle;
  return handle;
}

/** Finds the caller of a request without an API key, through the modules. */
async function findCallerWithoutKey(started: readonly StartedModule[], request: Request): Promise<Caller | undefined> {
  for (const { started: part } of started) {
    const caller = await part.identify?.(request);
    if (caller) return caller;
  }
  return undefined;
}
