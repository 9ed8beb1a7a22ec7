/** What a broken plug-in gets to hear: its name, its file and its line. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Elysia } from "elysia";
import { collectFacts } from "#core/facts";
import { createEngineRegistry } from "#core/generations/engines";
import { checkRoutes, checkStarted, startWithin } from "#core/loader/checks";
import { loadPlugins, sortModules } from "#core/loader/loader";
import type { Module, Started } from "#core/module";
import { freshDatabase, type TestDatabase } from "#test/database";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-broken-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const write = async (name: string, source: string) => {
  const path = join(folder, name);
  await Bun.write(path, source);
  return path;
};

const loadError = async (path: string): Promise<string> =>
  loadPlugins([path]).then(
    () => "loaded",
    (error: Error) => error.message,
  );

const module = (facts: Partial<Module>): Module => ({ name: "notes", start: () => ({}), ...facts }) as Module;

describe("a plug-in that cannot be loaded is named with file and line", () => {
  test("a syntax error", async () => {
    const path = await write("syntax.ts", 'export default {\n  name: "syntax",\n  start: ( => ({}),\n};\n');
    const message = await loadError(path);
    expect(message).toContain(`Could not load the plug-in ${path}`);
    expect(message).toContain(`${path}:3:`);
  });

  test("a missing import", async () => {
    const path = await write("import.ts", 'export const a = 1;\nimport { b } from "./nowhere";\nexport default b;\n');
    expect(await loadError(path)).toContain(`${path}:2)`);
  });

  test("an error at import time", async () => {
    const path = await write("throws.ts", 'export const a = 1;\nthrow new Error("half written");\n');
    expect(await loadError(path)).toMatch(/half written \(.*throws\.ts:2:\d+\)/);
  });

  test("an error in start", async () => {
    const source = 'export default {\n  name: "boom",\n  start() {\n    throw new Error("no licence");\n  },\n};\n';
    const path = await write("boom.ts", source);
    const [plugin] = await loadPlugins([path]);
    const started = startWithin(plugin!, {}, { limitMs: 1000 });
    expect(started).rejects.toThrow(`The plug-in boom (${path}) could not start: no licence (${path}:4:`);
    await started.catch(() => {});
  });
});

describe("facts that cannot work are refused by name", () => {
  const videos = module({ name: "videos" });
  test.each([
    [
      [videos, module({ prefix: "/videos" })],
      "module notes uses the prefix /api/v1/videos, which belongs to the module videos",
    ],
    [[videos, module({ openPrefix: "/open/videos" })], "module notes uses the prefix /open/videos"],
    [[module({ prefix: "notes" })], 'module notes has the prefix "notes". Use a path such as "/notes"'],
    [[module({ prefix: "/notes/" })], "has the prefix"],
    [
      [module({ settings: { type: "object", properties: { days: { type: "strin" } } } })],
      'module notes has an invalid settings schema: settings.days.type is "strin"',
    ],
    [
      [module({ settings: { type: "object", properties: { days: { type: "integer", default: "7" } } } })],
      'settings.days.default is "7", which is not of type integer',
    ],
    [
      [module({ settings: { type: "object", properties: {}, required: ["days"] } })],
      'settings.required names "days", which is not among its properties',
    ],
  ])("%#", (modules, reason) => {
    expect(() => sortModules(modules)).toThrow(reason);
  });
});

describe("what start returned is refused by name", () => {
  const engine = (name: string, ids: string[], more = {}) => {
    const models = ids.map((id) => ({ id, title: id }));
    return { engines: { image: { name, models, create: async () => {}, ...more } } } as unknown as Started;
  };
  const check = (started: Started, engines = createEngineRegistry({})) =>
    checkStarted(module({}), started, engines, { image: {} });

  test("a bad cron pattern", () => {
    const started: Started = { schedules: { tidy: { cron: "every day", run: async () => {} } } };
    expect(() => check(started)).toThrow('module notes has an invalid cron pattern "every day" in its schedule tidy');
  });

  test("a model id that another engine of the slot lists, or that it lists twice", () => {
    const engines = createEngineRegistry({});
    engines.add("image", engine("first", ["flux"]).engines!.image!);
    const twice = () => check(engine("second", ["flux"]), engines);
    expect(twice).toThrow('module notes has the model "flux", which the engine first has already');
    expect(() => check(engine("third", ["a", "a"]), engines)).toThrow('the model "a"');
  });

  test("engines that accept any id may list the same one: their names tell them apart", () => {
    const accepts = { accepts: () => true };
    const engines = createEngineRegistry({});
    engines.add("image", engine("first", ["flux"], accepts).engines!.image!);
    expect(() => check(engine("second", ["flux"], accepts), engines)).not.toThrow();
  });

  const facts = collectFacts([]);

  test("a route with a scope, limit or price that nobody declares, with the file of the plug-in", async () => {
    const path = await write("odd.ts", 'export default { name: "odd", start: () => ({}) };');
    const [plugin] = await loadPlugins([path]);
    const start = (detail: object) => [
      { module: plugin!, started: { routes: new Elysia().get("/x", () => "", { detail }) } },
    ];
    const check = (detail: object) => () => checkRoutes(start(detail), facts);
    expect(check({ "x-scope": "odd:read" })).toThrow(
      `The plug-in odd (${path}) uses the scope odd:read in GET /api/v1/odd/x, which no module declares.`,
    );
    expect(check({ "x-limit": "odd" })).toThrow(`(${path}) uses the rate-limit group odd in GET /api/v1/odd/x`);
    expect(check({ "x-cost": ["odd"] })).toThrow(`(${path}) uses the price odd in GET /api/v1/odd/x`);
  });

  test("a route that another module has", () => {
    const routes = (path: string): Started => ({ routes: new Elysia().get(path, () => "") });
    const videos = { module: module({ name: "videos" }), started: routes("/:videoId") };
    const open = { module: module({ prefix: "" }), started: routes("/videos/:id") };
    expect(() => checkRoutes([videos, open], facts)).toThrow(
      "module notes has the route GET /api/v1/videos/:id, which the module videos has already",
    );
  });
});

describe("a plug-in whose start never ends", () => {
  let database: TestDatabase;
  let plugin: string;
  beforeAll(async () => {
    database = await freshDatabase();
    plugin = await write(
      "endless.ts",
      `export default { name: "endless", async start({ host }) {
        await Bun.write(host.dataDir + "/started", "");
        await new Promise(() => setInterval(() => {}, 1000));
      } };`,
    );
  });
  afterAll(() => database.drop());

  const serve = (name: string, env: Record<string, string>) =>
    Bun.spawn([process.execPath, join(import.meta.dir, "../../cli/main.ts"), "serve"], {
      cwd: folder,
      env: {
        ...{ PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: join(folder, name), PORT: "0" },
        // Both servers use one database, each with a data directory of its own.
        ...{ VIREO_PLUGINS: plugin, LOG_LEVEL: "silent", VIREO_SECRET_KEY: Buffer.alloc(32, 7).toString("base64") },
        ...env,
      },
      stdout: "ignore",
      stderr: "pipe",
    });

  test("stops the server with its name when the time is over", async () => {
    const child = serve("late", { START_SECONDS: "1" });
    expect(await new Response(child.stderr).text()).toContain(
      `The plug-in endless (${plugin}) could not start: no result after 1 s`,
    );
    expect(await child.exited).toBe(1);
  });

  test("does not keep SIGTERM from ending the server", async () => {
    const child = serve("terminated", { LOG_LEVEL: "info" });
    while (!existsSync(join(folder, "terminated/started"))) await Bun.sleep(50);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    expect(await new Response(child.stderr).text()).toContain("stopped during start-up");
  });
});
