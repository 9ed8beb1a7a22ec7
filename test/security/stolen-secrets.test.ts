/** An attacker has a copy of the database or of a backup, but not the server's key. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { openArchive } from "#cli/backup/archive";
import { boot } from "#core/boot/boot";
import { type Context, defineModule } from "#core/module";
import { hasClearSecrets } from "#core/secrets/columns";
import { connect } from "#db/connect";
import { startEmbedded } from "#db/embedded";
import { modules } from "#modules/index";
import { ADMIN, SECRET_KEY, startApp, type TestApp } from "#test/app";
import { lines } from "#test/cli/backup-parts";
import { freshDatabase, type TestDatabase } from "#test/database";

const main = new URL("../../cli/main.ts", import.meta.url).pathname;
const folder = await mkdtemp(join(tmpdir(), "vireo-secrets-"));
const at = (...names: string[]) => join(folder, ...names);
afterAll(() => rm(folder, { recursive: true, force: true }));

let secrets: Context["secrets"];
const vendor = defineModule({
  name: "vendor",
  migrations: {
    "001_tokens": {
      up: async (db) => {
        await sql`create table vendor_tokens (id int primary key, account_id uuid, token text)`.execute(db);
      },
    },
  },
  secrets: [{ table: "vendor_tokens", column: "token", purpose: "oauth", lost: "Connect the accounts again." }],
  start(context) {
    secrets = context.secrets;
    return {};
  },
});
const all = [...modules, vendor];

/** Every value of every table, as text. */
async function dump({ db }: Pick<TestDatabase, "db">): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  const texts = await Promise.all(
    rows.map(({ name }) => sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(db)),
  );
  return texts.flatMap((table) => table.rows.map(({ text }) => text)).join("\n");
}

