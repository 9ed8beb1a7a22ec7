import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Engine } from "#core/engine";
import type { TemplateField } from "#core/facts";
import { defineModule, type Module } from "#core/module";
import { modules } from "#modules/index";
import { builtIn } from "#modules/templates/built-in/index";
import { fillJson, type Json, type Value } from "#modules/templates/fill";
import { local } from "#plugins/local/index";
import { writePoster } from "#plugins/local/storyboard/index";
import type { ImageRequest } from "#sdk/slots/image";
import { listSceneTexts, type Scene } from "#sdk/slots/storyboard";
import type { VideoRequest } from "#sdk/slots/video";
import { startApp, type TestApp } from "#test/app";

const requests: (VideoRequest & ImageRequest)[] = [];
const createStage = (id: string): Engine<VideoRequest & ImageRequest> => ({
  name: "stage",
  models: [{ id, title: "Stage", scenes: true, duration: { min: 3, max: 60, default: 8 } }],
  async create(request) {
    requests.push(request);
    return { state: "failed", code: "done", message: "Seen." };
  },
});
/** Shows scenes without drawing them, and declares a template. */
const stage = defineModule({
  name: "stage",
  templates: {
    stage_note: {
      name: "Note of the stage",
      kind: "video",
      fields: [{ name: "note", type: "text", required: true, example: "Closed today" }],
      body: { scenes: [{ kind: "hook", text: "{{note}}" }] },
    },
  },
  start: () => ({ engines: { video: createStage("stage-1"), image: createStage("stage-2") } }),
});

let app: TestApp;
beforeAll(async () => {
  app = await startApp(
    { providers: { video: "stage", image: "stage" }, limits: { generation: 1000, storyboard: 1000 } },
    [...modules, local, stage],
  );
});
afterAll(() => app.stop());

const SALE = {
  name: "Sale",
  fields: [
    { name: "headline", type: "text", required: true, maxLength: 20, example: "Summer sale" },
    { name: "offer", type: "price", default: "20% off" },
    { name: "was", type: "price" },
    { name: "details", type: "text" },
    { name: "photo", type: "image" },
    { name: "seconds", type: "number", default: 6 },
    { name: "ratio", type: "choice", options: ["9:16", "1:1"], default: "9:16" },
    { name: "site", type: "url" },
  ],
  body: {
    scenes: [
      { kind: "hook", text: "{{headline}}", mediaUrl: "{{photo}}" },
      { kind: "price", text: "All shoes", price: { was: "{{was}}", now: "{{offer}}" } },
      { kind: "point", text: "{{details}}" },
      { kind: "menu", text: "Until Sunday\n{{details}}", subtext: "Boots {{was}}\nSandals 20" },
      { kind: "cta", text: "Shop now", subtext: "{{site}}" },
    ],
    duration: "{{seconds}}",
    aspectRatio: "{{ratio}}",
  },
};
const create = async (template: object = SALE) => {
  const { status, body } = await app.api("POST", "/templates", template);
  expect(status).toBe(201);
  return body.templateId as string;
};
const balance = async () => (await app.api("GET", "/credits")).body.balance;
const generate = async (body: object) => {
  const { status, body: video } = await app.api("POST", "/videos/generate", body);
  expect(video).toMatchObject({ status: "pending" });
  expect(status).toBe(202);
  await app.ended(`/videos/${video.videoId}`);
  return { video: (await app.api("GET", `/videos/${video.videoId}`)).body, request: requests.at(-1)! };
};
const board = (templateId: string, fields: object) => app.api("POST", "/videos/storyboard", { templateId, fields });
const texts = (scenes: Scene[]) => scenes.map(({ kind, text, subtext }) => [kind, text, subtext].filter(Boolean));

