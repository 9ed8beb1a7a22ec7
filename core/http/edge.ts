import { type Span, SpanStatusCode } from "@opentelemetry/api";
import type { AnyElysia } from "elysia";
import type { Access } from "#core/access/access";
import { type Limits, quotaHeaders } from "#core/access/limits";
import { readBody } from "#core/http/read-body";
import { createRouteTable } from "#core/http/route-table";
import { newUuid } from "#core/ids";
import type { Log } from "#core/observability/log";
import { metrics } from "#core/observability/metrics";
import { traced } from "#core/observability/tracing";
import { ApiError, problem } from "#core/request/errors";
import { bind, type Caller, type Exchange } from "#core/request/exchange";
import { checkKey, fingerprint, type Idempotency } from "#core/request/idempotency";
import { type Changes, isVersion, latest, resolveVersion } from "#core/request/versions";

export const BASE = "/api/v1";
/** Below the base path, only this needs no key. */
const OPEN = `${BASE}/versions`;
/** For those who watch over the process: answered while the database is away, and whatever else comes from their address. */
const PROBES: ReadonlySet<string> = new Set(["/health", "/ready"]);
/** How long such an answer waits for what it says of the address's limit. */
const PROBE_MS = 500;
const REQUEST_ID = /^[\w.-]{1,128}$/;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;

export interface EdgeOptions {
  app: AnyElysia;
  access: Access;
  /** Who calls without a key: modules know. */
  identify(request: Request): Promise<Caller | undefined>;
  limits: Limits;
  idempotency: Idempotency;
  changes: Changes;
  origin(): string;
  /** Largest JSON body, bytes. */
  maxJsonBytes: number;
  trustProxy: boolean;
  log: Log;
}

export type Handle = (request: Request, address?: string) => Promise<Response>;

/**
 * The life of every request, in order: id → key → version → rate limit → shape of the body →
 * idempotency → route → old response shape → headers → log. Nothing answers but through here.
 */