describe("in the database", () => {
  let app: TestApp;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await freshDatabase([...lines, { module: "vendor", migrations: vendor.migrations! }]);
    app = await startApp({}, all, { DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await app.stop();
    await database.drop();
  });

  test("the secrets of webhooks and sessions are encrypted, and of those that were replaced, too", async () => {
    const made = await app.api("POST", "/webhooks", { url: "https://example.com/h", events: ["*"] });
    const rotated = await app.api("POST", `/webhooks/${made.body.webhookId}/rotate-secret`);
    const text = await dump(database);
    for (const { body } of [made, rotated]) {
      expect(body.secret).toStartWith("whsec_");
      expect(text).not.toContain(body.secret);
    }
    expect(text.match(/sealed\.1\./g)!.length).toBe(3);
    expect(await hasClearSecrets(app.vireo.db, app.vireo.tools.vault.columns)).toBe(false);
  });

  test("what earlier versions stored in clear text is encrypted at the next start, and goes on working", async () => {
    const { api } = app;
    const { body } = await api("POST", "/webhooks", { url: "https://example.com/old", events: ["*"] });
    const old = { secret: "whsec_b2xk", until: Date.now() + 60_000 };
    const where = sql`url = 'https://example.com/old'`;
    await sql`update webhooks set secret = 'whsec_Y2xlYXI=', old_secrets = ${[old]}::jsonb where ${where}`.execute(
      app.vireo.db,
    );
    await sql`update people_secret set value = 'clear'`.execute(app.vireo.db);
    const again = await startApp({}, all, { DATABASE_URL: database.url });
    const text = await dump(database);
    for (const clear of ["whsec_Y2xlYXI=", "whsec_b2xk", "(clear)"]) expect(text).not.toContain(clear);
    const { rows } = await sql<{ secret: string; old_secrets: { secret: string }[]; account_id: string }>`
      select * from webhooks where ${where}`.execute(app.vireo.db);
    const webhooks = again.vireo.tools.vault.of("webhooks");
    const { secret, old_secrets, account_id } = rows[0]!;
    expect(webhooks.open(secret, "signing", account_id)).toBe("whsec_Y2xlYXI=");
    expect(webhooks.open(old_secrets[0]!.secret, "signing", account_id)).toBe(old.secret);
    expect((await again.api("POST", `/webhooks/${body.webhookId}/rotate-secret`)).status).toBe(200);
    await again.stop();
  });

  test("a sealed secret opens for its module, purpose and account only, and not if it was changed", () => {
    const account = crypto.randomUUID();
    const sealed = secrets.seal("token-1", "oauth", account);
    expect(sealed).not.toContain("token-1");
    expect(secrets.seal("token-1", "oauth", account)).not.toBe(sealed);
    expect(secrets.open(sealed, "oauth", account)).toBe("token-1");
    const refused = "was modified, or belongs to another column";
    expect(() => secrets.open(sealed, "oauth", crypto.randomUUID())).toThrow(refused);
    expect(() => secrets.open(sealed, "oauth")).toThrow(refused);
    const changed = sealed.replace(/.$/, (last) => (last === "A" ? "Q" : "A"));
    expect(() => secrets.open(changed, "oauth", account)).toThrow(refused);
    expect(() => app.vireo.tools.vault.of("webhooks").open(sealed, "signing", account)).toThrow(refused);
    expect(() => secrets.seal("token-1", "undeclared")).toThrow('purpose "undeclared"');
  });

  test("a server with another key does not start, and says where the right one belongs", async () => {
    const env = {
      DATA_DIR: at("other"),
      DATABASE_URL: database.url,
      VIREO_ADMIN_KEY: ADMIN,
      VIREO_SECRET_KEY: Buffer.alloc(32, "other").toString("base64"),
      LOG_LEVEL: "silent",
    };
    const start = boot({ modules: all, env });
    await expect(start).rejects.toThrow(/encrypted with the key [0-9a-f]{12}.*VIREO_SECRET_KEY.*secret\.key/);
    const both = await boot({
      modules: all,
      env: { ...env, VIREO_SECRET_KEY: `${env.VIREO_SECRET_KEY},${SECRET_KEY}` },
    });
    await both.stop();
  });

  test("servers that share a database and a bucket need a key that lasts", async () => {
    const fresh = await freshDatabase([...lines, { module: "vendor", migrations: vendor.migrations! }]);
    const env = { DATA_DIR: at("shared"), DATABASE_URL: fresh.url, S3_BUCKET: "b", LOG_LEVEL: "silent" };
    const s3 = { S3_ENDPOINT: "http://127.0.0.1:9", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "b" };
    await expect(boot({ modules: all, env: { ...env, ...s3 } })).rejects.toThrow("VIREO_SECRET_KEY is not set");
    await fresh.drop();
  });
});

