import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { comfyui } from "#plugins/comfyui/index";
import { startApp, type TestApp } from "#test/app";
import { serveFiles } from "#test/files";
import { until } from "#test/until";
import { workflows } from "./make";
import { type ComfyServer, startComfy } from "./server";

const files = serveFiles();
let server: ComfyServer;
let app: TestApp;
beforeAll(async () => {
  server = await startComfy();
  const bytes = async (url: string) => (await fetch(url)).bytes();
  server.control.files = { "kept.png": await bytes(files.picture), "made.mp4": await bytes(files.clip) };
  // ComfyUI is at home, where no address of a user's may lead: nothing is allowed here but by its own setting.
  const settings = { comfyui: { baseUrl: server.front, workflows } };
  app = await startApp({ settings, providers: { image: "comfyui", video: "comfyui" } }, [...modules, comfyui]);
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});
const types = async (api: TestApp["api"]) =>
  (await api("GET", "/credits/transactions")).body.transactions.map(({ type }: { type: string }) => type);

test("an image and a video are made, stored and charged; models are the workflows", async () => {
  const { api } = await app.account(100);
  const [image, video] = await Promise.all([
    api("POST", "/images/generate", { prompt: "A cup" }),
    api("POST", "/videos/generate", { prompt: "A cup turns", duration: 5 }),
  ]);
  expect([image.body.model, video.body.model]).toEqual(["paint", "wan-2.2"]);
  expect(await app.ended(`/images/${image.body.imageId}`, api)).toMatchObject({ status: "completed", width: 320 });
  const made = await app.ended(`/videos/${video.body.videoId}`, api);
  expect(made).toMatchObject({ status: "completed", engine: "comfyui", height: 640 });
  expect((await app.api("GET", new URL(made.url).pathname)).status).toBe(200);
  expect((await api("GET", "/credits")).body.balance).toBe(84);
  const tooLong = await api("POST", "/videos/generate", { prompt: "A cup", duration: 7 });
  expect([tooLong.status, tooLong.body.errors.duration[0]]).toEqual([400, expect.stringContaining("1 to 6")]);
});

test("a failure says which node, and gives the credits back once", async () => {
  const { api } = await app.account(100);
  const { body } = await api("POST", "/images/generate", { prompt: "[oom]" });
  expect(await app.ended(`/images/${body.imageId}`, api)).toMatchObject({
    status: "failed",
    failCode: "provider_error",
    failMessage: "KSampler (node 3) failed: CUDA out of memory.",
  });
  expect(await types(api)).toEqual(["refund", "charge", "grant"]);
});

test("a task whose time is over is interrupted there and given back", async () => {
  server.control.instant = false;
  const { api } = await app.account(100);
  const { body } = await api("POST", "/images/generate", { prompt: "endless" });
  const row = () =>
    app.vireo.db.selectFrom("generations").selectAll().where("prompt", "=", "endless").executeTakeFirstOrThrow();
  while (!(await row()).task) await Bun.sleep(50);
  server.start(server.tasks.at(-1)!);
  await app.vireo.db
    .updateTable("generations")
    .set({ deadline_at: new Date(), next_read_at: new Date() })
    .where("prompt", "=", "endless")
    .execute();
  expect(await app.ended(`/images/${body.imageId}`, api)).toMatchObject({
    status: "failed",
    failCode: "engine_timeout",
  });
  await until(() => server.interrupted.length);
  expect(server.interrupted).toEqual([server.tasks.at(-1)!.id]);
  expect(await types(api)).toEqual(["refund", "charge", "grant"]);
});
