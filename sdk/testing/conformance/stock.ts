/** Conformance suite for libraries of free media. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { EngineError, MADE_NOTHING } from "vireo/engine";
import { ApiError } from "vireo/errors";
import type { Limit } from "vireo/limits";
import type { StockLibrary, StockRequest } from "vireo/slots/stock";
import { FAULTS, type VendorServer } from "vireo/testing/vendor-server";

/** A library to test. */
export interface StockCase {
  /**
   * Starts a fake vendor that has portrait and landscape clips for "coffee", photos alone for "photos" and nothing for
   * "nothing", and a library that allows `calls` searches in its window, counts them with `limit`, and gives up a call after `timeoutMs`.
   */
  start(options?: {
    calls?: number;
    limit?: Limit;
    timeoutMs?: number;
  }): Promise<{ server: VendorServer; library: StockLibrary }>;
  /** Path of a search. */
  search: RegExp;
  /** The key, which no message may contain. */
  key: string;
}

const request = (query: string, orientation: StockRequest["orientation"] = "portrait"): StockRequest => ({
  query,
  language: "en",
  orientation,
});

/**
 * Declares the tests of a library of free media. Call it at the top of a test file.
 * @param name begins the titles of the tests
 * @example
 * import { startVendor } from "vireo/testing/vendor-server";
 * stockConformance("acme", {
 *   start: async () => ({ server: await startVendor(() => ({ json: { clips: [] } })), library }),
 *   search: /search/,
 *   key: "test-key",
 * });
 */
export function stockConformance(name: string, facts: StockCase): void {
  describe(`${name} is a library of free media:`, () => {
    let server: VendorServer;
    let library: StockLibrary;
    beforeEach(async () => {
      ({ server, library } = await facts.start());
    });
    afterEach(() => server.stop());
    const search = (query: string, orientation?: StockRequest["orientation"]) =>
      library.search(request(query, orientation), AbortSignal.timeout(20_000));
    const failure = async (query: string): Promise<EngineError> => {
      const error = await search(query).catch((thrown) => thrown);
      expect(error).toBeInstanceOf(EngineError);
      expect(error.message).not.toContain(facts.key);
      return error;
    };

    test("its name is well-formed, its health and its live check are good", async () => {
      expect(library.name).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(await library.check?.()).toMatchObject({ ok: true });
      expect(library.live?.map(({ usd }) => usd)).toEqual([0]);
    });

    test("clips come with size, length and attribution, those of the orientation first", async () => {
      for (const orientation of ["portrait", "landscape"] as const) {
        const items = await search("coffee", orientation);
        expect(items.length).toBeGreaterThan(1);
        const [first] = items;
        expect(orientation === "portrait").toBe(first!.height > first!.width);
        for (const item of items) {
          expect(item).toMatchObject({ kind: "video", seconds: expect.any(Number) });
          expect(new URL(item.url).protocol).toMatch(/^https?:$/);
          const { source, author, url, license } = item.attribution;
          for (const text of [source, author, license]) expect(text).not.toBe("");
          expect(new URL(url).protocol).toBe("https:");
        }
      }
    });

    test("photos if there are no clips, and an empty list if there is nothing", async () => {
      expect(await search("photos")).toEqual([expect.objectContaining({ kind: "image" })]);
      expect(await search("nothing")).toEqual([]);
    });

    test("every fault: results after a retry, or an EngineError without the key", async () => {
      await Promise.all(
        FAULTS.map(async (fault) => {
          const own = await facts.start({ timeoutMs: 300 });
          own.server.fail("GET", facts.search, fault, fault === "refused-429-later" ? 9 : 1);
          const result = await own.library
            .search(request("coffee"), AbortSignal.timeout(20_000))
            .catch((thrown) => thrown)
            .finally(() => own.server.stop());
          if (Array.isArray(result)) return expect([fault, result.length > 0]).toEqual([fault, true]);
          expect([fault, result]).toEqual([fault, expect.any(EngineError)]);
          expect(result.message).not.toContain(facts.key);
        }),
      );
    }, 30_000);

    test("incomplete and invalid responses give no broken items", async () => {
      for (const query of ["half", "broken"]) {
        const result = await search(query).catch((thrown) => thrown);
        if (result instanceof Error) expect(result).toBeInstanceOf(EngineError);
        else expect(result).toEqual([]);
      }
    });

    test("beyond the rate it refuses immediately, without a call", async () => {
      const limited = await facts.start({ calls: 2 });
      try {
        for (let i = 0; i < 2; i++) await limited.library.search(request("coffee"), AbortSignal.timeout(5_000));
        const calls = limited.server.calls.length;
        const error = await limited.library.search(request("coffee"), AbortSignal.timeout(5_000)).catch((e) => e);
        expect([error.code, MADE_NOTHING.has(error.code)]).toEqual(["provider_rate_limited", true]);
        expect(limited.server.calls.length).toBe(calls);
      } finally {
        await limited.server.stop();
      }
    });

    test("the searches of all servers count against one limit", async () => {
      let left = 1;
      const limit = {
        async take() {
          if (left-- <= 0) throw new ApiError("rate_limit_exceeded", "", { headers: { "retry-after": "60" } });
        },
      } as unknown as Limit;
      const servers = await Promise.all([facts.start({ limit }), facts.start({ limit })]);
      try {
        const [first, second] = servers.map(({ library }) => library);
        await first!.search(request("coffee"), AbortSignal.timeout(5_000));
        for (let i = 0; i < 2; i++) {
          const error = await second!.search(request("coffee"), AbortSignal.timeout(5_000)).catch((e) => e);
          expect(error.code).toBe("provider_rate_limited");
        }
        expect(servers[1]!.server.calls).toEqual([]);
        // The second search does not query the database.
        expect(left).toBe(-1);
      } finally {
        await Promise.all(servers.map(({ server }) => server.stop()));
      }
    });

    test("a rejected key has its own message, without the key", async () => {
      expect((await failure("[key]")).code).toMatch(/^provider_(unauthorized|rejected)$/);
    });

    test("it stops when its signal aborts", async () => {
      server.fail("GET", facts.search, "silent-before");
      const cut = new AbortController();
      const work = library.search(request("coffee"), cut.signal);
      setTimeout(() => cut.abort(new Error("cut off")), 20);
      await expect(work).rejects.toThrow("cut off");
    });
  });
}
