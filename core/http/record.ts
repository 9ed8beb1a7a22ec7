import { type Span, SpanStatusCode } from "@opentelemetry/api";
import { getLoggedPath } from "#core/http/paths";
import { currentRequest } from "#core/observability/current-request";
import type { Log } from "#core/observability/log";
import { countWork, metrics } from "#core/observability/metrics";
import { traced } from "#core/observability/tracing";
import type { Exchange } from "#core/request/exchange";

/** Owner of routes that belong to no module. */
const KERNEL = "kernel";

/** Runs a request inside a span, then counts and logs it. */
export async function record(
  exchange: Exchange,
  request: Request,
  { log, owners }: { log: Log; owners: ReadonlyMap<string, string> },
  respond: () => Promise<Response>,
): Promise<Response> {
  const startedAt = performance.now();
  const about = { kind: "server", parent: request.headers.get("traceparent") } as const;
  const response = await traced(exchange.method, about, async (span) => {
    const response = await currentRequest.run(exchange, respond);
    if (span) describeSpan(span, exchange, response);
    return response;
  });
  const { id: requestId, method, route, caller } = exchange;
  const path = getLoggedPath(exchange);
  const { status } = response;
  const ms = performance.now() - startedAt;
  const labels = { method, route: route ?? "none" };
  metrics.requests.inc({ ...labels, status });
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
  const module = owners.get(route ?? "") ?? KERNEL;
  // A 503 is the fault of another part: a database or an engine that is unavailable.
  countWork(module, "request", isStream ? performance.now() : startedAt, status >= 500 && status !== 503);
  // The duration of an event stream says nothing about the server.
  if (!isStream) {
    metrics.requestSeconds.observe(labels, ms / 1000);
  }
  log.debug("request", {
    requestId,
    method,
    path,
    status,
    ms: Math.round(ms * 10) / 10,
    keyId: caller ? caller.keyId : undefined,
  });
  return response;
}

/** Attributes as in https://opentelemetry.io/docs/specs/semconv/http/http-spans/ */
function describeSpan(span: Span, exchange: Exchange, { status }: Response): void {
  const { id, method, route } = exchange;
  if (route) span.updateName(`${method} ${route}`);
  span.setAttributes({
    "http.request.method": method,
    "http.response.status_code": status,
    "url.path": getLoggedPath(exchange),
    "http.route": route,
    "vireo.request_id": id,
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}