export function createEdge(options: EdgeOptions): Handle {
  const { app, access, limits, idempotency, changes, origin, log } = options;
  const routes = createRouteTable(app);

  async function identify(request: Request): Promise<Caller | undefined> {
    const header = request.headers.get("authorization");
    if (header === null) return options.identify(request);
    const key = /^bearer +(\S{1,512})$/i.exec(header)?.[1];
    return key ? access.authenticate(key) : undefined;
  }

  async function authenticate(exchange: Exchange): Promise<void> {
    const guarded = exchange.path.startsWith(`${BASE}/`) && exchange.path !== OPEN;
    if (!guarded) {
      const looked = limits.look(exchange, "address", exchange.address);
      if (!PROBES.has(exchange.path)) return looked;
      await Promise.race([looked.catch(() => {}), Bun.sleep(PROBE_MS)]);
      return;
    }
    const caller = await exchange.identify();
    if (!caller) {
      await limits.take(exchange, "address", exchange.address);
      throw new ApiError("unauthorized", undefined, { headers: { "www-authenticate": 'Bearer realm="vireo"' } });
    }
    exchange.caller = caller;
  }

  /** Refuses bodies of the wrong type or size before anything reads them. */
  function checkBody(request: Request, exchange: Exchange): void {
    if (!request.body || request.method === "GET" || request.method === "HEAD") return;
    if (routes.streams(exchange.method, exchange.path)) return;
    const type = request.headers.get("content-type");
    const length = Number(request.headers.get("content-length") ?? 0);
    if (length > options.maxJsonBytes) {
      throw new ApiError("payload_too_large", `The body may have at most ${options.maxJsonBytes} bytes.`);
    }
    if (type === null || !JSON_TYPE.test(type)) {
      throw new ApiError(
        "unsupported_media_type",
        `Send the body as application/json, not ${type ?? "without a Content-Type"}.`,
      );
    }
  }

  async function dispatch(request: Request, exchange: Exchange): Promise<Response> {
    const response = await app.fetch(request);
    if (exchange.failure) throw exchange.failure;
    if (exchange.version === latest || response.status >= 400) return response;
    if (!response.headers.get("content-type")?.startsWith("application/json")) return response;
    const route = `${exchange.method} ${routes.pattern(exchange.method, exchange.path)?.slice(BASE.length)}`;
    const body = changes.response(exchange.version, route, await response.json());
    return new Response(JSON.stringify(body), { status: response.status, headers: response.headers });
  }

  async function withIdempotency(request: Request, exchange: Exchange): Promise<Response> {
    const key = request.headers.get("idempotency-key");
    const streams = request.body !== null && routes.streams(exchange.method, exchange.path);
    const applies = key !== null && exchange.caller && (request.method === "POST" || request.method === "PATCH");
    if (!applies && (request.body === null || streams)) return dispatch(request, exchange);

    // Read here, within limits of size and time, whatever length it claims to have.
    const body = streams ? undefined : await readBody(request, options.maxJsonBytes);
    let inner = request;
    if (body && request.body) {
      inner = new Request(request.url, {
        method: request.method,
        headers: request.headers,
        body,
        signal: request.signal,
      });
      bind(inner, exchange);
    }
    if (!applies || !exchange.caller) return dispatch(inner, exchange);

    checkKey(key);
    exchange.idempotencyKey = key;
    const { search } = new URL(request.url);
    const proof = body ?? `${request.headers.get("content-type")} ${request.headers.get("content-length")}`;
    const call = {
      accountId: exchange.caller.accountId,
      key,
      fingerprint: fingerprint(request.method, exchange.path + search, proof),
    };
    const stored = await idempotency.begin(call);
    if (stored) {
      const version = stored.headers.get("service-version");
      if (version) exchange.version = version;
      return stored;
    }
    let response: Response;
    try {
      response = await dispatch(inner, exchange);
    } catch (error) {
      response = refuse(error, exchange);
    }
    response.headers.set("service-version", exchange.version);
    creditHeaders(response.headers, exchange);
    return idempotency.end(call, response);
  }

  function refuse(cause: unknown, exchange: Exchange): Response {
    let error = cause;
    if (!(error instanceof ApiError)) {
      log.error("request failed", { requestId: exchange.id, method: exchange.method, path: exchange.path, error });
      error = new ApiError(
        "internal_error",
        `Something went wrong on our side. The request id ${exchange.id} leads to the log entry.`,
      );
    }
    const known = error as ApiError;
    const shown = known.kind === "not_found" ? routes.missing(exchange.method, exchange.path, known) : known;
    return new Response(JSON.stringify(problem(shown, origin(), exchange.id)), {
      status: shown.status,
      headers: { ...shown.extra.headers, "content-type": "application/problem+json" },
    });
  }

  function finish(response: Response, exchange: Exchange, request: Request): Response {
    const { headers } = response;
    headers.set("service-version", exchange.version);
    headers.set("x-request-id", exchange.id);
    headers.set("x-content-type-options", "nosniff");
    headers.set("x-frame-options", "SAMEORIGIN");
    if (!headers.has("referrer-policy")) headers.set("referrer-policy", "no-referrer");
    if (!headers.has("cache-control") && exchange.path.startsWith(BASE)) headers.set("cache-control", "no-store");
    if (origin().startsWith("https://")) headers.set("strict-transport-security", "max-age=31536000");
    quotaHeaders(exchange.quotas, headers);
    creditHeaders(headers, exchange);
    return request.method === "HEAD" ? new Response(null, response) : response;
  }

  async function answer(request: Request, exchange: Exchange, version: string | null): Promise<Response> {
    try {
      await authenticate(exchange);
      exchange.version = resolveVersion(version, exchange.caller?.version);
      if (exchange.caller) await limits.take(exchange, "default", exchange.caller.keyId);
      if (!isReadable(request.url)) throw new ApiError("not_found", "The address is not well-formed.");
      checkBody(request, exchange);
      return await withIdempotency(request, exchange);
    } catch (error) {
      return refuse(error, exchange);
    }
  }

  return async function handle(request, address = "127.0.0.1") {
    const started = performance.now();
    const asked = request.headers.get("x-request-id");
    const header = request.headers.get("service-version");
    const exchange: Exchange = {
      id: asked && REQUEST_ID.test(asked) ? asked : newUuid(),
      method: request.method,
      path: pathOf(request.url),
      address: (options.trustProxy && request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim()) || address,
      version: header && isVersion(header) ? header : latest,
      quotas: [],
      identify: () => identify(request),
    };
    bind(request, exchange);
    const about = { kind: "server", parent: request.headers.get("traceparent") } as const;
    const done = await traced(exchange.method, about, async (span) => {
      const answered = finish(await answer(request, exchange, header), exchange, request);
      if (span) describe(span, exchange, answered);
      return answered;
    });
    const labels = { method: exchange.method, route: exchange.route ?? "none" };
    metrics.requests.inc({ ...labels, status: done.status });
    if (!done.headers.get("content-type")?.startsWith("text/event-stream")) {
      metrics.requestSeconds.observe(labels, (performance.now() - started) / 1000);
    }
    log.debug("request", {
      requestId: exchange.id,
      method: exchange.method,
      path: exchange.path,
      status: done.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      ...(exchange.caller ? { keyId: exchange.caller.keyId } : {}),
    });
    return done;
  };
}

/** In the words of https://opentelemetry.io/docs/specs/semconv/http/http-spans/ */
function describe(span: Span, { id, method, path, route }: Exchange, { status }: Response): void {
  if (route) span.updateName(`${method} ${route}`);
  span.setAttributes({
    "http.request.method": method,
    "http.response.status_code": status,
    "url.path": path,
    ...(route ? { "http.route": route } : {}),
    "vireo.request_id": id,
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}

function creditHeaders(headers: Headers, { credits }: Exchange): void {
  if (!credits) return;
  headers.set("x-credits-used", String(credits.used));
  headers.set("x-credits-remaining", String(credits.remaining));
}

/** The path without a query; request URLs are always absolute and normalised. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const end = url.indexOf("?", start);
  return start < 0 ? "/" : end < 0 ? url.slice(start) : url.slice(start, end);
}

/** Percent-encoding that stands for UTF-8 without NUL: anything else names nothing. */
function isReadable(url: string): boolean {
  if (!url.includes("%")) return true;
  try {
    return !decodeURIComponent(url).includes("\0");
  } catch {
    return false;
  }
}
