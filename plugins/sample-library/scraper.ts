import type { ScrapedVideo, ScrapeRequest, Scraper } from "vireo/slots/scrape";
import { findByHashtag, rank } from "./rank";

/** Creates a scraper that searches the videos of `load`, which are loaded once. */
export function createSampleScraper(load: () => Promise<ScrapedVideo[]>): Scraper {
  let loading: Promise<readonly ScrapedVideo[]> | undefined;
  const all = () => {
    loading ??= load().then((videos) => videos.map((video) => ({ ...video, sample: true })));
    return loading;
  };
  return {
    name: "sample-library",
    check: async () => ({ ok: true, detail: `${(await all()).length} sample videos; none of them was posted` }),
    async scrape({ query, mode, limit }: ScrapeRequest, signal) {
      signal.throwIfAborted();
      const videos = await all();
      const matches = mode === "hashtag" ? findByHashtag(videos, query) : rank(videos, query);
      return structuredClone(matches.slice(0, limit));
    },
    async lookup(url, signal) {
      signal.throwIfAborted();
      const address = url
        .trim()
        .replace(/[?#].*$/, "")
        .replace(/\/$/, "");
      return structuredClone((await all()).find((video) => video.url === address));
    },
  };
}
