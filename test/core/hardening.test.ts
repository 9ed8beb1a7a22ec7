import { afterAll, beforeAll, expect, test } from "bun:test";
import { readBody } from "#core/http/read-body";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";

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
