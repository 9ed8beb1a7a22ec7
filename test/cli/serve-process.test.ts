/** What the server process writes, and that it ends when it is told to. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectMigrations } from "#core/database/migrations";
import { startEmbedded } from "#db/embedded";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { freshDatabase, type TestDatabase } from "#test/database";
import { until } from "#test/until";

const main = new URL("../../cli/main.ts", import.meta.url).pathname;
const ADMIN = "test-admin-key-0123456789";
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-serve-"));
  database = await freshDatabase(collectMigrations([...modules, ...plugins]));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

function serve(env: Record<string, string>) {
  const child = Bun.spawn([process.execPath, main, "serve"], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATABASE_URL: database.url, PORT: "0", DATA_DIR: folder, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  let out = "";
  let err = "";
  const decode = async (stream: ReadableStream<Uint8Array>, add: (text: string) => void) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) add(decoder.decode(chunk));
  };
  const read = Promise.all([
    decode(child.stdout, (text) => {
      out += text;
    }),
    decode(child.stderr, (text) => {
      err += text;
    }),
  ]);
  return {
    child,
    /** What was printed until now. */
    printed: () => out,
    /** Lines of the log until now. */
    lines: () => err.split("\n").filter(Boolean),
    async ended() {
      const code = await child.exited;
      await read;
      return { code, out, lines: err.split("\n").filter(Boolean) };
    },
  };
}

async function writePlugin(name: string, text: string): Promise<string> {
  const path = join(folder, name, "index.ts");
  await Bun.write(path, text);
  return path;
}

test("with LOG_FORMAT=json all output is JSON, uncaught errors name the module and the request, and no secret is in it", async () => {
  const path = await writePlugin(
    "careless",
    `export default {
      name: "careless",
      settings: { type: "object", properties: { vendorKey: { type: "string", secret: true, env: "CARELESS_KEY", default: "" } } },
      start({ router, settings, log }) {
        console.log("printed by a library", { key: settings.vendorKey });
        log.info("calls", { url: "https://vendor.example/?key=" + settings.vendorKey, nested: { password: "hunter2hunter2" } });
        return { routes: router().get("/crash", () => { setTimeout(() => { throw new Error("nobody catches this"); }, 5); return {}; }, { auth: "any" }) };
      },
    };`,
  );
  const server = serve({
    ...{ VIREO_PLUGINS: path, LOG_FORMAT: "json", CARELESS_KEY: "vendor-key-123456", VIREO_ADMIN_KEY: ADMIN },
  });
  const listening = await until(() => server.lines().find((line) => line.includes('"listening"')));
  const { api } = JSON.parse(listening);
  const response = await fetch(`${api}/careless/crash`, { headers: { authorization: `Bearer ${ADMIN}` } });
  expect(response.status).toBe(200);
  const { code, out, lines } = await server.ended();
  expect([code, out]).toEqual([1, ""]);
  const entries = lines.map((line) => JSON.parse(line));
  expect(entries).toContainEqual(
    expect.objectContaining({ level: "info", message: expect.stringContaining("printed") }),
  );
  expect(entries).toContainEqual(
    expect.objectContaining({
      ...{ level: "error", message: "uncaught error", module: "careless" },
      ...{
        requestId: response.headers.get("x-request-id"),
        error: expect.objectContaining({ message: "nobody catches this" }),
      },
    }),
  );
  for (const secret of ["vendor-key-123456", "hunter2hunter2", ADMIN]) expect(lines.join("\n")).not.toContain(secret);
});

test("with LOG_FORMAT=json a mistake in the configuration is one JSON line", async () => {
  const { code, out, lines } = await serve({ LOG_FORMAT: "json", PORT: "many" }).ended();
  expect([code, out, lines.length]).toEqual([1, "", 1]);
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: "error", reason: expect.stringContaining("PORT must be") });
});

