import { ask, bareTag, collect, inTime, type Json, scrapedVideo } from "vireo/scrape";
import type { ScrapedVideo, ScrapeRequest, Scraper } from "vireo/slots/scrape";
import { createVendor } from "vireo/vendor";

export interface Options {
  /** Such as https://www.tikwm.com/api. */
  baseUrl: string;
  /** Key for RapidAPI, which serves the same answers. */
  rapidApiKey?: string | undefined;
  /** Limit for one scrape, milliseconds. */
  limitMs?: number;
  /** Pause between two calls, milliseconds; the free tier takes one a second. */
  paceMs?: number;
}

/** Most that one page holds. */
const PAGE = 30;
const CHALLENGES = 10;
/** The service is behind a filter that turns away programs which do not look like a browser. */
const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const GONE = /not found|does ?n.t exist|unavailable|removed|private|parsing is failed/i;

/** tikwm and the hosts that answer as it does. */
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

  /** What is in `data`. It answers 200 to everything: a code other than 0 is a failure, or nothing found. */
  async function get(path: string, query: Record<string, string>, signal: AbortSignal): Promise<Json | undefined> {
    const json = await ask(vendor, `${path}?${new URLSearchParams(query)}`, { signal });
    if (json === undefined) throw vendor.error("provider_error", `${vendor.title} has nothing at this address.`);
    if (json.code === 0) return json.data ?? {};
    const words = typeof json.msg === "string" ? json.msg : "";
    const code = /limit/i.test(words) ? "provider_rate_limited" : "provider_error";
    throw vendor.error(code, `${vendor.title} failed${words ? `: ${words}` : "."}`);
  }

  /** The number of a hashtag; undefined where nobody uses it. */
  async function challenge(tag: string, signal: AbortSignal): Promise<string | undefined> {
    const data = await get("/challenge/search", { keywords: tag, count: String(CHALLENGES), cursor: "0" }, signal);
    const all = listOf(data?.challenge_list ?? data?.challenges);
    const same = all.find(
      (one) => bareTag(String(one.cha_name ?? one.title ?? "")).toLowerCase() === tag.toLowerCase(),
    );
    return same && String(same.id ?? same.challenge_id ?? same.cid);
  }

  async function scrape({ query, mode, limit }: ScrapeRequest, signal: AbortSignal): Promise<ScrapedVideo[]> {
    const size = String(Math.min(limit, PAGE));
    const id = mode === "hashtag" ? await challenge(bareTag(query), signal) : undefined;
    if (mode === "hashtag" && !id) return [];
    return collect(limit, async (cursor = "0") => {
      const data = id
        ? await get("/challenge/posts", { challenge_id: id, count: size, cursor }, signal)
        : await get("/feed/search", { keywords: query, count: size, cursor }, signal);
      const more = data.hasMore === true || data.hasMore === 1;
      return {
        videos: listOf(data.videos).map((video) => toVideo(video, origin)),
        next: more && data.cursor !== undefined ? String(data.cursor) : undefined,
      };
    });
  }

  return {
    name: "tikwm",
    scrape: (request, signal) => inTime(vendor.title, signal, (limited) => scrape(request, limited), limitMs),
    lookup: (url, signal) =>
      inTime(
        vendor.title,
        signal,
        async (limited) => {
          try {
            return toVideo(await get("/", { url }, limited), origin);
          } catch (error) {
            if (error instanceof Error && GONE.test(error.message)) return undefined;
            throw error;
          }
        },
        limitMs,
      ),
  };
}

const listOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((one) => one && typeof one === "object") : [];

/** Undefined for advertisements and slideshows. Paths without a host are relative to the service. */
function toVideo(told: Json, origin: string): ScrapedVideo | undefined {
  if (told.is_ad === true || told.is_ad === 1 || (Array.isArray(told.images) && told.images.length > 0))
    return undefined;
  const absolute = (path: unknown) => (typeof path === "string" && path ? new URL(path, origin).href : undefined);
  return scrapedVideo({
    id: told.video_id ?? told.id,
    author: told.author?.unique_id,
    description: told.title,
    views: told.play_count,
    likes: told.digg_count,
    comments: told.comment_count,
    shares: told.share_count,
    saves: told.collect_count,
    duration: told.duration,
    thumbnail: absolute(told.cover ?? told.origin_cover),
    // Never `hdplay`: it may be of a codec that nothing but TikTok reads.
    videoUrl: absolute(told.play || told.wmplay),
    soundName: told.music_info?.title,
  });
}
