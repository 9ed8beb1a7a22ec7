/** The app that authors of plug-ins test with. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import "#cli/exports";
import { collectMigrations } from "#core/database/migrations";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#sdk/testing/app";
import { freshDatabase, type TestDatabase } from "#test/database";

const notes = defineModule({
  name: "notes",
  limits: { notes: 2 },
  start: ({ router }) => ({
    routes: router()
      .get("", () => "hi", { auth: "any", detail: { summary: "Say hi" } })
      .get("/limited", () => "hi", { auth: "any", limit: "notes", detail: { summary: "Say hi twice" } }),
  }),
});

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  const all = [...modules, notes];
  database = await freshDatabase(collectMigrations(all));
  app = await startApp({ modules: all, env: { DATABASE_URL: database.url } });
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

const call = async (path: string, times: number) => {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) statuses.push((await app.api("GET", path)).status);
  return statuses;
};

test("a plug-in's rate limit applies as on a server", async () => {
  expect(await call("/notes/limited", 3)).toEqual([200, 200, 429]);
});

test("requests as such are not limited, because tests poll", async () => {
  expect(new Set(await call("/notes", 130))).toEqual(new Set([200]));
});
