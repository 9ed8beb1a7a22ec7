/** Backups that the server makes by itself: in a bucket, encrypted, read back, and restored from there. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { S3Client } from "bun";
import { sql } from "kysely";
import { openTarget } from "#cli/backup/open-target";
import { runBackup, verifyBackup } from "#cli/backup/run";
import { chooseExpired, findBackup, listBackups, pruneBackups } from "#cli/backup/store";
import { connect } from "#db/connect";
import { TestClock } from "#sdk/testing/clock";
import { SECRET_KEY, startApp, type TestApp } from "#test/app";
import { lines } from "#test/cli/backup-parts";
import { freshDatabase, setDatabaseClock, type TestDatabase } from "#test/database";
import { type Bucket, startBucket } from "#test/replicas/bucket";

const main = new URL("../../cli/main.ts", import.meta.url).pathname;
const DAY_MS = 86_400_000;
const prefix = `backups-${crypto.randomUUID()}`;
/** It is noon at first, so that no advance by hours meets the time of a scheduled backup. */
const clock = new TestClock(new Date(new Date().setHours(36, 0, 0, 0)));
let folder: string;
let bucket: Bucket;
let source: TestDatabase;
let app: TestApp;
let env: Record<string, string>;
let identity: string;
let recipient: string;
let client: S3Client;

async function vireo(words: string[], more: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, main, ...words, "--json"], {
    ...{ cwd: folder, env: { PATH: process.env.PATH, ...env, ...more }, stdout: "pipe", stderr: "pipe" },
  });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { out: out ? JSON.parse(out) : undefined, err, code };
}
const readRuns = () => app.vireo.db.selectFrom("backup_runs").selectAll().orderBy("id").execute();
const readEvents = async (type: string) =>
  (await app.vireo.db.selectFrom("events").select("data").where("type", "=", type).orderBy("id").execute()).map(
    ({ data }) => data as Record<string, unknown>,
  );
