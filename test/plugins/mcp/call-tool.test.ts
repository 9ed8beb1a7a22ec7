import { expect, test } from "bun:test";
import { callTool } from "#plugins/mcp/call-tool";
import type { BoundTool } from "#plugins/mcp/operations";

const createTool = (tool: Partial<BoundTool>): BoundTool => ({
  ...{ name: "tool", title: "Tool", description: "A tool.", operation: "GET /tool", method: "GET", path: "/tool" },
  ...{ query: new Set<string>(), hasBody: false, times: new Set<string>(), takesZone: false },
  inputSchema: { type: "object", properties: {}, required: [], additionalProperties: false },
  ...tool,
});

test("an edit reports progress while its render runs", async () => {
  const beat = Promise.withResolvers<void>();
  const seen: [number, string | undefined][] = [];
  const result = await callTool(
    createTool({ method: "POST", path: "/videos/{videoId}/captions", hasBody: true }),
    { videoId: "vid_1" },
    {
      // Responds only after a progress notification.
      api: async () => {
        await beat.promise;
        return Response.json({ version: 2 });
      },
      signal: AbortSignal.timeout(60_000),
      idempotencyKey: "key",
      async progress(percent, message) {
        seen.push([percent, message]);
        beat.resolve();
      },
    },
  );
  expect(result.structuredContent).toEqual({ version: 2 });
  expect(seen).toEqual([[0.001, "Working"]]);
});

test("a result is cut in the text for the agent, but for its links, and complete as data", async () => {
  const url = `https://example.com/${"x".repeat(400)}.mp4`;
  const result = {
    url,
    prompt: "p".repeat(400),
    title: "",
    tags: [],
    versions: Array.from({ length: 30 }, (_, id) => id),
  };
  const { content, structuredContent } = await callTool(
    createTool({}),
    {},
    {
      api: async () => Response.json(result),
      signal: AbortSignal.timeout(60_000),
      idempotencyKey: "key",
      progress: async () => {},
    },
  );
  expect(structuredContent).toEqual(result);
  const text = JSON.parse((content[0] as { text: string }).text);
  expect(text).toMatchObject({ url, prompt: `${"p".repeat(300)}…` });
  expect(Object.keys(text)).toEqual(["url", "prompt", "versions"]);
  expect(text.versions.at(-1)).toBe("… and 10 more");
  expect(content[1]).toMatchObject({ type: "resource_link", uri: url });
});
