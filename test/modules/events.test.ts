/** GET /events: server-sent events as a reader sees them. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { boot } from "#core/boot/boot";
import type { Vireo } from "#core/boot/vireo";
import { pruneEvents } from "#core/event-order";
import { modules } from "#modules/index";
import { readEvents } from "#modules/webhooks/feed";
import { SECRET_KEY } from "#sdk/testing/app";
import { startWebhookApp, type WebhookApp } from "#test/modules/webhooks-receiver";
import { until } from "#test/until";

let app: WebhookApp;
beforeAll(async () => {
  app = await startWebhookApp({ maxStreams: 3, replay: 3 });
});
afterAll(() => app.stop());

interface Frame {
  id?: string;
  event?: string;
  // biome-ignore lint/suspicious/noExplicitAny: events are looked into freely
  data?: any;
  /** What stands behind a colon: a comment. */
  comment?: string;
}

function parse(text: string): Frame {
  const frame: Record<string, unknown> = {};
  for (const line of text.split("\n")) {
    const [, name, value] = /^(\w*): ?(.*)$/.exec(line) ?? [];
    if (name === "") frame.comment = value;
    else if (name === "data") frame.data = JSON.parse(value ?? "");
    else if (name) frame[name] = value;
  }
  return frame as Frame;
}

/** Reads a stream frame by frame. */
function reading(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  async function frame(): Promise<Frame | undefined> {
    while (!text.includes("\n\n")) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += decoder.decode(value, { stream: true });
    }
    const end = text.indexOf("\n\n");
    const found = parse(text.slice(0, end));
    text = text.slice(end + 2);
    return found;
  }
  return {
    frame,
    /** The next event, past heartbeats; undefined when the stream has ended. */
    async event(): Promise<Frame | undefined> {
      for (;;) {
        const found = await frame();
        if (!found || found.event) return found;
      }
    },
    cancel: () => reader.cancel(),
  };
}

const open: ReturnType<typeof reading>[] = [];
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.cancel().catch(() => {});
});

