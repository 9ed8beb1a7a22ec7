import { expect, test } from "bun:test";
import { createSafeFetch } from "#core/fetch/fetch";
import { version } from "#core/version";
import packageJson from "../../package.json" with { type: "json" };

test("the version is that of package.json, and the first section of the changelog describes it", async () => {
  expect(version).toBe(packageJson.version);
  const changelog = await Bun.file(new URL("../../CHANGELOG.md", import.meta.url)).text();
  expect(/^## (.+)$/m.exec(changelog)?.[1]).toBe(version);
});

test("outgoing requests name the program and its version", async () => {
  let agent: string | null = null;
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      agent = request.headers.get("user-agent");
      return new Response("");
    },
  });
  const { open } = createSafeFetch({ allowHosts: [`127.0.0.1:${server.port}`] });
  const response = await open(server.url.href, { maxBytes: 10, timeoutMs: 5_000 });
  expect([response.status, agent as string | null]).toEqual([200, `Vireo/${version}`]);
  await server.stop(true);
});
