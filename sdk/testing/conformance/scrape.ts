/** Conformance suite for sources of short videos. */
import { beforeAll, describe, expect, test } from "bun:test";
import { EngineError, MADE_NOTHING } from "vireo/engine";
import type { ScrapedVideo, ScrapeRequest, Scraper } from "vireo/slots/scrape";
import { expectIdentity } from "vireo/testing/conformance/shared";
import { FAULTS, type Fault, type VendorServer } from "vireo/testing/vendor-server";

/** A source to test, and queries for it. */
export interface ScraperCase {
  scraper(): Promise<Scraper> | Scraper;
  /** Per mode, a query that finds more than three videos. */
  queries: Readonly<Record<ScrapeRequest["mode"], string>>;
  /** A query that finds nothing. */
  nothing?: ScrapeRequest;
  /** A request that fails. `break`, if given, makes it fail. */
  failing?: { request: ScrapeRequest; break?(): void };
  /** A request that takes longer than a second. `hold`, if given, delays it. */
  slow?: { request: ScrapeRequest; hold?(): void };
  /** URLs for `lookup`. */
  lookup?: { known: string; missing: string };
  /** Time limit for one request, in milliseconds. */
  limitMs?: number;
}

const COUNTS = ["views", "likes", "comments", "shares", "saves"] as const;

/**
 * Expects a video with an id, a URL, counts from 0, seconds, and hashtags without #.
 * @example
 * for (const video of await scraper.scrape({ query: "coffee", mode: "keyword", limit: 3 }, signal)) expectWellFormed(video);
 */
