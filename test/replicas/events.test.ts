/** The stream of events goes on at another replica, where the last one ended. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Context, defineModule } from "#core/module";
import { modules } from "#modules/index";
import type { TestApp } from "#test/app";
import { startReceiver } from "#test/modules/webhooks-receiver";
import { until } from "#test/until";
import { type Replicas, startReplicas } from "./replicas";

const contexts: Context[] = [];
const probe = (number: number) =>
  defineModule({
    name: "probe",
    start(context) {
      contexts[number] = context;
      return {};
    },
  });

let replicas: Replicas;
let apps: TestApp[];
let receiver: ReturnType<typeof startReceiver>;
beforeAll(async () => {
  receiver = startReceiver();
  replicas = await startReplicas(3, {
    modules: (number) => [...modules, probe(number)],
    overrides: { allowHosts: ["127.0.0.1"] },
  });
  apps = replicas.apps;
});
afterAll(async () => {
  await replicas?.stop();
  await receiver?.stop();
});

/** Commits an event at a replica, as a module does. */
const emit = (number: number, accountId: string, n: number) => {
  const { db, events } = contexts[number]!;
  return db.transaction().execute((trx) => events.emit(trx, accountId, "video.completed", { n }));
};

/** Reads the stream at a replica until there are so many events, and hangs up. */
async function follow(app: TestApp, key: string, count: number, last?: string, begun?: () => Promise<unknown>) {
  const gone = new AbortController();
  const request = new Request("http://localhost/api/v1/events", {
    headers: { authorization: `Bearer ${key}`, ...(last ? { "last-event-id": last } : {}) },
    signal: gone.signal,
  });
  const reader = (await app.vireo.handle(request)).body!.getReader();
  const events: { id: string; n: number }[] = [];
  let text = "";
  while (events.length < count) {
    const { value, done } = await reader.read();
    if (done) throw new Error("The stream ended.");
    text += new TextDecoder().decode(value);
    if (text.startsWith("retry")) void begun?.();
    const frames = text.split("\n\n");
    text = frames.pop() ?? "";
    for (const frame of frames) {
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (data) events.push({ id: /^id: (.*)$/m.exec(frame)?.[1] ?? "", n: JSON.parse(data).data.n });
    }
  }
  gone.abort();
  await reader.cancel();
  return events;
}
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

test("an event made at one replica is read at another; Last-Event-ID goes on at a third, without a gap or a repeat", async () => {
  const { accountId, key } = await apps[0]!.account();
  const all = async (from: number, to: number) => {
    for (const n of numbers(from, to)) await emit(n % 3, accountId, n);
  };
  const first = await follow(apps[1]!, key, 10, undefined, () => all(0, 10));
  expect(first.map(({ n }) => n)).toEqual(numbers(0, 10));
  await all(10, 25);
  const second = await follow(apps[2]!, key, 15, first.at(-1)?.id);
  expect(second.map(({ n }) => n)).toEqual(numbers(10, 25));
  const third = await follow(apps[0]!, key, 20, first[4]?.id);
  expect(third.map(({ n }) => n)).toEqual(numbers(5, 25));
  const ids = [...first, ...second].map(({ id }) => Number(id));
  expect(ids).toEqual(ids.toSorted((x, y) => x - y));
});

test("each event is delivered to a webhook once, whichever replica it was made at", async () => {
  const { accountId, api } = await apps[0]!.account();
  const made = await api("POST", "/webhooks", { url: receiver.url("all"), events: ["*"] });
  expect(made.status).toBe(201);
  await Promise.all(numbers(0, 60).map((n) => emit(n % 3, accountId, n)));
  await until(() => receiver.at("all").length >= 60);
  await until(async () => {
    const rows = await replicas.database.db.selectFrom("webhook_deliveries").select("status").execute();
    return rows.length === 60 && rows.every(({ status }) => status === "delivered");
  });
  const got = receiver.at("all").map(({ body }) => body.data.n as number);
  expect(got.toSorted((x, y) => x - y)).toEqual(numbers(0, 60));
});

test("an event is told by one replica to all, and looked for by the one that made it", async () => {
  const { accountId } = await apps[0]!.account();
  const told = [0, 0, 0];
  const stops = contexts.map(({ events }, number) => events.listen({ emitted: () => void told[number]!++ }));
  const heard = contexts.map(
    ({ events }) => new Promise<void>((resolve) => events.listen({ ordered: (id) => id === accountId && resolve() })),
  );
  await emit(1, accountId, 1);
  await Promise.all(heard);
  expect(told).toEqual([0, 1, 0]);
  for (const stop of stops) stop();
});
