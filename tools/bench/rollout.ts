/**
 * Runs a server of another checkout beside one of this, on one database and one bucket, as during a rollout. Both get work,
 * each is killed in the middle and replaced by one of the other version. Fails unless everything is done, once.
 *
 *     bun tools/bench/rollout.ts ../vireo-before
 */
import { join, resolve } from "node:path";
import { collectMigrations } from "#core/database/migrations";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { SECRET_KEY } from "#sdk/testing/app";
import { freshDatabase } from "#test/database";
import { startBucket } from "#test/replicas/bucket";
import { startProcess } from "#test/replicas/replicas";

const [before] = process.argv.slice(2);
if (!before) throw new Error("Usage: bun tools/bench/rollout.ts <folder of the version before>");
const programs = [join(resolve(before), "cli/main.ts"), join(import.meta.dir, "../../cli/main.ts")];
const LIMIT_MS = 180_000;
const MUSIC = 6;
const POSTS = 8;

type Process = Awaited<ReturnType<typeof startProcess>>;

const bucket = await startBucket();
const database = await freshDatabase(collectMigrations([...modules, ...plugins]));
const received: string[] = [];
const receiver = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    received.push(request.headers.get("webhook-id") ?? "");
    return new Response("thanks");
  },
});
const env = {
  ...bucket.env,
  DATABASE_URL: database.url,
  VECTORS_LOCATION: `s3://${bucket.env.S3_BUCKET}/${crypto.randomUUID()}`,
  VIREO_ADMIN_KEY: "rollout-admin-key-0123456789",
  VIREO_SECRET_KEY: SECRET_KEY,
  RATE_LIMIT_PER_MINUTE: "100000",
  ALLOW_HOSTS: "127.0.0.1",
  PUBLIC_URL: "https://vireo.example",
  LOG_LEVEL: process.env.LOG_LEVEL ?? "error",
};

async function expectStatus(answer: ReturnType<Process["call"]>, status: number) {
  const { body, ...rest } = await answer;
  if (rest.status !== status) throw new Error(`${rest.status} instead of ${status}: ${JSON.stringify(body)}`);
  return body;
}

async function until(what: string, read: () => Promise<boolean>): Promise<void> {
  for (const startedAt = performance.now(); !(await read()); await Bun.sleep(250)) {
    if (performance.now() - startedAt > LIMIT_MS) throw new Error(`Not true after ${LIMIT_MS / 1000} s: ${what}`);
  }
  console.log(`ok: ${what}`);
}

/** Gives a server music to make, posts to publish now and soon, and videos to analyse. */
async function give({ call }: Process, name: string, accountIds: readonly string[]) {
  const made: string[] = [];
  for (let at = 0; at < MUSIC; at++) {
    const prompt = `calm ambient ${name} ${at}, 10 seconds`;
    made.push((await expectStatus(call("POST", "/music/generate", { prompt }), 202)).musicId);
  }
  for (let at = 0; at < POSTS; at++) {
    const when =
      at % 2 === 0 ? { mode: "now" } : { mode: "schedule", scheduledFor: Date.now() + 6_000, timezone: "UTC" };
    const post = {
      videoUrl: "https://example.com/clip.mp4",
      accountIds,
      tiktokPrivacyLevel: "SELF_ONLY",
      content: `${name} ${at}`,
      ...when,
    };
    await expectStatus(call("POST", "/social/posts", post), 201);
  }
  const videos = Array.from({ length: 50 }, (_, at) => ({
    id: `${name}-${at}`,
    url: `https://www.tiktok.com/@someone/video/${name}${at}`,
    description: `Bread number ${at}`,
  }));
  await expectStatus(call("POST", "/viral-library/videos", { videos }), 202);
  return made;
}

async function count(query: string): Promise<number> {
  const [row] = await database.sql.unsafe(`select count(*)::int as count from ${query}`);
  return row!.count as number;
}

let running: Process[] = [];
const start = async (program: string) => {
  const started = await startProcess(env, program);
  running.push(started);
  return started;
};
const kill = async (one: Process) => {
  running = running.filter((other) => other !== one);
  await one.kill();
};

try {
  const [old, today] = programs as [string, string];
  let first = await start(old);
  let second = await start(today);
  await expectStatus(
    first.call("POST", "/webhooks", { url: `http://127.0.0.1:${receiver.port}/`, events: ["*"] }),
    201,
  );
  await until(
    "social accounts are known",
    async () => (await first.call("GET", "/social/accounts")).body.accounts?.length > 0,
  );
  const { accounts } = (await first.call("GET", "/social/accounts")).body;
  const accountIds = accounts.slice(0, 2).map(({ accountId }: { accountId: string }) => accountId);
  const made = [...(await give(first, "a", accountIds)), ...(await give(second, "b", accountIds))];
  await Bun.sleep(1_000);
  await kill(first);
  first = await start(today);
  made.push(...(await give(second, "c", accountIds)));
  await kill(second);
  second = await start(old);
  made.push(...(await give(first, "d", accountIds)), ...(await give(second, "e", accountIds)));

  const posts = 5 * POSTS;
  await until("all music is made", async () => (await count("generations where status = 'completed'")) === made.length);
  await until(
    "no target waits",
    async () => (await count("social_targets where status in ('pending', 'publishing', 'unconfirmed')")) === 0,
  );
  await until(
    "all videos are in the index",
    async () => (await count("viral_outbox")) + (await count("viral_videos where analysis is null")) === 0,
  );
  await until(
    "all deliveries are sent",
    async () => (await count("webhook_deliveries where status = 'pending'")) === 0,
  );
  const facts = {
    "targets published": [
      await count("social_targets where status in ('published', 'in_inbox')"),
      posts * accountIds.length,
    ],
    "posts of the sandbox": [await count("sandbox_posts"), posts * accountIds.length],
    "events of completed music": [await count("events where type = 'music.completed'"), made.length],
    charges: [await count("credit_transactions where type = 'charge'"), made.length],
    "events without a place": [await count("events where seq is null"), 0],
    "messages received, each at least once": [new Set(received).size, await count("webhook_deliveries")],
  };
  for (const [what, [got, wanted]] of Object.entries(facts)) {
    console.log(`${got === wanted ? "ok" : "FAILED"}: ${what}: ${got} of ${wanted}`);
    if (got !== wanted) process.exitCode = 1;
  }
} finally {
  await Promise.all(running.map((one) => one.stop()));
  await receiver.stop(true);
  await database.drop();
  await bucket.stop();
}
process.exit();
