/** The generated part of the client, and what the generator does with a document. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { place } from "#core/openapi/client-names";
import type { OpenApiDocument } from "#core/openapi/document";
import { startApp, type TestApp } from "#test/app";
import { emit } from "#tools/client/emit";
import { clientFiles } from "#tools/client/source";

let app: TestApp;
let document: OpenApiDocument;
beforeAll(async () => {
  app = await startApp();
  document = (await app.as(undefined)("GET", "/openapi.json")).body;
});
afterAll(() => app.stop());

test("the committed files are what the routes say: otherwise run `bun run client`", async () => {
  for (const [name, text] of Object.entries(clientFiles(document, app.vireo.tools.facts)))
    expect(await Bun.file(new URL(`../../../sdk/client/${name}`, import.meta.url)).text(), name).toBe(text);
});

test("every operation of the document is a method, except tables, pages and streams", () => {
  const { "operations.ts": table } = emit({ document, kinds: [], events: [] });
  const missing = Object.entries(document.paths)
    .flatMap(([path, item]) => Object.keys(item).map((method) => `"${method.toUpperCase()}","${path}"`))
    .filter((row) => !table.includes(row) && !table.includes(row.replace('","', '","/api/v1')));
  expect(missing.sort()).toEqual(['"GET","/events"', '"GET","/social/analytics.csv"', '"GET","/social/report.html"']);
});

test.each([
  ["/videos", "listVideos", "videos.list"],
  ["/videos/{videoId}", "getVideo", "videos.get"],
  ["/videos/generate", "generateVideo", "videos.generate"],
  ["/videos/{videoId}/captions", "addCaptions", "videos.addCaptions"],
  ["/social/posts/{postId}/publish", "publishSocialPost", "social.posts.publish"],
  ["/webhooks/{webhookId}/rotate-secret", "rotateWebhookSecret", "webhooks.rotateSecret"],
  ["/viral-library/search", "searchViralLibrary", "viralLibrary.search"],
  ["/scrape-tiktok", "scrapeTiktok", "scrapeTiktok"],
  ["/social/accounts", "syncSocialAccounts", "social.accounts.sync"],
])("%s %s is %s", (path, operationId, where) => {
  const { group, name } = place(path, operationId);
  expect([...group, name].join(".")).toBe(where);
});

describe("a document that the client cannot stand for is refused:", () => {
  const answer = { content: { "application/json": { schema: { type: "object" } } } };
  const operation = (operationId: string, more: object = {}) => ({
    operationId,
    summary: "Do it",
    description: "",
    parameters: [],
    responses: { 200: answer },
    ...more,
  });
  const emitted = (paths: object) =>
    emit({
      document: { ...document, paths, components: { ...document.components, schemas: {} } } as OpenApiDocument,
      kinds: ["gone"],
      events: [],
    });

  test("two operations of one name", () => {
    expect(() => emitted({ "/things": { get: operation("getThings"), post: operation("getThing") } })).toThrow(
      "both be things.get",
    );
  });
  test("a group named like a function of the client", () => {
    expect(() => emitted({ "/events": { get: operation("listEvents") } })).toThrow('"events"');
  });
  test("an operation and a group of one name", () => {
    const paths = { "/a/make": { post: operation("makeA") }, "/a/make/b": { get: operation("getAMakeB") } };
    expect(() => emitted(paths)).toThrow("make is already an operation");
  });
});
