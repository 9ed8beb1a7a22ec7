import { bareTag, collect, createTimedScraper, type Json, readJson, toScrapedVideo } from "vireo/scrape";
import type { ScrapedVideo, ScrapeRequest, Scraper } from "vireo/slots/scrape";
import { createVendor } from "vireo/vendor";

export interface Options {
  /** URL such as https://www.tikwm.com/api. */
  baseUrl: string;
  /** Key for RapidAPI, which offers the same API. */
  rapidApiKey?: string | undefined;
  /** Time limit of one scrape, in milliseconds. */
  limitMs?: number;
  /** Interval between two calls, in milliseconds. The free tier allows one per second. */
  paceMs?: number;
}

const MAX_PAGE = 30;
const MAX_CHALLENGES = 10;
/** The service rejects clients that do not look like a browser. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const GONE = /not found|does ?n.t exist|unavailable|removed|private|parsing is failed/i;

/** tikwm and hosts with the same API. */
export function createScraper({ baseUrl, rapidApiKey, limitMs, paceMs = 1_100 }: Options): Scraper {
  const { host, origin } = new URL(baseUrl);
  const vendor = createVendor({
    title: rapidApiKey ? host : "tikwm",
    baseUrl,
    headers: {
      "user-agent": USER_AGENT,
      ...(rapidApiKey ? { "x-rapidapi-key": rapidApiKey, "x-rapidapi-host": host } : {}),
    },
    secrets: rapidApiKey ? [rapidApiKey] : [],
    keyName: rapidApiKey ? "TIKWM_RAPIDAPI_KEY" : "TIKWM_URL",
    readRate: { calls: 1, perMs: paceMs },
  });

  /** Returns the `data` of a response. Its status is always 200; any `code` but 0 is a failure, or an empty result. */
  async function get(path: string, query: Record<string, string>, signal: AbortSignal): Promise<Json> {
    const json = await readJson(vendor, `${path}?${new URLSearchParams(query)}`, { signal });
    if (json === undefined) throw vendor.error("provider_error", `${vendor.title} has no API at this URL.`);
    if (json.code === 0) return json.data ?? {};
    const message = typeof json.msg === "string" ? json.msg : "";
    const code = /limit/i.test(message) ? "provider_rate_limited" : "provider_error";
    throw vendor.error(code, `${vendor.title} failed${message ? `: ${message}` : "."}`);
  }

  /** Returns the id of a hashtag. Undefined if nobody uses it. */
  async function findChallenge(tag: string, signal: AbortSignal): Promise<string | undefined> {
    const query = { keywords: tag, count: String(MAX_CHALLENGES), cursor: "0" };
    const data = await get("/challenge/search", query, signal);
    const match = readList(data.challenge_list ?? data.challenges).find(
      (challenge) => bareTag(String(challenge.cha_name ?? challenge.title ?? "")).toLowerCase() === tag.toLowerCase(),
    );
    return match && String(match.id ?? match.challenge_id ?? match.cid);
  }

  async function scrape({ query, mode, limit }: ScrapeRequest, signal: AbortSignal): Promise<ScrapedVideo[]> {
    const count = String(Math.min(limit, MAX_PAGE));
    const id = mode === "hashtag" ? await findChallenge(bareTag(query), signal) : undefined;
    if (mode === "hashtag" && !id) return [];
    return collect(limit, async (cursor = "0") => {
      const data = id
        ? await get("/challenge/posts", { challenge_id: id, count, cursor }, signal)
        : await get("/feed/search", { keywords: query, count, cursor }, signal);
      const hasMore = data.hasMore === true || data.hasMore === 1;
      return {
        videos: readList(data.videos).map((video) => toVideo(video, origin)),
        next: hasMore && data.cursor !== undefined ? String(data.cursor) : undefined,
      };
    });
  }

  return createTimedScraper({
    name: "tikwm",
    title: vendor.title,
    limitMs,
    description: "TikTok videos, up to 50 a search, one request a second. Unofficial.",
    usd: 0.01,
    scrape,
    async lookup(url, signal) {
      try {
        return toVideo(await get("/", { url }, signal), origin);
      } catch (error) {
        if (error instanceof Error && GONE.test(error.message)) return undefined;
        throw error;
      }
    },
  });
}

const readList = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((item) => item && typeof item === "object") : [];

/** Converts an item to a video. Undefined for ads and slideshows. Paths without a host are relative to the service. */
function toVideo(item: Json, origin: string): ScrapedVideo | undefined {
  if (item.is_ad === true || item.is_ad === 1 || (Array.isArray(item.images) && item.images.length > 0))
    return undefined;
  const toUrl = (path: unknown) => (typeof path === "string" && path ? new URL(path, origin).href : undefined);
  return toScrapedVideo({
    id: item.video_id ?? item.id,
    author: item.author?.unique_id,
    description: item.title,
    views: item.play_count,
    likes: item.digg_count,
    comments: item.comment_count,
    shares: item.share_count,
    saves: item.collect_count,
    duration: item.duration,
    thumbnail: toUrl(item.cover ?? item.origin_cover),
    // Not `hdplay`, which may have a codec that only TikTok plays.
    videoUrl: toUrl(item.play || item.wmplay),
    soundName: item.music_info?.title,
  });
}
