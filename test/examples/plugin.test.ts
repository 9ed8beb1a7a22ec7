/** The example plug-in: loaded by its path, and in the conformance suite that its author would run. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import type { ImageRequest } from "#sdk/slots/image";
import { engineConformance } from "#sdk/testing/conformance/engine";
import { startApp, type TestApp } from "#test/app";
import { until } from "#test/until";
import { listCommand } from "../../examples/plugin/command";
import { engine } from "../../examples/plugin/engine";
import type { Favourites } from "../../examples/plugin/favourites";

const path = new URL("../../examples/plugin/index.ts", import.meta.url).pathname;

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
  app = await startApp({ plugins: [path], settings: { gradients: { maxFavourites: 2 } } }, [...modules, ...plugins], {
    GRADIENTS_KEEP_DAYS: "30",
  });
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

test("its scopes, price, table and job belong to a favourite, and its event reports it", async () => {
  const { api } = await app.account(10);
  const { status, body, headers } = await api("POST", "/gradients/favourites", { prompt: "dusk" });
  expect({ status, colors: body.colors, used: headers.get("x-credits-used") }).toEqual({
    ...{ status: 201, colors: null, used: "1" },
  });
  expect((await api("GET", "/credits")).body.balance).toBe(9);
  const mixed = await until(async () => {
    const [favourite] = (await api("GET", "/gradients/favourites")).body.favourites;
    return favourite.colors ? favourite : undefined;
  });
  expect(mixed).toMatchObject({ prompt: "dusk", colors: { from: expect.any(Array), to: expect.any(Array) } });
  const event = await app.vireo.db
    .selectFrom("events")
    .select("data")
    .where("type", "=", "gradient.mixed")
    .executeTakeFirstOrThrow();
  expect(event.data).toMatchObject({ id: body.id, prompt: "dusk" });
  expect((await api("DELETE", `/gradients/favourites/${body.id}`)).status).toBe(204);
});

test("its routes check keys, scopes, accounts and bodies, and answer with its own error", async () => {
  const { api } = await app.account(10);
  expect((await api("POST", "/gradients/favourites", { prompt: "dawn" })).status).toBe(201);
  expect((await api("POST", "/gradients/favourites", { prompt: "" })).status).toBe(400);
  const stranger = await app.account(10);
  expect((await stranger.api("GET", "/gradients/favourites")).body.favourites).toEqual([]);
  const reader = await app.account(10, { scopes: ["gradients:read"] });
  expect((await reader.api("POST", "/gradients/favourites", { prompt: "x" })).status).toBe(403);
  expect((await app.as(undefined)("GET", "/gradients/favourites")).status).toBe(401);
  expect((await api("POST", "/gradients/favourites", { prompt: "noon" })).status).toBe(201);
  const full = await api("POST", "/gradients/favourites", { prompt: "night" });
  expect(full).toMatchObject({ status: 409, body: { title: "Too many favourites" } });
});

test("its facts are in the API reference, the price list and the event types", async () => {
  const { body } = await app.api("GET", "/openapi.json");
  const operation = body.paths["/gradients/favourites"].post;
  expect(operation.description).toContain("Costs 1 credit");
  expect(operation["x-rate-limit"]).toBe("gradients");
  const { prices } = (await app.api("GET", "/credits/pricing")).body;
  expect(prices).toContainEqual({ operation: "gradientFavourite", credits: 1, per: "call" });
  const webhook = { url: "https://example.com/hook", events: ["gradient.mixed"] };
  expect((await app.api("POST", "/webhooks", webhook)).status).toBe(201);
});

test("its command works on the database", async () => {
  const rows: unknown[] = [];
  const { accountId, api } = await app.account(10);
  await api("POST", "/gradients/favourites", { prompt: "rain" });
  const service = app.vireo.services.gradients as Favourites;
  const out = { list: (listed: readonly unknown[]) => void rows.push(...listed) };
  await listCommand.run({ arguments: { account: accountId }, service, out } as never);
  expect(rows).toMatchObject([{ prompt: "rain" }]);
});

test("its page is named among the modules, and served", async () => {
  const { modules: listed } = (await app.api("GET", "/modules")).body;
  const { page } = listed.find(({ name }: { name: string }) => name === "gradients");
  expect(page).toEqual({ title: "Gradients", url: "/open/gradients/page.js" });
  const answer = await app.vireo.handle(new Request(`http://localhost${page.url}`));
  expect(answer.headers.get("content-type")).toStartWith("text/javascript");
  expect(await answer.text()).toContain("export async function mount(");
});
