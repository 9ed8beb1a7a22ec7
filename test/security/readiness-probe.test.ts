/** An attacker without a key asks GET /ready what the server consists of, and as often as possible. */
import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";

let checks = 0;
const vendor = defineModule({
  name: "vendor",
  start: () => ({
    engines: {
      image: {
        name: "vendor",
        models: [{ id: "one", title: "One" }],
        async check() {
          checks++;
          return { ok: true, detail: "ffmpeg 5.1 at /usr/bin/ffmpeg, 120.5 credits left" };
        },
        create: async () => ({ state: "failed", code: "engine_error", message: "" }),
      },
    },
  }),
});

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, [...modules, vendor]);
});
afterAll(() => app.stop());

test("without a key, it tells only whether the server is ready", async () => {
  const { status, body } = await app.as(undefined)("GET", "/ready");
  const vital = ["database", "queue", "storage"].map((name) => ({ name, ok: true }));
  expect([status, body]).toEqual([200, { status: "ready", checks: vital }]);
});

test("with a key, also which engines there are; with an administrator's, everything", async () => {
  const { api } = await app.account();
  expect((await api("GET", "/ready")).body.checks).toContainEqual({ name: "image:vendor", ok: true });
  expect((await api("GET", "/ready?verbose=1")).status).toBe(403);
  const { body } = await app.api("GET", "/ready?verbose=1");
  expect(body.checks.find(({ name }: { name: string }) => name === "image:vendor").detail).toContain("ffmpeg");
});

test("401 for a wrong key, so that guesses are seen", async () => {
  expect((await app.as("vireo_wrong")("GET", "/ready")).status).toBe(401);
});

test("a hundred requests at once make one check, and one more follows after a second", async () => {
  const now = spyOn(performance, "now");
  try {
    now.mockReturnValue(1e9);
    checks = 0;
    const ask = () => app.as(undefined)("GET", "/ready");
    await Promise.all(Array.from({ length: 100 }, ask));
    expect(checks).toBe(1);
    now.mockReturnValue(1e9 + 1001);
    await ask();
    expect(checks).toBe(2);
  } finally {
    now.mockRestore();
  }
});