describe("POST /templates", () => {
  test("201 with the first version; it is listed, read and deleted", async () => {
    const { status, body, headers } = await app.api("POST", "/templates", { ...SALE, description: "Shoes" });
    expect(status).toBe(201);
    expect(headers.get("location")).toBe(`/api/v1/templates/${body.templateId}`);
    expect(body).toMatchObject({ ...SALE, description: "Shoes", kind: "video", source: "own", version: 1 });
    const { body: read } = await app.api("GET", `/templates/${body.templateId}`);
    expect(read).toEqual(body);
    const { body: list } = await app.api("GET", "/templates?pageSize=1&q=sale&kind=video");
    expect(list.templates).toEqual([expect.objectContaining({ templateId: body.templateId, name: "Sale" })]);
    expect(list.templates[0].body).toBeUndefined();
    expect((await app.api("DELETE", `/templates/${body.templateId}`)).status).toBe(204);
    expect((await app.api("GET", `/templates/${body.templateId}`)).status).toBe(404);
    const { body: log } = await app.api("GET", `/audit-log?subject=${body.templateId}`);
    expect(log.entries.map(({ action }: { action: string }) => action)).toEqual([
      "template.deleted",
      "template.created",
    ]);
  });

  test("a new version leaves earlier ones as they are", async () => {
    const id = await create();
    const body = { scenes: [{ kind: "hook", text: "{{headline}}!" }] };
    const fields = [SALE.fields[0]];
    const { status, body: second } = await app.api("POST", `/templates/${id}/versions`, { name: "New", fields, body });
    expect([status, second.version, second.name]).toEqual([201, 2, "New"]);
    expect((await app.api("GET", `/templates/${id}?version=1`)).body).toMatchObject({ version: 1, body: SALE.body });
    expect((await app.api("GET", `/templates/${id}`)).body).toMatchObject({ version: 2, body });
    expect((await app.api("GET", `/templates/${id}?version=3`)).status).toBe(404);
    const use = { templateId: id, fields: { headline: "Hi" } };
    expect((await generate(use)).video).toMatchObject({ templateVersion: 2, scenes: [{ text: "Hi!" }] });
    expect((await generate({ ...use, templateVersion: 1 })).video.scenes).toHaveLength(4);
    const { status: refused, body: problem } = await app.api("POST", "/videos/generate", {
      ...use,
      templateVersion: 9,
    });
    expect([refused, Object.keys(problem.errors)]).toEqual([400, ["templateVersion"]]);
  });

  const hook = (text: string) => ({ scenes: [{ kind: "hook", text }] });
  const field = (more: object) => [{ name: "a", type: "text", ...more }];
  test.each([
    ["a placeholder without a field", { fields: [], body: hook("{{a}}") }, "body.scenes.0.text"],
    ["a field without a placeholder", { fields: field({}), body: hook("a") }, "fields.0.name"],
    ["a placeholder that is not closed", { fields: field({}), body: hook("{{a}} {{a") }, "body.scenes.0.text"],
    [
      "a body that its request refuses",
      { fields: field({}), body: { scenes: [{ kind: "x", text: "{{a}}" }] } },
      "body.scenes.0.kind",
    ],
    [
      "a body with another template",
      { fields: field({}), body: { ...hook("{{a}}"), templateId: "tpl_x" } },
      "body.templateId",
    ],
    [
      "a body for another kind",
      { kind: "render", fields: field({}), body: { prompt: "{{a}}", layers: [] } },
      "body.prompt",
    ],
    ["a value of another type", { fields: field({ type: "number" }), body: hook("{{a}}") }, "body.scenes.0.text"],
    [
      "a default that the field refuses",
      { fields: field({ type: "color", default: "red" }), body: hook("{{a}} x") },
      "fields.0.default",
    ],
    [
      "an example that is too long",
      { fields: field({ maxLength: 2, example: "abc" }), body: hook("{{a}}") },
      "fields.0.example",
    ],
    ["a choice without options", { fields: field({ type: "choice" }), body: hook("{{a}}") }, "fields.0.options"],
    ["two fields with one name", { fields: [...field({}), ...field({})], body: hook("{{a}}") }, "fields.1.name"],
    ["a name that is none", { fields: field({ name: "__proto__" }), body: hook("{{a}}") }, "fields.0.name"],
    ["a body that is too large", { fields: field({}), body: { prompt: "{{a}}", x: "x".repeat(70_000) } }, "body"],
  ])("400 for %s", async (_, template, place) => {
    const { status, body } = await app.api("POST", "/templates", { name: "Wrong", ...template });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [place]]);
  });

  test("403 for a change of a built-in template, 404 for one of another account", async () => {
    const { body: list } = await app.api("GET", "/templates?q=note");
    expect(list.templates).toMatchObject([{ templateId: "tpl_stage_note", source: "plug-in", version: 1 }]);
    expect((await app.api("DELETE", "/templates/tpl_stage_note")).status).toBe(403);
    const id = await create();
    const { api: other } = await app.account();
    expect((await other("GET", `/templates/${id}`)).status).toBe(404);
    expect((await other("DELETE", `/templates/${id}`)).status).toBe(404);
    const contents = { fields: SALE.fields, body: SALE.body };
    expect((await other("POST", `/templates/${id}/versions`, contents)).status).toBe(404);
    const { status, body } = await other("POST", "/videos/generate", { templateId: id, fields: { headline: "x" } });
    expect([status, Object.keys(body.errors)]).toEqual([400, ["templateId"]]);
    expect(
      (await other("GET", "/templates?q=sale")).body.templates.map(({ source }: { source: string }) => source),
    ).not.toContain("own");
  });
});

