import { expect, test } from "bun:test";
import { callTool } from "#plugins/mcp/call-tool";
import type { BoundTool } from "#plugins/mcp/operations";

test("an edit reports progress while its render runs", async () => {
  const tool = { method: "POST", path: "/videos/{videoId}/captions", query: new Set<string>(), hasBody: true };
  const beat = Promise.withResolvers<void>();
  const seen: [number, string | undefined][] = [];
  const result = await callTool(
    tool as unknown as BoundTool,
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
