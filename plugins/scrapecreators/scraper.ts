import { bareTag, collect, createTimedScraper, type Json, readJson, toScrapedVideo } from "vireo/scrape";
import type { ScrapedVideo, ScrapeRequest, Scraper } from "vireo/slots/scrape";
import { createVendor, type Vendor } from "vireo/vendor";

export interface Options {
  apiKey: string;
  baseUrl: string;
  region?: string | undefined;
  /** Time limit of one scrape, in milliseconds. */
  limitMs?: number;
}

/** A page of untrimmed results has a few megabytes. */
const MAX_BYTES = 32 * 1024 ** 2;
const PAGE_MS = 60_000;

/** Path, query parameter and result list of each mode. */
const MODES = {
  keyword: { path: "/v1/tiktok/search/keyword", parameter: "query", list: "search_item_list" },
  hashtag: { path: "/v1/tiktok/search/hashtag", parameter: "hashtag", list: "aweme_list" },
  search: { path: "/v1/tiktok/search/top", parameter: "query", list: "items" },
} as const;

export function createScraper({ apiKey, baseUrl, region, limitMs }: Options): Scraper {
  const vendor = createVendor({
    title: "ScrapeCreators",
    baseUrl,
    headers: { "x-api-key": apiKey },
    secrets: [apiKey],
    keyName: "SCRAPECREATORS_API_KEY",
  });
  return createTimedScraper({
    name: "scrapecreators",
    title: vendor.title,
    limitMs,
    description: "TikTok videos, up to 50 a search.",
    usd: 0.01,
    scrape: (request, signal) => scrape(vendor, region, request, signal),
    async lookup(url, signal) {
      const path = `/v2/tiktok/video?${new URLSearchParams({ url })}`;
      const json = await readJson(vendor, path, { signal, maxBytes: MAX_BYTES });
      return json && toVideo(json.aweme_detail ?? json);
    },
  });
}

async function scrape(
  vendor: Vendor,
  region: string | undefined,
  { query, mode, limit }: ScrapeRequest,
  signal: AbortSignal,
): Promise<ScrapedVideo[]> {
  const { path, parameter, list } = MODES[mode];
  return collect(limit, async (cursor) => {
    const parameters = new URLSearchParams({
      [parameter]: mode === "hashtag" ? bareTag(query) : query,
      ...(region ? { region } : {}),
      ...(cursor === undefined ? {} : { cursor }),
    });
    const call = { signal, timeoutMs: PAGE_MS, maxBytes: MAX_BYTES };
    const page = await readJson(vendor, `${path}?${parameters}`, call);
    // An unused hashtag returns 404.
    if (page === undefined) return { videos: [] };
    if (page.success === false || !Array.isArray(page[list])) {
      const message = vendor.errorMessage({ json: page }) || `its response has no ${list}`;
      throw vendor.error("provider_error", `ScrapeCreators failed: ${message}.`);
    }
    const isLast = page.has_more === false || page.has_more === 0 || page[list].length === 0;
    const next = isLast || page.cursor === undefined || page.cursor === null ? undefined : String(page.cursor);
    return { videos: page[list].map(toVideo), next };
  });
}

/**
 * Converts an entry to a video. Undefined for ads, slideshows and other entries. Entries of a keyword search are
 * wrapped.
 */
function toVideo(entry: Json): ScrapedVideo | undefined {
  const item = entry?.aweme_info ?? entry;
  if (typeof item !== "object" || item === null) return undefined;
  if (item.is_ad === true || item.is_ad === 1 || item.image_post_info || item.content_type === "multi_photo")
    return undefined;
  const { statistics = {}, video = {} } = item;
  return toScrapedVideo({
    id: item.aweme_id ?? item.id,
    author: item.author?.unique_id ?? item.author?.uniqueId,
    description: item.desc,
    views: statistics?.play_count,
    likes: statistics?.digg_count,
    comments: statistics?.comment_count,
    shares: statistics?.share_count,
    saves: statistics?.collect_count,
    duration: Number(video?.duration ?? 0) / 1000,
    hashtags: item.text_extra?.map?.((extra: Json) => extra?.hashtag_name),
    thumbnail: findUrl(video?.cover, /\.heic/i),
    videoUrl: findUrl(video?.play_addr) ?? findUrl(video?.download_addr),
    soundName: item.music?.title,
  });
}

/** Returns a URL, or the first of a list; those of an `avoided` format only if there is no other. */
function findUrl(value: Json, avoided?: RegExp): string | undefined {
  const all: unknown[] = Array.isArray(value?.url_list) ? value.url_list : [value];
  const urls = all.filter((url) => typeof url === "string");
  return urls.find((url) => !avoided?.test(url)) ?? urls[0];
}