describe("POST /videos/generate with templateId", () => {
  test("fills the body with values and defaults, and keeps the origin", async () => {
    const templateId = await create();
    const fields = { headline: "Winter sale", was: "$80", offer: "$49", details: "In store", seconds: 9, ratio: "1:1" };
    const { video, request } = await generate({ templateId, fields, seed: 7 });
    expect(video).toMatchObject({ templateId, templateVersion: 1, title: "Winter sale", aspectRatio: "1:1" });
    expect(request).toMatchObject({ duration: 9, seed: 7, template: { id: templateId, version: 1 } });
    expect(request.scenes).toMatchObject([
      { kind: "hook", text: "Winter sale" },
      { kind: "price", text: "All shoes", price: { was: "$80", now: "$49" } },
      { kind: "point", text: "In store" },
      { kind: "menu", text: "Until Sunday\nIn store", subtext: "Boots $80\nSandals 20" },
      { kind: "cta", text: "Shop now" },
    ]);
    expect(request.scenes![4]).not.toHaveProperty("subtext");
    expect((await generate({ templateId, fields: { headline: "Sale" } })).request).toMatchObject({ duration: 6 });
  });

  test("null hides a line, a scene or a price, and closes the gap", async () => {
    const templateId = await create();
    const { body } = await board(templateId, { headline: "Sale", offer: null, was: "$80" });
    expect(texts(body.scenes)).toEqual([
      ["hook", "Sale"],
      ["menu", "Until Sunday", "Boots $80\nSandals 20"],
      ["cta", "Shop now"],
    ]);
  });

  test("values are inserted as they are", async () => {
    const templateId = await create();
    const { body } = await board(templateId, { headline: "{{details}} $&", details: "“Yes”, {{site" });
    expect(body.scenes[0].text).toBe("{{details}} $&");
    expect(body.scenes[2].text).toBe("“Yes”, {{site");
  });

  test("400 lists unknown and missing names", async () => {
    const templateId = await create();
    const fields = JSON.parse('{"headlin": "x", "__proto__": "y", "constructor": "z"}');
    const { status, body } = await app.api("POST", "/videos/generate", { templateId, fields });
    expect(status).toBe(400);
    expect(body.detail).toContain("Unknown fields: headlin");
    expect(body.detail).toContain("Missing fields: headline");
    expect(Object.keys(body.errors)).toEqual(expect.arrayContaining(["fields.headlin", "fields.headline"]));
  });

  test.each([
    [{ headline: null }, "fields.headline"],
    [{ headline: "" }, "fields.headline"],
    [{ headline: "a\nb" }, "fields.headline"],
    [{ headline: 5 }, "fields.headline"],
    [{ headline: "x", offer: "cheap" }, "fields.offer"],
    [{ headline: "x", photo: "file:///etc/passwd" }, "fields.photo"],
    [{ headline: "x", photo: "http://127.0.0.1/a.jpg" }, "fields.photo"],
    [{ headline: "x", seconds: "6" }, "fields.seconds"],
    [{ headline: "x", seconds: 0.5 }, "fields.seconds"],
    [{ headline: "x", seconds: 61 }, "duration"],
    [{ headline: "x", ratio: "4:5" }, "fields.ratio"],
    [{ headline: "x", site: "not a site" }, "fields.site"],
    [{ headline: "x", site: { a: 1 } }, "fields.site"],
  ])("400 for the values %j names the field", async (fields, place) => {
    const templateId = await create();
    const { status, body } = await board(templateId, fields);
    expect(status).toBe(400);
    expect(Object.keys(body.errors)).toEqual([place === "duration" ? "fields.seconds" : place]);
  });

  test("400 with at most 100 errors for values that no template has", async () => {
    const templateId = await create();
    const fields = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, "x"]));
    const { status, body } = await board(templateId, fields);
    expect([status, Object.keys(body.errors)]).toEqual([400, ["fields"]]);
    delete fields.f0;
    const rows = Array.from({ length: 100 }, () => fields);
    const { body: many } = await app.api("POST", "/videos/generate", { templateId, rows });
    expect(Object.keys(many.errors)).toHaveLength(100);
  });

  test("400 text_too_long with the length that fits", async () => {
    const templateId = await create();
    const { status, body } = await board(templateId, { headline: "x".repeat(21) });
    expect(status).toBe(400);
    expect(body.type).toEndWith("/text_too_long");
    expect(body.maxLengths).toEqual({ "fields.headline": 20 });
  });

  test.each([{ fields: {} }, { rows: [{}] }, { templateVersion: 1 }])("400 for %j without templateId", async (body) => {
    expect((await app.api("POST", "/videos/generate", { prompt: "Sale", ...body })).status).toBe(400);
  });

  test("400 for a template of another kind", async () => {
    const templateId = await create({ name: "P", kind: "image", fields: [], body: { prompt: "Sale" } });
    expect((await board(templateId, {})).body.errors.templateId[0]).toContain("image");
  });
});

