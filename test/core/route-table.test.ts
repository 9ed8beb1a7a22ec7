import { expect, test } from "bun:test";
import { Elysia } from "elysia";
import fc from "fast-check";
import { getPath } from "#core/http/paths";
import { RouteTable } from "#core/http/route-table";

const PATTERNS = [
  ["GET", "/videos"],
  ["POST", "/videos"],
  ["GET", "/videos/:id"],
  ["DELETE", "/videos/:id"],
  ["GET", "/videos/models"],
  ["POST", "/videos/:id/captions"],
  ["GET", "/videos/:id/versions/:version"],
  ["PUT", "/videos/models/:id"],
  ["GET", "/files/*"],
  ["GET", "/files/list"],
  ["GET", "/ends/"],
  ["PATCH", "/"],
] as const;

const app = new Elysia();
for (const [method, path] of PATTERNS) app.route(method, path, ({ route }: { route: string }) => route);
const table = new RouteTable(app);

async function getFrameworkRoute(method: string, path: string): Promise<string | undefined> {
  const response = await app.fetch(new Request(`http://localhost${path}`, { method }));
  return response.ok ? response.text() : undefined;
}

test("the scope that is checked is that of the route that runs, for any path", async () => {
  const segment = fc.constantFrom(
    ..."videos models files list ends captions versions x : * %2F %76ideos é .. . ;".split(" "),
    "",
  );
  const method = fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE");
  await fc.assert(
    fc.asyncProperty(method, fc.array(segment, { maxLength: 5 }), fc.boolean(), async (method, segments, hasQuery) => {
      const { url } = new Request(`http://localhost/${segments.join("/")}${hasQuery ? "?a=/videos" : ""}`);
      const path = url.slice("http://localhost".length);
      expect(table.find(method, getPath(url))?.pattern).toBe(await getFrameworkRoute(method, path));
    }),
    { numRuns: 3000 },
  );
});

test("HEAD finds the route of GET, and 405 names every method of a path", () => {
  expect(table.find("HEAD", "/videos/1")?.pattern).toBe("/videos/:id");
  expect(table.findPathError("GET", "/videos/1")).toBeUndefined();
  expect(table.findPathError("GET", "/nowhere")).toMatchObject({ status: 404 });
  const allow = (method: string, path: string) => table.findPathError(method, path)?.extra.headers?.allow;
  expect(allow("PUT", "/videos/1/")).toBe("GET, DELETE, HEAD");
  expect(allow("OPTIONS", "/videos/models")).toBe("GET, DELETE, HEAD");
  expect(allow("GET", "/videos/1/captions")).toBe("POST");
});
