/** `vireo doctor --live` with vendors that are played: each call is made once, and the report holds no secret. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { collectMigrations } from "#core/database/migrations";
import { createEngineRegistry } from "#core/generations/engines";
import { formatLive, planLive, runLive, sumUsd } from "#core/health/live";
import { modules } from "#modules/index";
import { createScraper } from "#plugins/apify/scraper";
import { plugins } from "#plugins/index";
import { createEngines } from "#plugins/kie/index";
import type { Speaker } from "#sdk/slots/speak";
import type { Talker } from "#sdk/slots/talk";
import { freshDatabase } from "#test/database";
import { startApify, TOKEN } from "#test/plugins/apify/server";
import { make as makeFal } from "#test/plugins/fal/make";
import { KEY as FAL_KEY, type FalServer, startFal } from "#test/plugins/fal/server";
import { serveResults } from "#test/plugins/kie/results";
import { KEY, type KieServer, startKie } from "#test/plugins/kie/server";
import { synthesize } from "#test/plugins/local/edit-clips";

const results = serveResults();
const tall = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: () => new Response(new Uint8Array(createCanvas(360, 640).toBuffer("image/png"))),
});
/** A video of the length that fal.ai is asked for. */
const clip = join(tmpdir(), `vireo-live-${crypto.randomUUID()}.mp4`);
const clips = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(Bun.file(clip)) });
let kie: KieServer;
let fal: FalServer;
beforeAll(async () => {
  kie = await startKie(results);
  await synthesize(clip, { pictures: "testsrc2=s=360x640:r=15:d=4", sound: "sine=d=4" });
  fal = await startFal({ ...results, image: `${tall.url.origin}/tall.png`, video: `${clips.url.origin}/clip.mp4` });
});
afterAll(async () => {
  await Promise.all([kie.stop(), fal.stop(), tall.stop(true), clips.stop(true)]);
  await rm(clip, { force: true });
});

const signal = AbortSignal.timeout(300_000);
const config = { allowHosts: ["127.0.0.1"] } as never;
function registry() {
  const engines = createEngineRegistry({});
  const address = { baseUrl: kie.url, uploadUrl: kie.url };
  const all = { kie: createEngines({ apiKey: KEY, ...address, createsPer10Seconds: 100 }), fal: makeFal(fal.url) };
  for (const { image, video, music, speak, talk } of Object.values(all)) {
    engines.add("image", image);
    engines.add("video", video);
    engines.add("music", music);
    engines.add("speak", speak as Speaker);
    engines.add("talk", talk as Talker);
  }
  engines.add("image", { name: "local", models: [] } as never);
  return engines;
}
const runOnly = async (...names: string[]) => runLive(planLive(registry(), names).checks, config, signal);

test("the plan names each call with its price; engines without one are listed", () => {
  const { checks, without } = planLive(registry());
  expect(checks.map(({ name, title, usd }) => `${name} ${title} ${usd}`)).toEqual([
    "image:kie z-image at 9:16 0.01",
    "image:fal a wrong key is told apart 0",
    "image:fal fal-ai/flux/schnell at 9:16 0.01",
    "video:kie veo3_lite, 4 s at 9:16 and 720p 0.15",
    "video:fal fal-ai/veo3.1/lite, 4 s at 9:16 and 720p 0.3",
    "music:kie V4 0.06",
    "music:fal fal-ai/lyria2 0.1",
    "speak:kie a sentence 0.01",
    "speak:fal a sentence 0.01",
    "talk:kie kling/ai-avatar-standard, a sentence 0.32",
    "talk:fal fal-ai/kling-video/ai-avatar/v2/standard, a sentence 0.32",
  ]);
  expect(without).toEqual(["image:local"]);
  expect(sumUsd(checks)).toBeCloseTo(1.29);
  expect(planLive(registry(), ["video:kie"]).checks).toHaveLength(1);
});