describe("rows", () => {
  const row = (i: number) => ({ headline: `Shop ${i}`, offer: `$${i + 1}` });
  const rows = Array.from({ length: 100 }, (_, i) => row(i));

  test("make a video each; the same key makes no others, and they outlive the template", async () => {
    const templateId = await create();
    const before = await balance();
    const send = () =>
      app.api(
        "POST",
        "/videos/generate",
        { templateId, fields: { details: "Today" }, rows: rows.slice(0, 3) },
        { "idempotency-key": templateId },
      );
    const { status, body, headers } = await send();
    expect([status, body.videos.length, body.videos[0].videoId]).toEqual([202, 3, body.videoId]);
    expect(body.creditsUsed).toBe(3 * 12);
    expect(headers.get("x-credits-used")).toBe("36");
    expect(body.newBalance).toBe(before - 36);
    expect((await app.api("DELETE", `/templates/${templateId}`)).status).toBe(204);
    expect((await send()).body).toEqual(body);
    for (const [i, { videoId }] of body.videos.entries()) {
      const video = await app.ended(`/videos/${videoId}`);
      expect(video.scenes.map(({ text }: Scene) => text)).toContain(`Shop ${i}`);
      expect(video.scenes.map(({ text }: Scene) => text)).toContain("Today");
    }
  });

  test("nothing is made or charged if one is wrong", async () => {
    const templateId = await create();
    const before = await balance();
    const count = (await app.api("GET", "/videos")).body.pagination.total;
    const send = (wrong: object) =>
      app.api("POST", "/videos/generate", { templateId, rows: rows.map((one, i) => (i === 56 ? wrong : one)) });
    const { status, body } = await send({ ...row(56), offer: "cheap" });
    expect([status, Object.keys(body.errors)]).toEqual([400, ["rows.56.offer"]]);
    const unsafe = await send({ ...row(56), photo: "http://127.0.0.1/a.jpg" });
    expect([unsafe.status, Object.keys(unsafe.body.errors)]).toEqual([400, ["rows.56.photo"]]);
    const many = await app.api("POST", "/videos/generate", { templateId, rows: [...rows, row(100)] });
    expect([many.status, Object.keys(many.body.errors)]).toEqual([400, ["rows"]]);
    expect(await balance()).toBe(before);
    expect((await app.api("GET", "/videos")).body.pagination.total).toBe(count);
  });

  test("402 with the price of all, if the account cannot pay for all", async () => {
    const { api } = await app.account(20);
    const { status, body } = await api("POST", "/videos/generate", {
      templateId: "tpl_stage_note",
      rows: [{ note: "One" }, { note: "Two" }, { note: "Three" }],
    });
    expect([status, body.required, body.available]).toEqual([402, 48, 20]);
    expect((await api("GET", "/videos")).body.pagination.total).toBe(0);
  });

  test("make an image each", async () => {
    const fields = [{ name: "headline", type: "text", required: true }];
    const templateId = await create({ name: "P", kind: "image", fields, body: { prompt: "“{{headline}}”", seed: 3 } });
    const use = { templateId, rows: [{ headline: "One" }, { headline: "Two" }] };
    const { status, body } = await app.api("POST", "/images/generate", use);
    expect([status, body.images.length]).toEqual([202, 2]);
    const image = await app.ended(`/images/${body.images[1].imageId}`);
    expect(image).toMatchObject({ templateId, prompt: "“Two”", title: "Two" });
    expect(requests.map(({ prompt, seed }) => [prompt, seed])).toContainEqual(["“Two”", 3]);
  });
});