async function follow(
  key: string,
  query = "",
  headers: Record<string, string> = {},
  on: Pick<Vireo, "handle"> = app.vireo,
) {
  const request = new Request(`http://localhost/api/v1/events${query}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  const response = await on.handle(request);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  const stream = reading(response.body as ReadableStream<Uint8Array>);
  open.push(stream);
  const start = (await stream.frame()) as Frame;
  expect(start.id).toMatch(/^\d+$/);
  return { ...stream, start, headers: response.headers };
}

test("events of the account arrive live, in the version of the request, with the headers of every answer", async () => {
  const { key, accountId } = await app.account();
  const stranger = await app.account();
  const [now, old] = await Promise.all([follow(key), follow(key, "", { "service-version": "2025-11-10" })]);
  await app.emit(stranger.accountId, "video.completed", { videoId: "theirs" });
  await app.emit(accountId, "music.completed", { musicId: "x", albumArtUrl: "y" });
  expect(await now.event()).toEqual({
    id: expect.stringMatching(/^\d+$/),
    event: "music.completed",
    data: {
      type: "music.completed",
      timestamp: expect.any(String),
      accountId,
      apiVersion: "2026-03-06",
      data: { musicId: "x", albumArtUrl: "y" },
    },
  });
  expect((await old.event())?.data).toMatchObject({ apiVersion: "2025-11-10", data: { taskId: "x", imageUrl: "y" } });
  expect(old.headers.get("service-version")).toBe("2025-11-10");
  for (const name of ["x-request-id", "ratelimit", "cache-control"]) expect(now.headers.has(name)).toBe(true);
});

describe("a reader that comes back", () => {
  test("gets what it missed, once and in order, then what is new", async () => {
    const { key, accountId } = await app.account();
    const first = await follow(key);
    await app.emit(accountId, "video.completed", { n: 1 });
    const last = await first.event();
    await first.cancel();
    await app.emit(accountId, "video.completed", { n: 2 });
    await app.emit(accountId, "video.completed", { n: 3 });
    const second = await follow(key, "", { "last-event-id": last?.id ?? "" });
    expect((await second.event())?.data.data).toEqual({ n: 2 });
    expect((await second.event())?.data.data).toEqual({ n: 3 });
    await app.emit(accountId, "video.completed", { n: 4 });
    const newest = await second.event();
    expect(newest?.data.data).toEqual({ n: 4 });
    expect(Number(newest?.id)).toBeGreaterThan(Number(last?.id));
  });

  test("without having seen an event goes on where its stream began", async () => {
    const { key, accountId } = await app.account();
    const first = await follow(key);
    await first.cancel();
    await app.emit(accountId, "video.completed", { n: 1 });
    const second = await follow(key, "", { "last-event-id": first.start.id ?? "" });
    expect((await second.event())?.data.data).toEqual({ n: 1 });
  });

  test("after too long is told how many events it will never see", async () => {
    const { key, accountId } = await app.account();
    const first = await follow(key);
    await first.cancel();
    for (let n = 1; n <= 5; n++) await app.emit(accountId, "video.completed", { n });
    await until(async () => (await readEvents(app.vireo.db, accountId, 0, 10)).length === 5);
    const second = await follow(key, "", { "last-event-id": first.start.id ?? "" });
    expect(await second.event()).toEqual({ event: "gap", data: { skipped: 2 } });
    for (const n of [3, 4, 5]) expect((await second.event())?.data.data).toEqual({ n });
  });

  test("with an id that there never was gets what is new, and 400 with one that is none", async () => {
    const { key, accountId, api } = await app.account();
    await app.emit(accountId, "video.completed", { n: 1 });
    await until(async () => (await readEvents(app.vireo.db, accountId, 0, 10)).length === 1);
    const stream = await follow(key, "", { "last-event-id": "999999999999999" });
    await app.emit(accountId, "video.completed", { n: 2 });
    expect((await stream.event())?.data.data).toEqual({ n: 2 });
    expect((await api("GET", "/events", undefined, { "last-event-id": "yesterday" })).status).toBe(400);
  });
});

describe("what comes", () => {
  test("is what was asked for", async () => {
    const { key, accountId, api } = await app.account();
    const stream = await follow(key, "?types=post.*,credits.low");
    await app.emit(accountId, "video.completed");
    await app.emit(accountId, "post.failed");
    await app.emit(accountId, "image.failed");
    await app.emit(accountId, "credits.low");
    expect([(await stream.event())?.event, (await stream.event())?.event]).toEqual(["post.failed", "credits.low"]);
    for (const types of ["video.exploded", "", "video.completed,,"]) {
      expect([types, (await api("GET", `/events?types=${types}`)).status]).toEqual([types, 400]);
    }
  });

  test("is what the key may read", async () => {
    const { key, accountId, api } = await app.account(0, { scopes: ["media:read"] });
    const stream = await follow(key);
    await app.emit(accountId, "credits.low");
    await app.emit(accountId, "video.completed");
    expect((await stream.event())?.event).toBe("video.completed");
    expect((await api("GET", "/events?types=credits.low")).status).toBe(403);
    expect((await api("GET", "/events?types=post.*")).status).toBe(403);
    const nothing = await app.account(0, { scopes: ["webhooks:manage"] });
    expect((await nothing.api("GET", "/events")).status).toBe(403);
  });
});

test("a silent stream says that it is still there", async () => {
  const { key } = await app.account();
  const stream = await follow(key);
  expect((await stream.frame())?.comment).toBe("still here");
  expect((await stream.frame())?.comment).toBe("still here");
});

test("an event comes even when the message about it was lost", async () => {
  const { key, accountId } = await app.account();
  const stream = await follow(key);
  const next = stream.event(); // Waiting before there is anything.
  await app.vireo.db
    .insertInto("events")
    .values({ account_id: accountId, type: "video.completed", data: { n: 1 }, seq: 1_000_000_000 })
    .execute();
  expect((await next)?.data.data).toEqual({ n: 1 });
});

test("streams of an account are limited; one that is left makes room, and HEAD takes none", async () => {
  const { key, api } = await app.account();
  for (let i = 0; i < 5; i++) {
    const head = await app.vireo.handle(
      new Request("http://localhost/api/v1/events", { method: "HEAD", headers: { authorization: `Bearer ${key}` } }),
    );
    expect(head.status).toBe(200);
  }
  const streams = await Promise.all([follow(key), follow(key), follow(key)]);
  const refused = await api("GET", "/events");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  await streams[0]?.cancel();
  await follow(key);
});

test("a stream ends when its key is revoked", async () => {
  const { key, accountId, api } = await app.account();
  const stream = await follow(key);
  const { body } = await api("GET", "/keys");
  expect((await api("DELETE", `/keys/${body.keys[0].keyId}`)).status).toBe(204);
  await app.emit(accountId, "video.completed");
  expect(await stream.event()).toBeUndefined();
});

test("a stream ends when its account is suspended", async () => {
  const { key, accountId } = await app.account();
  const stream = await follow(key);
  expect((await app.api("POST", `/accounts/${accountId}/suspend`)).status).toBe(200);
  await app.emit(accountId, "video.completed");
  expect(await stream.event()).toBeUndefined();
});

test("what is older than the setting is deleted, whatever waits stays", async () => {
  const { accountId } = await app.account();
  const old = new Date(Date.now() - 31 * 86_400_000);
  const rows = (seq: number | null, at: Date) => ({ account_id: accountId, type: "x", data: {}, seq, created_at: at });
  await app.vireo.db
    .insertInto("events")
    .values([rows(2_000_000_001, old), rows(2_000_000_002, new Date())])
    .execute();
  await pruneEvents(app.vireo.db, 30);
  expect((await readEvents(app.vireo.db, accountId, 0, 10)).map(({ seq }) => seq)).toEqual([2_000_000_002]);
});

describe("over a socket", () => {
  let second: Vireo;
  beforeAll(async () => {
    // Another replica, on the same database.
    second = await boot({
      modules,
      env: {
        PATH: process.env.PATH,
        DATA_DIR: app.vireo.config.dataDir,
        DATABASE_URL: app.vireo.config.databaseUrl,
        VIREO_SECRET_KEY: SECRET_KEY,
        LOG_LEVEL: "silent",
        RATE_LIMIT_PER_MINUTE: "100000",
        PORT: "0",
      },
      overrides: { settings: { webhooks: { maxStreams: 1 } } },
    });
    await second.listen();
  });

  const connect = (key: string, signal?: AbortSignal) =>
    fetch(`${second.origin}/api/v1/events`, {
      headers: { authorization: `Bearer ${key}` },
      ...(signal ? { signal } : {}),
    });

  test("an event of one replica reaches the readers of another; a reader that hangs up makes room", async () => {
    const { key, accountId } = await app.account();
    const hangUp = new AbortController();
    const response = await connect(key, hangUp.signal);
    const stream = reading(response.body as ReadableStream<Uint8Array>);
    await stream.frame();
    await app.emit(accountId, "video.completed", { n: 1 });
    expect((await stream.event())?.data.data).toEqual({ n: 1 });
    expect((await connect(key)).status).toBe(429);
    hangUp.abort();
    await until(async () => {
      const again = await connect(key);
      await again.body?.cancel();
      return again.status === 200;
    });
  });

  test("stopping ends open streams, rather than waiting for their readers", async () => {
    const { key } = await app.account();
    const response = await connect(key);
    const stream = reading(response.body as ReadableStream<Uint8Array>);
    await stream.frame();
    const stopped = second.stop();
    expect(await stream.event()).toBeUndefined();
    await stopped;
  });
});
