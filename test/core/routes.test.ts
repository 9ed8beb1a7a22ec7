/** One test walks all routes, so that a new one cannot forget what holds for each. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { startApp, type TestApp } from "#test/app";
import { endless } from "#test/engines";
import { bodies, createRouteList } from "#test/route-list";

let app: TestApp;
let routes: Awaited<ReturnType<typeof createRouteList>>;
beforeAll(async () => {
  app = await startApp({}, [...modules, ...plugins.filter(({ name }) => name !== "local"), endless]);
  routes = await createRouteList(app);
});
afterAll(() => app.stop());

/** Documented as open; everything else needs a key. */
const OPEN = ["GET /health", "GET /ready", "GET /api/v1/versions"];

describe("every route", () => {
  test("answers 401 without a key, or is documented as open", async () => {
    const open: string[] = [];
    for (const { method, path, fill } of routes) {
      const { status, headers } = await app.as(undefined)(
        method,
        `http://localhost${fill("x")}`,
        method === "GET" ? undefined : {},
      );
      if (status !== 401) open.push(`${method} ${path}`);
      expect(headers.get("x-request-id")).toBeString();
      expect(headers.get("service-version")).toBeString();
      expect(headers.get("ratelimit")).toBeString();
    }
    expect(open.sort()).toEqual([...OPEN].sort());
  });

  test("with a path parameter answers 404 to an id of another account, raw or prefixed", async () => {
    const { api } = await app.account(100);
    for (const { method, path, fill, id, scope } of routes) {
      if (!path.includes("{")) continue;
      // Names of groups and snippets are no ids: PUT creates one, here with a body that is refused.
      const isName = method === "PUT" && /\/(groups|snippets)\/\{name\}$/.test(path);
      const expected = scope === "admin" || path.includes("/notifications/") ? 403 : isName ? 400 : 404;
      for (const own of await id()) {
        const { status } = await api(
          method,
          `http://localhost${fill(own)}`,
          method === "GET" || method === "DELETE" ? undefined : (bodies[path] ?? { name: "x" }),
          { "service-version": path.includes("/tasks/") ? "2025-11-10" : "2026-03-06" },
        );
        expect([method, path, own, status]).toEqual([method, path, own, expected]);
      }
    }
  });

  test("carries its scope: a key without it gets 403", async () => {
    const { api: hooks } = await app.account(0, { scopes: ["webhooks:manage"] });
    const { api: balance } = await app.account(0, { scopes: ["credits:read"] });
    for (const { method, path, fill, scope } of routes) {
      if (!scope || scope === "any") continue;
      const { status } = await (scope === "webhooks:manage" ? balance : hooks)(
        method,
        `http://localhost${fill("x")}`,
        method === "GET" || method === "DELETE" ? undefined : {},
      );
      expect([method, path, status]).toEqual([method, path, 403]);
    }
  });
});

test("no body, on any route, ever gives a 5xx", async () => {
  const { api } = await app.account(0);
  const writing = routes.filter(({ method }) => method !== "GET" && method !== "DELETE");
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...writing),
      fc.oneof(
        fc.json(),
        fc.jsonValue().map((value) => JSON.stringify(value)),
        fc.string(),
        likely,
      ),
      async ({ method, fill }, body) => {
        const { status, body: answer } = await api(method, `http://localhost${fill("x")}`, body);
        if (status >= 500) throw new Error(`${status} ${JSON.stringify(answer)}`);
      },
    ),
    { numRuns: 1500, seed: 7 },
  );
});

test("no query, on any list, ever gives a 5xx", async () => {
  const { api } = await app.account(0);
  const reading = routes.filter(({ method }) => method === "GET");
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...reading),
      fc.constantFrom("page", "pageSize", "status", "q"),
      fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String)),
      async ({ fill }, name, value) => {
        const { status } = await api(
          "GET",
          `http://localhost${fill("x")}?${name}=${encodeURIComponent(value.toWellFormed())}`,
        );
        if (status >= 500 && status !== 503) throw new Error(String(status));
      },
    ),
    { numRuns: 500, seed: 7 },
  );
});

/** Bodies with the right names and the wrong values. */
const names = [
  "prompt",
  "model",
  "duration",
  "seed",
  "text",
  "type",
  "name",
  "scopes",
  "amount",
  "accountId",
  "url",
  "fileName",
  "size",
  "contentType",
  "imageUrl",
  "transcript",
  "position",
  "description",
  "photos",
];
const likely = fc
  .dictionary(
    fc.constantFrom(...names),
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.anything(), { maxLength: 3 }),
      fc.object({ maxDepth: 2 }),
    ),
  )
  .map((value) => JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? String(inner) : inner)));
