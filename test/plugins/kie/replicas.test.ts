import { afterAll, beforeAll, expect, test } from "bun:test";
import { boot } from "#core/boot/boot";
import type { Vireo } from "#core/boot/vireo";
import { modules } from "#modules/index";
import { kie } from "#plugins/kie/index";
import { SECRET_KEY, startApp, type TestApp } from "#test/app";
import { serveResults } from "./results";
import { KEY, type KieServer, startKie } from "./server";

const TASKS = 8;
const results = serveResults();
let server: KieServer;
let first: TestApp;
let second: Vireo;
beforeAll(async () => {
  server = await startKie(results);
  // Longer than the pause between two looks for what is due, so that a second read of a task would meet the first.
  server.readMs = 1_500;
  const overrides = {
    settings: { kie: { apiKey: KEY, baseUrl: server.url, uploadUrl: server.url, createsPer10Seconds: 1000 } },
    providers: { image: "kie" },
    allowHosts: ["127.0.0.1"],
  };
  first = await startApp(overrides, [...modules, kie]);
  const { databaseUrl, dataDir } = first.vireo.config;
  second = await boot({
    modules: [...modules, kie],
    env: {
      ...{ PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: `${dataDir}/second`, LOG_LEVEL: "silent" },
      VIREO_SECRET_KEY: SECRET_KEY,
    },
    overrides,
  });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  await server.stop();
});

test("two servers on one database: each task is made once, and never read by both at once, however they are hurried", async () => {
  const { api } = await first.account(TASKS * 6);
  await Promise.all(
    Array.from({ length: TASKS }, () => api("POST", "/images/generate", { prompt: "[running 2] A cat" })),
  );
  const { db } = first.vireo;
  const left = () =>
    db.selectFrom("generations").select("id").where("status", "in", ["pending", "processing"]).execute();
  for (let rows = await left(); rows.length > 0; rows = await left()) {
    await Promise.all(
      rows.flatMap(({ id }) =>
        [first.vireo, second].map(({ handle }) =>
          handle(new Request(`http://localhost/open/callbacks/${id}`, { method: "POST", body: "{}" })),
        ),
      ),
    );
    await Bun.sleep(100);
  }
  expect(server.bodies).toHaveLength(TASKS);
  expect(server.twiceAtOnce).toBe(0);
  const { images } = (await api("GET", "/images?pageSize=100")).body;
  expect(new Set(images.map(({ status }: { status: string }) => status))).toEqual(new Set(["completed"]));
  expect((await api("GET", "/credits")).body.balance).toBe(0);
});
