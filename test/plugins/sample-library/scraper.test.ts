import { expect, test } from "bun:test";
import { createSampleScraper } from "#plugins/sample-library/scraper";
import type { ScrapedVideo, ScrapeRequest } from "#sdk/slots/scrape";
import { scraperConformance } from "#sdk/testing/conformance/scrape";

const video = (number: number, description: string, hashtags: string[]): ScrapedVideo => ({
  id: `sample-${number}`,
  url: `https://example.com/sample-videos/${number}`,
  author: `sample_${number}`,
  description,
  stats: { views: 1000 * number, likes: 0, comments: 0, shares: 0, saves: 0 },
  duration: 20,
  hashtags,
});
const videos = [
  video(1, "How to score bread with a razor", ["bread"]),
  video(2, "Stop measuring flour for your sourdough bread", ["breadtok", "bread"]),
  video(3, "Breads of the world, ranked", ["Bread"]),
  video(4, "My sourdough is alive and bread is life", ["bread"]),
  video(5, "A cat on a shelf", ["cats"]),
];
const scraper = createSampleScraper(async () => videos);
const { signal } = new AbortController();
const ids = async (query: string, mode: ScrapeRequest["mode"] = "keyword", limit = 10) =>
  (await scraper.scrape({ query, mode, limit }, signal)).map(({ id }) => id);

scraperConformance("the sample library", {
  scraper: () => scraper,
  queries: { keyword: "bread", hashtag: "bread", search: "how do I make bread" },
  nothing: { query: "quantum chromodynamics", mode: "keyword", limit: 10 },
  lookup: { known: "https://example.com/sample-videos/3", missing: "https://www.tiktok.com/@a/video/3" },
});

test("videos with most of the words come first, the most viewed of equals before the others", async () => {
  expect((await ids("sourdough bread")).slice(0, 2)).toEqual(["sample-4", "sample-2"]);
  expect(await ids("measuring flour")).toEqual(["sample-2"]);
  expect(await ids("the bread")).not.toContain("sample-5");
});

test("a hashtag's own videos come first, then those about it", async () => {
  expect(await ids("#BREAD", "hashtag")).toEqual(["sample-4", "sample-3", "sample-2", "sample-1"]);
  expect((await ids("breadtok", "hashtag"))[0]).toBe("sample-2");
  expect(await ids("quantum", "hashtag")).toEqual([]);
  expect(await ids("fyp", "hashtag")).toHaveLength(videos.length);
});

test("each video says that it is a sample, and what is handed out can be changed without harm", async () => {
  const [first] = await scraper.scrape({ query: "cat", mode: "keyword", limit: 1 }, signal);
  expect(first).toEqual({ ...videos[4]!, sample: true });
  first!.hashtags.push("changed");
  expect((await scraper.scrape({ query: "cat", mode: "keyword", limit: 1 }, signal))[0]!.hashtags).toEqual(["cats"]);
});
