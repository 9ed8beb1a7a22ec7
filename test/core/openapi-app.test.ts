import { afterAll, beforeAll, expect, test } from "bun:test";
import type { OpenApiDocument } from "#core/openapi/document";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";
import { differences, lint, type Operation, operationsOf } from "#test/core/openapi-lint";
import { fakeImages } from "#test/engines";

const OLD = "2025-11-10";
let app: TestApp;
const documents = {} as Record<"latest" | "old", OpenApiDocument>;
beforeAll(async () => {
  app = await startApp({}, [...modules, fakeImages({})]);
  const anybody = app.as(undefined);
  documents.latest = (await anybody("GET", "/openapi.json")).body;
  documents.old = (await anybody("GET", `/openapi.json?version=${OLD}`)).body;
});
afterAll(() => app.stop());

const operation = (name: "latest" | "old", where: string) => {
  const found = operationsOf(documents[name]).get(where);
  if (!found) throw new Error(`The ${name} document has no ${where}.`);
  return found;
};

test("both documents of the whole API are consistent", () => {
  lint(documents.latest);
  lint(documents.old);
  expect(documents.latest.info.version).toBe("2026-03-06");
  expect(documents.old.info.version).toBe(OLD);
});

/** Operations for which the contract counts error answers. */
test.each([
  ["post /personas", 2],
  ["patch /personas/{personaId}", 3],
  ["post /messaging", 2],
  ["patch /products/{productId}", 3],
  ["patch /styles/{styleId}", 3],
  ["post /music/generate", 5],
  ["get /music", 2],
  ["get /videos", 1],
] as const)("%s documents at least %i errors, in both versions", (where, count) => {
  for (const version of ["latest", "old"] as const) {
    const errors = Object.keys(operation(version, where).responses).filter((status) => status >= "400");
    expect(errors.length).toBeGreaterThanOrEqual(count);
  }
});

test("the removed endpoint stands in the old document alone, as deprecated", () => {
  expect(operation("old", "get /tasks/{id}").deprecated).toBe(true);
  expect(operationsOf(documents.latest).has("get /tasks/{id}")).toBe(false);
});

test("the old document has the old names of path parameters, and keeps the others", () => {
  const paths = Object.keys(documents.old.paths);
  expect(paths).toEqual(
    expect.arrayContaining(["/images/{taskId}", "/music/{taskId}", "/videos/{videoId}", "/videos/{videoId}/captions"]),
  );
  expect(paths).not.toContain("/images/{imageId}");
  expect(Object.keys(documents.latest.paths)).toEqual(
    expect.arrayContaining(["/images/{imageId}", "/music/{musicId}", "/videos/{videoId}"]),
  );
});

test("what a generation answers is what each version's document says", async () => {
  const schema = ({ responses }: Operation, status: string) =>
    responses[status]?.content?.["application/json"]?.schema ?? {};
  for (const [name, headers, id] of [
    ["latest", {}, "imageId"],
    ["old", { "service-version": OLD }, "taskId"],
  ] as const) {
    const start = await app.api("POST", "/images/generate", { prompt: "a lamp" }, headers);
    await app.ended(`/images/${start.body[id]}`);
    const read = await app.api("GET", `/images/${start.body[id]}`, undefined, headers);
    const list = await app.api("GET", "/images", undefined, headers);
    const item = `get /images/{${id}}`;
    const compare = (where: string, status: string, body: unknown) =>
      differences(documents[name], schema(operation(name, where), status), body);
    expect(compare("post /images/generate", "202", start.body)).toEqual([]);
    expect(compare(item, "200", read.body)).toEqual([]);
    expect(compare("get /images", "200", list.body)).toEqual([]);
    expect(compare(item, "200", { surprise: 1 })).toContain("/surprise is not documented");
  }
});

test("every header that an answer promises is there", async () => {
  const { headers } = await app.api("POST", "/images/generate", { prompt: "a lamp" }, { "idempotency-key": "docs" });
  const promised = Object.keys(operation("latest", "post /images/generate").responses["202"]?.headers ?? {});
  expect(promised.filter((name) => name !== "Idempotency-Replayed" && !headers.has(name))).toEqual([]);
  const again = await app.api("POST", "/images/generate", { prompt: "a lamp" }, { "idempotency-key": "docs" });
  expect(promised).toContain("Idempotency-Replayed");
  expect(again.headers.get("idempotency-replayed")).toBe("true");
});
