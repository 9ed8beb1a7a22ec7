/** The program itself, three times: processes on real ports, with one database and one bucket, that die by kill -9. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { until } from "#test/until";
import { type Cluster, createCluster, type Process } from "./cluster";
import { freePort, startWorker } from "./replicas";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await createCluster(({ env }) => ({
    VECTORS_LOCATION: `s3://${env.S3_BUCKET}/${crypto.randomUUID()}`,
    RATE_LIMIT_PER_MINUTE: "100000",
  }));
});
afterAll(() => cluster?.stop());

const topics = [
  "bread and sourdough",
  "running a marathon",
  "fixing an old car",
  "growing tomatoes",
  "sleeping better",
];
const video = (at: number) => ({
  id: `v${at}`,
  url: `https://www.tiktok.com/@someone/video/${at}`,
  description: `Video ${at} about ${topics[at % topics.length]}, and what I learnt from it`,
});

test("kill -9 of a replica that imports and makes media: nothing is lost, and nothing is there twice", async () => {
  const [first, second, third] = [await cluster.start(), await cluster.start(), await cluster.start()];
  const { body: before } = await second.call("GET", "/credits");
  const COUNT = 4;
  const begun = await Promise.all(
    Array.from({ length: COUNT }, async (_, at) => {
      const { status, body } = await first.call("POST", "/music/generate", {
        prompt: `calm ambient ${at}, 10 seconds`,
      });
      expect(status).toBe(202);
      return body.musicId as string;
    }),
  );
  await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      const videos = Array.from({ length: 50 }, (_, n) => video(at * 50 + n));
      expect((await first.call("POST", "/viral-library/videos", { videos })).status).toBe(202);
    }),
  );
  await until(() =>
    cluster.database.db.selectFrom("generations").select("id").where("status", "=", "processing").executeTakeFirst(),
  );
  await cluster.kill(first);
  // While jobs wait for the dead one's leases to run out, the living work on.
  await until(async () => {
    const { body } = await second.call("GET", "/music?status=completed&pageSize=100");
    return body.pagination.total === COUNT;
  });
  for (const id of begun) {
    const { body } = await third.call("GET", `/music/${id}`);
    expect(body.status).toBe("completed");
    const { pathname } = new URL(body.audioUrl);
    const part = await fetch(`${second.origin}${pathname}`, { headers: { range: "bytes=0-99" } });
    expect([part.status, (await part.bytes()).length]).toEqual([206, 100]);
  }
  expect((await third.call("GET", "/credits")).body.balance).toBe(before.balance - 3 * COUNT);
  const events = await cluster.database.db
    .selectFrom("events")
    .select("data")
    .where("type", "=", "music.completed")
    .execute();
  expect(events.map(({ data }) => (data as { musicId: string }).musicId).sort()).toEqual(begun.sort());

  const found = await until(async () => {
    const [row] = await cluster.database.sql`select
      (select count(*) from viral_videos where analysis is not null) as analysed,
      (select count(*) from viral_outbox) as waiting, (select count(*) from viral_indexes where ready_at is not null) as ready`;
    return row?.analysed === 400 && row.waiting === 0 && row.ready === 1 && row;
  });
  expect(found).toBeTruthy();
  for (const one of [second, third]) {
    const search = async () =>
      (await one.call("GET", "/viral-library/search?q=tomatoes%20in%20the%20garden&limit=20")).body.results;
    const results = await until(async () => ((await search()).length > 0 ? search() : undefined));
    const ids = results.map(({ video }: { video: { tiktokId: string } }) => video.tiktokId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(results[0].video.description).toContain("tomatoes");
  }
});

test("of replicas that are killed one after the other, the last one still does all", async () => {
  const [second, third] = [...cluster.running] as [Process, Process];
  await cluster.kill(second);
  const { body } = await third.call("POST", "/viral-library/videos", {
    videos: [{ ...video(0), id: "alone", description: "Xylophone lessons for the lonely lighthouse keeper" }],
  });
  expect(body.imported).toBe(1);
  await until(async () => {
    const { body } = await third.call("GET", "/viral-library/search?q=xylophone%20lessons&limit=1");
    return body.results?.[0]?.video.tiktokId === "alone";
  });
  const fourth = await cluster.start();
  const { body: image } = await fourth.call("POST", "/images/generate", { prompt: "The last lighthouse" });
  await until(async () => (await third.call("GET", `/images/${image.imageId}`)).body.status === "completed");
  expect(await third.stop()).toBe(0);
  cluster.running.delete(third);
});

test("a server leaves jobs to workers; one that is stopped loses none of them", async () => {
  for (const one of cluster.running) {
    cluster.running.delete(one);
    await one.stop();
  }
  const server = await cluster.start({ LEAVE_TO_WORKERS: "music" });
  const { body: before } = await server.call("GET", "/credits");
  const COUNT = 3;
  for (let at = 0; at < COUNT; at++) {
    const { status } = await server.call("POST", "/music/generate", { prompt: `bright pop ${at}, 10 seconds` });
    expect(status).toBe(202);
  }
  const { body: image } = await server.call("POST", "/images/generate", { prompt: "Made by the server itself" });
  await until(async () => (await server.call("GET", `/images/${image.imageId}`)).body.status === "completed");
  const count = async (status: string) =>
    (await server.call("GET", `/music?status=${status}&pageSize=1`)).body.pagination.total as number;
  const [done, waiting] = [await count("completed"), await count("pending")];
  expect(waiting).toBe(COUNT);
  const headers = { authorization: `Bearer ${cluster.env.VIREO_ADMIN_KEY}` };
  const metrics = await (await fetch(`${server.origin}/metrics`, { headers })).text();
  expect(metrics).toContain(`vireo_queue_jobs{queue="generate.music.local",state="created"} ${COUNT}`);

  const first = startWorker(cluster.env, "music");
  await until(async () => (await count("processing")) > 0);
  first.kill("SIGTERM");
  const port = freePort();
  const worker = startWorker(cluster.env, "music,video", port);
  await until(async () => (await count("completed")) === done + COUNT, 120_000);
  expect((await server.call("GET", "/credits")).body.balance).toBe(before.balance - 3 * COUNT - 6);
  const probe = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    return [response.status, await response.text()] as const;
  };
  expect(await probe("/metrics")).toEqual([
    200,
    expect.stringMatching(/^vireo_generations_total\{kind="music",engine="local",outcome="completed"\} [1-3]$/m),
  ]);
  expect(await probe("/ready")).toEqual([200, expect.stringContaining("storage")]);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(401);
  expect(await probe("/api/v1/credits")).toEqual([404, expect.stringContaining("Call a server")]);
  worker.kill("SIGTERM");
  expect(await worker.exited).toBe(0);
  const wrong = startWorker({ ...cluster.env, DATABASE_URL: "" }, "music");
  expect([await wrong.exited, await new Response(wrong.stderr).text()]).toEqual([
    1,
    expect.stringContaining("DATABASE_URL"),
  ]);
});
