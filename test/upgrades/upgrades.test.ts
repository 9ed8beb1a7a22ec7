/** Data of earlier versions: one backup of each in fixtures/. README.md beside this file says how to add one. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { startApp, type TestApp } from "#test/app";
import type { TestDatabase } from "#test/database";
import { all, FIXTURES, listReads, restoreFixture, waitForSearch } from "./fixture";

/** Finds the ids in a list, under the name of the route's parameter. */
function listIds(body: Record<string, unknown>, parameter: string): string[] {
  const items = Object.values(body).find(Array.isArray) as Record<string, string>[] | undefined;
  return (items ?? []).flatMap((item) => item[parameter] ?? item.id ?? item.videoId ?? []);
}

describe.each(readdirSync(FIXTURES))("data of %s", (fixture) => {
  let app: TestApp;
  let database: TestDatabase;
  beforeAll(async () => {
    database = await restoreFixture(fixture);
    app = await startApp({}, all, { DATABASE_URL: database.url });
    await waitForSearch(app.api);
  });
  afterAll(async () => {
    await app.stop();
    await database.drop();
  });

  test.each(["2025-11-10", "2026-03-06"])("every list and every object can be read in version %s", async (version) => {
    const headers = { "service-version": version };
    /** Paths that were read, such as `/videos/vid_1`, with their responses, by pattern. */
    const read = new Map<string, { path: string; body: Record<string, unknown> }[]>();
    for (const { path: pattern, query } of await listReads(app.api, version)) {
      const [, parent = "", parameter = "", rest = ""] = /^(.*)\/\{(\w+)\}([^{}]*)$/.exec(pattern) ?? [];
      const ofParent = (read.get(parent) ?? []).flatMap(({ path, body }) =>
        listIds(body, parameter).map((id) => `${path}/${encodeURIComponent(id)}${rest}`),
      );
      const responses = [];
      for (const path of parameter === "" ? [pattern] : ofParent) {
        const { status, body } = await app.api("GET", path + query, undefined, headers);
        // An object need not have a transcript or figures.
        if (status !== 404 || rest === "") expect({ path, status, body }).toMatchObject({ path, status: 200 });
        responses.push({ path, body });
      }
      read.set(pattern, responses);
    }
    const objects = [...read].filter(([pattern, responses]) => pattern.endsWith("}") && responses.length > 0);
    expect(objects.map(([pattern]) => pattern)).toContain("/social/posts/{postId}");
    expect(objects.length).toBeGreaterThan(15);
  });
});
