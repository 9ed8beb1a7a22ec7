/** What a process that dies by kill -9 was reading, delivering or about to publish goes on in another one, long before its lease ends. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LEASE_MS } from "#core/leases";
import { until } from "#test/until";
import { type Cluster, createCluster, readPids } from "./cluster";

/** A provider and an engine whose calls write their process into a file. The named ones last until there is one named `go`. */
const createPlugin = (folder: string) => `
import { appendFile } from "node:fs/promises";
async function record(step, name, lasting) {
  await appendFile("${folder}/" + step + " " + name, process.pid + " ");
  while (name === lasting && !(await Bun.file("${folder}/go").exists())) await Bun.sleep(20);
}
const published = { state: "published", platformPostId: "7", platformPostUrl: "https://example.com/7" };
export default {
  name: "slow",
  start: () => ({
    engines: {
      image: {
        name: "slow",
        models: [{ id: "slow-1", title: "Slow" }],
        create: async () => ({ state: "pending", task: "7" }),
        async read(task, { signal }) {
          await record("read", "image", "image");
          return { state: "failed", code: "provider_rejected", message: "Read by " + process.pid };
        },
      },
      social: {
        name: "slow",
        perAccount: true,
        paces: {},
        accounts: async () => [{ externalId: "insta", platform: "instagram", username: "insta", status: "active" }],
        prepare: (target) => record("prepare", target.content, "prepared"),
        async publish({ content }) {
          await record("publish", content, "called");
          return content === "read" ? { state: "pending", task: "7", readAfterMs: 1 } : published;
        },
        async read(task, { content }) {
          await record("read", content, "read");
          return published;
        },
        find: async () => undefined,
      },
    },
  }),
};`;

let folder: string;
/** Ids of the messages that the webhook got. It answers the first one never. */
const messages: string[] = [];
const receiver = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  idleTimeout: 0,
  fetch: ({ headers }) => {
    messages.push(headers.get("webhook-id") ?? "");
    return messages.length === 1 ? new Promise<Response>(() => {}) : new Response();
  },
});
let cluster: Cluster;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-takeover-"));
  await Bun.write(join(folder, "slow.ts"), createPlugin(folder));
  cluster = await createCluster(() => ({ VIREO_PLUGINS: join(folder, "slow.ts"), ALLOW_HOSTS: "127.0.0.1" }));
});
afterAll(async () => {
  await cluster?.stop();
  await receiver.stop(true);
  await rm(folder, { recursive: true, force: true });
});

const readCalls = (name: string) => readPids(join(folder, name));

const waitForCalls = (name: string, count: number) =>
  until(async () => {
    const calls = await readCalls(name);
    return calls.length >= count && calls;
  });

test("kill -9: polls, deliveries and posts before their call go on elsewhere at once; a post in its call is only read, after its lease", async () => {
  const dying = await cluster.start();
  const { body } = await dying.call("GET", "/social/accounts");
  const { accountId } = body.accounts.find(({ username }: { username: string }) => username === "insta");
  const publish = async (content: string) => {
    const post = { accountIds: [accountId], mode: "now", content, videoUrl: "https://93.184.216.34/video.mp4" };
    return (await dying.call("POST", "/social/posts", post)).body.postId as string;
  };
  const prepared = await publish("prepared");
  const called = await publish("called");
  const read = await publish("read");
  await dying.call("POST", "/images/generate", { prompt: "Polled", model: "slow-1" });
  const webhook = await dying.call("POST", "/webhooks", {
    url: `http://127.0.0.1:${receiver.port}`,
    events: ["credits.low"],
  });
  await dying.call("POST", `/webhooks/${webhook.body.webhookId}/test`);
  const steps = ["prepare prepared", "publish called", "read read", "read image"];
  for (const step of steps) expect(await waitForCalls(step, 1)).toEqual([dying.pid]);
  await until(() => messages[0]);

  const [other, last] = await Promise.all([cluster.start(), cluster.start()]);
  const killedAt = performance.now();
  await cluster.kill(dying);
  for (const step of ["prepare prepared", "read read", "read image"]) {
    const [, next] = await waitForCalls(step, 2);
    expect([other.pid, last.pid]).toContain(next!);
  }
  await until(() => messages[1]);
  // Five seconds pass before a process judges others.
  expect(performance.now() - killedAt).toBeLessThan(LEASE_MS / 2);
  expect(messages).toEqual([messages[0]!, messages[0]!]);
  const readStatus = async (postId: string) =>
    (await last.call("GET", `/social/posts/${postId}`)).body.targets[0].status;
  expect([await readCalls("publish called"), await readStatus(called)]).toEqual([[dying.pid], "publishing"]);

  await Bun.write(join(folder, "go"), "");
  for (const postId of [prepared, read]) await until(async () => (await readStatus(postId)) === "published");
  expect(await readCalls("publish prepared")).toHaveLength(1);
  const targets = cluster.database.db.updateTable("social_targets").set({ lease_until: new Date(0) });
  await targets.where("status", "=", "publishing").execute();
  await until(async () => (await readStatus(called)) === "unconfirmed");
  expect(await readCalls("publish called")).toEqual([dying.pid]);
});
