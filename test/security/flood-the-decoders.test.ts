/** An attacker without a credit keeps the processes busy that check fonts and draw posters. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { EngineError } from "vireo/engine";
import type { Footage } from "vireo/inputs/footage";
import { defineModule } from "vireo/module";
import { receiveFormOf } from "#core/http/multipart";
import { metrics } from "#core/observability/metrics";
import { modules } from "#modules/index";
import { frames, thumbnail } from "#plugins/local/children/footage";
import { PIXEL } from "#test/engines";
import { createBoxFont } from "#test/fonts";
import { clip, tools } from "#test/plugins/local/edit-clips";
import { runTasksInChildren } from "#test/tasks";
import { until } from "#test/until";
import { forgeClip } from "./forged-clip";
import { startTarget, type Target } from "./target";

/** Stands for the local engines: records each file of which frames are wanted, and waits for `draw` to be replaced. */
let draw: Footage["frames"];
const footage: Partial<Footage> = {
  frames: (...args) => draw(...args),
  async thumbnail(_, { folder }) {
    const path = join(folder, "small.png");
    await Bun.write(path, PIXEL);
    return path;
  },
};
const local = defineModule({ name: "local", start: () => ({ service: footage }) });

let target: Target;
let folder: string;
let video: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-flood-"));
  target = await startTarget({
    config: { quotas: { parallelUploads: 3 } as never },
    modules: [...modules.map(runTasksInChildren), local],
  });
  video = new Uint8Array(await forgeClip({ frames: 30, every: 1 / 30 }));
});
afterAll(async () => {
  await target.stop();
  await rm(folder, { recursive: true, force: true });
});

type Api = Target["victim"]["api"];
const toForm = (bytes: Uint8Array, fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), "file");
  return form;
};
const uploadFont = (api: Api, name: string) => api("POST", "/fonts", toForm(createBoxFont(), { name }));
const uploadVideo = async (api: Api) => (await api("POST", "/upload", toForm(video))).body.videoId as string;

describe("fonts", () => {
  test("are limited per account like uploads, checked by two processes, and the victim's is checked between them", async () => {
    const counts: number[] = [];
    const timer = setInterval(async () => {
      const { values } = await metrics.renders.get();
      counts.push(values.find(({ labels }) => labels.task === "content.font")?.value ?? 0);
    }, 5);
    const flood = Array.from({ length: 12 }, (_, i) => uploadFont(target.attacker.api, `Font ${i}`));
    const other = (await target.account()).api;
    const [honest] = await Promise.all([uploadFont(target.victim.api, "Mine"), uploadFont(other, "Mine")]);
    expect(honest.status).toBe(201);
    const answers = await Promise.all(flood);
    clearInterval(timer);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(3).fill(201), ...Array(9).fill(429)]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(refused.body.type).toEndWith("/errors/too_many_uploads");
    expect(refused.headers.get("retry-after")).toBe("5");
    // Two, and two that are just ending.
    expect(Math.max(...counts)).toBeLessThanOrEqual(4);
  });

  test("408 for one that does not arrive in time", async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("--b\r\n")),
      cancel: () => {
        isCancelled = true;
      },
    });
    const format = { identify: () => ({ kind: "font" }), refuse: () => "" };
    const received = receiveFormOf(format, body, "multipart/form-data; boundary=b", join(folder, "font"), {
      limit: () => 100,
      limitMs: 20,
    });
    await expect(received).rejects.toMatchObject({ kind: "request_timeout" });
    expect(isCancelled).toBe(true);
  });
});

describe("posters", () => {
  test("a victim's comes while the attacker's files keep a process busy", async () => {
    const held: (() => void)[] = [];
    draw = () =>
      new Promise((_, reject) => held.push(() => reject(new EngineError("source_too_complex", "Takes too long."))));
    const attacked = [await uploadVideo(target.attacker.api), await uploadVideo(target.attacker.api)];
    await until(() => held.length === 1);
    draw = async (_path, _options, run) => {
      const path = join(run.folder, "frame.png");
      await Bun.write(path, PIXEL);
      return [{ timestamp: 0, path }];
    };
    const own = await uploadVideo(target.victim.api);
    const read = async (api: Api, id: string) => (await api("GET", `/videos/${id}`)).body;
    await until(async () => (await read(target.victim.api, own)).posterUrl);
    expect(held).toHaveLength(1);
    expect(await read(target.attacker.api, attacked[1]!)).not.toHaveProperty("posterUrl");
    for (const end of held) end();
    await until(async () => (await read(target.attacker.api, attacked[1]!)).posterUrl);
    // The first has failed for good, so it takes no second turn.
    const { rows } = await sql<{ state: string }>`
      select state from vireo_jobs.job where name = 'videos.stills'`.execute(target.vireo.db);
    expect(rows.filter(({ state }) => state === "retry")).toEqual([]);
  });

  test("frames with more pixels than a camera's are refused without decoding", async () => {
    const path = join(folder, "large.mp4");
    await Bun.write(path, await forgeClip({ width: 8000, height: 6200, frames: 120, every: 1 / 30 }));
    const glance = { path, every: 1, count: 4, side: 1280, isGlance: true };
    await expect(frames(glance, { ...tools(), folder, limitCpu() {} })).rejects.toMatchObject({
      code: "source_too_large",
      message: expect.stringContaining("8000 × 6200"),
    });
  });

  test("a glance has a small budget of CPU time and of pixels, and a thumbnail too", async () => {
    const limits: number[] = [];
    const run = { ...tools(), folder, limitCpu: (seconds: number) => void limits.push(seconds) };
    const own = await clip(tools(), "own.mp4", { seconds: 4 });
    const seen = await frames({ path: own, every: 1, count: 4, side: 200, isGlance: true }, run);
    expect(seen.map(({ timestamp }) => timestamp)).toEqual([0, 1, 2, 3]);
    const large = join(folder, "8k.mp4");
    await Bun.write(large, await forgeClip({ width: 7680, height: 4320, frames: 120, every: 1 / 30 }));
    await frames({ path: large, every: 1, count: 4, side: 200, isGlance: true }, run).catch(() => {});
    await thumbnail({ path: seen[0]!.path }, run);
    expect(limits).toEqual([20, 20, 20]);
  });
});
