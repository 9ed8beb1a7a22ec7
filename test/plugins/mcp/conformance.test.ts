/** The protocol's own conformance suite, as far as it does not need tools and resources of a test server. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { modules } from "#modules/index";
import { mcp } from "#plugins/mcp/index";
import { ADMIN, startApp, type TestApp } from "#test/app";

const suite = join(import.meta.dir, "../../../node_modules/@modelcontextprotocol/conformance/dist/index.js");

let app: TestApp;
/** Adds the key, which the suite cannot send. */
let server: ReturnType<typeof Bun.serve>;
beforeAll(async () => {
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const headers = new Headers(request.headers);
      headers.set("authorization", `Bearer ${ADMIN}`);
      const body = request.method === "POST" ? await request.text() : null;
      return app.vireo.handle(new Request(request.url, { method: request.method, headers, body }));
    },
  });
  app = await startApp({}, [...modules, mcp], { PUBLIC_URL: server.url.origin });
});
afterAll(async () => {
  await server.stop(true);
  await app.stop();
});

test.each([
  "server-initialize",
  "ping",
  "tools-list",
  "prompts-list",
  "server-sse-polling",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
])("the official suite passes %s", async (scenario) => {
  const child = Bun.spawn(
    [process.execPath, suite, "server", "--url", `http://127.0.0.1:${server.port}/mcp`, "--scenario", scenario],
    { env: { PATH: process.env.PATH }, stdout: "pipe", stderr: "pipe" },
  );
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  expect([await child.exited, output + errors]).toEqual([0, expect.stringMatching(/\b0 failed/)]);
});
