import { resolve } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Cron } from "croner";
import { locate, readConfigFile } from "#core/config/file";
import { Group, type Mistake, mergeTrees, parseSettings, type WithSettings } from "#core/config/settings";
import type { Facts } from "#core/facts";
import { DatabaseUrlError, parseDatabaseUrl } from "#db/address";

const MB = 1024 * 1024;
const count = (value: number, description: string) => Type.Integer({ minimum: 0, default: value, description });
const text = (description: string, env?: string) =>
  Type.Optional(Type.String({ minLength: 1, description, env: env || undefined }));

/** 32 bytes in base64 or hexadecimal. */
const SECRET_KEY = "[A-Za-z0-9+/_-]{43}=?|[0-9A-Fa-f]{64}";

export const ConfigSchema = Group({
  dataDir: Type.String({
    minLength: 1,
    default: "./data",
    env: "DATA_DIR",
    description: "Directory of the database, media and temporary files.",
  }),
  nativesDir: text(
    "Directory where the binary unpacks its libraries, instead of the data directory. Must allow execution.",
    "NATIVES_DIR",
  ),
  host: Type.String({ minLength: 1, default: "127.0.0.1", env: "HOST", description: "Network address to listen on." }),
  port: Type.Integer({
    minimum: 0,
    maximum: 65535,
    default: 3000,
    env: "PORT",
    description: "Port to listen on. 0 uses a free port.",
  }),
  publicUrl: Type.Optional(
    Type.String({
      pattern: "^https?://[^/]+$",
      expected: "an origin such as https://media.example.com",
      description: "Public origin of this server. Media URLs start with it.",
      env: "PUBLIC_URL",
    }),
  ),
  databaseUrl: Type.Optional(
    Type.String({
      pattern: "^postgres(ql)?://",
      secret: true,
      env: "DATABASE_URL",
      expected: "a PostgreSQL URL (postgres://…)",
      description: "PostgreSQL server to use instead of the embedded one: postgres://…",
    }),
  ),
  adminKey: Type.Optional(
    Type.String({
      minLength: 16,
      maxLength: 200,
      pattern: "^[!-~]+$",
      secret: true,
      env: "VIREO_ADMIN_KEY",
      expected: "16 to 200 printable characters without spaces",
      description: "API key of the administrator. Default: created at the first start.",
    }),
  ),
  secretKey: Type.Optional(
    Type.String({
      pattern: `^(${SECRET_KEY})(,(${SECRET_KEY}))*$`,
      secret: true,
      env: "VIREO_SECRET_KEY",
      expected: 'a key from "openssl rand -base64 32", or several, separated by commas',
      description:
        "Encrypts secrets in the database. Default: the file secret.key in the data directory, created at the first start. Separate several keys with commas: the first one encrypts.",
    }),
  ),
  metricsToken: Type.Optional(
    Type.String({
      minLength: 16,
      maxLength: 200,
      pattern: "^[!-~]+$",
      secret: true,
      env: "METRICS_TOKEN",
      expected: "16 to 200 printable characters without spaces",
      description: "Token for GET /metrics, as an alternative to an API key with the `admin` scope.",
    }),
  ),
  startSeconds: Type.Integer({
    minimum: 1,
    default: 60,
    env: "START_SECONDS",
    description: "Time limit for the start of a module or plug-in, in seconds.",
  }),
  trustProxy: Type.Boolean({
    default: false,
    env: "TRUST_PROXY",
    description: "Read the client's IP address from X-Forwarded-For.",
  }),
  allowHosts: Type.Array(Type.String(), {
    default: [],
    env: "ALLOW_HOSTS",
    description: "Private hosts, host:port pairs or CIDR blocks that user-supplied URLs may point to.",
  }),
  plugins: Type.Array(Type.String(), {
    default: [],
    env: "VIREO_PLUGINS",
    description: "Plug-ins to load: paths or package names.",
  }),
  providers: Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]), {
    default: {},
    description: 'Engine of each slot: { video: "local", … }. A list enables failover.',
  }),
  log: Group({
    level: Type.Union(
      ["debug", "info", "warn", "error", "silent"].map((level) => Type.Literal(level)),
      { default: "info", env: "LOG_LEVEL", description: "Log level. debug logs each request." },
    ),
    format: Type.Union([Type.Literal("text"), Type.Literal("json")], {
      default: "text",
      env: "LOG_FORMAT",
      description: "Log format.",
    }),
    slowQueryMs: Type.Integer({
      minimum: 0,
      default: 1000,
      env: "LOG_SLOW_QUERY_MS",
      description:
        "Logs database queries that take at least this long, in milliseconds, without their values. 0 logs none.",
    }),
  }),
  s3: Group({
    bucket: text("Bucket for media. Default: the data directory.", "S3_BUCKET"),
    endpoint: text("Endpoint of an S3-compatible service.", "S3_ENDPOINT"),
    region: text("Region of the bucket.", "S3_REGION"),
    accessKeyId: text("Access key.", "S3_ACCESS_KEY_ID"),
    secretAccessKey: Type.Optional(
      Type.String({ secret: true, env: "S3_SECRET_ACCESS_KEY", description: "Secret of the access key." }),
    ),
  }),
  backup: Group({
    to: text(
      "Target of scheduled backups: a directory, or s3://bucket/prefix. Default: no scheduled backups.",
      "BACKUP_TO",
    ),
    key: Type.Optional(
      Type.String({
        pattern: "^(age1[0-9a-z]{10,}|AGE-SECRET-KEY-[0-9A-Z-]{10,})$",
        secret: true,
        env: "VIREO_BACKUP_KEY",
        expected: 'a key from "vireo backup key": AGE-SECRET-KEY-1…, or its public half, age1…',
        description:
          "Encrypts scheduled backups. With the public half (age1…) the server can write backups, but not read them.",
      }),
    ),
    schedule: Type.String({
      minLength: 1,
      default: "0 3 * * *",
      env: "BACKUP_SCHEDULE",
      description: "Backup schedule, as a cron pattern in the server's time zone.",
    }),
    keep: Group({
      daily: Type.Integer({
        minimum: 0,
        default: 7,
        env: "BACKUP_KEEP_DAILY",
        description: "Number of daily backups to keep.",
      }),
      weekly: Type.Integer({
        minimum: 0,
        default: 4,
        env: "BACKUP_KEEP_WEEKLY",
        description: "Number of weekly backups to keep.",
      }),
      monthly: Type.Integer({
        minimum: 0,
        default: 12,
        env: "BACKUP_KEEP_MONTHLY",
        description: "Number of monthly backups to keep.",
      }),
    }),
    s3: Group({
      endpoint: text("Endpoint of the S3-compatible service for backups.", "BACKUP_S3_ENDPOINT"),
      region: text("Region of the backup bucket.", "BACKUP_S3_REGION"),
      accessKeyId: text("Access key for the backup bucket.", "BACKUP_S3_ACCESS_KEY_ID"),
      secretAccessKey: Type.Optional(
        Type.String({
          secret: true,
          env: "BACKUP_S3_SECRET_ACCESS_KEY",
          description: "Secret of the backup access key.",
        }),
      ),
    }),
  }),
  credits: Group({
    unlimited: Type.Boolean({
      default: false,
      env: "CREDITS_UNLIMITED",
      description: "Disable credits: nothing is charged.",
    }),
    initial: Type.Integer({
      minimum: 0,
      default: 1000,
      env: "CREDITS_INITIAL",
      description: "Initial credits of a new account.",
    }),
    lowAt: count(50, "Balance below which a credits.low event is sent."),
  }),
  prices: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
    default: {},
    description: "Credits per operation, instead of the defaults: { image: 6, … }. GET /credits/pricing lists them.",
  }),
  modelPrices: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
    default: {},
    description: 'Credits for individual models, instead of the price of their operation: { "veo3": 12 }.',
  }),
  limits: Type.Record(Type.String(), Type.Integer({ minimum: 1 }), {
    default: {},
    description: "Requests per minute and key, by group, instead of the defaults: { default: 120, … }.",
  }),
  limitPerMinute: Type.Optional(
    Type.Integer({
      minimum: 1,
      env: "RATE_LIMIT_PER_MINUTE",
      description: "Requests per minute for every group. Overrides `limits`.",
    }),
  ),
  accountLimitFactor: Type.Integer({
    minimum: 1,
    default: 5,
    env: "ACCOUNT_LIMIT_FACTOR",
    description: "Rate limit of an account, as a multiple of the limit of one key or person.",
  }),
  sizes: Group({
    json: count(MB, "Maximum size of a JSON body, in bytes."),
    video: count(2048 * MB, "Maximum size of a video file, in bytes."),
    image: count(20 * MB, "Maximum size of an image file, in bytes."),
    audio: count(50 * MB, "Maximum size of an audio file, in bytes."),
  }),
  quotas: Group({
    concurrentJobs: Type.Integer({
      minimum: 1,
      default: 200,
      env: "QUOTA_CONCURRENT_JOBS",
      description: "Maximum number of queued and running jobs per account. Can be overridden per account.",
    }),
    storageBytes: Type.Integer({
      minimum: 0,
      default: 10_000 * 1_000_000,
      env: "QUOTA_STORAGE_BYTES",
      description: "Maximum total size of an account's stored files, in bytes. Can be overridden per account.",
    }),
    keys: Type.Integer({
      minimum: 1,
      default: 50,
      env: "QUOTA_KEYS",
      description: "Maximum number of valid API keys per account. Can be overridden per account.",
    }),
    parallelUploads: Type.Integer({
      minimum: 1,
      default: 6,
      env: "QUOTA_PARALLEL_UPLOADS",
      description: "Maximum number of parallel uploads per account and process.",
    }),
    freeBytes: Type.Integer({
      minimum: 0,
      default: 1_000_000_000,
      env: "MIN_FREE_BYTES",
      description: "Free disk space that uploads must leave, in bytes. Larger uploads are refused.",
    }),
  }),
  leaveToWorkers: Type.Array(Type.String(), {
    default: [],
    env: "LEAVE_TO_WORKERS",
    description: "Kinds of jobs that this server leaves to `vireo worker`: video, edit, analyse, …",
  }),
  keepUnusedDays: Type.Integer({
    minimum: 0,
    default: 7,
    env: "KEEP_UNUSED_DAYS",
    description: "Days to keep stored files that are no longer referenced. 0 keeps them forever.",
  }),
  settings: Type.Record(Type.String(), Type.Unknown(), {
    default: {},
    description: "Settings of modules and plug-ins, by name.",
  }),
});

