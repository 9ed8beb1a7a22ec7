/** The example plug-in, loaded by its path as docs/plugins.md says, and in the suite that its author would run. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import type { ImageRequest } from "#sdk/slots/image";
import { engineConformance } from "#sdk/testing/conformance/engine";
import { startApp, type TestApp } from "#test/app";
import { engine } from "../../examples/plugin/gradients";

const path = new URL("../../examples/plugin/gradients.ts", import.meta.url).pathname;

const image = (more: Partial<ImageRequest> = {}): ImageRequest => ({
  model: "gradient-1",
  prompt: "a calm evening",
  aspectRatio: "9:16",
  referenceImageUrls: [],
  brief: {},
  ...more,
});
engineConformance<ImageRequest>("gradients", {
  engine: () => engine,
  produces: "image",
  requests: [image(), image({ aspectRatio: "16:9" })],
});

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ plugins: [path] }, [...modules, ...plugins], { GRADIENTS_KEEP_DAYS: "30" });
});
afterAll(() => app.stop());

test("its engine makes pictures, chosen by model", async () => {
  const { body } = await app.api("POST", "/images/generate", {
    prompt: "a calm evening",
    model: "gradient-1",
    aspectRatio: "9:16",
  });
  const done = await app.ended(`/images/${body.imageId}`);
  expect(done).toMatchObject({ status: "completed", engine: "gradients", width: 720, height: 1280, creditsUsed: 6 });
});

test("its routes are part of the API: keys, scopes, accounts and the document", async () => {
  const { api, key } = await app.account();
  expect((await api("POST", "/gradients/favourites", { prompt: "dusk" })).status).toBe(201);
  expect((await api("GET", "/gradients/favourites")).body.favourites).toMatchObject([{ prompt: "dusk" }]);
  expect((await api("POST", "/gradients/favourites", { prompt: "" })).status).toBe(400);
  const { api: stranger } = await app.account();
  expect((await stranger("GET", "/gradients/favourites")).body.favourites).toEqual([]);
  expect((await app.as(undefined)("GET", "/gradients/favourites")).status).toBe(401);
  expect(key).toStartWith("vireo_");
  const { body } = await app.api("GET", "/openapi.json");
  expect(Object.keys(body.paths)).toContain("/gradients/favourites");
});

test("its page is named among the modules, and served", async () => {
  const { modules: listed } = (await app.api("GET", "/modules")).body;
  const { page } = listed.find(({ name }: { name: string }) => name === "gradients");
  expect(page).toEqual({ title: "Gradients", url: "/open/gradients" });
  const answer = await app.vireo.handle(new Request(`http://localhost${page.url}`));
  expect(await answer.text()).toContain("Favourite gradients");
});
