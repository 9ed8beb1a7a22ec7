import { timingSafeEqual as cryptoEqual } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { type AnyElysia, Elysia } from "elysia";
import { sql } from "kysely";
import { requireScope } from "#core/access/access";
import type { Config } from "#core/config/config";
import type { Provider } from "#core/engine";
import type { Facts, Prices } from "#core/facts";
import type { Engines } from "#core/generations/engines";
import { examine } from "#core/health/doctor";
import { renderErrorPage } from "#core/health/error-page";
import { BASE } from "#core/http/paths";
import type { Router } from "#core/http/router";
import { Closed, OneOf } from "#core/http/schema";
import { serveMedia } from "#core/http/serve-media";
import type { Jobs } from "#core/jobs/jobs";
import type { Module } from "#core/module";
import type { Log } from "#core/observability/log";
import { exposition } from "#core/observability/metrics";
import { ApiError } from "#core/request/errors";
import { getExchange } from "#core/request/exchange";
import { latest, versions } from "#core/request/versions";
import type { Storage } from "#core/storage/storage";
import type { Database } from "#db/tables";
import type { Speaker } from "#sdk/slots/speak";

interface Options {
  modules: readonly Module[];
  facts: Facts;
  prices: Prices;
  config: Config;
  engines: Engines;
  db: Database;
  jobs: Jobs;
  storage: Storage;
  version: string;
  router: Router;
  log: Log;
  /** Reads a vendor's task soon. */
  hurry(id: string): Promise<void>;
}

/** A check may not hold up the answer. */
const CHECK_MS = 5_000;

const Names = Type.Unsafe<readonly string[]>(Type.Array(Type.String()));

const ModelView = Closed({
  id: Type.String(),
  kind: Type.String({ description: "Slot that the model serves." }),
  engine: Type.String(),
  title: Type.String(),
  description: Type.Optional(Type.String()),
  default: Type.Boolean({ description: "Used when a request names no model." }),
  duration: Type.Optional(Closed({ min: Type.Number(), max: Type.Number(), default: Type.Number() })),
  aspectRatios: Type.Optional(Names),
  resolutions: Type.Optional(Names),
  voices: Type.Optional(Names),
  retiredAt: Type.Optional(Type.String()),
  price: Type.Optional(Closed({ credits: Type.Number(), per: Type.String() })),
});

