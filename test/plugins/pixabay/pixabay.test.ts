import { expect, test } from "bun:test";
import { createLibrary } from "#plugins/pixabay/library";
import { stockConformance } from "#sdk/testing/conformance/stock";
import { KEY, startPixabay } from "./server";

stockConformance("pixabay", {
  key: KEY,
  search: /api/,
  async start(options) {
    const server = await startPixabay();
    return { server, library: createLibrary({ apiKey: KEY, baseUrl: server.url, ...options }) };
  },
});

test("the search is safe and in the language, no longer than Pixabay takes, and sizes without a URL are left out", async () => {
  const server = await startPixabay();
  try {
    const [first] = await createLibrary({ apiKey: KEY, baseUrl: server.url }).search(
      { query: `kaffee ${"x".repeat(200)}`, language: "de", orientation: "portrait" },
      AbortSignal.timeout(60_000),
    );
    const { q = "", ...query } = Object.fromEntries(server.calls[0]!.query);
    expect([q.length, query]).toEqual([100, { key: KEY, lang: "de", safesearch: "true", per_page: "20" }]);
    expect(first).toEqual({
      ...{ kind: "video", url: "https://cdn.pixabay.com/video/1_medium.mp4", width: 1080, height: 1920 },
      ...{ seconds: 12, bytes: 5_000_000 },
      attribution: {
        ...{ source: "Pixabay", author: "Coverr", license: "Pixabay Content License" },
        url: "https://pixabay.com/videos/id-1/",
      },
    });
  } finally {
    await server.stop();
  }
});
