import { expect, test } from "bun:test";
import { createLibrary } from "#plugins/pexels/library";
import type { Limit } from "#sdk/limits";
import { stockConformance } from "#sdk/testing/conformance/stock";
import { KEY, startPexels } from "./server";

const make = (url: string, hourlyLimit = 200, more: { limit?: Limit; timeoutMs?: number } = {}) =>
  createLibrary({ apiKey: KEY, baseUrl: url, hourlyLimit, ...more });

stockConformance("pexels", {
  key: KEY,
  search: /search/,
  async start({ calls, ...more } = {}) {
    const server = await startPexels();
    return { server, library: make(server.url, calls, more) };
  },
});

test("the search names orientation and locale, and the file nearest to 1080 pixels is taken", async () => {
  const server = await startPexels();
  try {
    const [first] = await make(server.url).search(
      { query: "café crème", language: "fr-CA", orientation: "portrait" },
      AbortSignal.timeout(60_000),
    );
    expect(Object.fromEntries(server.calls[0]!.query)).toEqual({
      ...{ query: "café crème", orientation: "portrait", per_page: "15", locale: "fr-FR" },
    });
    expect(first).toEqual({
      ...{ kind: "video", url: "https://videos.pexels.com/1-1080.mp4", width: 1080, height: 1920 },
      ...{ seconds: 12, bytes: 9_000_000 },
      attribution: {
        ...{ source: "Pexels", author: "Ann", license: "Pexels License" },
        url: "https://www.pexels.com/video/1/",
      },
    });
  } finally {
    await server.stop();
  }
});
