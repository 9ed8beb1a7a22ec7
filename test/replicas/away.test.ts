/** What a replica says while the bucket or the database is away, and that it goes on when they are back. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modules } from "#modules/index";
import type { TestApp } from "#test/app";
import { fakeImages, PIXEL } from "#test/engines";
import { until } from "#test/until";
import { type Bucket, startBucket } from "./bucket";
import { type Replicas, startReplicas } from "./replicas";

let bucket: Bucket;
let replicas: Replicas;
let [a, b] = [] as unknown as [TestApp, TestApp];
beforeAll(async () => {
  bucket = await startBucket({ isConditional: false });
  replicas = await startReplicas(2, { modules: () => [...modules, fakeImages({})], env: bucket.env });
  [a, b] = replicas.apps as [TestApp, TestApp];
});
afterAll(async () => {
  await replicas?.stop();
  await bucket?.stop();
});

/** Asked as a load balancer asks: without a key. */
const readiness = async (app: TestApp) => {
  const { status, body } = await app.as(undefined)("GET", "/ready");
  const failed = body.checks.filter(({ ok }: { ok: boolean }) => !ok);
  return [status, ...failed.map(({ name }: { name: string }) => name).sort()];
};
const upload = async (app: TestApp) => {
  const form = new FormData();
  form.set("file", new File([PIXEL], "a.png", { type: "image/png" }));
  return app.api("POST", "/upload", form);
};

test("the bucket: every replica is alive and not ready, a write fails and says so, and all is well again", async () => {
  const kept = await upload(a);
  expect(kept.status).toBe(201);
  bucket.away?.(true);
  expect([await readiness(a), await readiness(b)]).toEqual([
    [503, "storage"],
    [503, "storage"],
  ]);
  expect((await a.as(undefined)("GET", "/health")).status).toBe(200);
  expect((await upload(a)).status).toBeGreaterThanOrEqual(500);
  // What needs no file goes on.
  expect((await b.api("GET", "/uploads")).body.uploads).toHaveLength(1);
  bucket.away?.(false);
  await until(async () => (await readiness(b))[0] === 200);
  expect((await upload(b)).status).toBe(201);
  const { pathname } = new URL(kept.body.url);
  expect((await b.vireo.handle(new Request(`http://localhost${pathname}`))).status).toBe(200);
});

test("the database: not ready within seconds, and at work again by itself", async () => {
  await replicas.database.whileAway(async () => {
    expect((await a.as(undefined)("GET", "/health")).status).toBe(200);
    await until(async () => (await readiness(a)).join() === "503,database,queue");
  });
  await until(async () => (await readiness(a))[0] === 200 && (await readiness(b))[0] === 200);
  const { body } = await a.api("POST", "/images/generate", { prompt: "after the storm" });
  expect((await b.ended(`/images/${body.imageId}`)).status).toBe("completed");
});

test("`vireo doctor` names what is away, and what is there", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "vireo-doctor-"));
  const main = new URL("../../cli/main.ts", import.meta.url).pathname;
  const doctor = async (env: Record<string, string>) => {
    const child = Bun.spawn([process.execPath, main, "doctor"], {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        DATABASE_URL: replicas.database.url,
        ...bucket.env,
        ...env,
      } as never,
      stdout: "pipe",
      stderr: "pipe",
    });
    const text = (await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])).join("");
    return {
      code: await child.exited,
      line: (name: string) => text.split("\n").find((line) => line.includes(name)),
      text,
    };
  };
  try {
    const well = await doctor({});
    expect(well.line("storage")).toMatch(/s3/);
    bucket.away?.(true);
    const ill = await doctor({});
    expect([ill.code, well.line("storage") === ill.line("storage")]).toEqual([1, false]);
    bucket.away?.(false);
    const lost = await doctor({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" });
    expect(lost.code).toBe(1);
    expect(lost.text).toMatch(/ECONNREFUSED|connect/i);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});
