/** Time from kill -9 of a replica until another one works on what it did: a generation, a poll, a delivery, a post. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectMigrations } from "#core/database/migrations";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { SECRET_KEY } from "#sdk/testing/app";
import { freshDatabase } from "#test/database";
import { stopCluster } from "#test/db/cluster";
import { startBucket } from "#test/replicas/bucket";
import { startProcess } from "#test/replicas/replicas";
import { timesOf } from "#tools/bench/rounds";

const ROUNDS = Number(process.env.ROUNDS ?? 9);
/** Processes judge others only after five seconds. */
const SETTLED_MS = 6_000;
const VIDEO = "https://93.184.216.34/video.mp4";
const SLOW = `
const forever = () => new Promise(() => {});
export default {
  name: "slow",
  start: () => ({
    engines: {
      image: {
        name: "slow",
        models: [{ id: "slow-1", title: "Slow" }],
        repeatable: true,
        concurrency: 100,
        create: ({ prompt }) => (prompt === "Poll" ? { state: "pending", task: crypto.randomUUID() } : forever()),
        read: forever,
      },
      social: {
        name: "slow",
        perAccount: true,
        paces: {},
        accounts: async () => [{ externalId: "insta", platform: "instagram", username: "insta", status: "active" }],
        prepare: forever,
        publish: forever,
        find: forever,
      },
    },
  }),
};`;
/** The newest row of each kind of work. */
const newest: Record<string, string> = {
  generation: "generations where prompt = 'Create' order by created_at",
  poll: "generations where prompt = 'Poll' and task is not null order by created_at",
  delivery: "webhook_deliveries order by created_at",
  post: "social_targets order by id",
};

const folder = await mkdtemp(join(tmpdir(), "vireo-takeover-"));
await Bun.write(join(folder, "slow.ts"), SLOW);
const bucket = await startBucket();
const database = await freshDatabase(collectMigrations([...modules, ...plugins]));
const silent = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  idleTimeout: 0,
  fetch: () => new Promise<Response>(() => {}),
});
const start = () =>
  startProcess({
    ...bucket.env,
    DATABASE_URL: database.url,
    VIREO_PLUGINS: join(folder, "slow.ts"),
    VIREO_ADMIN_KEY: "bench-admin-key-0123456789",
    VIREO_SECRET_KEY: SECRET_KEY,
    PUBLIC_URL: "https://vireo.example",
    ALLOW_HOSTS: "127.0.0.1",
    LOG_LEVEL: "error",
  });
/** Waits until a process other than the last one works on the newest row of these kinds. Returns the times. */
async function waitForHolders(kinds: readonly string[], last: Record<string, number> = {}) {
  const times: Record<string, number> = {};
  const keys: Record<string, number> = {};
  while (kinds.some((name) => !(name in times))) {
    for (const name of kinds) {
      if (name in times) continue;
      const [row] = await database.sql.unsafe(`select holder from ${newest[name]} desc limit 1`);
      if (!row?.holder || row.holder === last[name]) continue;
      times[name] = performance.now();
      keys[name] = row.holder;
    }
    await Bun.sleep(2);
  }
  return { times, keys };
}

const times: Record<string, number[]> = {};
let working = await start();
const { body } = await working.call("GET", "/social/accounts");
const { accountId } = body.accounts.find(({ username }: { username: string }) => username === "insta");
const webhook = await working.call("POST", "/webhooks", { url: silent.url.href, events: ["credits.low"] });
for (let round = 0; round < ROUNDS; round++) {
  await working.call("POST", "/images/generate", { prompt: "Create", model: "slow-1" });
  await working.call("POST", "/images/generate", { prompt: "Poll", model: "slow-1" });
  const post = { accountIds: [accountId], mode: "now", content: `Round ${round}`, videoUrl: VIDEO };
  await working.call("POST", "/social/posts", post);
  const { keys } = await waitForHolders(["generation", "poll", "post"]);
  const next = await start();
  // A delivery waits 15 seconds for a response. Either of them may send it.
  while (keys.delivery !== keys.generation) {
    await working.call("POST", `/webhooks/${webhook.body.webhookId}/test`);
    Object.assign(keys, (await waitForHolders(["delivery"])).keys);
  }
  await Bun.sleep(SETTLED_MS + Math.random() * 1000);
  const killedAt = performance.now();
  await working.kill();
  for (const [name, time] of Object.entries((await waitForHolders(Object.keys(newest), keys)).times))
    times[name] = [...(times[name] ?? []), time - killedAt];
  working = next;
}
for (const [name, each] of Object.entries(times)) {
  const { p50 } = timesOf(each);
  console.log(
    `${name} taken over after: median ${p50.toFixed(0)} ms, slowest ${Math.max(...each).toFixed(0)} ms (goal: 2000)`,
  );
}
await working.kill();
await silent.stop(true);
await database.drop();
await bucket.stop();
await rm(folder, { recursive: true, force: true });
await stopCluster();
