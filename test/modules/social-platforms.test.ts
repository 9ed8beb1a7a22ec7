import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { type PlatformInfo, tiktok } from "#sdk/platforms";
import { findPlatformFaults } from "#sdk/testing/conformance/social";
import { startApp, type TestApp } from "#test/app";
import { accountsBy, listed, recorder, until, VIDEO } from "#test/modules/social-fake";

/** A platform for texts. */
const note: PlatformInfo = { name: "note", title: "Note", media: { isOptional: true, images: 1, videos: 0 } };
const mural: PlatformInfo = {
  name: "mural",
  title: "Mural",
  icon: "data:image/svg+xml;utf8,<svg xmlns='http://www.w3.org/2000/svg'/>",
  media: { images: 3, videos: 1, maxImagePixels: 2000 },
  text: [{ max: 10, unit: "characters" }],
  fields: [
    {
      field: "overrides.mural.wall",
      title: "Wall",
      description: "Name of the wall.",
      schema: { type: "string", minLength: 2, maxLength: 20 },
      isRequired: true,
    },
    { field: "overrides.mural.colors", title: "Colors", schema: { type: "array", items: { type: "string" } } },
    { field: "overrides.mural.isFramed", title: "Framed", schema: { type: "boolean" } },
    { field: "overrides.mural.paint", title: "Paint", schema: { type: "string", enum: ["oil", "chalk"] } },
  ],
};

