import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { type AnyElysia, Elysia } from "elysia";
import { createApp, mount } from "#core/app";
import { resolvePrices } from "#core/facts";
import { createRouter } from "#core/http/router";
import { Closed, ListOf, Nothing, OneOf, PageQuery, Text } from "#core/http/schema";
import { createLog } from "#core/observability/log";
import { createOpenApi } from "#core/openapi/document";
import { deriveExample } from "#core/openapi/examples";
import type { Json } from "#core/openapi/schema";
import { kernelErrors } from "#core/request/errors";
import { createChanges, type VersionChange } from "#core/request/versions";
import { lint, type Operation, operationsOf } from "#test/core/openapi-lint";

const NEW = "2026-03-06";
const OLD = "2025-11-10";
const prices = resolvePrices(
  {
    prices: {
      image: { credits: 6, description: "" },
      imageEdit: { credits: 2, description: "" },
      video: { credits: 2, description: "", per: "second" },
      plan: { credits: 0, description: "" },
    },
  },
  { prices: {}, modelPrices: {} },
);

const Photo = Closed({
  photoId: Type.String(),
  url: Type.Optional(Type.String()),
  size: Closed({ w: Type.Integer() }),
  mood: Type.Optional(OneOf(["calm", "loud"], { $id: "Mood" })),
});
const photo = { photoId: "1", url: "https://vireo.test/1.png", size: { w: 640 } };
const page = { total: 31, page: 1, pageSize: 1, hasMore: true };
const Form = Closed({ file: Type.Unsafe<File>({ type: "string", format: "binary" }) });
const until = NEW;
const changes: VersionChange[] = [
  { until, route: "GET /photos", response: [{ at: "photos[]", rename: { photoId: "taskId", url: "resultUrl" } }] },
  { until, route: "GET /photos/:photoId", response: [{ at: "", rename: { photoId: "taskId", url: "resultUrl" } }] },
];
const modules = [
  { name: "photos", description: "Pictures." },
  {
    name: "shelf",
    description: "Things.",
    tags: { "Stored Files": { description: "Files of any kind.", paths: ["/files"] } },
  },
];

const noLimits = { count: async () => {} };
const router = createRouter(noLimits);
const routes = () => new Elysia({ normalize: false }).use(router);

function photos() {
  return routes()
    .get("", () => ({}) as never, {
      auth: "media:read",
      detail: { summary: "List photos" },
      query: PageQuery,
      response: { 200: ListOf("photos", Photo) },
    })
    .get("/:photoId", () => ({}) as never, {
      auth: "media:read",
      detail: { summary: "Get a photo" },
      response: { 200: Photo },
    })
    .delete("/:photoId", () => undefined, { auth: "media:write", response: { 204: Nothing } })
    .post("/generate", () => ({}) as never, {
      auth: "media:write",
      limit: "generation",
      cost: ["image", "imageEdit"],
      detail: { "x-errors": [502, 503] } as object,
      body: Closed({
        prompt: Text({ minLength: 1, maxLength: 2000 }),
        mood: Type.Optional(OneOf(["calm", "loud"], { $id: "Mood" })),
      }),
      response: { 202: Closed({ photoId: Type.String() }) },
    })
    .post("/plan", () => ({}) as never, { auth: "media:write", cost: ["plan"], response: { 200: Photo } })
    .get("/plain", () => ({}) as never, { response: { 200: Photo } })
    .get("/hidden", () => "", { auth: "any", detail: { hide: true } });
}

function shelf() {
  return routes()
    .get("/tasks/:id", () => ({}) as never, {
      auth: "media:read",
      detail: { summary: "Get a task", deprecated: true, "x-until": NEW } as object,
      response: { 200: Closed({ taskId: Type.String() }) },
    })
    .post("/files", () => ({}) as never, {
      auth: "media:write",
      detail: {
        "x-consumes": {
          "application/json": Closed({ url: Text() }),
          "multipart/form-data": Form,
          "image/png": "bytes",
        },
      } as object,
      response: { 201: Closed({ fileId: Type.String() }) },
    });
}

const log = createLog({ level: "silent", format: "json" });

