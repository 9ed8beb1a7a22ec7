/**
 * Conformance suite for sources of short videos:
 *
 *     scraperConformance("my source", { scraper: () => make(), queries: { keyword: "coffee", … } });
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { EngineError } from "vireo/engine";
import type { ScrapedVideo, ScrapeRequest, Scraper } from "vireo/slots/scrape";

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

export function scraperConformance(name: string, facts: ScraperCase): void {
  const { queries, nothing, failing, slow, lookup, limitMs = 60_000 } = facts;
  const never = () => new AbortController().signal;

  describe(`${name} is a source of short videos:`, () => {
    let scraper: Scraper;
    beforeAll(async () => {
      scraper = await facts.scraper();
    });

    test("its name is well-formed, and check() reports its health", async () => {
      expect(scraper.name).toMatch(/^[a-z][a-z0-9-]*$/);
      const health = await scraper.check?.();
      if (health) expect(health.detail).not.toBe("");
    });

    for (const mode of ["keyword", "hashtag", "search"] as const) {
      test(
        `mode ${mode}: well-formed videos, none twice, at most as many as asked for`,
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
        "a hashtag may come with its #",
        async () => {
          const request = { query: `#${queries.hashtag}`, mode: "hashtag", limit: 3 } as const;
          expect((await scraper.scrape(request, never())).length).toBeGreaterThan(0);
        },
        limitMs,
      );
    }

    if (nothing) {
      test(
        "an empty list where nothing is found",
        async () => {
          expect(await scraper.scrape(nothing, never())).toEqual([]);
        },
        limitMs,
      );
    }

    if (lookup) {
      test(
        "one video by its address; undefined where it is not there",
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
        "it stops when its signal fires",
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
        "an EngineError where the source fails, never an empty list",
        async () => {
          failing.break?.();
          const said = await scraper.scrape(failing.request, never()).then(
            (videos) => ({ videos }),
            (error) => error,
          );
          expect(said).toBeInstanceOf(EngineError);
          expect(said.message.length).toBeGreaterThan(10);
        },
        limitMs,
      );
    }
  });
}
