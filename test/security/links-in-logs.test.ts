/** An attacker reads the log, and looks for links that work without a key. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Elysia } from "elysia";
import { boot } from "#core/boot/boot";
import type { Vireo } from "#core/boot/vireo";
import { collectMigrations } from "#core/database/migrations";
import { defineModule } from "#core/module";
import { modules as builtIn } from "#modules/index";
import { sandbox } from "#plugins/sandbox/index";
import { ADMIN } from "#test/app";
import { freshDatabase, type TestDatabase } from "#test/database";

const leaky = defineModule({
  name: "leaky",
  start: () => ({
    open: new Elysia().get("/:token", () => {
      throw new Error("A fault.");
    }),
  }),
});
const modules = [...builtIn, sandbox, leaky];

let database: TestDatabase;
let vireo: Vireo;
let dataDir: string;
const lines: string[] = [];
beforeAll(async () => {
  database = await freshDatabase(collectMigrations(modules));
  dataDir = await mkdtemp(join(tmpdir(), "vireo-logs-"));
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, VIREO_ADMIN_KEY: ADMIN, LOG_LEVEL: "debug" };
  vireo = await boot({ modules, env, write: (line) => lines.push(line) });
});
afterAll(async () => {
  await vireo.stop();
  await rm(dataDir, { recursive: true });
  await database.drop();
});

const TOKEN = "tokentokentokentoken1234";

test.each([
  ["/open/sandbox/", "/open/sandbox/:token"],
  ["/open/upload/", "/open/upload/:token"],
  ["/open/leaky/", "/open/leaky/:token"],
  ["/open/nothing/", "/open/[hidden]"],
  ["/review/", "/review/:token"],
  ["/review/nothing/else/", "/review/[hidden]"],
  ["/media/2026/11/", "/media/*"],
])("%s<token> is logged without its token", async (prefix, shown) => {
  lines.length = 0;
  const method = prefix.includes("upload") ? "PUT" : "GET";
  const body = method === "PUT" ? { body: "x" } : {};
  await vireo.handle(new Request(`http://localhost${prefix}${TOKEN}`, { method, ...body }));
  expect(lines.join("\n")).toContain(`path=${shown} `);
  expect(lines.join("\n")).not.toContain(TOKEN);
});

test("paths of the API are logged as they are", async () => {
  lines.length = 0;
  await vireo.handle(new Request("http://localhost/api/v1/images/img_1"));
  expect(lines.join("\n")).toContain("path=/api/v1/images/img_1 ");
});