export type Config = Static<typeof ConfigSchema> & { source?: string };

export class ConfigError extends Error {
  constructor(mistakes: readonly Mistake[]) {
    super(
      `Invalid configuration (${mistakes.length === 1 ? "1 problem" : `${mistakes.length} problems`}):\n${mistakes.map(({ where, what }) => `  ${where} ${what}`).join("\n")}`,
    );
    this.name = "ConfigError";
  }
}

/** Default export of vireo.config.ts. */
export type UserConfig = Partial<Static<typeof ConfigSchema>>;

type Env = Record<string, string | undefined>;

interface CheckOptions {
  /** Plug-ins that failed to load. Their settings are not checked. */
  unloaded?: readonly Mistake[];
  /** Values by module, which the file and the environment override. */
  below?: Readonly<Record<string, object>>;
}

export interface ReadConfig {
  config: Config;
  /** False if the kernel's own settings have mistakes, which `settingsOf` then throws. */
  isValid: boolean;
  /** Returns the settings of each module. Throws ConfigError with all mistakes at once. */
  settingsOf(
    modules: readonly WithSettings[],
    facts: Facts,
    options?: CheckOptions,
  ): Map<string, Record<string, unknown>>;
  /** Throws ConfigError with these mistakes and those of the kernel's own settings. */
  refuse(mistakes: readonly Mistake[]): never;
}

