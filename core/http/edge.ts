import { isUtf8 } from "node:buffer";
import type { AnyElysia } from "elysia";
import { type Limits, quotaHeaders } from "#core/access/limits";
import { parseForwarded } from "#core/access/network";
import { requireScope } from "#core/access/scopes";
import { authenticate, findCaller, type Identification } from "#core/http/authenticate";
import { compress } from "#core/http/compress";
import {
  BASE,
  findMalformedParameter,
  findRepeatedParameter,
  getPath,
  isWellFormed,
  needsKey,
  withLongHost,
} from "#core/http/paths";
import { isTooDeep, MAX_DEPTH, readBody } from "#core/http/read-body";
import { record } from "#core/http/record";
import type { RespondError } from "#core/http/respond-error";
import type { Route, RouteTable } from "#core/http/route-table";
import { newUuid } from "#core/ids";
import type { Log } from "#core/observability/log";
import { ApiError, invalid } from "#core/request/errors";
import { bindExchange, type Exchange, getCallerId } from "#core/request/exchange";
import { type Call, checkKey, fingerprint, getSubmissionKey, type Idempotency } from "#core/request/idempotency";
import { isVersion, latest, resolveVersion } from "#core/request/versions";

export interface EdgeOptions extends Identification {
  app: AnyElysia;
  routes: RouteTable;
  respondError: RespondError;
  limits: Limits;
  idempotency: Idempotency;
  origin(): string;
  /** Maximum size of a JSON body, in bytes. */
  maxJsonBytes: number;
  trustProxy: boolean;
  log: Log;
  /** The module of each route, by its pattern. */
  owners: ReadonlyMap<string, string>;
}

export type Handle = (request: Request, address?: string) => Promise<Response>;

/** A request in progress. */
interface Incoming {
  request: Request;
  exchange: Exchange;
  /** Route that matches the method and the path, if any. */
  route: Route | undefined;
  /** True if the route reads the body as a stream. */
  streams: boolean;
  /** The body, unless the route reads it as a stream. */
  body?: Uint8Array;
}

/** Returns a response to end the request here, or throws an error to refuse it. */
type Step = (incoming: Incoming, edge: EdgeOptions) => Promise<Response | undefined> | undefined;

/** The life cycle of a request, in order. The handler then sets headers, and records the request in metrics and log. */
const steps: readonly Step[] = [
  authenticate,
  limitRate,
  chooseVersion,
  checkScope,
  checkUrl,
  checkBody,
  bufferBody,
  replay,
  dispatch,
];

const REQUEST_ID = /^[\w.-]{1,128}$/;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;

/** Returns the function that handles every request. */
export function createEdge(edge: EdgeOptions): Handle {
  return (request, address = "127.0.0.1") => {
    const incoming = open(request, address, edge);
    const { exchange } = incoming;
    return record(exchange, request, edge, async () => {
      const response = await compress(await runSteps(incoming, edge), request, exchange);
      setCommonHeaders(response, exchange, edge.origin());
      return request.method === "HEAD" ? new Response(null, response) : response;
    });
  };
}

function open(received: Request, address: string, edge: EdgeOptions): Incoming {
  const request = withLongHost(received);
  const { method, url, headers } = request;
  const id = headers.get("x-request-id");
  const ownId = newUuid();
  const version = headers.get("service-version");
  const forwarded = edge.trustProxy && parseForwarded(headers.get("x-forwarded-for"));
  const path = getPath(url);
  const exchange: Exchange = {
    id: id && REQUEST_ID.test(id) ? id : ownId,
    ownId,
    method,
    path,
    address: forwarded || address,
    // Provisional until the caller is known, so that errors have a version too.
    version: version && isVersion(version) ? version : latest,
    quotas: [],
    identify: (also) => findCaller(request, exchange, edge, also),
  };
  bindExchange(request, exchange);
  const route = edge.routes.find(method, path);
  return { request, exchange, route, streams: isStreamed(request, path, route) };
}

/** True if the route reads the body as a stream. JSON is small, so API routes always read and check it as a whole. */
const isStreamed = ({ body, headers }: Request, path: string, route: Route | undefined): boolean =>
  body !== null && route?.streams === true && !(needsKey(path) && JSON_TYPE.test(headers.get("content-type") ?? ""));

async function runSteps(incoming: Incoming, edge: EdgeOptions): Promise<Response> {
  try {
    for (const step of steps) {
      // Most steps neither wait nor respond, and awaiting nothing costs a turn of the queue.
      const result = step(incoming, edge);
      const response = result && (await result);
      if (response) return response;
    }
    throw new Error("The last step did not respond.");
  } catch (error) {
    return edge.respondError(error, incoming.exchange);
  }
}

async function limitRate({ request, exchange }: Incoming, { limits }: EdgeOptions): Promise<undefined> {
  const { caller } = exchange;
  if (!caller) return;
  // Set the version first, so that a 429 has it too.
  if (!request.headers.has("service-version")) exchange.version = resolveVersion(null, caller.version);
  await limits.count(exchange, caller.personId ? "session" : "default", caller);
}

function chooseVersion({ request, exchange }: Incoming): undefined {
  exchange.version = resolveVersion(request.headers.get("service-version"), exchange.caller?.version);
}

/** Runs before anything is looked up or stored for the caller. */
function checkScope({ exchange, route }: Incoming): undefined {
  if (!route || !exchange.caller) return;
  exchange.route = route.pattern;
  if (route.scope && route.scope !== "any") requireScope(exchange.caller, route.scope);
}

