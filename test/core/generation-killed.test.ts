/** Generations whose child process is killed by somebody else, such as a system without memory. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";

/** Its child kills itself as often as the prompt says, and then reports how often it ran. */
const plugin = `
import { appendFile, mkdir } from "node:fs/promises";
export default {
  name: "fragile",
  children: {
    draw: async () => async ({ runs, kills }) => {
      await appendFile(runs, "x");
      const count = (await Bun.file(runs).text()).length;
      if (count <= kills) process.kill(process.pid, "SIGKILL");
      return count;
    },
  },
  start: ({ child, host }) => ({
    engines: {
      image: {
        name: "fragile",
        models: [{ id: "fragile-1", title: "Fragile" }],
        repeatable: true,
        async create({ prompt }, run) {
          const folder = host.dataDir + "/runs-" + run.id;
          await mkdir(folder, { recursive: true });
          const input = { runs: folder + "/count", kills: Number(prompt) };
          const count = await child("draw", input, { folder, signal: run.signal, timeLimitMs: 20_000 });
          return { state: "failed", code: "provider_rejected", message: "Ran " + count + " times." };
        },
      },
    },
  }),
};`;

let folder: string;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-fragile-"));
  await Bun.write(join(folder, "fragile.ts"), plugin);
  app = await startApp({ plugins: [join(folder, "fragile.ts")] }, modules);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

async function draw(kills: number) {
  const { body } = await app.api("POST", "/images/generate", { prompt: String(kills), model: "fragile-1" });
  return app.ended(`/images/${body.imageId}`);
}

test("a render that is killed is run once more", async () => {
  expect(await draw(1)).toMatchObject({ status: "failed", failMessage: "Ran 2 times." });
});

test("a render that is killed twice fails and is refunded", async () => {
  const before = (await app.api("GET", "/credits")).body.balance;
  expect(await draw(9)).toMatchObject({ status: "failed", failCode: "engine_error" });
  expect((await app.api("GET", "/credits")).body.balance).toBe(before);
});