/** Reads the configuration file and the environment. */
export async function readConfig(env: Env = process.env, overrides: UserConfig = {}): Promise<ReadConfig> {
  const file = await readConfigFile(env.VIREO_CONFIG || undefined);
  const { source } = file;
  const { settings, mistakes } = parseSettings(ConfigSchema, { ...file.values, ...overrides }, env);
  const config: Config = { ...settings, source };
  if (mistakes.length === 0) config.dataDir = resolve(config.dataDir);
  const own = [
    ...file.mistakes,
    ...mistakes,
    ...(mistakes.length === 0 ? [...checkDatabase(config), ...checkBackup(config)] : []),
  ];
  const refuse = (more: readonly Mistake[]): never => {
    throw new ConfigError([...own, ...more].map((mistake) => locate(mistake, source)));
  };
  return {
    config,
    isValid: own.length === 0,
    refuse,
    settingsOf(modules, facts, { unloaded = [], below = {} } = {}) {
      const names = findUnknownNames(config, modules, facts, unloaded.length > 0);
      const parsed = parseModuleSettings(
        modules,
        mergeTrees(below, config.settings ?? {}) as typeof config.settings,
        env,
      );
      const mistakes = [...unloaded, ...names, ...parsed.mistakes];
      if (own.length + mistakes.length > 0) refuse(mistakes);
      return parsed.all;
    },
  };
}

