/** What a suspended account can still do, what goes on without it, and what is left of a deleted one. */
import { afterAll, beforeAll, expect, mock, test } from "bun:test";
import { sql } from "kysely";
import { purgeAccounts } from "#core/access/purge";
import { type Context, defineModule } from "#core/module";
import type { Storage } from "#core/storage/storage";
import { type AccountDeletion, commands } from "#modules/accounts/deletion";
import { modules } from "#modules/index";
import { TestClock } from "#sdk/testing/clock";
import { startApp, type TestApp } from "#test/app";
import { fakeImages } from "#test/engines";
import { createBrowser, join, PASSWORD } from "#test/modules/people-client";
import { accountsBy, recorder, until as untilPosted, VIDEO } from "#test/modules/social-fake";
import { startReceiver } from "#test/modules/webhooks-receiver";
import { until } from "#test/until";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const clock = new TestClock();
const { module, record } = recorder();
let context: Context;
const probe = defineModule({
  name: "probe",
  start(own) {
    context = own as Context;
    return {};
  },
});
let receiver: ReturnType<typeof startReceiver>;
let app: TestApp;
beforeAll(async () => {
  receiver = startReceiver();
  app = await startApp(
    { allowHosts: ["127.0.0.1"] },
    [...modules, module, fakeImages({}), probe],
    { ACCOUNT_GRACE_DAYS: "12" },
    clock,
  );
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

const suspend = (accountId: string) => app.api("POST", `/accounts/${accountId}/suspend`);
const resume = (accountId: string) => app.api("POST", `/accounts/${accountId}/resume`);
const signal = new AbortController().signal;
const isServed = async (url: string) => (await app.as(undefined)("HEAD", url)).status === 200;

/** Every row of every table that contains the text, as `table: row`. */
async function findRows(text: string): Promise<string[]> {
  const tables = await sql<{ name: string }>`select c.relname as name from pg_class c
    where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(app.vireo.db);
  const found: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ line: string }>`select t::text as line from ${sql.table(name)} t
      where t::text like ${`%${text}%`}`.execute(app.vireo.db);
    found.push(...rows.map(({ line }) => `${name}: ${line}`));
  }
  return found;
}

test("a suspended account's keys, sessions, posts, jobs and webhooks wait, and go on when it is resumed", async () => {
  const { accountId, api } = await app.account(100);
  const { browser, email } = await join(app, { accountId });
  const { youtube } = await accountsBy(api);
  const fields = { videoUrl: VIDEO, accountIds: [youtube], mode: "schedule" };
  const { body: post } = await api("POST", "/social/posts", {
    ...fields,
    content: "held",
    scheduledFor: clock.now() + HOUR,
  });
  const { body: late } = await api("POST", "/social/posts", {
    ...fields,
    content: "late",
    scheduledFor: clock.now() + HOUR,
  });
  await api("POST", "/webhooks", { url: receiver.url(accountId), events: ["credits.low"] });

  const suspended = await suspend(accountId);
  expect(suspended.body).toMatchObject({ status: "suspended", suspendedAt: expect.any(Number) });
  expect((await suspend(accountId)).body).toEqual(suspended.body);
  for (const answer of [
    await api("GET", "/credits"),
    await api("POST", "/images/generate", { prompt: "x" }),
    await browser.call("GET", "/credits"),
    await browser.call("GET", "/auth/me"),
    await createBrowser(app).call("POST", "/auth/sign-in", { email, password: PASSWORD }),
  ]) {
    expect([answer.status, answer.body.type]).toEqual([403, expect.stringContaining("account_suspended")]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  // A wrong password says nothing about the account.
  const wrong = await createBrowser(app).call("POST", "/auth/sign-in", { email, password: "not the password" });
  expect([wrong.status, wrong.body.type]).toEqual([401, expect.stringContaining("sign_in_failed")]);

  // A job that waits, a charge and an event that come from within, such as from a plan that is produced.
  await app.vireo.db
    .transaction()
    .execute((trx) => context.events.emit(trx, accountId, "credits.low", { balance: 1, threshold: 50 }));
  const charge = app.vireo.db
    .transaction()
    .execute((trx) =>
      context.credits.charge(trx, { accountId, amount: 1, reason: "image", reference: crypto.randomUUID() }),
    );
  await expect(charge).rejects.toMatchObject({ kind: "account_suspended" });
  await sql`insert into generations (id, account_id, kind, status, engine, model, prompt, request, credits, slot)
    values (${accountId}, ${accountId}, 'image', 'pending', 'fake', 'fake-1', 'x', '{"prompt": "x"}', 0, 'image')`.execute(
    app.vireo.db,
  );
  await clock.advance(HOUR + 60_000);
  await clock.advance(60_000);
  expect([record.calls.length, receiver.at(accountId).length]).toEqual([0, 0]);
  const job = () =>
    app.vireo.db
      .selectFrom("generations")
      .select(["status", "attempts"])
      .where("id", "=", accountId)
      .executeTakeFirst();
  expect(await job()).toEqual({ status: "pending", attempts: 0 });

  expect((await resume(accountId)).body).toMatchObject({ status: "active" });
  await api("PATCH", `/social/posts/${late.postId}`, { scheduledFor: clock.now() + 5 * HOUR });
  await clock.advance(60_000);
  expect((await untilPosted(api, post.postId)).status).toBe("published");
  expect(record.calls.map(({ content }) => content)).toEqual(["held"]);
  await until(() => receiver.at(accountId)[0]);
  await until(async () => (await job())?.status === "completed");
  expect((await browser.call("GET", "/auth/me")).status).toBe(200);
  const { body: log } = await app.api("GET", `/audit-log?accountId=${accountId}&subject=${accountId}`);
  expect(log.entries.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(["account.resumed", "account.suspended"]),
  );
});

test("nobody suspends the owner account or their own, nor an account that does not exist", async () => {
  const { body: owner } = await app.api("GET", "/credits");
  const { body: all } = await app.api("GET", "/accounts?pageSize=100");
  const first = all.accounts.at(-1).accountId;
  expect(owner).toBeDefined();
  expect([(await suspend(first)).status, (await app.api("DELETE", `/accounts/${first}`)).status]).toEqual([409, 409]);
  const { accountId, api } = await app.account(0);
  const { body: key } = await app.api("POST", "/keys", { name: "admin", accountId, scopes: ["admin"] });
  expect((await app.as(key.key)("POST", `/accounts/${accountId}/suspend`)).status).toBe(409);
  expect((await app.as(key.key)("DELETE", `/accounts/${accountId}`)).status).toBe(409);
  expect((await suspend("nothing")).status).toBe(404);
  for (const [method, path] of [
    ["POST", "suspend"],
    ["POST", "resume"],
    ["DELETE", ""],
  ] as const)
    expect((await api(method, `/accounts/${accountId}/${path}`.replace(/\/$/, ""))).status).toBe(403);
});

test("a deleted account can be resumed for a while, and then nothing is left of it but the audit log", async () => {
  const { accountId, api } = await app.account(100);
  const other = await app.account(100);
  const { me, email } = await join(app, { accountId });
  const { body: image } = await api("POST", "/images/generate", { prompt: "mine" });
  const read = async (client = api, id = image.imageId) => (await client("GET", `/images/${id}`)).body;
  const { url: imageUrl } = await until(async () => {
    const body = await read();
    return body.status === "completed" && body;
  });
  const { body: kept } = await other.api("POST", "/images/generate", { prompt: "kept" });
  const { url: keptUrl } = await until(async () => {
    const body = await read(other.api, kept.imageId);
    return body.status === "completed" && body;
  });
  await app.api("PATCH", `/accounts/${accountId}`, { name: "Mrs Private" });

  const { status, body } = await app.api("DELETE", `/accounts/${accountId}`);
  expect([status, body.status]).toEqual([202, "deleting"]);
  expect(Math.abs(body.deleteAt - clock.now() - 12 * DAY)).toBeLessThan(HOUR);
  expect((await api("GET", "/credits")).status).toBe(403);
  expect((await resume(accountId)).body.status).toBe("active");
  expect((await read()).status).toBe("completed");

  await app.api("DELETE", `/accounts/${accountId}`);
  await clock.advance(60_000);
  expect(await isServed(imageUrl)).toBe(true);
  await sql`update accounts set delete_at = now() where id = ${accountId}`.execute(app.vireo.db);

  // The process dies before the first file is removed. The next run goes on.
  const storage = { claim: async () => true, remove: () => Promise.reject(new Error("killed")) } as unknown as Storage;
  const { db, audit, log } = context;
  await expect(purgeAccounts({ db, storage, audit, log, closers: [] }, signal)).rejects.toThrow("killed");
  expect([(await app.api("GET", `/accounts/${accountId}`)).status, await isServed(imageUrl)]).toEqual([404, true]);
  await clock.advance(60_000);
  expect([await isServed(imageUrl), await isServed(keptUrl)]).toEqual([false, true]);
  expect((await read(other.api, kept.imageId)).status).toBe("completed");
  expect((await api("GET", "/credits")).status).toBe(401);

  const left = (await Promise.all([accountId, email, me.personId, "Mrs Private"].map(findRows))).flat();
  expect(left.filter((row) => !row.startsWith("audit_log:"))).toEqual([]);
  for (const name of [email, "Mrs Private"]) expect(left.filter((row) => row.includes(name))).toEqual([]);
  const { body: entries } = await app.api("GET", `/audit-log?accountId=${accountId}`);
  expect(entries.entries[0]).toMatchObject({ action: "account.deleted", subject: { type: "account", id: accountId } });
});

test("once the data begins to be deleted, the account cannot be resumed", async () => {
  const { accountId } = await app.account(0);
  await app.api("DELETE", `/accounts/${accountId}`);
  await sql`update accounts set purge_began_at = now() where id = ${accountId}`.execute(app.vireo.db);
  expect((await resume(accountId)).status).toBe(409);
});

test("vireo accounts delete waits as long as the configuration says, or the option", async () => {
  const [command] = commands;
  const service = app.vireo.services.accounts as AccountDeletion;
  for (const [options, days] of [
    [{}, 12],
    [{ "grace-days": 3 }, 3],
  ] as const) {
    const { accountId } = await app.account(0);
    const out = { result: mock() };
    await command?.run({ arguments: { accountId }, options, out, service } as never);
    const [{ status, deleteAt }] = out.result.mock.calls[0] as [{ status: string; deleteAt: number }];
    expect(status).toBe("deleting");
    expect(Math.abs(deleteAt - clock.now() - days * DAY)).toBeLessThan(HOUR);
  }
});
