import { afterAll, beforeAll, expect, test } from "bun:test";
import { readBody } from "#core/http/read-body";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";
import { PIXEL } from "#test/engines";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ publicUrl: "https://media.example.com" }, modules);
});
afterAll(() => app.stop());

test("answers tell browsers to guess no types, to be in no frame, and to tell nobody where they were", async () => {
  const { headers } = await app.api("GET", "/credits");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("SAMEORIGIN");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("strict-transport-security")).toContain("max-age=");
});

test("pages of other origins may read nothing", async () => {
  const { headers } = await app.api("GET", "/credits", undefined, { origin: "https://evil.example" });
  expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test("pages of other origins may read media files, in parts as well, and learn when one is missing", async () => {
  const form = new FormData();
  form.append("file", new Blob([PIXEL]), "pixel.png");
  const { pathname } = new URL((await app.api("POST", "/upload", form)).body.url);
  const media = (path: string, method: string, headers: Record<string, string> = {}) =>
    app.vireo.handle(
      new Request(`http://localhost${path}`, { method, headers: { origin: "https://site.example", ...headers } }),
    );
  const answers = [
    [200, await media(pathname, "GET")],
    [200, await media(pathname, "HEAD")],
    [206, await media(pathname, "GET", { range: "bytes=0-1" })],
    [416, await media(pathname, "GET", { range: "bytes=900000-" })],
    [304, await media(pathname, "GET", { "if-none-match": "*" })],
    [404, await media(`${pathname}x`, "GET")],
    [204, await media(pathname, "OPTIONS", { "access-control-request-headers": "range" })],
  ] as const;
  for (const [status, response] of answers)
    expect<unknown>([response.status, response.headers.get("access-control-allow-origin")]).toEqual([status, "*"]);
  const preflight = answers.at(-1)![1].headers;
  expect(preflight.get("access-control-allow-headers")).toContain("range");
  expect(preflight.get("access-control-allow-methods")).toBe("GET, HEAD");
  expect(preflight.get("access-control-allow-credentials")).toBeNull();
});

test("a body that is dripped is given up", async () => {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await Bun.sleep(20);
      controller.enqueue(new Uint8Array(1));
    },
  });
  const request = new Request("http://localhost/", { method: "POST", body });
  const error = await readBody(request, 1000, 150).catch((thrown) => thrown);
  expect([error.status, error.kind]).toEqual([408, "request_timeout"]);
});