function checkUrl({ request, exchange }: Incoming): undefined {
  // No resource has such a path.
  if (!isWellFormed(exchange.path)) throw new ApiError("not_found", "The URL is not well-formed.");
  const malformed = findMalformedParameter(request.url);
  if (malformed !== undefined) throw invalid(malformed, "Send UTF-8, percent-encoded, without NUL characters.");
  const repeated = needsKey(exchange.path) ? findRepeatedParameter(request.url) : undefined;
  if (repeated !== undefined) throw invalid(repeated, "Send this parameter once.");
}

/** Refuses bodies of the wrong encoding, type or size before reading them. */
function checkBody({ request, exchange, streams }: Incoming, { maxJsonBytes, routes }: EdgeOptions): undefined {
  const { method, body } = request;
  if (!body || method === "GET" || method === "HEAD") return;
  checkEncoding(request.headers.get("content-encoding"));
  if (streams) return;
  if (Number(request.headers.get("content-length") ?? 0) > maxJsonBytes) {
    throw new ApiError("payload_too_large", `The body may have at most ${maxJsonBytes} bytes.`);
  }
  const type = request.headers.get("content-type");
  if (type === null || !JSON_TYPE.test(type)) {
    const wrongPath = routes.findPathError(method, exchange.path);
    if (wrongPath) throw wrongPath;
    throw new ApiError(
      "unsupported_media_type",
      type === null ? "Set Content-Type to application/json." : `Send the body as application/json, not ${type}.`,
    );
  }
}

/** Compressed bodies are refused, because a small one can expand to gigabytes. */
function checkEncoding(encoding: string | null): void {
  if (encoding === null || /^(?:\s|,|identity)*$/i.test(encoding)) return;
  throw new ApiError(
    "unsupported_media_type",
    `Content-Encoding ${encoding} is not supported. Send the body uncompressed, without Content-Encoding or with identity.`,
    { headers: { "accept-encoding": "identity" } },
  );
}

/** Reads the body here, so that size and time limits hold regardless of its declared length. */
async function bufferBody(incoming: Incoming, { maxJsonBytes }: EdgeOptions): Promise<undefined> {
  const { request, exchange, streams } = incoming;
  if (request.body === null || streams) return;
  const { url, method, signal } = request;
  const body = await readBody(request, maxJsonBytes);
  if (!isUtf8(body)) throw new ApiError("invalid_json", "The body is not UTF-8.");
  if (isTooDeep(body)) {
    const message = `JSON may be nested at most ${MAX_DEPTH} levels deep.`;
    throw new ApiError("validation_error", message, { errors: { body: [message] } });
  }
  incoming.body = body;
  const headers = new Headers(request.headers);
  // The framework only parses this exact spelling.
  headers.set("content-type", "application/json");
  incoming.request = new Request(url, { method, headers, body, signal });
  bindExchange(incoming.request, exchange);
}

/**
 * Replays the stored response of an earlier call with the same Idempotency-Key, or makes the call and stores the
 * response.
 */
async function replay(incoming: Incoming, edge: EdgeOptions): Promise<Response | undefined> {
  const { exchange } = incoming;
  const call = getIdempotentCall(incoming);
  if (!call) return undefined;
  exchange.idempotencyKey = getSubmissionKey(call);
  const stored = await edge.idempotency.begin(call);
  if (stored) {
    exchange.version = stored.headers.get("service-version") ?? exchange.version;
    return stored;
  }
  const response = await dispatch(incoming, edge).catch((error) => edge.respondError(error, exchange));
  response.headers.set("service-version", exchange.version);
  return edge.idempotency.end(call, response);
}

function getIdempotentCall(incoming: Incoming): Call | undefined {
  const { request, exchange, route, streams, body = new Uint8Array() } = incoming;
  const { method, headers } = request;
  const { caller } = exchange;
  const key = headers.get("idempotency-key");
  if (key === null || !caller || !route || (method !== "POST" && method !== "PATCH")) return undefined;
  checkKey(key);
  // Streamed bodies are compared by type and length.
  const content = streams ? `${headers.get("content-type")} ${headers.get("content-length")}` : body;
  return {
    accountId: caller.accountId,
    callerId: getCallerId(caller),
    key,
    secrets: route.secrets,
    fingerprint: fingerprint(method, exchange.path + new URL(request.url).search, content),
  };
}

/** Runs the route. Group limits, validation and old versions are hooks of the app. */
async function dispatch({ request, exchange }: Incoming, { app }: EdgeOptions): Promise<Response> {
  const response = await app.fetch(request);
  setCreditHeaders(response, exchange);
  return response;
}

/** Headers of every response. */
function setCommonHeaders({ headers }: Response, exchange: Exchange, origin: string): void {
  headers.set("service-version", exchange.version);
  headers.set("x-request-id", exchange.id);
  headers.set("x-content-type-options", "nosniff");
  headers.set("x-frame-options", "SAMEORIGIN");
  if (!headers.has("referrer-policy")) headers.set("referrer-policy", "no-referrer");
  if (!headers.has("cache-control") && exchange.path.startsWith(BASE)) headers.set("cache-control", "no-store");
  if (origin.startsWith("https://")) headers.set("strict-transport-security", "max-age=31536000");
  quotaHeaders(exchange.quotas, headers);
}

/** Cost of the call. Part of the stored response of an idempotent call, unlike the common headers. */
function setCreditHeaders({ headers }: Response, { credits }: Exchange): void {
  if (!credits) return;
  headers.set("x-credits-used", String(credits.used));
  headers.set("x-credits-remaining", String(credits.remaining));
}
