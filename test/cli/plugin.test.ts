/** `vireo plugin new`, `vireo plugin check`, `vireo help` and `vireo serve --watch`, as an author uses them. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freshDatabase, type TestDatabase } from "#test/database";

const main = join(import.meta.dir, "../../cli/main.ts");
let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-cli-plugin-"));
  database = await freshDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const spawn = (args: string[], env: Record<string, string> = {}) =>
  Bun.spawn([process.execPath, main, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });

async function vireo(args: string[], env: Record<string, string> = {}) {
  const child = spawn(args, env);
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr };
}

const write = (name: string, source: string) => Bun.write(join(folder, name), source);

test("plugin new refuses a bad name and a folder that is not empty", async () => {
  expect(await vireo(["plugin", "new", "Not Good"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('"Not Good" is not a valid name'),
  });
  await write("taken/file.txt", "");
  expect((await vireo(["plugin", "new", "taken"])).stderr).toContain("taken is not empty");
});

test("plugin check tells what a plug-in brings and what to improve", async () => {
  await write(
    "notes.ts",
    `export default {
      name: "notes",
      fills: ["imgae"],
      commands: [
        { name: "keys create soon", summary: "Create a key soon", run: async () => {} },
        { name: "notes add", summary: "Add a note", run: async () => {} },
      ],
      migrations: { first: { up: async (db) => { await db.schema.createTable("notes").addColumn("text", "text").execute(); } } },
      start: ({ router }) => ({
        routes: router().get("", () => "hi", { auth: "any" }).get("/closed", () => "hi"),
        jobs: { tidy: { run: async () => {} } },
      }),
    };`,
  );
  const { code, stdout } = await vireo(["plugin", "check", "notes.ts", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    ok: true,
    name: "notes",
    provides: ["2 routes", "1 migration", "1 job", "2 commands"],
    warnings: [
      "It fills the slot imgae, which no module declares.",
      expect.stringContaining('no "contract"'),
      expect.stringContaining('no "description"'),
      expect.stringContaining("Migration first"),
      'Route GET /closed has no "auth", so any key may call it. Name a scope, or "any".',
      'The command "keys create soon" never runs, because "vireo keys create" does. Choose another name.',
    ],
  });
});

test.each([
  ["a collision", 'prefix: "/videos", start: () => ({})', "uses the prefix /api/v1/videos"],
  [
    "a broken migration",
    'migrations: { "001": { up: async (db) => { await db.deleteFrom("nowhere").execute(); } } }, start: () => ({})',
    "nowhere",
  ],
  ["an error in start", "start() {\n throw new Error('no licence'); }", "could not start: no licence"],
  ["a job without run", "start: () => ({ jobs: { send: {} } })", "jobs.send.run is missing: it must be a function"],
  [
    "a child task that is no function",
    "children: { draw: async () => 5 }, start: () => ({})",
    "children.draw must return",
  ],
  [
    "a child task whose file is missing",
    'children: { draw: () => import("./nowhere") }, start: () => ({})',
    "cannot load its child task draw",
  ],
])("plugin check finds %s", async (_, facts, reason) => {
  await write("bad.ts", `export default { name: "bad", ${facts} };`);
  const { code, stderr } = await vireo(["plugin", "check", "bad.ts"]);
  expect(stderr).toContain(reason);
  expect(code).toBe(1);
});

test("help lists the commands of plug-ins, and a broken one does not hide the rest", async () => {
  const command = '{ name: "colours list", summary: "List colours", isPlain: true, run: async () => {} }';
  await write("colours.ts", `export default { name: "colours", commands: [${command}], start: () => ({}) };`);
  const help = await vireo(["help"], { VIREO_PLUGINS: "./colours.ts" });
  expect(help.stdout).toMatch(/colours list +List colours/);
  const broken = await vireo(["help"], { VIREO_PLUGINS: "./absent.ts" });
  expect(broken).toMatchObject({ code: 0, stdout: expect.stringContaining("keys create") });
  expect(broken.stderr).toContain("Could not load the plug-in ./absent.ts");
});

test("serve --watch restarts when a plug-in changes, survives a mistake, and stops on SIGTERM", async () => {
  const echo = (word: string) =>
    `export default { name: "echo", start: ({ router }) => ({ open: router().get("", () => "${word}") }) };`;
  await write("watched/echo.ts", echo("one"));
  const child = spawn(["serve", "--watch"], {
    ...{ VIREO_PLUGINS: "./watched/echo.ts", DATABASE_URL: database.url, DATA_DIR: join(folder, "data") },
    ...{ PORT: "0", LOG_LEVEL: "silent" },
  });
  const lines = readLines(child.stdout);
  const readWord = async () => (await fetch(`${await lines.next(/API\s+(http:\S+)\/api/)}/open/echo`)).text();
  const notes = readLines(child.stderr);

  expect(await readWord()).toBe("one");
  await write("watched/echo.ts", "export default {");
  await notes.next(/(Could not load the plug-in)/);
  await notes.next(/(Waiting for a change)/);
  await write("watched/echo.ts", echo("three"));
  expect(await readWord()).toBe("three");
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
});

/** Reads a stream until a pattern matches, and returns its first group. */
function readLines(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  return {
    async next(pattern: RegExp): Promise<string> {
      for (;;) {
        const match = pattern.exec(text);
        if (match) {
          text = text.slice(match.index + match[0].length);
          return match[1]!;
        }
        const { done, value } = await reader.read();
        if (done) throw new Error(`The stream ended without ${pattern}: ${text}`);
        text += decoder.decode(value);
      }
    },
  };
}
