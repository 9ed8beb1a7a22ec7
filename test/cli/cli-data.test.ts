/** Backup, restore, export, reindex and demo as people use them: on the built-in database and on another, and from one to the other. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFile, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newUuid } from "#core/ids";
import { createLocalStorage } from "#core/storage/local";
import { newStorageKey } from "#core/storage/storage";
import { startApp } from "#test/app";
import { lines, sums } from "#test/cli/backup-parts";
import { freshDatabase, type TestDatabase } from "#test/database";
import { until } from "#test/until";

const main = new URL("../../cli/main.ts", import.meta.url).pathname;
let folder: string;
let database: TestDatabase;
const at = (...names: string[]) => join(folder, ...names);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-cli-data-"));
  database = await freshDatabase(lines);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function vireo(words: string[], env: Record<string, string>) {
  const child = Bun.spawn([process.execPath, main, ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, LOG_SLOW_QUERY_MS: "0", ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).bytes(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const text = new TextDecoder().decode(out);
  return { out, text, err, code, json: () => JSON.parse(text) };
}

test("one file leads from the built-in database to another server and back, with all rows and files", async () => {
  const [first, last] = [{ DATA_DIR: at("first") }, { DATA_DIR: at("last") }];
  const postgres = { DATA_DIR: at("postgres"), DATABASE_URL: database.url };
  const server = await startApp({}, undefined, { ...first, DATABASE_URL: "", VIREO_SECRET_KEY: "" });
  await server.stop();
  const made = (await vireo(["accounts", "create", "Acme", "--credits", "7", "--json"], first)).json();
  const { key } = (await vireo(["keys", "create", "ci", "--account", made.accountId, "--json"], first)).json();
  const clip = newStorageKey("mp4");
  await (await createLocalStorage(at("first", "media"))).put(clip, new Blob(["a clip"]), { contentType: "video/mp4" });
  await Bun.write(at("vireo.config.ts"), "export default { credits: { initial: 5 } };");

  const loaded = await vireo(["demo", "--json"], first);
  expect([loaded.code, loaded.json()]).toEqual([0, { imported: 301, updated: 0, searchable: true }]);
  expect((await vireo(["reindex", "--json"], first)).json()).toEqual({ videos: 301 });
  const passphrase = { VIREO_BACKUP_PASSPHRASE: "correct horse battery" };
  const out = await vireo(["backup", at("one.tar"), "--with-secrets", "--json"], { ...first, ...passphrase });
  expect([out.err, out.code]).toEqual(["", 0]);
  // Thumbnails and clips of the samples are made when they are opened, so none is missing.
  expect(out.json().media.missing).toBe(0);
  expect((await stat(at("one.tar"))).mode & 0o777).toBe(0o600);

  const into = await vireo(["restore", at("one.tar"), "--moved", "--config", at("config.ts"), "--json"], {
    ...postgres,
    ...passphrase,
  });
  expect([into.err, into.code]).toEqual(["", 0]);
  expect(into.json().rows).toBe(out.json().rows);
  expect(await Bun.file(at("config.ts")).text()).toBe(await Bun.file(at("vireo.config.ts")).text());
  const moved = await sums(database.db);
  await database.db
    .insertInto("uploads")
    .values({
      ...{ id: newUuid(), account_id: made.accountId, status: "stored", key: clip, token_hash: null, file_name: null },
      ...{ content_type: "video/mp4", size: 6, facts: {}, expires_at: null },
    })
    .execute();
  await (await createLocalStorage(at("postgres", "media"))).put(clip, new Blob(["a clip"]), {
    contentType: "video/mp4",
  });

  const piped = await vireo(["backup", "-"], postgres);
  expect(piped.code).toBe(0);
  await Bun.write(at("two.tar"), piped.out);
  const check = await vireo(["restore", at("two.tar"), "--check"], postgres);
  expect([check.code, check.text]).toEqual([0, expect.stringContaining("is intact")]);
  await mkdir(at("last"));
  await copyFile(at("postgres", "secret.key"), at("last", "secret.key"));
  expect((await vireo(["restore", at("two.tar")], last)).code).toBe(0);
  expect(await Bun.file(at("last", "media", clip)).text()).toBe("a clip");

  const app = await startApp({}, undefined, { DATA_DIR: at("last"), DATABASE_URL: "", VIREO_SECRET_KEY: "" });
  const back = await sums(app.vireo.db);
  for (const table of ["credit_transactions", "viral_videos", "people_secret"]) expect(back[table]).toBe(moved[table]!);
  const client = app.as(key);
  expect((await client("GET", "/credits")).body.balance).toBe(7);
  // The vectors are made anew from the rows.
  await until(async () => (await client("GET", "/viral-library/search?q=cooking")).body.total > 0);

  // Beside this server: a backup works, a restore is refused, and the demo is left to it.
  expect((await vireo(["backup", at("three.tar")], last)).code).toBe(0);
  const refused = await vireo(["restore", at("three.tar"), "--replace"], last);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("running server")]);
  expect((await vireo(["demo", "--json"], last)).json()).toEqual({ imported: 0, updated: 301, searchable: false });
  expect((await vireo(["reindex", "--json"], last)).json()).toEqual({ videos: 301 });
  await app.stop();
});

test("a restore over data, or beside a server, is refused and changes nothing", async () => {
  const env = { DATA_DIR: at("postgres"), DATABASE_URL: database.url };
  const before = await sums(database.db);
  const over = await vireo(["restore", at("two.tar")], env);
  expect([over.code, over.err]).toEqual([1, expect.stringContaining("--replace")]);
  const app = await startApp({}, undefined, { ...env, VIREO_SECRET_KEY: "" });
  const beside = await vireo(["restore", at("two.tar"), "--replace"], env);
  expect([beside.code, beside.err]).toEqual([1, expect.stringContaining("running server")]);
  await app.stop();
  expect((await sums(database.db)).accounts).toBe(before.accounts!);
  expect((await vireo(["restore", at("two.tar"), "--replace"], env)).code).toBe(0);
});

test("a backup does not overwrite a file, and leaves nothing where it fails", async () => {
  const env = { DATA_DIR: at("postgres"), DATABASE_URL: database.url };
  expect((await vireo(["backup", at("one.tar")], env)).err).toContain("already exists");
  const failed = await vireo(["backup", at("nowhere", "x.tar"), "--json"], env);
  expect([failed.code, JSON.parse(failed.err).error]).toEqual([1, expect.stringContaining("nowhere")]);
  expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("an export holds what one account owns, and no secrets", async () => {
  const { db } = database;
  const env = { DATA_DIR: at("postgres"), DATABASE_URL: database.url };
  const [mine, theirs] = await Promise.all(
    ["Mine", "Theirs"].map(async (name) => {
      const { accountId } = (await vireo(["accounts", "create", name, "--json"], env)).json();
      await vireo(["keys", "create", `key of ${name}`, "--account", accountId], env);
      const webhook = newUuid();
      await db
        .insertInto("webhooks")
        .values({
          ...{ id: webhook, account_id: accountId, url: `https://${name.toLowerCase()}.example.com`, events: ["*"] },
          ...{ description: null, api_version: "2026-03-06", disabled_reason: null, secret: "whsec_very" },
          ...{ old_secrets: [] as never, failing_since: null },
        })
        .execute();
      await db
        .insertInto("webhook_deliveries")
        .values({ id: newUuid(), webhook_id: webhook, type: "video.completed", body: `{"of":"${name}"}` } as never)
        .execute();
      return accountId as string;
    }),
  );
  const path = at("mine.tar");
  const done = (await vireo(["export", path, "--account", mine!, "--json"], env)).json();
  expect(done.rows).toMatchObject({ accounts: 1, api_keys: 1, webhooks: 1, webhook_deliveries: 1 });
  await mkdir(at("mine"));
  expect(await Bun.spawn(["tar", "xf", path, "-C", at("mine")]).exited).toBe(0);
  const sum = Bun.spawn(["sha256sum", "--check", "--quiet", "checksums/000001.sha256"], { cwd: at("mine") });
  expect(await sum.exited).toBe(0);
  const files = (await readdir(at("mine"))).filter((name) => name.endsWith(".jsonl"));
  const all = (await Promise.all(files.map((name) => Bun.file(at("mine", name)).text()))).join("");
  for (const line of all.trim().split("\n")) expect(() => JSON.parse(line)).not.toThrow();
  expect(all).toContain("key of Mine");
  expect(all).toContain('{\\"of\\":\\"Mine\\"}');
  for (const other of ["Theirs", theirs!, "whsec_very", '"hash"']) expect(all).not.toContain(other);
});

test("a database with the data of a plug-in that is not loaded is not replaced", async () => {
  const env = { DATA_DIR: at("postgres"), DATABASE_URL: database.url };
  await database.sql`insert into vireo_migrations (module, name) values ('absent', '001_things')`;
  const refused = await vireo(["restore", at("two.tar"), "--replace"], env);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('plug-in "absent"')]);
  await database.sql`delete from vireo_migrations where module = 'absent'`;
});
