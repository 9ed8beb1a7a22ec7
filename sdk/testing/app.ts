/** Starts Vireo in a test, with its own database and data directory, and without a socket. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultLimits } from "#core/access/limits";
import { boot } from "#core/boot/boot";
import type { BootOptions, Vireo } from "#core/boot/vireo";
import type { Clock } from "#core/clock";
import { scaleReadTimes } from "#core/generations/settle";
import type { Module } from "#core/module";
import { setEntryPoint } from "#core/process/program";
import { pollDelay } from "#sdk/testing/poll-delay";

/** Key of the administrator. */
export const ADMIN = "test-admin-key-0123456789";

/** Turns the kernel's own limits off, because tests poll. Those of modules and plug-ins apply, as on a server. */
const NO_LIMITS = Object.fromEntries(Object.keys(defaultLimits).map((group) => [group, 1_000_000]));

/** Factor for the time until a task is read: fake vendors finish immediately. */
const READ_TIMES = 0.05;

/** Key of stored secrets, the same for all apps, because some share a database. */
export const SECRET_KEY = Buffer.alloc(32, "test").toString("base64");

// biome-ignore lint/suspicious/noExplicitAny: tests read response bodies freely
type Any = any;

/** A response. */
export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  /** Parsed JSON, or the text of any other response. */
  body: T;
}

/** Sends one request. Paths start below `/api/v1`, except system paths such as `/health`, `/open/…` and `/auth/…`. */
export type Client = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<Any>>;

/** A running Vireo. */
export interface TestApp {
  vireo: Vireo;
  /** Calls with the administrator's key. */
  api: Client;
  /** Calls with another key, or without one. */
  as(key: string | undefined): Client;
  /** Creates an account with credits and an API key. Needs the module `accounts`. */
  account(credits?: number, key?: object): Promise<{ accountId: string; key: string; api: Client }>;
  /** Polls a generation until it is completed or failed. */
  ended(path: string, client?: Client): Promise<Any>;
  stop(): Promise<void>;
}

export interface TestAppOptions {
  /** Modules and plug-ins to start. `vireo/modules` exports Vireo's own resource groups. */
  modules: readonly Module[];
  /**
   * Configuration, as in `vireo.config.ts`. Rate limits of modules and plug-ins apply, such as 20 generations per minute:
   * raise them with `limits: { generation: 1000 }`. Requests as such are not limited.
   */
  config?: BootOptions["overrides"];
  /** Environment variables. Only PATH is inherited. Set DATABASE_URL to use your own database. */
  env?: Record<string, string>;
  /** Time of the app, such as a `TestClock` of `vireo/testing/clock`. */
  clock?: Clock;
  /** Program that runs child tasks. The default knows the plug-ins named in `config.plugins`. */
  entryPoint?: string;
  /** Fails responses that do not match their schema. Default true. A server leaves out what does not match. */
  strict?: boolean;
  /** Called with every response, to check it. */
  onResponse?(response: Seen, vireo: Vireo): Promise<void>;
}

/** A response, with the request that it answers. */
export interface Seen extends Answer {
  method: string;
  path: string;
  /** Query string, such as `?page=2`. */
  search: string;
  /** Body of the request. */
  sent: unknown;
}

/**
 * Boots Vireo with the given modules. Add `modules` of `vireo/modules` for Vireo's own resource groups. Without DATABASE_URL
 * it starts an embedded PostgreSQL server.
 * @throws Error as the server does at start, for example for an invalid plug-in
 * @example
 * const app = await startApp({ modules: [gradients] });
 * const { status, body } = await app.api("GET", "/gradients");
 * await app.stop();
 */
export async function startApp(options: TestAppOptions): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), "vireo-app-"));
  scaleReadTimes(READ_TIMES);
  setEntryPoint(options.entryPoint ?? join(import.meta.dir, "child.ts"));
  const vireo = await boot({
    modules: options.modules,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      VIREO_ADMIN_KEY: ADMIN,
      VIREO_SECRET_KEY: SECRET_KEY,
      LOG_LEVEL: process.env.TEST_LOG ?? "silent",
      ...options.env,
    },
    overrides: options.env?.RATE_LIMIT_PER_MINUTE === undefined ? addLimits(options.config) : (options.config ?? {}),
    strict: options.strict ?? true,
    clock: options.clock,
  }).catch(async (error) => {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  const as = (key: string | undefined) => createClient(vireo, key, options.onResponse);
  const api = as(ADMIN);
  return {
    vireo,
    api,
    as,
    async account(credits = 1000, key = {}) {
      const { body: account } = await api("POST", "/accounts", { name: "Somebody", credits });
      const { body } = await api("POST", "/keys", { name: "key", accountId: account.accountId, ...key });
      return { accountId: account.accountId, key: body.key, api: as(body.key) };
    },
    ended: (path, client = api) => pollUntilEnded(client, path),
    async stop() {
      await vireo.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const addLimits = (config: TestAppOptions["config"]) => ({ ...config, limits: { ...NO_LIMITS, ...config?.limits } });

const SYSTEM_PATH = /^\/(health|ready|docs|openapi|errors|media|open\/|auth\/)/;

function createClient(vireo: Vireo, key: string | undefined, onResponse: TestAppOptions["onResponse"]): Client {
  return async (method, path, body, headers = {}) => {
    const prefix = path.startsWith("/") && !SYSTEM_PATH.test(path) ? "/api/v1" : "";
    const request = new Request(path.startsWith("http") ? path : `http://localhost${prefix}${path}`, {
      method,
      headers: {
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : isRaw(body) ? body : JSON.stringify(body),
    });
    const response = await vireo.handle(request);
    const text = await response.text();
    const isJson = /json/.test(response.headers.get("content-type") ?? "");
    const answer = {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    };
    const { pathname, search } = new URL(request.url);
    await onResponse?.({ method, path: pathname, search, sent: body, ...answer }, vireo);
    return answer;
  };
}

const isRaw = (body: unknown): body is BodyInit =>
  typeof body === "string" || body instanceof FormData || body instanceof ReadableStream || body instanceof Uint8Array;

const LIMIT_MS = 150_000;

async function pollUntilEnded(client: Client, path: string): Promise<Any> {
  for (const startedAt = Date.now(); ; ) {
    const { body } = await client("GET", path);
    if (body.status === "completed" || body.status === "failed") return body;
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > LIMIT_MS) throw new Error(`${path} did not end within ${LIMIT_MS / 1000} s.`);
    await Bun.sleep(pollDelay(waitedMs));
  }
}