async function readMetric(name: string): Promise<number | undefined> {
  const { body } = await app.api("GET", "http://localhost/metrics");
  const line = String(body)
    .split("\n")
    .find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(" ")[1]);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-scheduled-"));
  bucket = await startBucket();
  source = await freshDatabase(lines);
  env = {
    ...{ DATABASE_URL: source.url, DATA_DIR: join(folder, "source"), VIREO_SECRET_KEY: SECRET_KEY },
    // On a slow machine, warnings of slow queries would be among the errors.
    LOG_SLOW_QUERY_MS: "0",
  };
  ({ key: identity, publicKey: recipient } = (await vireo(["backup", "key"])).out);
  const s3 = bucket.env;
  env = {
    ...env,
    ...{ BACKUP_TO: `s3://${s3.S3_BUCKET}/${prefix}`, BACKUP_S3_ENDPOINT: s3.S3_ENDPOINT!, VIREO_BACKUP_KEY: identity },
    ...{ BACKUP_S3_REGION: s3.S3_REGION!, BACKUP_KEEP_DAILY: "2", BACKUP_KEEP_WEEKLY: "0", BACKUP_KEEP_MONTHLY: "0" },
    ...{ BACKUP_S3_ACCESS_KEY_ID: s3.S3_ACCESS_KEY_ID!, BACKUP_S3_SECRET_ACCESS_KEY: s3.S3_SECRET_ACCESS_KEY! },
  };
  client = new S3Client({
    ...{ endpoint: s3.S3_ENDPOINT!, bucket: s3.S3_BUCKET!, region: s3.S3_REGION! },
    ...{ accessKeyId: s3.S3_ACCESS_KEY_ID!, secretAccessKey: s3.S3_SECRET_ACCESS_KEY! },
  });
  clock.onAdvance((aheadMs) => setDatabaseClock(source, aheadMs));
  await clock.advance(0);
  app = await startApp({}, undefined, env, clock);
  const { body } = await app.api("POST", "/images/generate", { prompt: "A quiet lake" });
  await app.ended(`/images/${body.imageId}`);
  await app.api("POST", "/webhooks", { url: "https://example.com/hook", events: ["*"] });
});
afterAll(async () => {
  await app.stop();
  await source.drop();
  await bucket.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("a server with BACKUP_TO", () => {
  test("makes the first backup at once and one a day from then on, and says so", async () => {
    expect(await readMetric("vireo_backup_last_success_timestamp_seconds")).toBe(0);
    await clock.advance(60_000);
    await clock.advance(60_000);
    const [first, ...others] = await readRuns();
    expect([first!.error, others]).toEqual([null, []]);
    const { out } = await vireo(["backup", "list"]);
    // The image and its thumbnail.
    expect(out).toMatchObject([
      { name: first!.name, bytes: Number(first!.bytes), mediaFiles: 2, verified: "content", recipient },
    ]);
    expect(await readEvents("backup.completed")).toMatchObject([
      { name: first!.name, mediaFiles: 2, verified: "content" },
    ]);
    expect(await readMetric("vireo_backup_last_success_timestamp_seconds")).toBeCloseTo(
      first!.started_at.getTime() / 1000,
      0,
    );
    expect(await readMetric("vireo_backup_failed")).toBe(0);
    expect(await readMetric("vireo_disk_free_bytes")).toBeGreaterThan(0);
    await clock.advance(DAY_MS);
    expect(await readRuns()).toHaveLength(2);
  });

  test("restores from the bucket with the key of the backups alone, secrets included", async () => {
    const empty = await freshDatabase(lines);
    const there = { DATABASE_URL: empty.url, DATA_DIR: join(folder, "restored"), VIREO_SECRET_KEY: "" };
    const wrong = (await vireo(["backup", "key"])).out.key;
    expect((await vireo(["restore", "latest"], { ...there, VIREO_BACKUP_KEY: wrong })).err).toContain(
      "a different key",
    );
    expect((await vireo(["restore", "latest"], { ...there, VIREO_BACKUP_KEY: recipient })).err).toContain(
      "is encrypted",
    );
    const restored = await vireo(["restore", "latest"], there);
    expect([restored.err, restored.code]).toEqual(["", 0]);
    // A new machine has no key to check the signature with, and none from the backup counts.
    expect(restored.out).toMatchObject({ media: 2, advice: [], origin: "unknown" });
    expect((await vireo(["restore", "latest", "--check"])).out).toMatchObject({ origin: "verified" });
    const copy = connect(empty.url);
    const count = async (db: typeof copy.db) =>
      (
        await sql<{
          n: number;
        }>`select count(*)::int as n from generations g join webhooks w on w.account_id = g.account_id`.execute(db)
      ).rows;
    expect(await count(copy.db)).toEqual(await count(app.vireo.db));
    await copy.close();
    const again = await startApp({}, undefined, { ...env, ...there, BACKUP_TO: "" });
    const { body } = await again.api("GET", "/webhooks");
    const { status } = await again.api("POST", `/webhooks/${body.webhooks[0].webhookId}/test`);
    expect(status).toBeLessThan(500);
    await again.stop();
    await empty.drop();
  });

  test("keeps what retention says, and never counts what is damaged or incomplete", async () => {
    const { config, tools } = app.vireo;
    const target = await openTarget(config);
    const names = async () => (await listBackups(target)).backups.map(({ name }) => name);
    const verify = async (wanted: string, key = identity) => {
      const settings = { config: { ...config, backup: { ...config.backup, key } }, modules: tools.modules };
      const none = { throttle: async () => {}, progress() {} };
      return verifyBackup(settings, target, await findBackup(target, wanted), none);
    };
    const [newest = "", older = ""] = await names();
    const path = (name: string, ending = ".tar.age") => client.file(`${prefix}/${name}${ending}`);
    const bytes = await path(newest).bytes();
    bytes[bytes.length - 100]! ^= 1;
    await path(newest).write(bytes);
    expect(verify("latest")).rejects.toThrow("damaged");
    expect(verify("latest", recipient)).rejects.toThrow("was changed");
    expect(await verify(older)).toBe("content");
    // As an upload that was cut off looks like: the facts name another size, or are missing.
    await path(newest).write(bytes.slice(0, 1000));
    expect(await names()).toEqual([older]);
    // A file of somebody else under the name of the facts does not stop the retention.
    await path(newest, ".json").write(JSON.stringify({ bytes: 1000 }));
    expect(await names()).toEqual([older]);
    expect(await pruneBackups(target, config.backup.keep, new Date())).toEqual([]);
    await path(newest, ".json").delete();
    expect((await findBackup(target, "latest")).name).toBe(older);
    expect(findBackup(target, newest)).rejects.toThrow("neither a file nor a backup");
    expect(await pruneBackups(target, { daily: 0, weekly: 0, monthly: 0 }, new Date())).toEqual([]);
    expect(await names()).toEqual([older]);
    expect(await path(newest).exists()).toBe(true);
    await pruneBackups(target, config.backup.keep, new Date(clock.now() + 3 * DAY_MS));
    expect(await path(newest).exists()).toBe(false);
  });

  test("reports a failed backup once, leaves nothing behind, and tries again an hour later", async () => {
    const objects = async () => (await client.list({ prefix: `${prefix}/` })).contents?.length;
    const before = { runs: (await readRuns()).length, objects: await objects() };
    bucket.away?.(true);
    if (!bucket.away) return;
    await clock.advance(DAY_MS);
    await clock.advance(60_000);
    bucket.away(false);
    const failed = (await readRuns()).slice(before.runs);
    expect(failed.map(({ name, error }) => [name, error])).toEqual([[null, expect.stringContaining("cannot be used")]]);
    expect(await readEvents("backup.failed")).toMatchObject([{ error: failed[0]!.error }]);
    expect(await readMetric("vireo_backup_failed")).toBe(1);
    expect(await objects()).toBe(before.objects);
    await clock.advance(2 * 3_600_000);
    expect((await readRuns()).slice(before.runs + 1)).toMatchObject([{ error: null }]);
    expect(await readMetric("vireo_backup_failed")).toBe(0);
  });

  test("a bucket that lets nothing be deleted gets one backup a day, and the fault is reported", async () => {
    if (!bucket.lock) return;
    const before = (await readRuns()).length;
    bucket.lock(true);
    const keep = { BACKUP_KEEP_DAILY: "1" };
    const { err, code } = await vireo(["backup", "run"], keep);
    bucket.lock(false);
    expect([code, err]).toEqual([1, expect.stringContaining("is complete, but")]);
    const [made, fault] = (await readRuns()).slice(before);
    expect([made!.error, made!.name]).toEqual([null, (await vireo(["backup", "list"])).out[0].name]);
    expect(fault!.error).toContain("Check its endpoint, name and key");
    await clock.advance(2 * 3_600_000);
    expect(await readRuns()).toHaveLength(before + 2);
    expect((await vireo(["backup", "prune"], keep)).out.removed).not.toEqual([]);
  });
});

test("a directory is written to only if it exists, and by one process at a time", async () => {
  const to = { BACKUP_TO: join(folder, "disk") };
  expect((await vireo(["backup", "run"], to)).err).toContain("does not exist");
  await mkdir(to.BACKUP_TO);
  await writeFile(join(to.BACKUP_TO, "notes.txt"), "mine");
  const both = await Promise.all([vireo(["backup", "run"], to), vireo(["backup", "run"], to)]);
  const errors = both.map(({ err }) => err).filter(Boolean);
  if (errors.length > 0) expect(errors).toEqual([expect.stringContaining("Another backup is running")]);
  const [made] = both.filter(({ code }) => code === 0);
  expect((await readdir(to.BACKUP_TO)).sort()).toEqual(
    expect.arrayContaining(["notes.txt", `${made!.out.name}.json`, `${made!.out.name}.tar.age`]),
  );
  const file = join(to.BACKUP_TO, `${made!.out.name}.tar.age`);
  expect((await vireo(["restore", file, "--check"], { VIREO_BACKUP_KEY: recipient })).err).toContain("is encrypted");
  // A disk that is full: the file may not grow beyond some kilobytes.
  const full = Bun.spawn(
    ["bash", "-c", `trap '' XFSZ; ulimit -f 4; exec "$@"`, "", process.execPath, main, "backup", "run"],
    {
      ...{ cwd: folder, env: { PATH: process.env.PATH, ...env, ...to }, stdout: "ignore", stderr: "ignore" },
    },
  );
  const names = await readdir(to.BACKUP_TO);
  expect(await full.exited).not.toBe(0);
  expect(await readdir(to.BACKUP_TO)).toEqual(names);
});

test("a backup to a bucket that hangs ends, and is reported", async () => {
  const hanging = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: () => new Promise<Response>(() => {}),
  });
  const { config, db, log, tools } = app.vireo;
  const backup = { ...config.backup, s3: { ...config.backup.s3, endpoint: hanging.url.origin } };
  const workspace = { ...tools, db, log, config: { ...config, backup } };
  const options = { throttle: async () => {}, progress: () => {}, signal: new AbortController().signal, limitMs: 200 };
  await expect(runBackup(workspace, options)).rejects.toThrow("took longer than");
  expect((await readRuns()).at(-1)).toMatchObject({ name: null, error: expect.stringContaining("took longer than") });
  await hanging.stop(true);
});