function checkDatabase({ databaseUrl }: Config): Mistake[] {
  if (databaseUrl === undefined) return [];
  try {
    parseDatabaseUrl(databaseUrl);
    return [];
  } catch (error) {
    if (!(error instanceof DatabaseUrlError)) throw error;
    return [{ where: "DATABASE_URL", what: error.what }];
  }
}

function checkBackup({ backup: { to, key, schedule } }: Config): Mistake[] {
  const mistakes: Mistake[] = [];
  if (to && !key) {
    mistakes.push({ where: "BACKUP_TO", what: 'needs VIREO_BACKUP_KEY; "vireo backup key" creates one' });
  }
  try {
    new Cron(schedule, { paused: true });
  } catch {
    mistakes.push({ where: "BACKUP_SCHEDULE", what: `must be a cron pattern such as "0 3 * * *", not "${schedule}"` });
  }
  return mistakes;
}

/** Finds names in the configuration that no module declares. */
function findUnknownNames(
  config: Config,
  modules: readonly WithSettings[],
  facts: Facts,
  isIncomplete: boolean,
): Mistake[] {
  // A plug-in that failed to load may declare them.
  if (isIncomplete) return [];
  const known = {
    settings: Object.fromEntries(modules.map(({ name }) => [name, true])),
    prices: facts.prices,
    limits: facts.limits,
    providers: facts.slots,
  };
  const what = {
    settings: "is not a loaded module or plug-in",
    prices: "is not a setting",
    limits: "is not a setting",
  };
  return (Object.keys(known) as (keyof typeof known)[]).flatMap((group) =>
    Object.keys(config[group] ?? {})
      .filter((name) => !Object.hasOwn(known[group], name))
      .map((name) => ({
        where: `${group}.${name}`,
        what: group === "providers" ? `is not a slot. Slots: ${Object.keys(facts.slots).join(", ")}` : what[group],
        inFile: true,
      })),
  );
}

function parseModuleSettings(modules: readonly WithSettings[], values: Record<string, unknown>, env: Env) {
  const all = new Map<string, Record<string, unknown>>();
  const mistakes: Mistake[] = [];
  for (const { name, settings } of modules) {
    if (!settings) continue;
    const parsed = parseSettings(settings, values[name], env, `settings.${name}`);
    mistakes.push(...parsed.mistakes);
    all.set(name, parsed.settings);
  }
  return { all, mistakes };
}