/** What the kernel itself serves: health, readiness, media, error pages, versions, models. */
export function systemRoutes(options: Options): AnyElysia {
  const { config, engines, db, jobs, storage, router, log } = options;

  async function check(name: string, work: () => Promise<string>) {
    const limit = Bun.sleep(CHECK_MS).then(() => {
      throw new Error(`no answer within ${CHECK_MS} ms`);
    });
    try {
      return { name, ok: true, detail: await Promise.race([work(), limit]) };
    } catch (error) {
      // What an engine says of itself is written for people; what a database says is not for everybody.
      const own = name.includes(":") && error instanceof Error;
      if (!own) log.warn("not ready", { check: name, error });
      return { name, ok: false, detail: own ? error.message : "does not answer; the log says why" };
    }
  }

  async function ready() {
    const checks = await Promise.all([
      check("database", async () => {
        await sql`select 1`.execute(db);
        return config.databaseUrl ? "PostgreSQL at DATABASE_URL" : "embedded PostgreSQL";
      }),
      check("queue", async () => {
        await jobs.check();
        return "pg-boss";
      }),
      check("storage", async () => {
        await storage.check();
        return storage.kind;
      }),
      ...engines.slots().flatMap((slot) =>
        engines.of(slot).map((engine: Provider) =>
          check(`${slot}:${engine.name}`, async () => {
            const health = await engine.check?.();
            if (health && !health.ok) throw new Error(health.detail);
            return health?.detail ?? "configured";
          }),
        ),
      ),
    ]);
    // A vendor that is down is worth telling, but this server still serves everything else.
    const vital = checks.filter((one) => !one.name.includes(":"));
    return { ok: vital.every((one) => one.ok), checks };
  }

  const Check = Closed({ name: Type.String(), ok: Type.Boolean(), detail: Type.String() });
  const Found = Closed({
    name: Type.String(),
    state: OneOf(["ok", "warning", "failed"]),
    detail: Type.String(),
    advice: Type.Optional(Type.String()),
  });
  const readyBody = Closed({
    status: Type.String(),
    checks: Type.Array(Check),
    findings: Type.Optional(Type.Array(Found)),
  });

  const open = new Elysia({ normalize: false })
    .get("/health", () => ({ status: "up", version: options.version }), {
      detail: { tags: ["system"], summary: "Whether the process is up", security: [] },
      response: { 200: Closed({ status: Type.String(), version: Type.String() }) },
    })
    .get(
      "/ready",
      async ({ set, query, request }) => {
        if (query.verbose !== undefined) await requireAdmin(request);
        const [{ ok, checks }, findings] = await Promise.all([
          ready(),
          query.verbose === undefined ? undefined : examine(options),
        ]);
        set.status = ok ? 200 : 503;
        return { status: ok ? "ready" : "not ready", checks, ...(findings ? { findings } : {}) };
      },
      {
        detail: {
          tags: ["system"],
          summary: "Whether it can do its work, part by part",
          description:
            "With `verbose`, which needs an administrator's key, also what each engine can do and what to do about faults.",
          security: [],
          "x-errors": [401, 403],
        } as object,
        query: Closed({ verbose: Type.Optional(Type.Literal("1", { description: "Say everything." })) }),
        response: { 200: readyBody, 503: readyBody },
      },
    )
    .get(
      "/metrics",
      async ({ request }) => {
        const token = /^bearer +(\S{1,512})$/i.exec(request.headers.get("authorization") ?? "")?.[1];
        if (!token || !config.metricsToken || !timingSafeEqual(token, config.metricsToken)) await requireAdmin(request);
        const { text, contentType } = await exposition(db);
        return new Response(text, { headers: { "content-type": contentType } });
      },
      { detail: { hide: true } },
    )
    .get(
      "/errors/:kind",
      ({ params }) => {
        const page = renderErrorPage(params.kind, options.facts.errors);
        if (!page) throw new ApiError("not_found", "Error kind not found.");
        return new Response(page, {
          headers: { "content-type": "text/html; charset=utf-8" },
        });
      },
      { detail: { hide: true } },
    )
    .get(
      "/media/*",
      async ({ params, request }) => {
        const response = await serveMedia(storage, decodeURIComponent(params["*"]), request);
        if (!response) throw new ApiError("not_found", "There is no such file.");
        return response;
      },
      { detail: { hide: true } },
    );

  // A vendor's callback is a hint and no more: whoever sends it, the task is read from the vendor itself.
  open.post(
    "/open/callbacks/:id",
    async ({ params, set }) => {
      await options.hurry(params.id);
      set.status = 204;
    },
    { parse: "none", detail: { hide: true } },
  );

  const ModuleView = Closed({
    name: Type.String(),
    description: Type.Optional(Type.String()),
    page: Type.Optional(
      Closed({ title: Type.String(), url: Type.String({ description: "Relative to this server." }) }),
    ),
  });
  const listed = Closed({
    versions: Type.Array(Closed({ version: Type.String(), summary: Type.String(), latest: Type.Boolean() })),
    latest: Type.String(),
  });
  return open
    .get(
      `${BASE}/versions`,
      () => ({ versions: versions.map((one) => ({ ...one, latest: one.version === latest })), latest }),
      { detail: { tags: ["system"], summary: "List the API versions", security: [] }, response: { 200: listed } },
    )
    .use(
      new Elysia({ normalize: false })
        .use(router)
        .get(
          `${BASE}/modules`,
          () => ({
            modules: options.modules.map(({ name, description, page, openPrefix = `/open/${name}` }) => ({
              name,
              ...(description ? { description } : {}),
              ...(page
                ? { page: { title: page.title, url: `${openPrefix}${page.path}`.replace(/(.)\/$/, "$1") } }
                : {}),
            })),
          }),
          {
            auth: "any",
            detail: { tags: ["system"], summary: "List the modules and plug-ins, with their pages" },
            response: { 200: Closed({ modules: Type.Array(ModuleView) }) },
          },
        )
        .get(`${BASE}/models`, () => ({ models: engines.slots().flatMap((slot) => describeModels(options, slot)) }), {
          auth: "any",
          detail: { tags: ["system"], summary: "List every model of every kind, with its engine, limits and price" },
          response: { 200: Closed({ models: Type.Array(ModelView) }) },
        }),
    ) as unknown as AnyElysia;
}

/** Compares without telling by its time how much is right. */
const timingSafeEqual = (given: string, expected: string): boolean => {
  const hash = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest();
  return cryptoEqual(hash(given), hash(expected));
};

/** For what is open to everybody, but for a part of it. */
async function requireAdmin(request: Request): Promise<void> {
  const caller = await getExchange(request).identify();
  if (!caller) throw new ApiError("unauthorized");
  requireScope(caller, "admin");
}

function describeModels({ engines, facts, prices }: Options, slot: Parameters<Engines["of"]>[0]) {
  const { price, per = "call" } = facts.slots[slot] ?? {};
  return engines.of(slot).flatMap((engine: Provider & Pick<Speaker, "models" | "voices">, rank) =>
    (engine.models ?? []).map((model, index) => ({
      ...model,
      ...(engine.voices ? { voices: engine.voices } : {}),
      kind: slot,
      engine: engine.name,
      default: rank === 0 && index === 0,
      ...(price ? { price: { credits: prices.get(price, model.id), per } } : {}),
    })),
  );
}
