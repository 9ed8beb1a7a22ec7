/** Mail, through a real SMTP server on loopback. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { SMTPServer } from "smtp-server";
import { modules } from "#modules/index";
import { renderMail } from "#modules/mail/layout";
import { Smtp } from "#modules/mail/transport";
import { TestClock } from "#sdk/testing/clock";
import { startApp, type TestApp } from "#test/app";
import { until } from "#test/until";
import { createBrowser, join, PASSWORD, setupToken, tokenOf } from "./people-client";

interface Received {
  to: string[];
  subject: string;
  text: string;
  html: string;
  raw: string;
}

const decode = (part: string) =>
  /content-transfer-encoding: base64/i.test(part)
    ? Buffer.from(
        part
          .split(/\r?\n\r?\n/)
          .slice(1)
          .join(""),
        "base64",
      ).toString()
    : Buffer.from(
        part
          .split(/\r?\n\r?\n/)
          .slice(1)
          .join("\n\n")
          .replace(/=\r?\n/g, "")
          .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        "latin1",
      ).toString();

function parse(raw: string, to: string[]): Received {
  const boundary = /boundary="([^"]+)"/.exec(raw)![1]!;
  const parts = raw.split(`--${boundary}`);
  const find = (type: string) => decode(parts.find((part) => part.includes(`Content-Type: ${type}`))!.trim());
  const subject = /^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(raw)![1]!;
  return { to, raw, subject, text: find("text/plain"), html: find("text/html") };
}

/** Takes mail of one user; refuses the recipient "gone@", and the first try of "later@". */
async function startMailServer() {
  const received: Received[] = [];
  const tries: string[] = [];
  const server = new SMTPServer({
    ...{ hideSTARTTLS: true, allowInsecureAuth: true, logger: false },
    onAuth: ({ username, password }: Any, _session: unknown, done: (...result: Any[]) => void) =>
      done(
        ...(username === "vireo" && password === "smtp-pass-0123" ? [null, { user: "vireo" }] : [new Error("wrong")]),
      ),
    onRcptTo({ address }: { address: string }, _session: unknown, done: (error?: Error) => void) {
      tries.push(address);
      const is = (name: string) => address.startsWith(name);
      if (is("gone@")) return done(Object.assign(new Error("No such user"), { responseCode: 550 }));
      const isFirst = tries.filter((one) => one === address).length === 1;
      done(is("later@") && isFirst ? Object.assign(new Error("Busy"), { responseCode: 451 }) : undefined);
    },
    onData(stream: AsyncIterable<Uint8Array>, { envelope }: Any, done: () => void) {
      void Array.fromAsync(stream).then((chunks) => {
        received.push(
          parse(
            Buffer.concat(chunks).toString(),
            envelope.rcptTo.map((one: Any) => one.address),
          ),
        );
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `smtp://vireo:smtp-pass-0123@127.0.0.1:${(server.server.address() as Any).port}`;
  return { received, tries, url, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}
// biome-ignore lint/suspicious/noExplicitAny: the library has no types
type Any = any;

const clock = new TestClock();
let server: Awaited<ReturnType<typeof startMailServer>>;
let app: TestApp;
beforeAll(async () => {
  server = await startMailServer();
  const many = { requests: 1_000_000 };
  const config = { publicUrl: "https://vireo.example.com", settings: { people: { perAddress: many, perEmail: many } } };
  const env = { SMTP_URL: server.url, MAIL_FROM: "Vireo <vireo@example.com>" };
  app = await startApp(config, [...modules], env, clock);
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});
beforeEach(() => {
  server.received.length = 0;
});

const origin = "https://vireo.example.com";
const mails = (count: number) => until(async () => server.received.length >= count).then(() => server.received);
/** Waits until all mail is sent, also what an earlier test asked for, and forgets it. */
async function settle() {
  const isSent = async () => (await app.vireo.db.selectFrom("mail_messages").select("id").execute()).length === 0;
  await until(isSent);
  server.received.length = 0;
}
const linkIn = ({ text }: Received) => /https:\S+/.exec(text)![0];
const emit = (accountId: string, type: string, data: object, count = 1) =>
  app.vireo.db.transaction().execute(async (trx) => {
    for (let at = 0; at < count; at++) await app.vireo.tools.events.emit(trx, accountId, type, data as never);
  });
/** Lets the events reach the module, and then sends what is due. */
async function pass(ms: number) {
  await clock.advance(3_000);
  await clock.advance(ms);
}

describe("people", () => {
  test("are invited by mail, in text and HTML, with a link that works", async () => {
    const { accountId } = await app.account();
    await app.api("PATCH", `/accounts/${accountId}`, { name: "<b>Acme\r\nBcc: all@example.com</b>" });
    const email = "ann@example.com";
    const { body } = await app.api("POST", "/people/invitations", { email, accountId });
    expect(body).toMatchObject({ email, mailed: true });
    const [mail] = await mails(1);
    expect(mail!.to).toEqual([email]);
    expect(mail!.subject).toBe("You are invited to Vireo");
    expect(mail!.raw).toContain("From: Vireo <vireo@example.com>");
    expect(mail!.raw.split(/\r?\n\r?\n/)[0]).not.toContain("Bcc");
    expect(mail!.html).not.toContain("<b>Acme");
    expect(linkIn(mail!)).toBe(body.link);
    const browser = createBrowser(app, origin);
    const { status } = await browser.call("POST", "/auth/accept", {
      token: tokenOf(linkIn(mail!)),
      password: PASSWORD,
      name: "Ann",
    });
    expect(status).toBe(201);
    expect(await app.vireo.db.selectFrom("mail_messages").selectAll().execute()).toEqual([]);
  });

  test("who forgot their password get a link, and nobody learns who has an account", async () => {
    const browser = createBrowser(app, origin);
    expect((await browser.call("GET", "/auth/state")).body).toMatchObject({ mail: true });
    const answers = await Promise.all(
      ["ann@example.com", "nobody@example.com"].map((email) => browser.call("POST", "/auth/forgotten", { email })),
    );
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [202, ""],
      [202, ""],
    ]);
    const [mail, ...others] = await mails(1);
    expect([mail!.to, mail!.subject, others]).toEqual([["ann@example.com"], "Reset your Vireo password", []]);
    const token = tokenOf(linkIn(mail!));
    expect((await browser.call("POST", "/auth/reset", { token, password: "another long password" })).status).toBe(200);
    const more = [];
    for (let at = 0; at < 3; at++)
      more.push((await browser.call("POST", "/auth/forgotten", { email: "ann@example.com" })).status);
    expect(more).toEqual([202, 202, 429]);
  });
});

describe("notifications", () => {
  const failed = {
    content: "Our spring sale",
    targets: [{ platform: "tiktok", status: "failed", errorMessage: "The video is too long." }],
  };
  test("of many failed posts are one mail, then at most one an hour", async () => {
    const { accountId } = await app.account();
    const { email } = await join(app, { accountId });
    await settle();
    await emit(accountId, "post.failed", failed, 150);
    await pass(120_000);
    const [mail] = await mails(1);
    expect([mail!.to, mail!.subject]).toEqual([[email], "150 posts could not be published"]);
    expect(mail!.text).toContain("“Our spring sale”, TikTok: The video is too long.");
    expect(mail!.text).toContain("and 140 more");
    expect(mail!.html).toContain('href="https://vireo.example.com/calendar"');
    await emit(accountId, "post.failed", failed);
    await pass(120_000);
    expect(await app.vireo.db.selectFrom("mail_messages").selectAll().execute()).toEqual([]);
    expect(server.received).toHaveLength(1);
    await pass(3_600_000);
    expect((await mails(2)).at(-1)!.subject).toBe("A post could not be published");
  });

  test("can be switched off by the person, and by administrators; backups are for administrators", async () => {
    const { accountId, key } = await app.account();
    const { browser, me } = await join(app, { accountId });
    const other = await join(app, { accountId });
    await settle();
    const own = await browser.call("GET", "/notifications/me");
    expect(own.body.notifications.map(({ kind, enabled }: Any) => [kind, enabled])).toEqual([
      ["post.failed", true],
      ["account.expired", true],
      ["credits.low", true],
      ["approvals", true],
    ]);
    const off = { kind: "credits.low", enabled: false };
    expect((await browser.call("PATCH", "/notifications/me", off)).body.notifications[2].enabled).toBe(false);
    expect((await browser.call("GET", `/notifications/${other.me.personId}`)).status).toBe(403);
    expect((await app.as(key)("GET", "/notifications/me")).status).toBe(404);
    const path = `/notifications/${me.personId}`;
    expect((await app.api("PATCH", path, { kind: "post.failed", enabled: false })).status).toBe(200);
    await emit(accountId, "credits.low", { balance: 12, threshold: 50 });
    await emit(accountId, "account.disconnected", { platform: "youtube", username: "acme", status: "disconnected" });
    await emit(accountId, "backup.failed", { error: "The disk is full." });
    await pass(120_000);
    const [mail] = await mails(1);
    expect([mail!.to, mail!.subject]).toEqual([[other.email], "Credits are running low"]);
    await emit(accountId, "account.disconnected", { platform: "youtube", username: "acme", status: "expired" });
    await pass(120_000);
    const rest = (await mails(3)).slice(1);
    expect(rest.map(({ to: [to] }) => to!).sort()).toEqual([me.email, other.email].sort());
    expect(rest[0]!.text).toContain("YouTube, acme");
  });

  test("of a failed backup go to the administrators of the server", async () => {
    const token = (await setupToken(app)) ?? "";
    const owner = { token, email: "owner@example.com", password: PASSWORD, name: "Olga" };
    const { body } = await createBrowser(app, origin).call("POST", "/auth/setup", owner);
    await emit(body.account.accountId, "backup.failed", { error: "The disk is full." });
    await pass(120_000);
    const [mail] = await mails(1);
    expect([mail!.to, mail!.subject]).toEqual([["owner@example.com"], "The backup failed"]);
    expect(mail!.text).toContain("The disk is full.");
  });
});

describe("a mail server that", () => {
  test("is busy gets the mail again; one that refuses the recipient does not", async () => {
    await app.api("POST", "/people/invitations", { email: "gone@example.com" });
    await app.api("POST", "/people/invitations", { email: "later@example.com" });
    await until(async () => server.tries.includes("gone@example.com") && server.tries.includes("later@example.com"));
    await until(async () => {
      const rows = await app.vireo.db.selectFrom("mail_messages").select(["recipient", "content"]).execute();
      return rows.length === 1 && rows[0]!.recipient === "later@example.com" && !rows[0]!.content!.includes("token");
    });
    // The queue's own delay is not this test's business.
    await until(async () => {
      const { rows } = await sql`update vireo_jobs.job set start_after = pg_catalog.now() - interval '1 day'
        where name = 'mail.send' and state = 'retry' returning id`.execute(app.vireo.db);
      return rows.length > 0;
    });
    expect((await mails(1)).map(({ to }) => to[0])).toEqual(["later@example.com"]);
    expect(server.tries.filter((one) => one === "gone@example.com")).toHaveLength(1);
  });
});

test("no text adds a header, and nothing of it becomes HTML", () => {
  const { subject, html, text } = renderMail({
    subject: "Hi\r\nBcc: everybody@example.com\u0000",
    paragraphs: ["<script>alert(1)</script>"],
    items: ["one\nTwo: three"],
    button: { label: "Go", url: 'https://example.com/"><img>' },
    footer: "& more",
  });
  expect(subject).toBe("Hi Bcc: everybody@example.com");
  expect(html).not.toContain("<script>");
  expect(html).not.toContain("<img>");
  expect(text).toContain("- one Two: three");
});

test("without SMTP_URL nothing is sent, and the sign-in page says so", async () => {
  const silent = await startApp({}, [...modules]);
  expect((await createBrowser(silent).call("GET", "/auth/state")).body).toMatchObject({ mail: false });
  const { body } = await silent.api("POST", "/people/invitations", { email: "ann@example.com" });
  expect(body).toMatchObject({ mailed: false });
  expect(await silent.vireo.db.selectFrom("mail_messages").selectAll().execute()).toEqual([]);
  await silent.stop();
});

describe("a mail server without TLS", () => {
  test("gets nothing from another machine unless its URL says so, and never a password", async () => {
    const commands: string[] = [];
    const plain = new SMTPServer({
      ...{ disabledCommands: ["STARTTLS"], authOptional: true, allowInsecureAuth: true, logger: false },
      onAuth: (_: Any, _session: unknown, done: (error: Error) => void) => {
        commands.push("AUTH");
        done(new Error("wrong"));
      },
      onData(stream: AsyncIterable<Uint8Array>, _session: unknown, done: () => void) {
        void Array.fromAsync(stream).then(() => {
          commands.push("DATA");
          done();
        });
      },
    });
    await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
    const { port } = plain.server.address() as Any;
    const content = { subject: "Reset", paragraphs: ["A link"], footer: "" };
    // Leads here, but is not the name of this machine.
    const send = (url: string) =>
      new Smtp(url.replace("HOST", `0.0.0.0:${port}`), "vireo@example.com").send({
        id: "1",
        to: "ann@example.com",
        content,
      });
    for (const url of ["smtp://HOST", "smtp://ann:password@HOST", "smtp://ann:password@HOST?ignoreTLS=true"])
      await expect(send(url)).rejects.toThrow(/TLS/);
    expect(commands).toEqual([]);
    await send("smtp://HOST?ignoreTLS=true");
    await new Smtp(`smtp://127.0.0.1:${port}`, "vireo@example.com").send({ id: "2", to: "ann@example.com", content });
    expect(commands).toEqual(["DATA", "DATA"]);
    await new Promise<void>((resolve) => plain.close(() => resolve()));
  });
});

test("whoever has two-factor authentication is told of wrong codes after the right password", async () => {
  const { browser, email } = await join(app);
  const { body } = await browser.call("POST", "/auth/two-factor", { password: PASSWORD });
  const { TOTP, Secret } = await import("otpauth");
  const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: clock.now() });
  expect((await browser.call("POST", "/auth/two-factor/confirm", { code })).status).toBe(200);
  await settle();
  const other = createBrowser(app, origin);
  await other.call("POST", "/auth/sign-in", { email, password: PASSWORD });
  for (let i = 0; i < 5; i++) await other.call("POST", "/auth/sign-in/code", { code: "wrong" });
  const [mail] = await mails(1);
  expect([mail!.to, mail!.subject]).toEqual([[email], "Wrong codes were entered for your Vireo account"]);
});

test("a mail server that does not listen, or refuses the password, is named together with SMTP_URL", async () => {
  const closed = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const port = closed.port;
  await closed.stop(true);
  const content = { subject: "Hi", paragraphs: ["Hi"], footer: "" };
  const smtp = new Smtp(`smtp://127.0.0.1:${port}`, "vireo@example.com");
  await expect(smtp.send({ id: "a", to: "ann@example.com", content })).rejects.toThrow(
    `The mail server in SMTP_URL (127.0.0.1:${port}) cannot be reached: connect ECONNREFUSED`,
  );
});
