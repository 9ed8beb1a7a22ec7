import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "#core/config/config";
import { EngineError } from "#core/engine";
import { collectFacts } from "#core/facts";
import "#cli/exports";
import { loadPlugins, sortModules } from "#core/loader/loader";
import type { Module } from "#core/module";
import { modules } from "#modules/index";
import { startApp } from "#test/app";

const module = (name: string, facts: Partial<Module> = {}): Module => ({ name, start: () => ({}), ...facts }) as Module;

describe("modules", () => {
  test("start in the order of their needs", () => {
    const order = sortModules([
      module("a", { needs: ["b"] as never }),
      module("b", { uses: ["c", "x"] as never }),
      module("c"),
    ]);
    expect(order.map(({ name }) => name)).toEqual(["c", "b", "a"]);
  });
  test.each([
    [[module("a", { needs: ["b"] as never })], "needs b, which is not loaded"],
    [
      [module("a", { needs: ["b"] as never }), module("b", { needs: ["a"] as never })],
      "Modules need each other in a circle: a → b → a",
    ],
    [[module("a"), module("a")], "Two modules are named a"],
    [[module("Not Good")], "has an invalid name"],
    [[module("a", { contract: "99" })], "needs version 99 of the plug-in contract"],
  ])("are refused with the reason: %#", (all, reason) => {
    expect(() => sortModules(all)).toThrow(reason);
  });
});

describe("a plug-in in one file", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vireo-plugin-"));
    await Bun.write(
      join(folder, "echo.ts"),
      `export default {
        name: "echo",
        contract: "1",
        settings: { type: "object", properties: { word: { type: "string", default: "hello", env: "ECHO_WORD" } } },
        migrations: { "001": { up: async (db) => { await db.schema.createTable("echoes").addColumn("word", "text").execute(); } } },
        children: { shout: async () => async (input) => input.toUpperCase() },
        start: ({ router, t, db, settings, child, host }) => {
          const Word = t.Object({ word: t.String() });
          return { routes: router()
            .get("", () => ({ word: settings.word }), { auth: "media:read", response: { 200: Word } })
            .post("", async () => { await db.insertInto("echoes").values({ word: settings.word }).execute(); return db.selectFrom("echoes").selectAll().execute(); }, { auth: "media:write", body: t.Object({ loud: t.Boolean() }), response: { 200: t.Array(Word) } })
            .get("/shout", async () => ({ word: await child("shout", settings.word, { folder: host.dataDir, signal: new AbortController().signal, timeLimitMs: 10_000 }) }), { auth: "any", response: { 200: Word } }),
          };
        },
      };`,
    );
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("has routes behind the house's keys, a table, settings and child tasks of its own", async () => {
    const app = await startApp({ plugins: [join(folder, "echo.ts")] }, modules, { ECHO_WORD: "hi" });
    try {
      expect((await app.as(undefined)("GET", "/echo")).status).toBe(401);
      expect((await app.api("GET", "/echo")).body).toEqual({ word: "hi" });
      expect((await app.api("POST", "/echo", {})).status).toBe(400);
      expect((await app.api("POST", "/echo", { loud: true })).body).toEqual([{ word: "hi" }]);
      expect((await app.api("GET", "/echo/shout")).body).toEqual({ word: "HI" });
    } finally {
      await app.stop();
    }
  });

  test("gets the very classes of its host by the host's name, wherever it lies", async () => {
    const file = join(folder, "classes.ts");
    const source = `import { EngineError } from "vireo/engine";
      import { CONTRACT, type Module } from "vireo/module";
      export default { name: "classes", contract: CONTRACT, start: () => { throw new EngineError("mine", "me"); } } satisfies Module;`;
    await Bun.write(file, source);
    const [plugin] = await loadPlugins([file]);
    expect(() => plugin?.start({} as never)).toThrow(EngineError);
  });

  test("that is missing, broken or no module stops the start with a reason", async () => {
    await Bun.write(join(folder, "empty.ts"), "export default 7;");
    await Bun.write(join(folder, "broken.ts"), "throw new Error('half written');");
    const start = (file: string) => startApp({ plugins: [join(folder, file)] }, modules);
    expect(start("missing.ts")).rejects.toThrow("Could not load the plug-in");
    expect(start("empty.ts")).rejects.toThrow("must have a module as its default export");
    expect(start("broken.ts")).rejects.toThrow("half written");
  });
});

describe("the configuration", () => {
  test("comes from a file, and the environment wins", async () => {
    const folder = await mkdtemp(join(tmpdir(), "vireo-config-"));
    const path = join(folder, "vireo.config.ts");
    await Bun.write(path, "export default { port: 4000, host: '0.0.0.0', prices: { music: 1 } };");
    const { config } = await readConfig({ VIREO_CONFIG: path, PORT: "4001" });
    expect(config).toMatchObject({ port: 4001, host: "0.0.0.0", prices: { music: 1 } });
    await rm(folder, { recursive: true });
  });

  test("tells every mistake at once, those of modules too, and shows no secret", async () => {
    const { settingsOf } = await readConfig({ PORT: "x", VIREO_ADMIN_KEY: "short", RATE_LIMIT_PER_MINUTE: "0" }, {
      settings: { nobody: {} },
      colour: "red",
    } as never);
    const report = () => settingsOf([], collectFacts([]));
    for (const part of [
      "PORT must be a whole number",
      "VIREO_ADMIN_KEY must be 16",
      "RATE_LIMIT_PER_MINUTE",
      "colour is not a setting",
    ]) {
      expect(report).toThrow(part);
    }
    expect(report).not.toThrow('"short"');
  });
});