function make(more?: (app: AnyElysia) => void) {
  let origin = "https://vireo.test";
  const all = createChanges(changes);
  const { app } = createApp({ changes: all, origin: () => origin, log });
  mount(app, { name: "photos", start: () => ({}) }, { routes: photos() as unknown as AnyElysia });
  mount(app, { name: "shelf", prefix: "", start: () => ({}) }, { routes: shelf() as unknown as AnyElysia });
  app.use(
    new Elysia().get("/health", () => ({ status: "up" }), {
      detail: { tags: ["system"], summary: "Whether it is up" },
      response: { 200: Closed({ status: Type.String() }) },
    }),
  );
  more?.(app);
  const openapi = createOpenApi({
    app,
    modules,
    changes: all,
    origin: () => origin,
    version: "1.2.3",
    prices,
    errors: kernelErrors,
    events: { "photo.completed": { scope: "media:read", route: "GET /photos/:photoId" } },
    examples: async () => ({
      operations: {
        [NEW]: {
          getPhoto: { path: { photoId: "1" }, status: 200, response: photo },
          listPhotos: { status: 200, response: { photos: [photo], pagination: page } },
          createPhotoPlan: { status: 200, response: { ...photo, photoId: "2" } },
        },
      },
      events: { "photo.completed": photo },
    }),
  });
  const move = (to: string) => {
    origin = to;
  };
  return { openapi, move };
}

const { openapi } = make();
const latest = await openapi.document(NEW);
const old = await openapi.document(OLD);
const operation = (where: string, document = latest) => operationsOf(document).get(where) as Operation;
const errorsOf = (where: string) => Object.keys(operation(where).responses).filter((status) => status >= "400");

describe("the document", () => {
  test.each([
    ["latest", latest],
    ["old", old],
  ])("of the %s version is consistent", (_, document) => lint(document));

  test("shows what is served, and nothing else", () => {
    expect([...operationsOf(latest).keys()]).toEqual([
      "get /photos",
      "get /photos/{photoId}",
      "delete /photos/{photoId}",
      "post /photos/generate",
      "post /photos/plan",
      "get /photos/plain",
      "post /files",
      "get /health",
    ]);
  });

  test("of the old version has the removed route, deprecated", () => {
    expect(operation("get /tasks/{id}", old)).toMatchObject({ operationId: "getTask", deprecated: true });
  });

  test("says where the API is, and that health lies outside of it", () => {
    expect(latest.servers).toEqual([{ url: "https://vireo.test/api/v1" }]);
    expect(operation("get /health")).toMatchObject({ servers: [{ url: "https://vireo.test" }] });
    expect(latest.info).toMatchObject({ version: NEW, license: { identifier: "MIT" }, "x-software-version": "1.2.3" });
  });

  test("is made once per version, and again when the origin becomes known", async () => {
    const { openapi, move } = make();
    expect(await openapi.document(NEW)).toBe(await openapi.document(NEW));
    move("http://127.0.0.1:8080");
    expect((await openapi.document(NEW)).servers[0]?.url).toBe("http://127.0.0.1:8080/api/v1");
  });

  test("groups routes by module, and by the tags that a module has for paths", () => {
    expect(operation("get /photos").tags).toEqual(["Photos"]);
    expect(operation("post /files").tags).toEqual(["Stored Files"]);
    expect(latest.tags).toEqual([
      { name: "Photos", description: "Pictures." },
      { name: "Stored Files", description: "Files of any kind." },
      expect.objectContaining({ name: "System" }),
    ]);
  });

  test("cannot be made when two operations would have one name", async () => {
    const add = (detail: object) => make((app) => app.post("/api/v1/photos/:photoId/generate", () => "", { detail }));
    expect(await add({ operationId: "regeneratePhoto" }).openapi.document(NEW)).toBeObject();
    await expect(add({}).openapi.document(NEW)).rejects.toThrow("generatePhoto");
  });
});