test("a sentence is spoken, and a person made for it says it", async () => {
  const findings = await runOnly("speak:fal", "talk:fal", "speak:kie");
  expect(findings.map(({ name, ok, details }) => [name, ok, details])).toEqual([
    ["speak:kie", true, [expect.stringContaining(" s"), "without word times"]],
    ["speak:fal", true, [expect.stringContaining(" s"), expect.stringContaining("word")]],
    ["talk:fal", true, [expect.stringContaining("with sound")]],
  ]);
});

test("results as requested are ok; each call is made once, and the report has neither keys nor addresses", async () => {
  const before = fal.submitted.length;
  const findings = await runOnly("image:fal", "video:fal", "music:fal");
  expect(findings.map(({ ok }) => ok)).toEqual([true, true, true, true]);
  expect(findings.flatMap(({ details }) => details)).toEqual([
    "rejected, as it should be",
    "360×640",
    "aspect ratio 9:16: as requested",
    "360×640, 4.0 s, with sound",
    "aspect ratio 9:16: as requested",
    expect.stringContaining(" s"),
  ]);
  expect(fal.submitted.length - before).toBe(3);
  const report = formatLive(findings, ["image:local"]);
  expect(report).toContain("Not checked: image:local");
  expect(report).not.toContain(FAL_KEY);
  expect(report).not.toMatch(/https?:/);
});

test("a field that the vendor ignores shows in the result", async () => {
  expect(await runOnly("image:kie", "video:kie")).toMatchObject([
    { ok: false, details: [expect.stringContaining("aspect ratio 9:16 was ignored: 320×240")] },
    { ok: false, details: [expect.stringContaining("duration of 4 s was ignored: 360×640, 2.0 s")] },
  ]);
});

test("a refusal is reported as it is, after one call, without the key", async () => {
  kie.refuse(402, `Credits insufficient for ${KEY} https://kie.ai/pay?token=1`);
  const before = kie.calls.length;
  const [finding] = await runOnly("music:kie");
  expect(finding).toMatchObject({ ok: false, details: [expect.stringContaining("provider_out_of_credit")] });
  expect(JSON.stringify(finding)).not.toMatch(new RegExp(`${KEY}|https:`));
  expect(kie.calls.length - before).toBe(1);
});

test("a source whose search finds nothing fails; one that finds videos is ok", async () => {
  const server = await startApify();
  const options = {
    token: TOKEN,
    baseUrl: server.url,
    actor: "clockworks/tiktok-scraper",
    maxRunUsd: 1,
    waitSeconds: 0,
  };
  const scraper = createScraper(options);
  const [check] = scraper.live!;
  const run = { id: "", folder: "", signal, download: async () => "" };
  expect(await check!.run(run)).toEqual(["the search finds videos"]);
  server.fail("POST", /runs$/, "error-500-before");
  await expect(check!.run(run)).rejects.toThrow("Apify");
  await server.stop();
});

test("the command makes no call without consent: it names the price, and wants --yes", async () => {
  const database = await freshDatabase(collectMigrations([...modules, ...plugins]));
  const main = new URL("../../../cli/main.ts", import.meta.url).pathname;
  const before = kie.calls.length;
  const command = async (...words: string[]) => {
    const child = Bun.spawn([process.execPath, main, "doctor", "--live", "--engine", "music:kie", ...words], {
      env: {
        ...{ PATH: process.env.PATH, DATABASE_URL: database.url, DATA_DIR: `${import.meta.dir}/nowhere` },
        ...{ KIE_API_KEY: KEY, KIE_URL: kie.url, KIE_UPLOAD_URL: kie.url, ALLOW_HOSTS: "127.0.0.1" },
      },
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    return { out, err, code: await child.exited };
  };
  const refused = await command();
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("about $0.06 in total. Add --yes")]);
  expect(kie.calls).toHaveLength(before);
  const { out, code } = await command("--yes", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ ok: true, checks: [{ name: "music:kie", title: "V4", ok: true }] });
  expect(out).not.toContain(KEY);
  await database.drop();
});
