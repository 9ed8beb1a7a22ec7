import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";
import { fakeImages } from "#test/engines";

interface Told {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}
const spans: Told[] = [];
const collector = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    type Batch = { resourceSpans: { scopeSpans: { spans: Told[] }[] }[] };
    const body = (await request.json()) as Batch;
    spans.push(...body.resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)));
    return Response.json({});
  },
});
const trace = "0af7651916cd43dd8448eb211c80319c";

let app: TestApp;
beforeAll(async () => {
  // The exporter reads the real environment.
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url.origin;
  app = await startApp({}, [...modules, fakeImages({})], { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.origin });
});
afterAll(async () => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  await collector.stop(true);
});

test("requests and generations are traced, inside the caller's own trace, without secrets", async () => {
  const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` };
  const { body } = await app.api("POST", "/images/generate", { prompt: "a secret prompt" }, headers);
  await app.ended(`/images/${body.imageId}`);
  await app.stop(); // Sends what has not been sent.
  const request = spans.find(({ traceId }) => traceId === trace);
  expect(request).toMatchObject({ name: "POST /api/v1/images/generate", parentSpanId: "b7ad6b7169203331" });
  const facts = Object.fromEntries(request?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? []);
  expect(facts).toMatchObject({ "http.response.status_code": 202, "http.route": "/api/v1/images/generate" });
  expect(spans.map(({ name }) => name)).toContain("generate image");
  expect(JSON.stringify(spans)).not.toMatch(/vireo_[0-9A-Za-z]{36}|secret prompt|test-admin-key/);
});
