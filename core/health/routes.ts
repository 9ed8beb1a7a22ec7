import { timingSafeEqual } from "node:crypto";
import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { ADMIN, requireScope } from "#core/access/scopes";
import type { SettingsList } from "#core/config/stored";
import type { Facts } from "#core/facts";
import { examine } from "#core/health/doctor";
import { renderMetrics } from "#core/health/metrics";
import { createReadiness, type ReadinessParts } from "#core/health/readiness";
import { getPath } from "#core/http/paths";
import { Closed, OneOf } from "#core/http/schema";
import { ApiError, unauthorized } from "#core/request/errors";
import { type Caller, getExchange } from "#core/request/exchange";
import type { Work } from "#core/work/work";

interface Options extends ReadinessParts {
  settings: SettingsList;
  facts: Facts;
  version: string;
  work: Work;
}

const Finding = Closed({
  name: Type.String(),
  state: OneOf(["ok", "warning", "failed"]),
  detail: Type.String(),
  advice: Type.Optional(Type.String()),
});
const Readiness = Closed({
  status: Type.String(),
  checks: Type.Array(Closed({ name: Type.String(), ok: Type.Boolean(), detail: Type.Optional(Type.String()) })),
  findings: Type.Optional(Type.Array(Finding)),
});

/** Probes and metrics, at the root instead of the base path. */
export function healthRoutes(options: Options) {
  const { config, db, work } = options;
  const readiness = createReadiness(options);
  return new Elysia({ normalize: false })
    .get("/health", () => ({ status: "up", version: options.version }), {
      detail: { tags: ["system"], summary: "Check that the process is up", security: [] },
      response: { 200: Closed({ status: Type.String(), version: Type.String() }) },
    })
    .get(
      "/ready",
      async ({ set, query, request }) => {
        const isVerbose = query.verbose !== undefined;
        if (isVerbose) await requireAdmin(request);
        const [{ ok, vital, others }, findings] = await Promise.all([
          readiness(),
          isVerbose ? examine(options) : undefined,
        ]);
        set.status = ok ? 200 : 503;
        const status = ok ? "ready" : "not ready";
        if (findings)
          return {
            status,
            checks: [...vital, ...others],
            findings: findings.map(({ setting: _, ...finding }) => finding),
          };
        const checks = (await isKnown(request)) ? [...vital, ...others] : vital;
        return { status, checks: checks.map(({ name, ok }) => ({ name, ok })) };
      },
      {
        detail: {
          tags: ["system"],
          summary: "Check that the server can do its work",
          description:
            "Checks the database, the queue and the storage, at most once a second. With a key, also checks the engines and the search index. `verbose=1` adds details and suggested fixes, and needs the scope `admin`.",
          security: [],
          "x-errors": [401, 403],
        } as object,
        query: Closed({
          verbose: Type.Optional(Type.Literal("1", { description: "Include details and suggested fixes." })),
        }),
        response: { 200: Readiness, 503: Readiness },
      },
    )
    .get(
      "/metrics",
      async ({ request }) => {
        // Proxies refuse this one path, which routes otherwise also have with a slash at the end.
        if (getPath(request.url) !== "/metrics") throw new ApiError("not_found");
        await requireAdmin(request, (secret) => (isSecret(secret, config.metricsToken) ? monitoring : undefined));
        const { text, contentType } = await renderMetrics(db, work, config);
        return new Response(text, { headers: { "content-type": contentType } });
      },
      { detail: { hide: true } },
    );
}

/** Caller of a request that uses METRICS_TOKEN. */
const monitoring: Caller = { accountId: "", keyId: "", keyName: "METRICS_TOKEN", scopes: new Set([ADMIN]) };

/** Compares in constant time. */
function isSecret(token: string, expected: string | undefined): boolean {
  const hash = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest();
  return expected !== undefined && timingSafeEqual(hash(token), hash(expected));
}

/**
 * True for a caller with a key or a session. The database may be unavailable. Throws `unauthorized` for a wrong key.
 */
async function isKnown(request: Request): Promise<boolean> {
  // Probes without a key are not failed attempts.
  if (!request.headers.has("authorization") && !request.headers.has("cookie")) return false;
  try {
    const caller = await getExchange(request).identify();
    if (!caller && request.headers.has("authorization")) throw unauthorized();
    return caller !== undefined;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    return false;
  }
}

/** Throws `unauthorized` or `insufficient_scope`. Used by public routes with protected parts. */
async function requireAdmin(request: Request, also?: (secret: string) => Caller | undefined): Promise<void> {
  const caller = await getExchange(request).identify(also);
  if (!caller) throw unauthorized();
  requireScope(caller, ADMIN);
}
