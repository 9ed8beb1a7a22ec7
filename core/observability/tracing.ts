/**
 * OpenTelemetry traces, by the standard environment variables: nothing is loaded and nothing costs anything until
 * OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT is set.
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";

let isOn = false;
const FLUSH_MS = 2_000;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Sends traces where the environment says; the way to end it, or undefined where it says nothing. */
export async function startTracing(
  env: Readonly<Record<string, string | undefined>>,
  version: string,
): Promise<(() => Promise<void>) | undefined> {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint || env.OTEL_SDK_DISABLED === "true" || env.OTEL_TRACES_EXPORTER === "none") return undefined;
  const [
    { BasicTracerProvider, BatchSpanProcessor },
    { OTLPTraceExporter },
    resources,
    { AsyncLocalStorageContextManager },
  ] = await Promise.all([
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/context-async-hooks"),
  ]);
  const own = resources.resourceFromAttributes({
    "service.name": env.OTEL_SERVICE_NAME ?? "vireo",
    "service.version": version,
  });
  const named = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new BasicTracerProvider({
    resource: own.merge(named),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(contexts);
  isOn = true;
  return async () => {
    isOn = false;
    // A collector that is away may not hold up the stop.
    await Promise.race([provider.shutdown(), Bun.sleep(FLUSH_MS)]);
    contexts.disable();
    trace.disable();
    context.disable();
  };
}

interface About {
  kind?: "server" | "client" | "internal";
  attributes?: Attributes;
  /** A traceparent header: the caller's span. https://www.w3.org/TR/trace-context/ */
  parent?: string | null;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

function parentOf(header: string | null | undefined) {
  const [, traceId, spanId, flags = "0"] = TRACEPARENT.exec(header ?? "") ?? [];
  if (!traceId || !spanId) return context.active();
  return trace.setSpanContext(context.active(), {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

/** Runs the work inside a span; what it throws marks the span as failed. `span` is undefined while nobody traces. */
export async function traced<T>(name: string, about: About, work: (span: Span | undefined) => Promise<T>): Promise<T> {
  if (!isOn) return work(undefined);
  const { kind = "internal", attributes = {}, parent } = about;
  return trace
    .getTracer("vireo")
    .startActiveSpan(name, { kind: kinds[kind], attributes }, parentOf(parent), async (span) => {
      try {
        return await work(span);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "error" });
        throw error;
      } finally {
        span.end();
      }
    });
}
