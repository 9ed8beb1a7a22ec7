import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { EventType } from "#core/events";
import { type Context, defineModule } from "#core/module";
import { modules } from "#modules/index";
import { createClient, type Vireo, type VireoEvent } from "#sdk/client/index";
import { verifyWebhook } from "#sdk/client/webhooks";
import { startReceiver } from "#test/modules/webhooks-receiver";
import { type ClientApp, rejection, startServer } from "#test/sdk/client/server";
import { until } from "#test/until";

let app: ClientApp;
let context: Context;
beforeAll(async () => {
  const probe = defineModule({
    name: "probe",
    start(given) {
      context = given;
      return {};
    },
  });
  app = await startServer([...modules, probe], {
    allowHosts: ["127.0.0.1"],
    settings: { webhooks: { replay: 3, retrySeconds: [0], heartbeatMs: 100 } },
  });
});
afterAll(() => app.stop());

const emit = (accountId: string, type: EventType, n: number) =>
  context.db.transaction().execute((trx) => context.events.emit(trx, accountId, type, { n }));
const numberOf = ({ data }: VireoEvent) => (data as unknown as { n: number }).n;

/** A stream that is being read, once it is open. */
async function reading(vireo: Vireo, options: Parameters<Vireo["events"]>[0] = {}) {
  const stop = new AbortController();
  const events: VireoEvent[] = [];
  const gaps: number[] = [];
  let opened = 0;
  const done = (async () => {
    const how = {
      signal: stop.signal,
      onOpen: () => opened++,
      onGap: (skipped: number) => gaps.push(skipped),
      ...options,
    };
    for await (const event of vireo.events(how)) events.push(event);
  })();
  await until(() => opened > 0);
  return { events, gaps, opened: () => opened, stop: () => stop.abort(), done };
}

describe("events", () => {
  test("arrive as they happen, in their order, until the signal ends the loop", async () => {
    const { vireo, accountId } = await app.account();
    const stream = await reading(vireo);
    for (let n = 1; n <= 3; n++) await emit(accountId, "video.completed", n);
    await until(() => stream.events.length === 3);
    expect(stream.events.map(numberOf)).toEqual([1, 2, 3]);
    expect(stream.events[0]).toMatchObject({ type: "video.completed", accountId, id: expect.stringMatching(/^\d+$/) });
    stream.stop();
    expect(await stream.done).toBeUndefined();
  });

  test("are those that were asked for", async () => {
    const { vireo, accountId } = await app.account();
    const stream = await reading(vireo, { types: ["post.*", "credits.low"] });
    await emit(accountId, "video.completed", 1);
    await emit(accountId, "post.failed", 2);
    await emit(accountId, "credits.low", 3);
    await until(() => stream.events.length === 2);
    expect(stream.events.map(numberOf)).toEqual([2, 3]);
    stream.stop();
  });

  test("go on after the connection broke, none missed and none twice", async () => {
    const { vireo, accountId } = await app.account();
    const stream = await reading(vireo);
    await emit(accountId, "video.completed", 1);
    await until(() => stream.events.length === 1);
    app.proxy.next("/api/v1/events", { status: 503 }, "reset");
    app.proxy.cut();
    await emit(accountId, "video.completed", 2);
    await until(() => stream.events.length === 2);
    await emit(accountId, "video.completed", 3);
    await until(() => stream.events.length === 3);
    expect([stream.events.map(numberOf), stream.opened()]).toEqual([[1, 2, 3], 2]);
    stream.stop();
  });

  test("that were missed for good are counted", async () => {
    const { vireo, accountId } = await app.account();
    const first = await reading(vireo);
    await emit(accountId, "video.completed", 0);
    await until(() => first.events.length === 1);
    first.stop();
    await first.done;
    for (let n = 1; n <= 5; n++) await emit(accountId, "video.completed", n);
    const ordered = context.db.selectFrom("events").select("seq").where("account_id", "=", accountId);
    await until(async () => (await ordered.where("seq", "is not", null).execute()).length === 6);
    const second = await reading(vireo, { lastEventId: first.events[0]?.id });
    await until(() => second.events.length === 3);
    expect([second.gaps, second.events.map(numberOf)]).toEqual([[2], [3, 4, 5]]);
    second.stop();
  });

  test("end in an error where the key may not have them", async () => {
    const stranger = createClient({ baseUrl: app.proxy.url, apiKey: "vireo_wrong" });
    const all = async () => {
      for await (const _ of stranger.events());
    };
    expect(await rejection(all())).toMatchObject({ kind: "unauthorized", status: 401 });
  });

  test("leave no connection open behind a loop that was left", async () => {
    const { vireo, accountId } = await app.account();
    const rounds = 25;
    // More than an account may have open at a time.
    for (let n = 0; n < rounds; n++) {
      const loop = (async () => {
        for await (const event of vireo.events({ onOpen: () => void emit(accountId, "video.completed", n) }))
          return event;
      })();
      expect((await loop)?.type).toBe("video.completed");
    }
  });
});

describe("a webhook's message", () => {
  test("is believed with the right secret alone, unchanged, and as it came", async () => {
    const receiver = startReceiver();
    const { vireo, accountId } = await app.account();
    const { webhookId, secret } = await vireo.webhooks.create({ url: receiver.url("hook"), events: ["video.*"] });
    await emit(accountId, "video.completed", 1);
    const { text, headers } = await until(() => receiver.at("hook")[0]);

    const message = verifyWebhook(text, headers, secret);
    expect(message).toMatchObject({ type: "video.completed", accountId, data: { n: 1 } });
    const bytes = new TextEncoder().encode(text);
    expect(verifyWebhook(bytes, new Headers(headers), secret)).toEqual(message);
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    expect(verifyWebhook(text, upper, secret)).toEqual(message);

    const refused = (payload: string, given: Record<string, string>, key: string) =>
      expect(() => verifyWebhook(payload, given, key)).toThrow(expect.objectContaining({ kind: "unauthorized" }));
    refused(text.replace(":1", ":2"), headers, secret);
    refused(text, { ...headers, "webhook-timestamp": "1700000000" }, secret);
    refused(text, {}, secret);
    const rotated = await vireo.webhooks.rotateSecret(webhookId);
    refused(text, headers, rotated.secret);
    await vireo.webhooks.test(webhookId);
    const test = await until(() => receiver.at("hook")[1]);
    expect(verifyWebhook(test.text, test.headers, rotated.secret).type).toBe("webhook.test");
    await receiver.stop();
  });
});
