import { afterAll, beforeAll, expect, test } from "bun:test";
import { toUuid } from "#core/ids";
import { defineModule } from "#core/module";
import { ApiError } from "#core/request/errors";
import { accounts } from "#modules/accounts/index";
import { content } from "#modules/content/index";
import { images } from "#modules/images/index";
import type { BriefIds, BriefSource } from "#sdk/brief";
import { addBrief } from "#sdk/prompt";
import type { ImageRequest } from "#sdk/slots/image";
import { type Client, startApp, type TestApp } from "#test/app";
import { fakeImages, picture } from "#test/engines";
import { until } from "#test/until";

const PICTURE = "https://93.184.216.34/a.jpg";
let app: TestApp;
let source: BriefSource;
let api: Client;
let accountId: string;
let asked: Partial<ImageRequest>;

const engine = fakeImages({
  create(request, run) {
    asked = request;
    return picture(run);
  },
});

/** Stands for the modules that make media. */
const reader = defineModule({
  name: "reader",
  needs: ["content"],
  start({ services }) {
    source = services.content;
    return {};
  },
});

beforeAll(async () => {
  app = await startApp({}, [accounts, content, images, engine, reader]);
  ({ api, accountId } = await app.account());
});
afterAll(() => app.stop());

const make = async (path: string, values: object, by = api): Promise<string> => {
  const { status, body } = await by("POST", path, values);
  expect(status).toBe(201);
  return body.id;
};

const refusal = async (ids: BriefIds) => {
  const error = await source.brief(accountId, ids).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error.kind).toBe("validation_error");
  return Object.keys((error as ApiError).extra.errors ?? {});
};

test("every id becomes its texts and pictures", async () => {
  const messagingId = await make("/messaging", { name: "Claim", body: "Keeps warm." });
  const ids = {
    personaId: await make("/personas", { name: "Anna", description: "Dry" }),
    productId: await make("/products", { name: "Mug", description: "Blue", photos: [PICTURE], messaging: "Hot!" }),
    styleId: await make("/styles", { name: "Noir", description: "Dark", promptTemplate: "{prompt}, dark" }),
    characterId: await make("/characters", { name: "Tom", description: "Tall", imageUrls: [PICTURE], voiceId: "v" }),
    messagingId,
  };
  expect(await source.brief(accountId, ids)).toEqual({
    persona: { name: "Anna", description: "Dry" },
    product: { name: "Mug", description: "Blue", photos: [PICTURE], messaging: "Hot!" },
    style: { name: "Noir", description: "Dark", promptTemplate: "{prompt}, dark" },
    character: { name: "Tom", description: "Tall", imageUrls: [PICTURE], voiceId: "v" },
    messaging: { name: "Claim", body: "Keeps warm." },
  });
});

test("what was left out is empty, and what was not asked for is absent", async () => {
  const productId = await make("/products", { name: "Mug" });
  const styleId = await make("/styles", { name: "Plain" });
  expect(await source.brief(accountId, { productId, styleId })).toEqual({
    product: { name: "Mug", description: "", photos: [] },
    style: { name: "Plain", description: "" },
  });
  expect(await source.brief(accountId, {})).toEqual({});
});

test("built-in styles and characters serve every account", async () => {
  const style = (await api("GET", "/styles")).body.styles.at(-1);
  const character = (await api("GET", "/characters")).body.characters.at(-1);
  expect(await source.brief(accountId, { styleId: style.id, characterId: character.id })).toEqual({
    style: { name: style.name, description: style.description, promptTemplate: style.promptTemplate },
    character: { name: character.name, description: character.description, imageUrls: [] },
  });
});

test("a product's message id becomes its text, as it is now, until the message is deleted", async () => {
  const message = await make("/messaging", { name: "Claim", body: "Keeps warm." });
  const productId = await make("/products", { name: "Mug", messaging: message });
  const told = async () => (await source.brief(accountId, { productId })).product;
  expect(await told()).toMatchObject({ messaging: "Keeps warm." });
  await api("PATCH", `/messaging/${message}`, { body: "Keeps cold." });
  expect(await told()).toMatchObject({ messaging: "Keeps cold." });
  await api("DELETE", `/messaging/${message}`);
  expect(await told()).toEqual({ name: "Mug", description: "", photos: [] });
});

test("each unknown id is named: missing, of another group, or of another account", async () => {
  const { api: other } = await app.account();
  const personaId = await make("/personas", { name: "Anna" });
  const ids = {
    personaId,
    productId: personaId,
    styleId: "sty_nothing",
    characterId: await make("/characters", { name: "Tom" }, other),
    messagingId: "00000000-0000-7000-8000-000000000000",
  };
  expect(await refusal(ids)).toEqual(["messagingId", "productId", "styleId", "characterId"]);
  expect(await refusal({ characterId: "sty_cinematic" })).toEqual(["characterId"]);
  expect(await refusal({ styleId: toUuid("per", personaId)! })).toEqual(["styleId"]);
});

test("what a generation names reaches its engine, which puts the prompt inside the style's template", async () => {
  const styleId = await make("/styles", { name: "Noir", promptTemplate: "Dark: {prompt}, very {prompt}" });
  const productId = await make("/products", { name: "Mug", photos: [PICTURE] });
  const started = await api("POST", "/images/generate", { prompt: "a $& cup", styleId, productId });
  expect(started.status).toBe(202);
  expect(await app.ended(`/images/${started.body.imageId}`, api)).toMatchObject({ status: "completed" });
  expect(asked.prompt).toBe("a $& cup");
  expect(addBrief("a $& cup", { style: asked.brief!.style! }, 100)).toBe("Dark: a $& cup, very a $& cup");
  expect(asked.brief?.product).toEqual({ name: "Mug", description: "", photos: [PICTURE] });

  const refused = await api("POST", "/images/generate", { prompt: "a cup", styleId: productId });
  expect(refused).toMatchObject({ status: 400, body: { errors: { styleId: [expect.any(String)] } } });
});

test("the brand kit is kept, checked, and part of every brief", async () => {
  const own = await app.account();
  expect((await own.api("GET", "/brand-kit")).body).toEqual({});
  const kit = {
    name: "Night Owl",
    colors: ["#101418", "#ffb000"],
    logoUrl: PICTURE,
    captions: { style: "karaoke", color: "#fb0" },
  };
  expect(await own.api("PUT", "/brand-kit", kit)).toMatchObject({ status: 200, body: kit });
  const personaId = await make("/personas", { name: "Anna" }, own.api);
  const { captions: _, ...brand } = kit;
  expect(await source.brief(own.accountId, {})).toEqual({ brand });
  expect(await source.brief(own.accountId, { personaId })).toMatchObject({ brand, persona: { name: "Anna" } });
  expect(await source.brief(accountId, {})).toEqual({});
  await own.api("POST", "/images/generate", { prompt: "A mug" });
  await until(async () => asked?.brief?.brand?.name === "Night Owl");
  const wrong = await own.api("PUT", "/brand-kit", { colors: ["red"] });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ["colors.0"]]);
  expect((await own.api("PUT", "/brand-kit", { logoUrl: "http://127.0.0.1/logo.png" })).status).toBe(400);
  await own.api("PUT", "/brand-kit", {});
  expect(await source.brief(own.accountId, {})).toEqual({});
});
