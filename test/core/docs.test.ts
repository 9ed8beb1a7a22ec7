import { describe, expect, test } from "bun:test";
import { createApp } from "#core/app";
import { createLog } from "#core/observability/log";
import { createDocsRoutes } from "#core/openapi/docs";
import type { OpenApi } from "#core/openapi/document";
import { bindExchange, type Exchange } from "#core/request/exchange";
import { createChanges, versions } from "#core/request/versions";

const ORIGIN = "https://vireo.test";
const openapi = { document: (version: string) => ({ info: { version } }) } as unknown as OpenApi;
const log = createLog({ level: "silent", format: "json" });
const { app } = createApp({ changes: createChanges([]), origin: () => ORIGIN, log });
app.use(createDocsRoutes({ openapi, origin: () => ORIGIN }));

async function get(path: string, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost${path}`, { headers });
  const exchange: Exchange = {
    ownId: "docs",
    id: "1",
    method: "GET",
    path,
    address: "::1",
    version: versions[0].version,
    quotas: [],
    identify: async () => undefined,
  };
  bindExchange(request, exchange);
  return app.fetch(request);
}

describe("GET /openapi.json", () => {
  test("is the latest document, or that of the version asked for", async () => {
    expect(await (await get("/openapi.json")).json()).toEqual({ info: { version: "2026-03-06" } });
    expect(await (await get("/openapi.json?version=2025-11-10")).json()).toEqual({ info: { version: "2025-11-10" } });
  });

  test("names the versions there are when asked for another", async () => {
    const response = await get("/openapi.json?version=2024-01-01");
    expect(response.status).toBe(400);
    const { type, detail } = await response.json();
    expect(type).toBe(`${ORIGIN}/errors/invalid_version`);
    expect(detail).toContain("2026-03-06 or 2025-11-10");
  });

  test("is compressed for clients that accept it", async () => {
    const response = await get("/openapi.json", { "accept-encoding": "gzip" });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(JSON.parse(new TextDecoder().decode(Bun.gunzipSync(await response.bytes())))).toBeObject();
    expect((await get("/openapi.json")).headers.get("content-encoding")).toBeNull();
  });

  test("is not sent again when it has not changed", async () => {
    const etag = (await get("/openapi.json")).headers.get("etag") ?? "";
    expect((await get("/openapi.json", { "if-none-match": etag })).status).toBe(304);
    expect((await get("/openapi.json?version=2025-11-10", { "if-none-match": etag })).status).toBe(200);
  });
});

describe("GET /docs", () => {
  test("is a page that loads nothing from elsewhere", async () => {
    const response = await get("/docs");
    const html = await response.text();
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(html).toContain("<title>Vireo API</title>");
    expect([...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url = ""]) => url.replace(/,.*/, ""))).toEqual([
      "data:image/svg+xml",
      "/openapi.json",
      "/docs/scalar-1.72.1.js",
    ]);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toStartWith("default-src 'none'; ");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
  });

  test("allows its own script by its hash", async () => {
    const response = await get("/docs");
    const [, script = ""] = /<script>([\s\S]*?)<\/script>/.exec(await response.text()) ?? [];
    const hash = new Bun.CryptoHasher("sha256").update(script).digest("base64");
    expect(response.headers.get("content-security-policy")).toContain(`'sha256-${hash}'`);
  });

  test("offers every version", async () => {
    const html = await (await get("/docs")).text();
    for (const { version } of versions) expect(html).toContain(`"slug":"${version}"`);
    expect(html).toContain("/openapi.json?version=2025-11-10");
  });
});

describe("the reference's script", () => {
  const path = "/docs/scalar-1.72.1.js";

  test("is the one whose sum stands in the README, packed or not", async () => {
    const readme = await Bun.file(new URL("../../core/openapi/docs-assets/README.md", import.meta.url)).text();
    const packed = await get(path, { "accept-encoding": "br, gzip;q=0.5" });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    const unpacked = await get(path, { "accept-encoding": "identity, gzip;q=0" });
    expect(unpacked.headers.has("content-encoding")).toBe(false);
    const scripts = [Bun.gunzipSync(await packed.bytes()), await unpacked.bytes()];
    for (const bytes of scripts) {
      expect(readme).toContain(`\`${new Bun.CryptoHasher("sha256").update(bytes).digest("hex")}\``);
    }
  });

  test("is kept by browsers for good", async () => {
    const { headers } = await get(path);
    expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(headers.get("cache-control")).toContain("immutable");
    expect(headers.get("vary")).toBe("accept-encoding");
    expect((await get(path, { "if-none-match": headers.get("etag") ?? "" })).status).toBe(304);
  });
});