describe("a provider with a platform of its own", () => {
  const { record, module } = recorder({
    platforms: [mural, note, { name: "tiktok", title: "TikTok", media: { images: 0, videos: 1 } }],
  });
  record.accounts = [listed("wall", "mural"), listed("tik"), listed("pad", "note"), listed("elsewhere", "canvas")];
  let app: TestApp;
  let accounts: Record<string, string>;
  beforeAll(async () => {
    app = await startApp({}, [...modules, module]);
    accounts = await accountsBy(app.api);
  });
  afterAll(() => app.stop());

  const create = (more: object) =>
    app.api("POST", "/social/posts", {
      videoUrl: VIDEO,
      accountIds: [accounts.mural],
      mode: "now",
      content: "Hi",
      allowDuplicate: true,
      ...more,
    });

  test("has its accounts listed, without those on platforms that it does not declare", () => {
    expect(Object.keys(accounts).sort()).toEqual(["mural", "note", "tiktok"]);
  });

  test("tells clients what a post needs", async () => {
    const { status, body } = await app.api("GET", "/social/platforms");
    expect(status).toBe(200);
    expect(body.platforms).toContainEqual({
      platform: "mural",
      provider: "recorder",
      title: "Mural",
      icon: mural.icon,
      media: { optional: false, images: 3, videos: 1, imageTypes: ["image/jpeg", "image/png"], maxImagePixels: 2000 },
      text: [{ max: 10, unit: "characters" }],
      fields: mural.fields!.map(({ isRequired = false, ...field }) => ({ ...field, required: isRequired, unless: [] })),
    });
  });

  test("receives the settings and the caption of its platform", async () => {
    const overrides = { mural: { wall: "north", colors: ["red"], isFramed: true, content: "On a wall" } };
    const { status, body } = await create({ overrides });
    expect(status).toBe(201);
    expect(body).toMatchObject({ platforms: ["mural"], overrides });
    const post = await until(app.api, body.postId);
    expect(post.status).toBe("published");
    expect(record.calls.at(-1)).toMatchObject({
      account: { platform: "mural", externalId: "wall" },
      content: "On a wall",
      settings: { wall: "north", colors: ["red"], isFramed: true },
    });
    const { body: found } = await app.api("GET", "/social/posts?platform=mural");
    expect(found.posts.map(({ postId }: { postId: string }) => postId)).toContain(body.postId);
  });

  test.each([
    ["without a required setting", {}, "overrides.mural.wall", 'Mural requires "Wall". Name of the wall.'],
    ["with one that is too short", { wall: "n" }, "overrides.mural.wall", "Mural: Must be a string of 2 to 20"],
    ["with an unknown one", { wall: "no", walls: 1 }, "overrides.mural.walls", "Mural has no such setting. It has"],
    ["with a list of numbers", { wall: "no", colors: [1] }, "overrides.mural.colors.0", "Mural: Must be a string"],
    ["with none of the choices", { wall: "no", paint: "ink" }, "overrides.mural.paint", "one of oil, chalk"],
    [
      "with a caption that is too long",
      { wall: "no", content: "👩‍👩‍👧".repeat(11) },
      "overrides.mural.content",
      "10 char",
    ],
  ])("refuses a post %s", async (_, settings, field, message) => {
    const { status, body } = await create({ overrides: { mural: settings } });
    expect(status).toBe(400);
    expect(body.errors[field][0]).toContain(message);
  });

  test("counts characters as people see them", async () => {
    const content = "👩‍👩‍👧".repeat(10);
    expect((await create({ overrides: { mural: { wall: "north" } }, content })).status).toBe(201);
  });

  test("keeps an incomplete draft, and refuses to publish it", async () => {
    const { status, body } = await create({ mode: "draft" });
    expect(status).toBe(201);
    const refused = await app.api("POST", `/social/posts/${body.postId}/publish`);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors)).toEqual(["overrides.mural.wall"]);
    await app.api("PATCH", `/social/posts/${body.postId}`, { overrides: { mural: { wall: "south" } } });
    expect((await app.api("POST", `/social/posts/${body.postId}/publish`)).status).toBe(200);
  });

  test("receives the text and the settings of each account, which come before those of the platform", async () => {
    const [first, second] = [accounts.mural!, accounts.tiktok!];
    const overrides = {
      mural: { wall: "north", content: "On a wall" },
      [first]: { content: "On mine", wall: "south" },
      [second]: { content: "On TikTok" },
    };
    const { status, body } = await create({ accountIds: [first, second], overrides, content: "Everywhere" });
    expect([status, body.overrides]).toEqual([201, overrides]);
    expect((await until(app.api, body.postId)).status).toBe("published");
    const calls = record.calls.filter(({ postId }) => postId === body.postId);
    expect(new Map(calls.map(({ account, content, settings }) => [account.platform, { content, settings }]))).toEqual(
      new Map([
        ["mural", { content: "On mine", settings: { wall: "south" } }],
        ["tiktok", { content: "On TikTok", settings: undefined }],
      ]),
    );
  });

  test.each([
    ["another account", "soc_7n42dgm5tflk9n8mt7fhc7", { content: "x" }, "", "This account is not in accountIds."],
    ["no text at all", "mural", { wall: "north", content: 7 }, ".content", "Must be a string"],
    ["an unknown setting", "mural", { wall: "north", size: 1 }, ".size", "Mural has no such setting"],
    ["one of another platform", "tiktok", { title: "x" }, ".title", "Unknown field"],
    ["a caption that is too long", "mural", { wall: "no", content: "Much too long" }, ".content", "at most 10 char"],
  ])("refuses a text of an account with %s", async (_, of, settings, path, message) => {
    const name = accounts[of] ?? of;
    const ids = [accounts.mural, accounts.tiktok];
    const { status, body } = await create({ accountIds: ids, overrides: { mural: { wall: "no" }, [name]: settings } });
    expect(status).toBe(400);
    expect(body.errors[`overrides.${name}${path}`]?.[0]).toContain(message);
  });

  test("forgets the text of an account that a post no longer goes to", async () => {
    const overrides = { [accounts.mural!]: { wall: "north" }, [accounts.tiktok!]: { content: "On TikTok" } };
    const accountIds = [accounts.mural, accounts.tiktok];
    const { body: post } = await create({ mode: "draft", accountIds, overrides });
    const { body } = await app.api("PATCH", `/social/posts/${post.postId}`, {
      ...{ accountIds: [accounts.mural], allowDuplicate: true },
    });
    expect(body.overrides).toEqual({ [accounts.mural!]: { wall: "north" } });
    expect((await app.api("POST", `/social/posts/${post.postId}/publish`)).status).toBe(200);
  });

  test("has its settings as columns of a table", async () => {
    const csv = `videoUrl,accountIds,mode,overrides.mural.wall,overrides.mural.colors,overrides.mural.isFramed
${VIDEO},${accounts.mural},draft,east,red|blue,true`;
    const { body } = await app.api("POST", "/social/posts/bulk", { csv });
    expect(body.results[0].post.overrides.mural).toEqual({ wall: "east", colors: ["red", "blue"], isFramed: true });
  });

  test("is named where a platform is unknown", async () => {
    const { body } = await create({ overrides: { murall: { wall: "north" } } });
    expect(body.errors["overrides.murall"][0]).toBe(
      "This server publishes to no platform of this name. It has mural, note, tiktok.",
    );
    expect((await app.api("GET", "/social/posts?platform=murall")).body.errors.platform[0]).toContain("mural");
  });
});

