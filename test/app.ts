import "#cli/exports";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BootOptions, boot, type Vireo } from "#core/boot";
import { migrationLines } from "#core/database/migrations";
import { modules as builtIn } from "#modules/index";
import { plugins } from "#plugins/index";
import { createContract } from "#test/contract";
import { freshDatabase } from "#test/database";

export const ADMIN = "test-admin-key-0123456789";

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
type Any = any;

export type Client = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<Any>>;

export interface TestApp {
  vireo: Vireo;
  /** Calls with the owner's admin key. */
  api: Client;
  /** Calls with another key, or without one. */
  as(key: string | undefined): Client;
  /** A new account with credits and a key of its own. */
  account(credits?: number, key?: object): Promise<{ accountId: string; key: string; api: Client }>;
  /** Polls until a generation has ended. */
  ended(path: string, client?: Client): Promise<Any>;
  stop(): Promise<void>;
}

/** The whole program on a database of its own, without a socket. */
export async function startApp(
  overrides: BootOptions["overrides"] = {},
  modules: BootOptions["modules"] = [...builtIn, ...plugins],
  env: Record<string, string> = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), "vireo-app-"));
  const database = env.DATABASE_URL ? undefined : await freshDatabase(migrationLines(modules));
  const vireo = await boot({
    modules,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      ...(database ? { DATABASE_URL: database.url } : {}),
      VIREO_ADMIN_KEY: ADMIN,
      LOG_LEVEL: process.env.TEST_LOG ?? "silent",
      RATE_LIMIT_PER_MINUTE: "100000",
      ...env,
    },
    overrides,
  });
  const contract = createContract(vireo.handle);
  const as =
    (key: string | undefined): Client =>
    async (method, path, body, headers = {}) => {
      const raw =
        typeof body === "string" ||
        body instanceof FormData ||
        body instanceof ReadableStream ||
        body instanceof Uint8Array;
      const request = new Request(
        path.startsWith("http")
          ? path
          : `http://localhost${/^\/(?!health|ready|docs|openapi|errors|media|open\/|auth\/)/.test(path) ? "/api/v1" : ""}${path}`,
        {
          method,
          headers: {
            ...(key ? { authorization: `Bearer ${key}` } : {}),
            ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: raw ? (body as BodyInit) : JSON.stringify(body) }),
        },
      );
      const response = await vireo.handle(request);
      const text = await response.text();
      const json = /json/.test(response.headers.get("content-type") ?? "");
      const answer = {
        status: response.status,
        headers: response.headers,
        body: json && text ? JSON.parse(text) : text,
      };
      const { pathname } = new URL(request.url);
      if (method !== "HEAD" && !/%|^\/openapi/.test(pathname)) await contract({ method, path: pathname, ...answer });
      return answer;
    };
  const api = as(ADMIN);
  return {
    vireo,
    api,
    as,
    async account(credits = 1000, key = {}) {
      const made = await api("POST", "/accounts", { name: "Somebody", credits });
      const { body } = await api("POST", "/keys", { name: "key", accountId: made.body.accountId, ...key });
      return { accountId: made.body.accountId, key: body.key, api: as(body.key) };
    },
    async ended(path, client = api) {
      for (let i = 0; i < 600; i++) {
        const { body } = await client("GET", path);
        if (body.status === "completed" || body.status === "failed") return body;
        await Bun.sleep(100);
      }
      throw new Error(`${path} did not end`);
    },
    async stop() {
      await vireo.stop();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
