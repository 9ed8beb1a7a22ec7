/** What becomes of a post by the errors that Meta documents: by subcode, then by code. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { instagram as instagramPlugin } from "#plugins/instagram/index";
import { TestClock } from "#sdk/testing/clock";
import { type Client, startApp, type TestApp } from "#test/app";
import { connect, videoBytes } from "#test/plugins/direct";
import { until as poll } from "#test/until";
import { type Instagram, startInstagram } from "./server";

const VIDEO = videoBytes(5_000);
const MINUTE = 60_000;

let instagram: Instagram;
let app: TestApp;
let api: Client;
let accountId: string;
let content: string;
const clock = new TestClock();
const files = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(VIDEO) });
beforeAll(async () => {
  instagram = await startInstagram();
  instagram.control.now = () => clock.now();
  app = await startApp({ allowHosts: ["127.0.0.1"] }, [...modules, instagramPlugin], instagram.env, clock);
});
afterAll(async () => {
  await app.stop();
  await Promise.all([instagram.stop(), files.stop(true)]);
});
beforeEach(async () => {
  ({ api } = await app.account(0));
  const name = `shop-${crypto.randomUUID()}`;
  Object.assign(instagram.control, { used: 0, looks: 0, status: "FINISHED", statusText: "", permalinks: true });
  instagram.faults.length = 0;
  instagram.containers.clear();
  expect(await connect(app, api, "instagram", instagram.people, name)).toMatchObject({ status: 200 });
  accountId = (await api("GET", "/social/accounts")).body.accounts[0].accountId;
  content = `A caption ${crypto.randomUUID()}`;
});

type Target = Record<string, unknown>;
let postId: string;
async function publish(): Promise<void> {
  const { status, body } = await api("POST", "/social/posts", {
    ...{ videoUrl: `http://127.0.0.1:${files.port}/video.mp4`, accountIds: [accountId], mode: "now", content },
  });
  expect(status).toBe(201);
  postId = body.postId;
}
const readTarget = async (): Promise<Target> => (await api("GET", `/social/posts/${postId}`)).body.targets[0];
const until = (isDone: (target: Target) => unknown, step: number) =>
  poll(async () => {
    const target = await readTarget();
    if (isDone(target)) return target;
    // A lease that ends during a call would make another container.
    if (target.delayReason || target.status === "unconfirmed") await clock.advance(step);
    return undefined;
  });
const hasStatus = (status: string) => (target: Target) => target.status === status;
const containers = () => [...instagram.containers.values()].filter(({ body }) => body.caption === content).length;

test.each([
  ["the download took too long", -2, 2207003],
  ["the video expired", -2, 2207020],
  ["the container was not created", -1, 2207032],
  ["an unknown error while uploading", -1, 2207053],
  ["the server failed", -1, 2207001],
  ["the video could not be fetched", 9004, 2207052],
])("a post is published in spite of an error of its container: %s", async (_, code, subcode) => {
  instagram.faults.push({ at: "create", code, subcode });
  await publish();
  const waiting = await until(({ delayReason }) => delayReason, 0);
  expect(waiting).toMatchObject({ status: "pending", delayReason: expect.stringContaining(`Meta says ${subcode}.`) });
  await until(hasStatus("published"), 10_000);
  expect(instagram.made(content)).toBe(1);
});

test("a video that Meta cannot fetch again and again fails within minutes, as the video's fault", async () => {
  for (let times = 0; times < 9; times++) instagram.faults.push({ at: "create", code: 9004, subcode: 2207052 });
  await publish();
  expect(await until(hasStatus("failed"), 5 * MINUTE)).toMatchObject({
    errorCategory: "media_unavailable",
    errorMessage: expect.stringContaining("in 5 attempts"),
  });
  expect(containers()).toBe(0);
});

test.each([
  ["2207003", 2207003],
  ["2207020", 2207020],
  ["2207053", 2207053],
])("a container that fails with %s in its status is replaced, and the post published once", async (_, subcode) => {
  instagram.control.status = "ERROR";
  instagram.control.statusText = `Error: Media upload has failed with error code ${subcode}`;
  await publish();
  await until(({ delayReason }) => delayReason, 0);
  instagram.control.status = "FINISHED";
  await until(hasStatus("published"), 10_000);
  expect([instagram.made(content), containers()]).toEqual([1, 2]);
});

test("containers that always fail have an end", async () => {
  instagram.control.status = "ERROR";
  instagram.control.statusText = "Error: Media upload has failed with error code 2207053";
  await publish();
  expect(await until(hasStatus("failed"), 20 * MINUTE)).toMatchObject({ errorCategory: "platform_error" });
  expect(containers()).toBe(9);
});

test("a video that Instagram cannot read fails at once, and a retry uses a new container", async () => {
  instagram.control.status = "ERROR";
  instagram.control.statusText = "Error: Media upload has failed with error code 2207026";
  await publish();
  expect(await until(hasStatus("failed"), 0)).toMatchObject({ errorCategory: "user_content" });
  instagram.control.status = "FINISHED";
  expect((await api("POST", `/social/posts/${postId}/retry`)).status).toBe(200);
  await until(hasStatus("published"), 1_000);
  expect([instagram.made(content), containers()]).toEqual([1, 2]);
});

test("a container that cannot be published for the moment is published a little later", async () => {
  for (let times = 0; times < 2; times++)
    instagram.faults.push({ at: "publish", code: 24, subcode: 2207008, isTransient: true });
  await publish();
  const since = clock.now();
  await until(({ delayReason }) => String(delayReason).includes("2207008"), 0);
  await until(hasStatus("published"), 10_000);
  expect(clock.now() - since).toBeGreaterThan(100_000);
  expect([instagram.made(content), containers()]).toEqual([1, 1]);
});

test("after two more refusals a new container takes its place", async () => {
  for (let times = 0; times < 3; times++) instagram.faults.push({ at: "publish", code: 24, subcode: 2207008 });
  await publish();
  await until(hasStatus("published"), 10_000);
  expect([instagram.made(content), containers()]).toEqual([1, 2]);
});

test("a refused container that is published all the same is not published again", async () => {
  for (let times = 0; times < 2; times++) instagram.faults.push({ at: "publish", code: 24, subcode: 2207008 });
  instagram.faults.push({ at: "publish", code: 24, subcode: 2207008, wasDone: true });
  await publish();
  await until(hasStatus("published"), 10_000);
  expect([instagram.made(content), containers()]).toEqual([1, 1]);
});

test.each([
  ["the media is gone", 24, 2207006, 2],
  ["the container expired", -2, 2207020, 2],
  ["a server error, of which nobody knows the outcome", -1, 2207001, 1],
  ["an unknown error", 1, undefined, 1],
])("a publish call that fails is made again: %s", async (_, code, subcode, count) => {
  instagram.faults.push({ at: "publish", code, ...(subcode ? { subcode } : {}) });
  await publish();
  await until(hasStatus("published"), 2 * MINUTE);
  expect([instagram.made(content), containers()]).toEqual([1, count]);
});

test("a server error of a call that has published is found, and the post is not published twice", async () => {
  instagram.faults.push({ at: "publish", code: -1, subcode: 2207001, wasDone: true });
  await publish();
  await until(hasStatus("published"), 2 * MINUTE);
  expect([instagram.made(content), containers()]).toEqual([1, 1]);
});

test.each([
  ["create", "the account is restricted", 25, 2207050, "account_issue"],
  ["publish", "the account is restricted", 25, 2207050, "account_issue"],
  ["create", "the post looks like spam", 4, 2207051, "platform_rejected"],
  ["publish", "the post looks like spam", 4, 2207051, "platform_rejected"],
  ["create", "the cover frame is outside of the video", 1, 2207057, "user_content"],
  ["create", "no permission", 10, undefined, "account_issue"],
  ["create", "the format of the video", 352, 2207026, "user_content"],
] as const)("a post fails at once on %s: %s", async (at, _, code, subcode, errorCategory) => {
  instagram.faults.push({ at, code, ...(subcode ? { subcode } : {}) });
  await publish();
  expect(await until(hasStatus("failed"), 0)).toMatchObject({ errorCategory });
  expect(instagram.made(content)).toBe(0);
});

test.each([
  ["create", 80_002],
  ["publish", 80_002],
  ["create", 80_014],
  ["publish", 4],
  ["create", 613],
] as const)("a limit on %s delays a post by an hour: %i", async (at, code) => {
  instagram.faults.push({ at, code });
  await publish();
  const waiting = await until(({ delayReason }) => delayReason, 0);
  expect(waiting).toMatchObject({ status: "pending", delayReason: expect.stringContaining("no more posts") });
  await clock.advance(30 * MINUTE);
  expect((await readTarget()).status).toBe("pending");
  await until(hasStatus("published"), 10 * MINUTE);
  expect(instagram.made(content)).toBe(1);
});
