import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { startApp, type TestApp } from "#test/app";

let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, [...modules, ...plugins], { PORT: "0" });
  await app.vireo.listen();
});
afterAll(() => app.stop());

async function run(key: string) {
  const script = Bun.spawn([process.execPath, "examples/client/index.ts"], {
    cwd: new URL("../../..", import.meta.url).pathname,
    env: { ...process.env, VIREO_URL: app.vireo.origin, VIREO_API_KEY: key },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err, code] = await Promise.all([
    new Response(script.stdout).text(),
    new Response(script.stderr).text(),
    script.exited,
  ]);
  return { out, err, code };
}

test("the example makes a video, captions it, schedules it, and prints where it was published", async () => {
  const { key } = await app.account();
  const { out, err, code } = await run(key);
  expect([code, err]).toEqual([0, ""]);
  const [, captioned = ""] = /^Version 2: (http.*)$/m.exec(out) ?? [];
  expect(captioned).toStartWith(`${app.vireo.origin}/media/`);
  const [, address = ""] = /^tiktok: (http.*)$/m.exec(out) ?? [];
  const page = await (await fetch(address)).text();
  expect(page).toContain("No more lattes");
  expect(page).toContain(new URL(captioned).pathname);
});

test("the example says in a sentence what is wrong with its key", async () => {
  const { err, code } = await run("vireo_wrong");
  expect(code).toBe(1);
  expect(err).toMatch(/^Send `Authorization.*\(401, unauthorized, request .*\)\n$/);
});