describe("an operation", () => {
  test("lists every error that it can end in", () => {
    expect(errorsOf("get /photos")).toEqual(["400", "401", "403", "default"]);
    expect(errorsOf("delete /photos/{photoId}")).toEqual(["400", "401", "403", "404", "default"]);
    expect(errorsOf("post /photos/generate")).toEqual([
      "400",
      "401",
      "402",
      "403",
      "408",
      "409",
      "413",
      "415",
      "422",
      "502",
      "503",
      "507",
      "default",
    ]);
    expect(errorsOf("get /health")).toEqual(["400", "default"]);
  });

  test("that is free of charge by configuration is never refused for credits", () => {
    expect(errorsOf("post /photos/plan")).not.toContain("402");
  });

  test("answers errors as a problem, with the kinds as examples", () => {
    expect(operation("get /photos").responses["401"]).toEqual({ $ref: "#/components/responses/Unauthorized" });
    expect(latest.components.responses.Unauthorized).toMatchObject({
      headers: { "WWW-Authenticate": expect.anything() },
      content: {
        "application/problem+json": {
          schema: { $ref: "#/components/schemas/Problem" },
          examples: { unauthorized: { value: { type: "https://vireo.test/errors/unauthorized", status: 401 } } },
        },
      },
    });
  });

  test("tells its cost, scope and limit", () => {
    expect(operation("post /photos/generate").description).toBe(
      "Costs 6 credits (image) or 2 credits (image edit). Needs the scope `media:write`. Counts against the `generation` rate limit.",
    );
    expect(operation("post /photos/generate")).toMatchObject({
      "x-scope": "media:write",
      "x-rate-limit": "generation",
    });
  });

  test("names the headers of its answer", () => {
    const headers = Object.keys(operation("post /photos/generate").responses["202"]?.headers ?? {});
    // Those of every response are described once, in the introduction.
    expect(headers).toEqual(["Location", "Idempotency-Replayed", "X-Credits-Used", "X-Credits-Remaining"]);
    expect(Object.keys(operation("get /photos").responses["200"]?.headers ?? {})).not.toContain("Location");
  });

  test("takes JSON alone, or what it says it takes", () => {
    expect(Object.keys(operation("post /photos/generate").requestBody?.content ?? {})).toEqual(["application/json"]);
    const bytes = expect.objectContaining({ type: "string", format: "binary" });
    expect(operation("post /files").requestBody?.content).toEqual({
      "application/json": { schema: { $ref: "#/components/schemas/CreateFileRequest" } },
      "multipart/form-data": { schema: { $ref: "#/components/schemas/CreateFileFormData" } },
      "image/png": { schema: bytes },
    });
    expect(latest.components.schemas.CreateFileFormData).toMatchObject({ properties: { file: bytes } });
  });

  test("has query parameters with their limits", () => {
    expect(operation("get /photos").parameters).toContainEqual({
      name: "pageSize",
      in: "query",
      description: "Items on a page.",
      schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    });
  });

  test("needs a key, unless it says otherwise", () => {
    expect(latest.security).toEqual([{ apiKey: [] }]);
    expect(operation("get /photos").security).toBeUndefined();
    expect(operation("get /health").security).toEqual([]);
    expect(operation("get /photos/plain")).toMatchObject({ description: expect.stringContaining("Needs a key") });
    expect(errorsOf("get /photos/plain")).toContain("401");
  });

  test("without content on 204 has none", () => {
    expect(operation("delete /photos/{photoId}").responses["204"]!.content).toBeUndefined();
  });
});

describe("schemas", () => {
  test("one thing has one name wherever it is read", () => {
    const content = (where: string, status: string) =>
      operation(where).responses[status]?.content?.["application/json"]?.schema;
    expect(content("get /photos/{photoId}", "200")).toEqual({ $ref: "#/components/schemas/Photo" });
    expect(latest.components.schemas.PhotoList).toMatchObject({
      properties: {
        photos: { items: { $ref: "#/components/schemas/Photo" } },
        pagination: { $ref: "#/components/schemas/Pagination" },
      },
    });
  });

  test("of choices with a name are described once", () => {
    const mood = { mood: { $ref: "#/components/schemas/Mood" } };
    expect(latest.components.schemas.Mood).toEqual({ type: "string", enum: ["calm", "loud"] });
    expect(latest.components.schemas.Photo).toMatchObject({ properties: mood });
    expect(latest.components.schemas.GeneratePhotoRequest).toMatchObject({ properties: mood });
  });

  test("refuse unknown fields in requests, and allow new fields in responses", () => {
    expect(latest.components.schemas.GeneratePhotoRequest).toMatchObject({ additionalProperties: false });
    for (const name of ["Photo", "PhotoList", "PhotoSize"])
      expect(Object.keys(latest.components.schemas[name]!)).not.toContain("additionalProperties");
  });

  test("show the example that a read, a list and an event share", () => {
    expect(latest.components.schemas.Photo).toMatchObject({ examples: [photo] });
    const media = (where: string) => operation(where).responses["200"]?.content?.["application/json"];
    const { post } = latest.webhooks!["photo.completed"] as { post: Operation };
    const event = post.requestBody?.content["application/json"];
    for (const one of [media("get /photos/{photoId}"), media("get /photos"), event])
      expect((one as { example?: unknown }).example).toBeUndefined();
    expect(media("post /photos/plan")).toMatchObject({ example: { ...photo, photoId: "2" } });
    expect(deriveExample(event!.schema as Json, latest.components.schemas)).toMatchObject({
      type: "photo.completed",
      timestamp: "2026-12-01T09:00:20.000Z",
      data: photo,
    });
  });

  test("of the old version have the old names, and so has the path", () => {
    const { properties, required } = old.components.schemas.Photo as { properties: object; required: string[] };
    expect(Object.keys(properties)).toEqual(["taskId", "resultUrl", "size", "mood"]);
    expect(required).toEqual(["taskId", "size"]);
    expect(operation("get /photos/{taskId}", old).parameters[0]).toMatchObject({ name: "taskId", in: "path" });
    expect(operation("delete /photos/{taskId}", old)).toBeDefined();
  });
});