test("a template of layers edits a video", async () => {
  const fields = [
    { name: "text", type: "text" },
    { name: "handle", type: "text", required: true },
  ];
  const layers = [
    { type: "overlay", text: "{{handle}}", position: "top" },
    { type: "overlay", text: "{{text}}" },
  ];
  const templateId = await create({ name: "Layers", fields, body: { layers } });
  expect((await app.api("GET", `/templates/${templateId}`)).body.kind).toBe("render");
  const { body } = await app.api("POST", "/videos/vid_none/render", { templateId, fields: {} });
  expect(Object.keys(body.errors)).toEqual(["fields.handle"]);
  expect((await app.api("POST", "/videos/vid_none/render", {})).body.errors).toHaveProperty("layers");
});

describe("a declared template that is not valid", () => {
  const start = async (template: object) => {
    const broken = defineModule({
      name: "broken",
      templates: { wrong: { name: "W", kind: "video", fields: [], body: {}, ...template } },
      start: () => ({}),
    } as Module);
    const started = await startApp({}, [...modules, broken]).catch((error: Error) => error);
    if (!(started instanceof Error)) await started.stop();
    return started instanceof Error ? started.message : "started";
  };
  test.each([
    [{ fields: [{ name: "a", kind: "text" }] }, "templates.wrong.fields.0.type is missing"],
    [{ body: { scenes: [{ kind: "hook", text: "{{a}}" }] } }, "templates.wrong: body.scenes.0.text"],
    [{ body: { scenes: [{ kind: "x", text: "a" }] } }, "templates.wrong: body.scenes.0.kind"],
  ])("%j stops the start and names it", async (template, message) => {
    expect(await start(template)).toContain(message);
  });
});

