/** Commands where there is no data: a wrong DATA_DIR must not look like a server without data. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freshDatabase } from "#test/database";

const main = new URL("../../cli/main.ts", import.meta.url).pathname;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-no-data-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function vireo(args: readonly string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, main, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { out, err, code: await child.exited };
}

test.each([
  [["backup", "x.tar"]],
  [["keys", "create", "ci"]],
  [["migrate"]],
  [["people", "reset", "ann@example.com"]],
  [["reindex"]],
])("%j in a folder without data is refused in one sentence, and leaves nothing behind", async (args) => {
  const { out, err, code } = await vireo(args);
  expect([code, out, err]).toEqual([
    1,
    "",
    `There is no Vireo data in ${folder}/data. Set DATA_DIR to the server's data directory, or DATABASE_URL to its database.\n`,
  ]);
  expect(await readdir(folder)).toEqual([]);
});

test("a backup of an empty database is refused, and nothing is created in it", async () => {
  const empty = await freshDatabase();
  const { err, code } = await vireo(["backup", "-"], { DATABASE_URL: empty.url });
  expect([code, err]).toEqual([1, expect.stringContaining('Correct DATABASE_URL, or run "vireo migrate" first.')]);
  expect([...(await empty.sql`select from pg_tables where tablename = 'accounts'`)]).toEqual([]);
  await empty.drop();
});

test("doctor says that the configuration is valid and the data is missing", async () => {
  const { out, code } = await vireo(["doctor"]);
  expect(code).toBe(1);
  expect(out).toMatch(/^ok +configuration +valid$/m);
  expect(out).toMatch(/^FAIL +data +There is no Vireo data in /m);
});

test("a command says in one line that the database cannot be reached, without its password", async () => {
  const { err, code } = await vireo(["keys", "list"], { DATABASE_URL: "postgres://ann:hunter2@127.0.0.1:1/vireo" });
  expect([code, err]).toEqual([
    1,
    "Could not connect to the database at DATABASE_URL (127.0.0.1:1): nothing accepts connections there.\n",
  ]);
});