export function expectWellFormed(video: ScrapedVideo): void {
  expect(video.id).not.toBe("");
  expect(new URL(video.url).protocol).toMatch(/^https?:$/);
  expect(video.author).not.toStartWith("@");
  expect(video.description).toBeString();
  for (const name of COUNTS) {
    expect(video.stats[name]).toBeNumber();
    expect(video.stats[name]).toBeGreaterThanOrEqual(0);
  }
  expect(Object.keys(video.stats).sort()).toEqual([...COUNTS].sort());
  // Platforms accept an hour at most. A larger number is in milliseconds.
  expect(video.duration).toBeWithin(0, 3601);
  for (const tag of video.hashtags) expect(tag).toMatch(/^[^#\s]+$/);
  for (const address of [video.thumbnail, video.videoUrl]) {
    if (address !== undefined) expect(new URL(address).protocol).toMatch(/^https?:$/);
  }
  expect(JSON.parse(JSON.stringify(video))).toEqual(video);
}

/**
 * Declares the tests of a source of short videos. Call it at the top of a test file.
 * @param name begins the titles of the tests
 * @example
 * scraperConformance("acme", {
 *   scraper: () => scraper,
 *   queries: { keyword: "coffee", hashtag: "coldbrew", search: "how to brew coffee" },
 *   nothing: { query: "[nothing]", mode: "keyword", limit: 3 },
 * });
 */
export function scraperConformance(name: string, facts: ScraperCase): void {
  const { queries, nothing, failing, slow, lookup, limitMs = 60_000 } = facts;
  const never = () => new AbortController().signal;

  describe(`${name} is a source of short videos:`, () => {
    let scraper: Scraper;
    beforeAll(async () => {
      scraper = await facts.scraper();
    });

    test("its name is well-formed, and check() reports its health", () => expectIdentity(scraper));

    for (const mode of ["keyword", "hashtag", "search"] as const) {
      test(
        `mode ${mode}: distinct, well-formed videos, at most as many as requested`,
        async () => {
          for (const limit of [1, 3, 50]) {
            const request = { query: queries[mode], mode, limit };
            const before = structuredClone(request);
            const videos = await scraper.scrape(request, never());
            expect(request).toEqual(before);
            expect(videos.length).toBeWithin(1, limit + 1);
            expect(new Set(videos.map(({ id }) => id)).size).toBe(videos.length);
            videos.forEach(expectWellFormed);
          }
        },
        limitMs,
      );
    }

    if (queries.hashtag) {
      test(
        "it accepts a hashtag with its #",
        async () => {
          const request = { query: `#${queries.hashtag}`, mode: "hashtag", limit: 3 } as const;
          expect((await scraper.scrape(request, never())).length).toBeGreaterThan(0);
        },
        limitMs,
      );
    }

    if (nothing) {
      test(
        "an empty list if nothing is found",
        async () => {
          expect(await scraper.scrape(nothing, never())).toEqual([]);
        },
        limitMs,
      );
    }

    if (lookup) {
      test(
        "one video by its URL; undefined if it does not exist",
        async () => {
          const video = await scraper.lookup?.(lookup.known, never());
          expect(video).toBeDefined();
          if (video) expectWellFormed(video);
          expect(await scraper.lookup?.(lookup.missing, never())).toBeUndefined();
        },
        limitMs,
      );
    }

    test("an aborted signal starts nothing", async () => {
      const reason = new Error("cut off");
      const request = { query: queries.keyword, mode: "keyword", limit: 3 } as const;
      await expect(scraper.scrape(request, AbortSignal.abort(reason))).rejects.toBe(reason);
    });

    if (slow) {
      test(
        "it stops when its signal aborts",
        async () => {
          slow.hold?.();
          const cut = new AbortController();
          const reason = new Error("cut off");
          const work = scraper.scrape(slow.request, cut.signal);
          setTimeout(() => cut.abort(reason), 300);
          await expect(work).rejects.toBe(reason);
        },
        limitMs,
      );
    }

    if (failing) {
      test(
        "an EngineError if the source fails, never an empty list",
        async () => {
          failing.break?.();
          const result = await scraper.scrape(failing.request, never()).then(
            (videos) => ({ videos }),
            (error) => error,
          );
          expect(result).toBeInstanceOf(EngineError);
          expect(result.message.length).toBeGreaterThan(10);
        },
        limitMs,
      );
    }
  });
}

/** A source to test, and the calls that it makes. */
export interface ScraperFaultCase {
  /** Starts a fake vendor, and a source that calls it and gives up after less than a second. */
  start(): Promise<{ server: VendorServer; scraper: Scraper }>;
  /** Each kind of call that a search makes, with a request that makes it. `paid`: it must never be sent twice. */
  calls: readonly { method: string; path: RegExp; request: ScrapeRequest; paid?: boolean }[];
  /** The call that looks for one video, and its URL. */
  lookup: { method: string; path: RegExp; url: string };
  /** The key, which no message may contain. */
  key?: string;
}

/** Faults after which nothing can have been done. */
const REFUSALS: readonly Fault[] = ["refused-429", "refused-429-later"];

/**
 * Declares the tests of a source whose vendor fails in every way. All faults of a call are tried at the same time, each with
 * its own vendor.
 * @param name begins the titles of the tests
 * @example
 * import { startVendor } from "vireo/testing/vendor-server";
 * scraperFaults("acme", {
 *   start: async () => ({ server: await startVendor(() => ({ json: { videos: [] } })), scraper }),
 *   calls: [{ method: "GET", path: /search/, request: { query: "coffee", mode: "keyword", limit: 3 } }],
 *   lookup: { method: "GET", path: /video/, url: "https://www.tiktok.com/@ann/video/7" },
 * });
 */
export function scraperFaults(name: string, { start, calls, lookup, key }: ScraperFaultCase): void {
  const meet = async (
    fault: Fault,
    { method, path }: { method: string; path: RegExp },
    work: (scraper: Scraper, signal: AbortSignal) => Promise<unknown>,
  ) => {
    const { server, scraper } = await start();
    server.fail(method, path, fault);
    try {
      const result = await work(scraper, AbortSignal.timeout(20_000)).catch((error: unknown) => error);
      return { result, sent: server.count(method, path), fault };
    } finally {
      await server.stop();
    }
  };
  const check = ({ result, fault }: Awaited<ReturnType<typeof meet>>) => {
    expect([fault, result]).toEqual([fault, expect.any(EngineError)]);
    const { message } = result as EngineError;
    expect(message.length).toBeGreaterThan(10);
    if (key) expect(message).not.toContain(key);
  };

  describe(`${name} with a failing vendor:`, () => {
    for (const call of calls) {
      const { method, path, request, paid } = call;
      test(`${method} ${path}: videos or an error, never an empty list${paid ? ", and never sent twice" : ""}`, async () => {
        const outcomes = await Promise.all(
          FAULTS.map((fault) => meet(fault, call, (scraper, signal) => scraper.scrape(request, signal))),
        );
        for (const { result, sent, fault } of outcomes) {
          if (Array.isArray(result)) expect([fault, result.length > 0]).toEqual([fault, true]);
          else check({ result, sent, fault });
          if (!paid) continue;
          expect([fault, sent]).toEqual([fault, fault === "refused-429" ? 2 : 1]);
          // Another source must not search what may have been paid for.
          if (!REFUSALS.includes(fault)) expect(MADE_NOTHING).not.toContain((result as EngineError).code);
        }
      }, 30_000);
    }

    test("a lookup finds the video or fails: it never says that the video is gone", async () => {
      const outcomes = await Promise.all(
        FAULTS.map((fault) => meet(fault, lookup, async (scraper, signal) => scraper.lookup?.(lookup.url, signal))),
      );
      for (const outcome of outcomes) {
        const { result, fault } = outcome;
        if (result instanceof Error) check(outcome);
        else expect([fault, result]).toEqual([fault, expect.objectContaining({ id: expect.any(String) })]);
      }
    }, 30_000);

    test("connection refused: nothing was started, so another source may be asked", async () => {
      const { server, scraper } = await start();
      await server.stop();
      const { request } = calls[0]!;
      const error = await scraper.scrape(request, AbortSignal.timeout(20_000)).catch((thrown) => thrown);
      expect([error, error.code]).toEqual([
        expect.any(EngineError),
        expect.stringMatching(/^provider_(unavailable|timeout)$/),
      ]);
    }, 30_000);
  });
}
