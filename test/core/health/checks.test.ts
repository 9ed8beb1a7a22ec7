/** What modules keep outside of the database is checked by /ready and the doctor. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { embedder } from "#plugins/embedder/index";
import { startApp, type TestApp } from "#test/app";

let app: TestApp;
beforeAll(async () => {
  const broken = defineModule({
    name: "broken",
    start: () => ({
      checks: { store: async () => ({ ok: false, detail: "it lists nothing", advice: "Repair the service." }) },
    }),
  });
  app = await startApp({}, [...modules, embedder, broken]);
});
afterAll(() => app.stop());

test("a fault of a module is shown with its remedy, and the server is ready all the same", async () => {
  const { status, body } = await app.api("GET", "http://localhost/ready?verbose=1");
  expect([status, body.status]).toEqual([200, "ready"]);
  expect(body.checks).toContainEqual({ name: "broken:store", ok: false, detail: "it lists nothing" });
  const finding = { name: "broken:store", state: "failed", detail: "it lists nothing", advice: "Repair the service." };
  expect(body.findings).toContainEqual(finding);
  expect(body.findings).toContainEqual({
    name: "viral-library:index",
    state: "ok",
    detail: "nothing to search yet",
  });
});
