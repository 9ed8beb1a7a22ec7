import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EngineError } from "#core/engine";
import { findExcess, getCpuBudget } from "#core/media/limits";
import { probe } from "#core/media/probe";
import { modules } from "#modules/index";
import { sample, writePictureFilters } from "#plugins/local/analyse/samples";
import { readFile } from "#plugins/local/edit/video-file";
import { startApp, type TestApp } from "#test/app";
import { fakeImages } from "#test/engines";
import { forgeClip } from "#test/security/forged-clip";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-forged-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(claims: Parameters<typeof forgeClip>[0]): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.mp4`);
  await Bun.write(path, await forgeClip(claims));
  return path;
}

function tools() {
  const limits: number[] = [];
  return { folder, progress: () => {}, limitCpu: (seconds: number) => void limits.push(seconds), limits };
}

describe("a small file that claims too much is refused before anything is decoded:", () => {
  test.each([
    ["pictures of 144 megapixels", { width: 12_000, height: 12_000 }, "12000 × 12000"],
    ["pictures that are very wide", { width: 16_000, height: 200 }, "8192 pixels a side"],
    ["hundreds of tracks", { tracks: 40 }, "40 tracks"],
    ["days of video", { frames: 2, every: 90_000 }, "180000 seconds"],
    ["thousands of pictures a second", { frames: 200, every: 0.0005 }, "frames per second"],
  ])("%s", async (_, claims, reason) => {
    const path = await write(claims);
    expect(findExcess((await probe(path))!)).toContain(reason);
    expect(sample(path, tools())).rejects.toMatchObject({ code: "source_too_large" });
    expect(readFile(path, tools())).rejects.toMatchObject({ code: "source_too_large" });
  });

  test("too many pixels in all pictures together", async () => {
    const path = await write({ width: 7000, height: 7000, frames: 3, every: 400 });
    // Edits repeat the pictures of a slow video.
    expect(readFile(path, tools())).rejects.toMatchObject({ code: "source_too_large" });
  });
});

test("a slow video is scaled down before its pictures are repeated", () => {
  const filters = writePictureFilters({ width: 160, height: 284 });
  expect(filters).toMatch(/scale=.*fps=/);
});

test("the CPU time of a render grows with its source", async () => {
  const { limits, ...rest } = tools();
  await readFile(await write({ frames: 30, every: 1 / 30 }), rest);
  await readFile(await write({ frames: 300, every: 1 / 30, width: 3840, height: 2160 }), rest);
  expect(limits[0]).toBeLessThan(70);
  expect(limits[1]).toBeGreaterThan(400);
  expect(getCpuBudget((await probe(await write({})))!, { seconds: 600 })).toBeLessThan(2000);
});

describe("a file that takes far more work than it claims", () => {
  let app: TestApp;
  beforeAll(async () => {
    const plugin = join(folder, "spin.ts");
    const response = `response: { 200: t.Object({ code: t.String() }) }`;
    await Bun.write(
      plugin,
      `export default {
        name: "spin",
        children: { spin: async () => async (_, { limitCpu }) => { limitCpu(0.5); for (;;); } },
        start: ({ router, t, child, host }) => ({ routes: router().post("", async () => {
          const options = { folder: host.dataDir, signal: new AbortController().signal, timeLimitMs: 30_000 };
          return child("spin", {}, options).catch(({ code }) => ({ code }));
        }, { auth: "any", ${response} }) }),
      };`,
    );
    const create = async () => {
      throw new EngineError("source_too_complex", "Too much.");
    };
    app = await startApp({ plugins: [plugin] }, [...modules, fakeImages({ create })]);
  });
  afterAll(() => app.stop());

  test("ends at its limit of CPU time, and not at the time limit", async () => {
    const startedAt = performance.now();
    const response = await app.api("POST", "/spin");
    expect(response.body).toEqual({ code: "source_too_complex" });
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  test("is not refunded", async () => {
    const { api } = await app.account(100);
    const { body } = await api("POST", "/images/generate", { prompt: "a bomb", model: "fake-1" });
    expect(await app.ended(`/images/${body.imageId}`, api)).toMatchObject({ failCode: "source_too_complex" });
    expect((await api("GET", "/credits")).body.balance).toBe(94);
  });
});