describe("a post that is text only", () => {
  const { record, module } = recorder({ platforms: [note, tiktok] });
  record.accounts = [listed("tik"), listed("pad", "note")];
  let app: TestApp;
  let accounts: Record<string, string>;
  beforeAll(async () => {
    app = await startApp({}, [...modules, module]);
    accounts = await accountsBy(app.api);
  });
  afterAll(() => app.stop());
  const create = (more: object) =>
    app.api("POST", "/social/posts", { accountIds: [accounts.note], mode: "now", content: "Only words", ...more });

  test("is published where the platform takes one", async () => {
    const { status, body } = await create({});
    expect([status, body.media, body.videoUrl]).toEqual([201, [], undefined]);
    expect((await until(app.api, body.postId)).status).toBe("published");
    expect(record.calls.at(-1)).toMatchObject({ content: "Only words", media: { items: [] } });
    expect((await create({})).status).toBe(409);
  });

  test.each([
    ["on a platform that shows something", { accountIds: ["tiktok"] }, "videoUrl", "TikTok requires a video."],
    ["on it, beside another one", { accountIds: ["note", "tiktok"] }, "videoUrl", "Send videoUrl, videoId or media."],
    ["without a text", { content: " " }, "content", "Note requires a text, an image or a video."],
  ])("is refused %s", async (_, { accountIds = ["note"], ...more }: Record<string, unknown>, field, message) => {
    const ids = (accountIds as string[]).map((name) => accounts[name]);
    const { status, body } = await create({ media: [], ...more, accountIds: ids });
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual([field]);
    expect(body.errors[field][0]).toContain(message);
  });

  test("may be a draft for any platform, which gets its video later", async () => {
    const { body } = await create({
      ...{ mode: "draft", accountIds: [accounts.tiktok], content: "A video follows", media: [] },
    });
    const path = `/social/posts/${body.postId}`;
    expect((await app.api("POST", `${path}/publish`)).body.errors.videoUrl[0]).toContain("TikTok requires a video.");
    expect((await app.api("PATCH", path, { videoUrl: VIDEO })).body.videoUrl).toBe(VIDEO);
    const { body: again } = await app.api("PATCH", path, { media: [] });
    expect([again.media, again.videoUrl]).toEqual([[], undefined]);
  });
});

describe("the conformance suite names plug-in, platform and member", () => {
  const find = (platforms: unknown) => findPlatformFaults({ name: "acme", platforms: platforms as PlatformInfo[] });
  const field = mural.fields![0]!;
  test.each<[string, unknown, string]>([
    ["a missing member", { ...mural, title: undefined }, "acme: platform mural: title is missing: it must be a string"],
    ["a misspelt member", { ...mural, titel: "x" }, "acme: platform mural: titel is unknown: did you mean title?"],
    [
      "a name with capitals",
      { ...mural, name: "Mural" },
      'acme: platform Mural: name must be a name of a-z, 0-9 and "-"',
    ],
    ["a unit that nobody counts", { ...mural, text: [{ max: 1, unit: "lines" }] }, "text.0.unit must be one of"],
    ["nothing to show", { ...mural, media: { images: 0, videos: 0 } }, "media allows neither pictures nor videos"],
    ["a field elsewhere", { ...mural, fields: [{ ...field, field: "wall" }] }, "fields.0.field is wall: it must be"],
    [
      "a field twice",
      { ...mural, fields: [field, field] },
      "fields.1.field is overrides.mural.wall, which is used twice",
    ],
    ["an unknown alternative", { ...mural, fields: [{ ...field, unless: ["x"] }] }, "fields.0.unless names x"],
    ["an icon from elsewhere", { ...mural, icon: "https://x.example/i.svg" }, "icon must be a data:image/svg+xml URL"],
  ])("%s", (_, platform, message) => {
    expect(find([platform])).toHaveLength(1);
    expect(find([platform])[0]).toContain(message);
  });
  test("a platform twice, and none at all", () => {
    expect(find([mural])).toEqual([]);
    expect(find([mural, mural])).toEqual(["acme: platform mural: name is used twice."]);
    expect(find([])).toEqual(["acme: platforms must not be empty. Leave it out for the default."]);
  });
});