describe("hidden fields", () => {
  const fill = (body: Record<string, Json>, values: Record<string, Value>) =>
    fillJson(body, new Map(Object.entries(values))).body;
  test.each([
    ["{{a}}, {{b}}", { a: "A", b: null }, "A"],
    ["{{a}}, {{b}}", { a: null, b: "B" }, "B"],
    ["{{a}} · {{b}} · {{c}}", { a: "A", b: null, c: "C" }, "A · C"],
    ["{{a}} ({{b}})", { a: "A", b: null }, "A"],
    ["One\nOnly {{a}} today\nTwo", { a: null }, "One\nTwo"],
    ["{{ a }}{{b}}", { a: 1, b: true }, "1true"],
  ])("of %j leave no trace", (text, values, result) => {
    expect(fill({ text }, values)).toEqual({ text: result });
  });

  test("leave lists and objects", () => {
    const body = { list: ["{{a}}", "x", "{{b}}"], price: { now: "{{a}}" }, n: "{{n}}" };
    expect(fill(body, { a: null, b: "B", n: 4 })).toEqual({ list: ["x", "B"], n: 4 });
  });

  test("400 if the filled body is too large", () => {
    const list = Array.from({ length: 500 }, () => "{{a}}");
    expect(() => fill({ list }, { a: "x".repeat(5000) })).toThrow("at most");
  });
});

describe("built-in templates", () => {
  const declared = Object.entries(builtIn);

  test("are many, for videos and images, each with a picture", async () => {
    const { body } = await app.api("GET", "/templates?pageSize=100");
    const shown = body.templates.filter(({ source }: { source: string }) => source === "built-in");
    const count = (kind: string) => shown.filter((one: { kind: string }) => one.kind === kind).length;
    expect(count("video")).toBeGreaterThanOrEqual(16);
    expect(count("image")).toBeGreaterThanOrEqual(12);
    for (const { previewUrl } of shown) {
      const { status, headers } = await app.api("GET", new URL(previewUrl).pathname);
      expect([status, headers.get("content-type")]).toEqual([200, "image/webp"]);
    }
    expect((await app.api("GET", "/open/templates/none.webp")).status).toBe(404);
  });

  test.each(declared)("%s can be saved as one of the account", async (_, { name, kind, fields, body }) => {
    const response = await app.api("POST", "/templates", { name, kind, fields, body });
    expect([response.status, response.body.errors]).toEqual([201, undefined]);
  });

  test.each(declared.filter(([, { kind }]) => kind === "video"))(
    "%s is shown with all of its fields, and with few",
    async (id, { fields }) => {
      const named = Object.fromEntries(fields.map((field) => [field.name, field.example ?? field.default ?? null]));
      const few = Object.fromEntries(
        Object.entries(named).filter(([name]) => fields.some((one) => one.name === name && one.required)),
      );
      for (const values of [named, few]) {
        const { status, body } = await board(`tpl_${id}`, values);
        expect(body.errors).toBeUndefined();
        expect(status).toBe(200);
        const shown = JSON.stringify(body.scenes);
        expect(shown).not.toContain("{{");
        for (const field of fields) {
          const value = values[field.name];
          if (value && field.type !== "color" && field.type !== "image") expect(shown).toContain(String(value));
        }
      }
    },
  );

  test.each(declared.filter(([, { kind }]) => kind === "image"))(
    "%s shows what its fields say",
    (_, { fields, body }) => {
      for (const isFull of [true, false]) {
        const getValue = ({ example, default: preset, required }: TemplateField) =>
          isFull || required ? (example ?? preset ?? null) : (preset ?? null);
        const values = new Map(fields.map((field) => [field.name, getValue(field)]));
        const { prompt } = fillJson(body as Record<string, Json>, values).body;
        const { hook, author, points, cards, cta, offer } = writePoster({ prompt: String(prompt) });
        const shown = [hook, author, ...points, ...cards.flatMap(listSceneTexts), cta, offer].join(" ").toLowerCase();
        for (const { name, type } of fields)
          if (type !== "color" && type !== "image" && values.get(name) !== null)
            for (const word of String(values.get(name))
              .toLowerCase()
              .split(/[\s,]+/))
              expect(shown).toContain(word);
        expect(shown).not.toContain("#");
      }
    },
  );
});