test("mistakes in the settings are reported before anything starts", async () => {
  const { code, err } = await vireo(["config", "check"], { VIREO_BACKUP_KEY: "", BACKUP_SCHEDULE: "daily" });
  expect(code).toBe(1);
  expect(err).toContain("VIREO_BACKUP_KEY");
  expect(err).toContain("BACKUP_SCHEDULE");
});

describe("retention", () => {
  const at = (day: number, hour = 3) => ({ takenAt: Date.UTC(2026, 0, 1, hour) + day * DAY_MS });
  const keep = { daily: 7, weekly: 4, monthly: 12 };
  test("keeps the newest backup of each of the last days, weeks and months", () => {
    let backups: { takenAt: number }[] = [];
    for (let day = 0; day < 500; day++) {
      backups.push(at(day, 3), at(day, 15));
      const expired = new Set(chooseExpired(backups, keep));
      backups = backups.filter((one) => !expired.has(one));
    }
    const days = backups.map(({ takenAt }) => new Date(takenAt).toISOString().slice(0, 10));
    expect(days.slice(-7)).toEqual([
      "2027-05-09",
      "2027-05-10",
      "2027-05-11",
      "2027-05-12",
      "2027-05-13",
      "2027-05-14",
      "2027-05-15",
    ]);
    expect(days.length).toBeLessThanOrEqual(23);
    expect(new Set(days.map((day) => day.slice(0, 7))).size).toBe(12);
  });

  test("never deletes the latest, however old it is and whatever is kept", () => {
    expect(chooseExpired([at(0), at(1)], { daily: 0, weekly: 0, monthly: 0 })).toEqual([at(0)]);
    expect(chooseExpired([at(0)], keep)).toEqual([]);
    expect(chooseExpired([], keep)).toEqual([]);
  });
});
