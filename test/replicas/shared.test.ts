/** Three replicas on one database and one bucket: what one of them knows, all know. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import type { Client, TestApp } from "#test/app";
import { fakeImages, PIXEL, picture } from "#test/engines";
import { createBrowser, OWN, PASSWORD, setupToken } from "#test/modules/people-client";
import { until } from "#test/until";
import { type Bucket, startBucket } from "./bucket";
import { type Replicas, startReplicas } from "./replicas";

const PUBLIC_URL = "https://vireo.example";
const LIMIT = 40;

let bucket: Bucket;
let replicas: Replicas;
let [a, b, c] = [] as unknown as [TestApp, TestApp, TestApp];
/** Replicas that the engine was called in. */
const made: number[] = [];
beforeAll(async () => {
  bucket = await startBucket();
  const slow = (number: number) =>
    fakeImages({
      async create(_, run) {
        made.push(number);
        await Bun.sleep(20);
        return picture(run);
      },
    });
  replicas = await startReplicas(3, {
    modules: (number) => [...modules, slow(number)],
    env: { ...bucket.env, PUBLIC_URL, RATE_LIMIT_PER_MINUTE: "" },
    overrides: {
      limits: { default: LIMIT, generation: 1000, posts: 1000, address: 1000 } as never,
      settings: { people: { perAddress: { requests: 1000, seconds: 600 }, perEmail: { requests: 4, seconds: 900 } } },
    },
  });
  [a, b, c] = replicas.apps as [TestApp, TestApp, TestApp];
});
afterAll(async () => {
  await replicas?.stop();
  await bucket?.stop();
});

/** An account and its key as each replica sees it. */
async function everywhere(): Promise<[Client, Client, Client] & { key: string }> {
  const { key } = await a.account();
  return Object.assign([a.as(key), b.as(key), c.as(key)] as [Client, Client, Client], { key });
}
const keyed = (key: string) => ({ "idempotency-key": key });

test("the rate limit of a key counts what it asks of any replica", async () => {
  const clients = await everywhere();
  const statuses: number[] = [];
  for (let round = 0; round < LIMIT; round++) {
    const answers = await Promise.all(clients.map((api) => api("GET", "/credits")));
    statuses.push(...answers.map(({ status }) => status));
  }
  const passed = statuses.filter((status) => status === 200).length;
  // Without sharing it would be three times the limit.
  expect(passed).toBeWithin(LIMIT, LIMIT * 2);
  const last = await Promise.all(clients.map((api) => api("GET", "/credits")));
  expect(last.map(({ status }) => status)).toEqual([429, 429, 429]);
  for (const { headers } of last) expect(Number(headers.get("retry-after"))).toBeWithin(1, 61);
});

test("the same Idempotency-Key sent to three replicas at once makes one thing, charged once", async () => {
  const clients = await everywhere();
  const before = made.length;
  const send = (api: Client) => api("POST", "/images/generate", { prompt: "one" }, keyed("same"));
  const answers = await Promise.all([...clients, ...clients].map(send));
  const begun = answers.filter(({ status }) => status === 202);
  expect(begun.length).toBeGreaterThan(0);
  expect(new Set(begun.map(({ body }) => body.imageId)).size).toBe(1);
  for (const { status, body } of answers.filter(({ status }) => status !== 202))
    expect([status, body.type.split("/").at(-1)]).toEqual([409, "idempotency_in_progress"]);
  const [, replay] = [await a.ended(`/images/${begun[0]?.body.imageId}`, clients[1]), await send(clients[2])];
  expect([replay.status, replay.headers.get("idempotency-replayed")]).toEqual([202, "true"]);
  expect((await clients[1]("GET", "/credits")).body.balance).toBe(994);
  expect((await clients[1]("GET", "/images")).body.images).toHaveLength(1);
  expect(made.length - before).toBe(1);
  const other = await clients[1]("POST", "/images/generate", { prompt: "two" }, keyed("same"));
  expect([other.status, other.body.type.split("/").at(-1)]).toEqual([422, "idempotency_key_reuse"]);
});

test("the last credits are spent once, whichever replica is asked", async () => {
  const { key } = await a.account(12);
  const ask = (app: TestApp) => app.as(key)("POST", "/images/generate", { prompt: "poor" });
  const answers = await Promise.all([a, b, c, a, b, c].map(ask));
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 402, 402, 402, 402]);
  for (const { status, body } of answers) if (status === 202) await a.ended(`/images/${body.imageId}`, a.as(key));
});

