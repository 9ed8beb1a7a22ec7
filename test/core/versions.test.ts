import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createChanges, reshapeSchema, reshapeValue } from "#core/request/versions";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";
import { fakeImages } from "#test/engines";

describe("a reshape", () => {
  const step = {
    at: "items[].parts[]",
    rename: { partId: ["id", "taskId"], url: "resultUrl" },
    rawIds: ["partId"],
  } as const;
  test("renames deep in lists, keeps order and everything else", () => {
    const body = {
      total: 1,
      items: [{ name: "a", parts: [{ partId: "prt_01h455vb4pex5vsknk084sn02q", n: 1, url: "u" }] }, { name: "b" }],
    };
    expect(reshapeValue(body, step)).toEqual({
      total: 1,
      items: [
        {
          name: "a",
          parts: [
            {
              id: "01890a5d-ac96-774b-bcce-b302099a8057",
              taskId: "01890a5d-ac96-774b-bcce-b302099a8057",
              n: 1,
              resultUrl: "u",
            },
          ],
        },
        { name: "b" },
      ],
    });
  });
  test("changes the schema alike", () => {
    const part = {
      type: "object",
      properties: { partId: { type: "string" }, url: { type: "string" } },
      required: ["partId", "url"],
    };
    const schema = {
      type: "object",
      properties: {
        items: { type: "array", items: { type: "object", properties: { parts: { type: "array", items: part } } } },
      },
    };
    expect(reshapeSchema(schema, step)).toMatchObject({
      properties: {
        items: {
          items: {
            properties: {
              parts: {
                items: { properties: { id: {}, taskId: {}, resultUrl: {} }, required: ["id", "taskId", "resultUrl"] },
              },
            },
          },
        },
      },
    });
  });
});

test("request changes run from the oldest to the newest, and only those that are due", () => {
  const changes = createChanges([
    { until: "2026-03-06", route: "POST /x", request: (body) => ({ ...body, seen: "new" }) },
  ]);
  expect(changes.request("2025-11-10", "POST /x", { a: 1 })).toEqual({ a: 1, seen: "new" });
  expect(changes.request("2026-03-06", "POST /x", { a: 1 })).toEqual({ a: 1 });
  expect(changes.request("2025-11-10", "POST /y", { a: 1 })).toEqual({ a: 1 });
});

describe("under 2025-11-10", () => {
  let app: TestApp;
  const old = { "service-version": "2025-11-10" };
  beforeAll(async () => {
    app = await startApp({}, [...modules, fakeImages({})]);
  });
  afterAll(() => app.stop());

  test("an image has taskId and resultUrl, and its id is the raw one", async () => {
    const { body: started, headers } = await app.api("POST", "/images/generate", { prompt: "a" }, old);
    expect(headers.get("service-version")).toBe("2025-11-10");
    expect(started).not.toHaveProperty("imageId");
    expect(started.taskId).toMatch(/^[0-9a-f-]{36}$/);
    await app.ended(`/images/${started.taskId}`);
    const { body } = await app.api("GET", `/images/${started.taskId}`, undefined, old);
    expect(body).toMatchObject({ taskId: started.taskId, status: "completed" });
    expect(body.resultUrl).toContain("/media/");
    expect(body).not.toHaveProperty("url");
    const { body: list } = await app.api("GET", "/images", undefined, old);
    expect(list.images[0].taskId).toBe(started.taskId);

    const { body: task, headers: dated } = await app.api("GET", `/tasks/${started.taskId}`, undefined, old);
    expect(task).toMatchObject({
      taskId: started.taskId,
      type: "image",
      status: "completed",
      resultUrl: body.resultUrl,
      creditsUsed: 6,
    });
    expect(dated.get("deprecation")).toBeString();
    expect(dated.get("sunset")).toBeString();
  });

  test("under the latest GET /tasks/{id} is 410 and names the typed endpoints", async () => {
    const { status, body } = await app.api("GET", "/tasks/01890a5d-ac96-774b-bcce-b302099a8057");
    expect([status, body.type.split("/").at(-1)]).toEqual([410, "gone"]);
    expect(body.detail).toContain("/videos/{videoId}");
  });

  test("the raw uuid and the prefixed id lead to the same resource in both versions", async () => {
    const { body: started } = await app.api("POST", "/images/generate", { prompt: "a" });
    const { body: raw } = await app.api("GET", `/images/${started.imageId}`, undefined, old);
    for (const id of [started.imageId, raw.taskId]) {
      expect((await app.api("GET", `/images/${id}`)).body.imageId).toBe(started.imageId);
    }
    expect((await app.api("GET", `/videos/${started.imageId}`)).status).toBe(404);
    expect((await app.api("GET", `/videos/${raw.taskId}`)).status).toBe(404);
  });
});
