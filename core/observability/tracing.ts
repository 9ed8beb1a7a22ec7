/**
 * OpenTelemetry traces, configured by the standard environment variables. Without OTEL_EXPORTER_OTLP_ENDPOINT or
 * OTEL_EXPORTER_OTLP_TRACES_ENDPOINT nothing is loaded.
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";

let isEnabled = false;
const FLUSH_MS = 2_000;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Starts exporting traces. Returns a function that stops it, or undefined if no endpoint is configured. */
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
  const service = resources.resourceFromAttributes({
    "service.name": env.OTEL_SERVICE_NAME ?? "vireo",
    "service.version": version,
  });
  const configured = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new BasicTracerProvider({
    resource: service.merge(configured),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const contexts = new AsyncLocalStorageContextManager().enable();
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(contexts);
  isEnabled = true;
  return async () => {
    isEnabled = false;
    // An unreachable collector must not delay shutdown.
    await Promise.race([provider.shutdown(), Bun.sleep(FLUSH_MS)]);
    contexts.disable();
    trace.disable();
    context.disable();
  };
}

interface SpanOptions {
  kind?: "server" | "client" | "internal";
  attributes?: Attributes;
  /** The caller's traceparent header. https://www.w3.org/TR/trace-context/ */
  parent?: string | null;
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

function parseParent(header: string | null | undefined) {
  const [, traceId, spanId, flags = "0"] = TRACEPARENT.exec(header ?? "") ?? [];
  if (!traceId || !spanId) return context.active();
  return trace.setSpanContext(context.active(), {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16),
    isRemote: true,
  });
}

/** Runs the work inside a span and marks the span as failed if it throws. `span` is undefined if tracing is off. */
export async function traced<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  if (!isEnabled) return work(undefined);
  const { kind = "internal", attributes = {}, parent } = options;
  return trace
    .getTracer("vireo")
    .startActiveSpan(name, { kind: kinds[kind], attributes }, parseParent(parent), async (span) => {
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