test("a generation begun at one replica is made by any, once, and its file is read at every one", async () => {
  const clients = await everywhere();
  const before = made.length;
  const begun = await Promise.all(
    Array.from({ length: 12 }, (_, at) => clients[0]("POST", "/images/generate", { prompt: `picture ${at}` })),
  );
  for (const { body } of begun) {
    const image = await c.ended(`/images/${body.imageId}`, clients[2]);
    expect(image.status).toBe("completed");
    expect(image.url).toStartWith(`${PUBLIC_URL}/media/`);
    const path = new URL(image.url).pathname;
    for (const { vireo } of [a, b, c]) {
      const whole = await vireo.handle(new Request(`http://localhost${path}`));
      expect([whole.status, Buffer.from(await whole.bytes()).equals(PIXEL)]).toEqual([200, true]);
    }
  }
  expect(made.length - before).toBe(12);
});

test("an upload begun at one replica is filled at another, read in ranges at a third, and used at the first", async () => {
  const clients = await everywhere();
  const asked = { fileName: "a.png", contentType: "image/png", size: PIXEL.length };
  const { body } = await clients[0]("POST", "/upload", asked);
  expect(body.uploadUrl).toStartWith(PUBLIC_URL);
  const put = (app: TestApp) =>
    app.vireo.handle(
      new Request(`http://localhost${new URL(body.uploadUrl).pathname}`, { method: "PUT", body: PIXEL }),
    );
  expect((await put(b)).status).toBe(200);
  expect((await put(c)).status).toBe(404);
  const read = async (range: string) => {
    const request = new Request(`http://localhost${new URL(body.url).pathname}`, { headers: { range } });
    const response = await c.vireo.handle(request);
    return [response.status, response.headers.get("content-range"), (await response.bytes()).toHex()];
  };
  const size = PIXEL.length;
  const hex = (from: number, to: number) => PIXEL.subarray(from, to).toString("hex");
  expect(await read("bytes=0-3")).toEqual([206, `bytes 0-3/${size}`, hex(0, 4)]);
  expect(await read("bytes=4-9")).toEqual([206, `bytes 4-9/${size}`, hex(4, 10)]);
  expect(await read("bytes=-5")).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, hex(size - 5, size)]);
  expect((await read("bytes=9999-"))[0]).toBe(416);
  // An address that one replica gave is our own at every other, and read from storage.
  const edited = await clients[0]("POST", "/images/edit", { imageUrl: body.url, prompt: "brighter" });
  expect((await a.ended(`/images/${edited.body.imageId}`, clients[0])).status).toBe("completed");
});

test("a revoked key is refused by all replicas at once", async () => {
  const clients = await everywhere();
  for (const api of clients) expect((await api("GET", "/credits")).status).toBe(200);
  const { body } = await clients[0]("GET", "/keys");
  expect((await clients[0]("DELETE", `/keys/${body.keys[0].keyId}`)).status).toBe(204);
  await until(async () => {
    const answers = await Promise.all(clients.map((api) => api("GET", "/credits")));
    return answers.every(({ status }) => status === 401);
  });
});

test("who signed in at one replica is signed in at all, and signed out of all", async () => {
  const person = { email: "olga@example.com", password: PASSWORD };
  const at = (app: TestApp, cookie?: string) => Object.assign(createBrowser(app), { cookie });
  const first = at(a);
  const setUp = await first.call("POST", "/auth/setup", { ...person, name: "Olga", token: await setupToken(b) });
  expect(setUp.status).toBe(201);
  const second = at(b);
  expect((await second.call("POST", "/auth/sign-in", person)).status).toBe(200);
  for (const app of [a, b, c]) {
    expect((await at(app, second.cookie).call("GET", "/auth/me")).status).toBe(200);
    expect((await at(app, second.cookie).call("GET", "/credits")).status).toBe(200);
  }
  expect((await at(c, second.cookie).call("POST", "/auth/sign-out")).status).toBe(204);
  await until(async () => {
    const answers = await Promise.all([a, b, c].map((app) => at(app, second.cookie).call("GET", "/credits")));
    return answers.every(({ status }) => status === 401);
  });
  expect((await at(b, first.cookie).call("GET", "/auth/me")).status).toBe(200);
});

test("wrong passwords count together, whichever replica they are tried at", async () => {
  const tries = [a, b, c, a, b, c, a, b, c].map(async (app) => {
    const body = { email: "nobody@example.com", password: "a wrong password" };
    return (await createBrowser(app).call("POST", "/auth/sign-in", body, OWN)).status;
  });
  const refused = (await Promise.all(tries)).filter((status) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  const last = await Promise.all(
    [a, b, c].map((app) =>
      createBrowser(app).call("POST", "/auth/sign-in", { email: "nobody@example.com", password: "x" }),
    ),
  );
  expect(last.map(({ status }) => status)).toEqual([429, 429, 429]);
});
