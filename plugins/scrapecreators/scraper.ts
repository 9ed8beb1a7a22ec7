import { ask, bareTag, collect, inTime, type Json, scrapedVideo } from "vireo/scrape";
import type { ScrapedVideo, ScrapeRequest, Scraper } from "vireo/slots/scrape";
import { createVendor } from "vireo/vendor";

export interface Options {
  apiKey: string;
  baseUrl: string;
  region?: string | undefined;
  /** Limit for one scrape, milliseconds. */
  limitMs?: number;
}

/** A page of results, untrimmed, is a few megabytes. */
const MAX_BYTES = 32 * 1024 ** 2;
const PAGE_MS = 60_000;

/** Where each mode asks, and under which name the answer has its list. */
const MODES = {
  keyword: { path: "/v1/tiktok/search/keyword", word: "query", list: "search_item_list" },
  hashtag: { path: "/v1/tiktok/search/hashtag", word: "hashtag", list: "aweme_list" },
  search: { path: "/v1/tiktok/search/top", word: "query", list: "items" },
} as const;

export function createScraper({ apiKey, baseUrl, region, limitMs }: Options): Scraper {
  const vendor = createVendor({
    title: "ScrapeCreators",
    baseUrl,
    headers: { "x-api-key": apiKey },
    secrets: [apiKey],
    keyName: "SCRAPECREATORS_API_KEY",
  });

  async function scrape({ query, mode, limit }: ScrapeRequest, signal: AbortSignal): Promise<ScrapedVideo[]> {
    const { path, word, list } = MODES[mode];
    return collect(limit, async (cursor) => {
      const parameters = new URLSearchParams({
        [word]: mode === "hashtag" ? bareTag(query) : query,
        ...(region ? { region } : {}),
        ...(cursor === undefined ? {} : { cursor }),
      });
      const page = await ask(vendor, `${path}?${parameters}`, { signal, timeoutMs: PAGE_MS, maxBytes: MAX_BYTES });
      // A hashtag that nobody uses is a 404.
      if (page === undefined) return { videos: [] };
      if (page.success === false || !Array.isArray(page[list])) {
        const words = vendor.errorMessage({ json: page }) || `its answer has no ${list}`;
        throw vendor.error("provider_error", `ScrapeCreators failed: ${words}.`);
      }
      const last = page.has_more === false || page.has_more === 0 || page[list].length === 0;
      return {
        videos: page[list].map(toVideo),
        next: last || page.cursor === undefined || page.cursor === null ? undefined : String(page.cursor),
      };
    });
  }

  return {
    name: "scrapecreators",
    scrape: (request, signal) => inTime(vendor.title, signal, (limited) => scrape(request, limited), limitMs),
    lookup: (url, signal) =>
      inTime(
        vendor.title,
        signal,
        async (limited) => {
          const found = await ask(vendor, `/v2/tiktok/video?${new URLSearchParams({ url })}`, {
            signal: limited,
            maxBytes: MAX_BYTES,
          });
          return found && toVideo(found.aweme_detail ?? found);
        },
        limitMs,
      ),
  };
}

/** Entries of a keyword search are wrapped. Undefined for advertisements, slideshows and what is no video. */
function toVideo(entry: Json): ScrapedVideo | undefined {
  const told = entry?.aweme_info ?? entry;
  if (typeof told !== "object" || told === null) return undefined;
  if (told.is_ad === true || told.is_ad === 1 || told.image_post_info || told.content_type === "multi_photo")
    return undefined;
  const { statistics = {}, video = {} } = told;
  return scrapedVideo({
    id: told.aweme_id ?? told.id,
    author: told.author?.unique_id ?? told.author?.uniqueId,
    description: told.desc,
    views: statistics?.play_count,
    likes: statistics?.digg_count,
    comments: statistics?.comment_count,
    shares: statistics?.share_count,
    saves: statistics?.collect_count,
    duration: Number(video?.duration ?? 0) / 1000,
    hashtags: told.text_extra?.map?.((extra: Json) => extra?.hashtag_name),
    thumbnail: addressOf(video?.cover, /\.heic/i),
    videoUrl: addressOf(video?.play_addr) ?? addressOf(video?.download_addr),
    soundName: told.music?.title,
  });
}

/** Addresses come as a list or alone; browsers do not show some formats. */
function addressOf(told: Json, unfit?: RegExp): string | undefined {
  const all: unknown[] = Array.isArray(told?.url_list) ? told.url_list : [told];
  const texts = all.filter((one) => typeof one === "string");
  return texts.find((one) => !unfit?.test(one)) ?? texts[0];
}
