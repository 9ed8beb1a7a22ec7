/** The commands of the program, as people and scripts use them: processes beside a running server. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectMigrations } from "#core/database/migrations";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { startApp, type TestApp } from "#test/app";
import { freshDatabase, type TestDatabase } from "#test/database";
import packageJson from "../../package.json" with { type: "json" };

const main = new URL("../../cli/main.ts", import.meta.url).pathname;
let app: TestApp;
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await freshDatabase(collectMigrations([...modules, ...plugins]));
  app = await startApp({}, undefined, { DATABASE_URL: database.url });
  folder = await mkdtemp(join(tmpdir(), "vireo-cli-"));
});
afterAll(async () => {
  await app.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function vireo(words: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, main, ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, LOG_SLOW_QUERY_MS: "0", DATA_DIR: folder, DATABASE_URL: database.url, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { out, err, code, json: () => JSON.parse(out) };
}

describe("help", () => {
  test("names every command, one line each", async () => {
    const { out, code } = await vireo(["help"]);
    expect(code).toBe(0);
    for (const name of ["serve", "migrate", "doctor", "keys create", "accounts list", "credits grant", "version"]) {
      expect(out).toMatch(new RegExp(`^  ${name} +\\S`, "m"));
    }
  });

  test("of a command shows its arguments, options and examples", async () => {
    for (const words of [
      ["help", "keys", "create"],
      ["keys", "create", "--help"],
    ]) {
      const { out, code } = await vireo(words);
      expect(code).toBe(0);
      expect(out).toContain("vireo keys create <name> [options]");
      expect(out).toContain("--scope <scope>");
      expect(out).toContain("Examples:");
    }
  });
});

test.each(["version", "--version", "-V"])("%s prints the version", async (word) => {
  const { out, code } = await vireo([word]);
  expect([out, code]).toEqual([`${packageJson.version}\n`, 0]);
});

test.each([[["keys"]], [["help", "keys"]], [["keys", "--help"]]])(
  "%j lists the commands of the group",
  async (words) => {
    const { out, code } = await vireo(words);
    expect(code).toBe(0);
    for (const name of ["keys create", "keys list", "keys revoke"]) expect(out).toContain(`vireo ${name}`);
    expect(out).not.toContain("vireo backup");
  },
);

test.each([
  [["keys", "list"], "The output could not be written. The disk is full.\n"],
  [["backup", "-"], "The disk is full.\n"],
])("%j says in one line that its output cannot be written", async (words, message) => {
  const { exited, stderr } = Bun.spawn([process.execPath, main, ...words], {
    // On a slow machine, warnings of slow queries would be among the lines.
    env: { PATH: process.env.PATH, DATA_DIR: folder, DATABASE_URL: database.url, LOG_SLOW_QUERY_MS: "0" },
    stdout: Bun.file("/dev/full"),
    stderr: "pipe",
  });
  const lines = (await new Response(stderr).text()).split(/(?<=\n)/).filter((line) => !/^(Tables|Media)/.test(line));
  expect([await exited, ...lines]).toEqual([1, message]);
});

test("a missing file is named in words", async () => {
  const { err, code } = await vireo(["restore", "nowhere.tar", "--check"]);
  expect([code, err]).toEqual([
    1,
    "nowhere.tar does not exist. To restore from a backup directory or bucket, set BACKUP_TO.\n",
  ]);
});

test("a key needs a name, and keys of all accounts can be listed", async () => {
  expect((await vireo(["keys", "create", " "])).err).toContain("The key needs a name");
  const { accountId } = (await vireo(["accounts", "create", "Other", "--json"])).json();
  const { keyId } = (await vireo(["keys", "create", "theirs", "--account", accountId, "--json"])).json();
  const list = async (...flags: string[]) => (await vireo(["keys", "list", "--json", ...flags])).json();
  expect(await list("--all")).toContainEqual(expect.objectContaining({ keyId, accountId }));
  expect(await list()).not.toContainEqual(expect.objectContaining({ keyId }));
});

describe("what is not understood ends with 2 and says what would be right", () => {
  test.each([
    [["fly"], 'Unknown command "fly"'],
    [["key", "creat", "ci"], 'Did you mean "vireo keys create"?'],
    [["srve"], 'Did you mean "vireo serve"?'],
    [["keys", "destroy"], 'Available: "vireo keys create"'],
    [["help", "bakcup"], 'Did you mean "vireo backup"?'],
    [["keys", "create"], "requires <name>"],
    [["keys", "create", "a", "b"], 'unexpected argument: "b"'],
    [["keys", "create", "a", "--expires-in", "soon"], "--expires-in must be a whole number"],
    [["keys", "list", "--colour"], "--colour"],
  ])("%j", async (words, message) => {
    const { out, err, code } = await vireo(words);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
  });
});

test("a failure ends with 1, and as JSON where that was asked for", async () => {
  const { out, err, code } = await vireo(["keys", "revoke", "nothing", "--json"]);
  expect([code, out]).toEqual([1, ""]);
  expect(JSON.parse(err).error).toContain("Key nothing not found");
});

test("migrate brings a new database up to date, and then has nothing to do", async () => {
  const empty = await freshDatabase();
  const env = { DATABASE_URL: empty.url };
  expect((await vireo(["migrate", "--json"], env)).json().applied).toContain("core/001_accounts");
  expect((await vireo(["migrate"], env)).out).toContain("up to date");
  expect((await vireo(["keys", "list"], env)).err).toContain("There are no accounts yet");
  await empty.drop();
});

test("a key made beside a running server works at once, and no longer once it is revoked", async () => {
  const made = (await vireo(["keys", "create", "ci", "--scope", "credits:read", "--json"])).json();
  expect(made).toMatchObject({ name: "ci", scopes: ["credits:read"] });
  const client = app.as(made.key);
  expect((await client("GET", "/credits")).status).toBe(200);
  expect((await client("GET", "/videos")).status).toBe(403);
  expect((await vireo(["keys", "list"])).out).toContain(made.keyId);
  expect((await vireo(["keys", "revoke", made.keyId])).code).toBe(0);
  expect((await client("GET", "/credits")).status).toBe(401);
});

test("a key without scopes may do all but administer", async () => {
  const { json } = await vireo(["keys", "create", "plain", "--json"]);
  expect(json().scopes).not.toContain("admin");
  expect((await app.as(json().key)("GET", "/accounts")).status).toBe(403);
});

test("an account is made, listed and given credits", async () => {
  const { accountId } = (await vireo(["accounts", "create", "Acme", "--credits", "7", "--json"])).json();
  const granted = await vireo(["credits", "grant", accountId, "5", "--note", "Invoice 12", "--json"]);
  expect(granted.json()).toEqual({ accountId, amount: 5, balance: 12 });
  const listed = (await vireo(["accounts", "list", "--json"])).json();
  expect(listed).toContainEqual(expect.objectContaining({ accountId, name: "Acme", balance: 12 }));
  expect((await vireo(["credits", "grant", accountId, "-5"])).code).toBe(2);
  expect((await vireo(["credits", "grant", accountId, "1.5"])).code).toBe(1);
});

test("people setup prints a link that makes the first administrator, once", async () => {
  const { out, code } = await vireo(["people", "setup"]);
  expect(code).toBe(0);
  const token = new URL(out.trim()).searchParams.get("token");
  const person = { token, email: "ann@example.com", password: "long enough", name: "Ann" };
  const made = await app.as(undefined)("POST", "/auth/setup", person, { "x-vireo-dashboard": "1" });
  expect(made.status).toBe(201);
  expect(await vireo(["people", "setup"])).toMatchObject({ code: 1, err: "An administrator already exists.\n" });
});

describe("doctor", () => {
  test("tells of every part, and ends with 0 when all works", async () => {
    const { out, code } = await vireo(["doctor"]);
    expect(code).toBe(0);
    for (const name of ["database", "storage", "disk", "public address", "image:local"]) expect(out).toContain(name);
  });

  test("ends with 1 when the configuration names an engine that is not there, and says what to do", async () => {
    await Bun.write(join(folder, "vireo.config.ts"), 'export default { providers: { video: "nobody" } };');
    const { json, code } = await vireo(["doctor", "--json"]);
    await rm(join(folder, "vireo.config.ts"));
    expect(code).toBe(1);
    const found = json().checks.find(({ name }: { name: string }) => name === "video:nobody");
    expect(found).toMatchObject({ state: "failed", advice: expect.stringContaining("providers") });
  });

  test("is there for administrators at GET /ready?verbose=1, and for nobody else", async () => {
    const { body } = await app.api("GET", "/ready?verbose=1");
    expect(body.findings.map(({ name }: { name: string }) => name)).toContain("database");
    expect((await app.as(undefined)("GET", "/ready?verbose=1")).status).toBe(401);
    const { api } = await app.account();
    expect((await api("GET", "/ready?verbose=1")).status).toBe(403);
    expect((await api("GET", "/ready")).body.findings).toBeUndefined();
  });
});