test("a mistake in a module's settings is named, and the database that was starting meanwhile is stopped", async () => {
  const directory = join(folder, "own/postgres");
  await (await startEmbedded({ directory, settings: { fsync: "off" } })).stop();
  const log = Bun.file(join(directory, "server.log"));
  const before = log.size;
  const own = { DATABASE_URL: "", DATA_DIR: join(folder, "own"), LOG_FORMAT: "json" };
  const { code, lines } = await serve({ ...own, LOCAL_RENDERS: "many" }).ended();
  expect([code, lines.length]).toEqual([1, 1]);
  expect(lines[0]).toContain("LOCAL_RENDERS must be");
  const text = await Bun.file(log.name!).slice(before).text();
  expect(text).toContain("database system is ready");
  expect(text).toContain("database system is shut down");
  expect(existsSync(join(directory, "cluster/postmaster.pid"))).toBeFalse();
});

test.concurrent("the addresses are printed while a plug-in still prepares its notice", async () => {
  const path = await writePlugin(
    "thoughtful",
    `export default { name: "thoughtful", start: () => ({ notices: () => new Promise(() => {}) }) };`,
  );
  const server = serve({ VIREO_PLUGINS: path, VIREO_ADMIN_KEY: ADMIN });
  await until(() => server.printed().includes("/docs\n"));
  server.child.kill("SIGKILL");
  await server.ended();
});

test.concurrent("SIGTERM ends a server within ten seconds while a plug-in loops and nothing else can run", async () => {
  const path = await writePlugin(
    "endless",
    `export default { name: "endless", start: ({ router }) => ({ routes: router().get("", () => {
      process.stderr.write("looping\\n"); for (;;) Bun.sleepSync(100); }, { auth: "any" }) }) };`,
  );
  const server = serve({ VIREO_PLUGINS: path, VIREO_ADMIN_KEY: ADMIN, LOG_FORMAT: "json" });
  const listening = await until(() => server.lines().find((line) => line.includes('"listening"')));
  const headers = { authorization: `Bearer ${ADMIN}` };
  void fetch(`${JSON.parse(listening).api}/endless`, { headers }).catch(() => {});
  await until(() => server.lines().includes("looping"));
  const began = performance.now();
  server.child.kill("SIGTERM");
  const { code, lines } = await server.ended();
  expect(performance.now() - began).toBeLessThan(20_000);
  expect([code, JSON.parse(lines.at(-1)!).message]).toEqual([1, expect.stringContaining("a plug-in does not return")]);
});

test.concurrent("SIGTERM ends a server within ten seconds while a migration runs that does not end", async () => {
  const path = await writePlugin(
    "slow",
    `import { sql } from "${join(import.meta.dir, "../../db/tables.ts")}";
    export default {
      name: "slow",
      migrations: { "001_slow": { up: async (db) => { process.stderr.write("migrating\\n"); await sql\`select pg_sleep(120)\`.execute(db); } } },
      start: () => ({}),
    };`,
  );
  const own = await freshDatabase(collectMigrations([...modules, ...plugins]));
  const server = serve({ VIREO_PLUGINS: path, DATABASE_URL: own.url });
  await until(() => server.lines().includes("migrating"));
  const began = performance.now();
  server.child.kill("SIGTERM");
  const { lines } = await server.ended();
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(lines.at(-1)).toContain("did not stop within 9.5 s");
  await own.drop();
});

test("output that is not a terminal has no key and no set-up link, but says how to get them", async () => {
  const own = await freshDatabase(collectMigrations([...modules, ...plugins]));
  const server = serve({ DATABASE_URL: own.url, DATA_DIR: join(folder, "first-key") });
  await until(() => server.printed().includes("people setup"));
  // The command works as it is printed, from the folder of the source.
  const [program, ...command] = /Create one: (.*)/.exec(server.printed())![1]!.split(" ");
  expect(program).toBe("bun");
  const created = Bun.spawnSync([process.execPath, ...command], {
    cwd: join(import.meta.dir, "../.."),
    env: { PATH: process.env.PATH, DATABASE_URL: own.url, DATA_DIR: join(folder, "first-key") },
  });
  expect(String(created.stdout)).toMatch(/^vireo_\w+$/m);
  server.child.kill("SIGTERM");
  const { out, lines } = await server.ended();
  expect([out, ...lines].join("\n")).not.toMatch(/vireo_[A-Za-z0-9]|setup\?token/);
  await own.drop();
});