describe("of a server with a key file", () => {
  async function vireo(words: string[], env: Record<string, string>) {
    const child = Bun.spawn([process.execPath, main, ...words], {
      env: { PATH: process.env.PATH, LOG_SLOW_QUERY_MS: "0", LOG_LEVEL: "warn", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    return { code: await child.exited, out, err };
  }

  /** Works on the database of a data directory. */
  async function open<T>(name: string, work: (database: Pick<TestDatabase, "db">) => Promise<T>): Promise<T> {
    const embedded = await startEmbedded({ directory: at(name, "postgres") });
    const pool = connect(embedded.connection);
    try {
      return await work(pool);
    } finally {
      await pool.close();
      await embedded.stop();
    }
  }
  const readSession = (name: string) =>
    open(
      name,
      async ({ db }) => (await sql<{ value: string }>`select value from people_secret`.execute(db)).rows[0]!.value,
    );
  const readKey = (name: string) => readFile(at(name, "secret.key"), "utf8");

  const data = { DATA_DIR: at("data") };
  const passphrase = { VIREO_BACKUP_PASSPHRASE: "correct horse battery" };
  beforeAll(async () => {
    await (await startApp({}, modules, { ...data, DATABASE_URL: "", VIREO_SECRET_KEY: "" })).stop();
    await open("data", ({ db }) =>
      sql`insert into accounts (id, name) values (gen_random_uuid(), 'A');
        insert into webhooks (id, account_id, url, events, api_version, secret)
          select gen_random_uuid(), id, 'https://example.com', '{*}', '2026-03-06', 'whsec_Y2xlYXI=' from accounts`.execute(
        db,
      ),
    );
    expect(await vireo(["backup", at("plain.tar")], data)).toMatchObject({ code: 0 });
    expect(await vireo(["backup", at("full.tar"), "--with-secrets"], { ...data, ...passphrase })).toMatchObject({
      code: 0,
    });
  });

  test("the file is readable by its user only, and no copy of the old values is left in the tables", async () => {
    expect((await stat(at("data", "secret.key"))).mode & 0o777).toBe(0o600);
    const base = at("data", "postgres", "cluster", "base");
    for (const name of await readdir(base, { recursive: true })) {
      if ((await stat(join(base, name))).isFile()) {
        expect([name, (await readFile(join(base, name))).includes("whsec_Y2xlYXI=")]).toEqual([name, false]);
      }
    }
  });

  test("a backup holds neither a secret nor the key in clear text", async () => {
    const key = (await readKey("data")).trim().split("\n").at(-1)!;
    for (const file of ["plain.tar", "full.tar"]) {
      const archive = await openArchive(at(file));
      for await (const entry of archive.entries()) {
        const bytes = await entry.bytes();
        const text = Buffer.from(entry.name.endsWith(".zst") ? Bun.zstdDecompressSync(bytes) : bytes).toString();
        expect(text).not.toContain("whsec_");
        expect(text).not.toContain(key);
      }
      await archive.close();
    }
  });

  test("without the key, a restore says which one is missing and what is lost without it; nothing is changed", async () => {
    const { code, err } = await vireo(["restore", at("plain.tar")], { DATA_DIR: at("none") });
    expect(code).toBe(1);
    expect(err).toContain(`copy its file to ${at("none", "secret.key")}`);
    expect(err).toContain("--without-secrets");
    expect(err).toContain("Webhooks have new signing secrets.");
    const forced = await vireo(["restore", at("plain.tar"), "--without-secrets"], { DATA_DIR: at("none") });
    expect(forced.code).toBe(0);
    expect(forced.out).toContain("Everyone must sign in to the dashboard again.");
    expect(await readKey("none")).not.toBe(await readKey("data"));
  });

  test("with the key file or the passphrase, everything is back", async () => {
    await mkdir(at("file"));
    await copyFile(at("data", "secret.key"), at("file", "secret.key"));
    expect(await vireo(["restore", at("plain.tar")], { DATA_DIR: at("file") })).toMatchObject({ code: 0 });
    expect(await readSession("file")).toBe(await readSession("data"));

    const env = { DATA_DIR: at("full") };
    expect(await vireo(["restore", at("full.tar")], env)).toMatchObject({ code: 1 });
    const wrong = await vireo(["restore", at("full.tar")], { ...env, VIREO_BACKUP_PASSPHRASE: "another one" });
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("The passphrase is wrong")]);
    expect(await vireo(["restore", at("full.tar")], { ...env, ...passphrase })).toMatchObject({ code: 0 });
    expect(await readKey("full")).toBe(await readKey("data"));
  });

  test("a new key takes the place of a stolen one, and a lost one can be replaced", async () => {
    const before = await readSession("data");
    const key = await readKey("data");
    expect(await vireo(["secrets", "rotate"], data)).toMatchObject({ code: 0 });
    expect(await readKey("data")).not.toBe(key);
    expect((await readSession("data")).split(".")[2]).not.toBe(before.split(".")[2]);

    await rm(at("data", "secret.key"));
    expect((await vireo(["serve"], { ...data, PORT: "0" })).err).toContain("vireo secrets reset");
    expect((await vireo(["secrets", "reset"], data)).err).toContain("--yes");
    expect((await vireo(["secrets", "reset", "--yes"], data)).out).toContain("Webhooks have new signing secrets.");
    expect((await vireo(["secrets", "reset", "--yes"], data)).err).toContain("nothing to reset");
  });
});
