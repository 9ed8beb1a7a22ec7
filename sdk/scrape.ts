/** Helpers for sources of short videos. */
import { EngineError, type LiveRun } from "#core/engine";
import { deadline } from "#core/timing";
import type { ScrapedVideo, Scraper } from "#sdk/slots/scrape";
import type { Vendor, VendorCall } from "#sdk/vendor/client";

/** Time limit of all pages of one scrape, in milliseconds. */
const SCRAPE_MS = 110_000;
const MAX_PAGES = 10;

/** A page of a source's results. */
export interface Page {
  /** Undefined entries (slideshows, ads, errors) are skipped. */
  videos: readonly (ScrapedVideo | undefined)[];
  /** Cursor of the next page; missing after the last. */
  next?: string | undefined;
}

/**
 * Runs `work` with a signal that also aborts at the time limit. Waits for what `work` does after that, such as ending a run
 * that would go on costing money.
 * @param title the source, for the message
 * @param limitMs milliseconds
 * @throws EngineError `provider_timeout` at the limit, the reason of `signal` if that aborts, and what `work` throws
 * @example
 * const search = (limited: AbortSignal) => vendor.fetch("/v1/search?q=coffee", { signal: limited });
 * const { json } = await withTimeLimit("Acme", signal, search, 20_000);
 */
export async function withTimeLimit<T>(
  title: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  limitMs = SCRAPE_MS,
): Promise<T> {
  const late = () => new EngineError("provider_timeout", `${title} did not finish within ${limitMs / 1000} s.`);
  const limit = deadline(limitMs, late, signal);
  try {
    limit.signal.throwIfAborted();
    return await work(limit.signal);
  } finally {
    limit.end();
  }
}

/**
 * Creates a scraper whose calls have a time limit. They throw EngineError `provider_timeout` after `limitMs` milliseconds.
 * @example
 * const scraper = createTimedScraper({
 *   name: "acme",
 *   title: "Acme",
 *   description: "TikTok videos, up to 50 a search.",
 *   limitMs: 60_000,
 *   scrape: ({ query, limit }, signal) =>
 *     collect(limit, async (cursor = "") => {
 *       const json = await readJson(vendor, `/v1/search?${new URLSearchParams({ q: query, cursor })}`, { signal });
 *       return { videos: json.videos.map(toScrapedVideo), next: json.cursor };
 *     }),
 *   lookup: async (url, signal) => {
 *     const json = await readJson(vendor, `/v1/video?${new URLSearchParams({ url })}`, { signal });
 *     return json && toScrapedVideo(json);
 *   },
 * });
 */
export function createTimedScraper(options: {
  name: string;
  title: string;
  limitMs?: number | undefined;
  scrape: Scraper["scrape"];
  lookup: NonNullable<Scraper["lookup"]>;
  check?: NonNullable<Scraper["check"]>;
  /** What it searches and what its limits are, for GET /models. */
  description: string;
  /** The most that a search for one video costs, in US dollars. With it, `vireo doctor --live` makes such a search. */
  usd?: number;
}): Scraper {
  const { name, title, description, limitMs, scrape, lookup, check, usd } = options;
  const search: Scraper["scrape"] = (request, signal) =>
    withTimeLimit(title, signal, (limited) => scrape(request, limited), limitMs);
  return {
    name,
    models: [{ id: name, title, description }],
    scrape: search,
    live: usd === undefined ? undefined : [{ title: "a search for one video", usd, run: checkSearch(search) }],
    lookup: (url, signal) => withTimeLimit(title, signal, (limited) => lookup(url, limited), limitMs),
    check: check || undefined,
  };
}

/** TikTok may close its search to visitors, which a source reports as an empty list. */
const checkSearch =
  (search: Scraper["scrape"]) =>
  async ({ signal }: LiveRun): Promise<string[]> => {
    const videos = await search({ query: "coffee", mode: "keyword", limit: 1 }, signal);
    if (videos.length === 0) throw new EngineError("provider_error", "The search found no videos.");
    return ["the search finds videos"];
  };

/**
 * Reads pages until there are `limit` distinct videos, at most ten pages. After an error it returns the videos found so far;
 * without any it throws the error.
 * @example
 * import type { ScrapedVideo } from "vireo/slots/scrape";
 * const pages: Record<string, Page> = {
 *   first: { videos: [{ id: "1" } as ScrapedVideo, undefined], next: "second" },
 *   second: { videos: [{ id: "2" } as ScrapedVideo] },
 * };
 * const videos = await collect(10, async (cursor = "first") => pages[cursor]!);
 * videos.map(({ id }) => id); // ["1", "2"]
 */
export async function collect(
  limit: number,
  readPage: (cursor: string | undefined) => Promise<Page>,
): Promise<ScrapedVideo[]> {
  const videos = new Map<string, ScrapedVideo>();
  let cursor: string | undefined;
  for (let page = 1; page <= MAX_PAGES && videos.size < limit; page++) {
    let result: Page;
    try {
      result = await readPage(cursor);
    } catch (error) {
      if (videos.size > 0 && error instanceof EngineError) break;
      throw error;
    }
    for (const video of result.videos) if (video) videos.set(video.id, videos.get(video.id) ?? video);
    if (result.next === undefined || result.next === cursor) break;
    cursor = result.next;
  }
  return [...videos.values()].slice(0, limit);
}

/**
 * Makes a call that only reads, and returns its JSON. Undefined for a 404.
 * @throws EngineError for any other response
 * @example
 * const json = await readJson(vendor, "/v1/search?q=coffee", { signal });
 * const count = Number(json?.videos?.length ?? 0);
 */
export async function readJson(vendor: Vendor, path: string, call: VendorCall): Promise<Json | undefined> {
  const response = await vendor.fetch(path, call);
  const { status, json } = response;
  if (status === 404) return undefined;
  const message = vendor.errorMessage(response) || `status ${status}`;
  if (status === 402) throw vendor.error("provider_out_of_credit", `${vendor.title} requires payment: ${message}`);
  if (status >= 300) throw vendor.error("provider_rejected", `${vendor.title} rejected the request: ${message}`);
  if (typeof json !== "object" || json === null)
    throw vendor.error("provider_error", `${vendor.title} responded with something other than JSON.`);
  return json as Json;
}

// biome-ignore lint/suspicious/noExplicitAny: vendors' responses are checked field by field
export type Json = any;

/** A video as its source describes it. Any field may be missing or of another type. */
interface RawVideo {
  id: unknown;
  author: unknown;
  description: unknown;
  views: unknown;
  likes: unknown;
  comments: unknown;
  shares: unknown;
  saves: unknown;
  /** Seconds. */
  duration: unknown;
  /** Taken from the description if missing. */
  hashtags?: readonly unknown[] | undefined;
  thumbnail?: unknown;
  videoUrl?: unknown;
  soundName?: unknown;
}

/**
 * Converts a video of a source to a well-formed one. Undefined if it has no id.
 * @example
 * const counts = { views: "1200", likes: 90, comments: 3, shares: 0, saves: null };
 * const video = toScrapedVideo({ id: 7, author: "@ann", description: "Iced #coffee", duration: 8, ...counts });
 * [video?.url, video?.stats.views, video?.hashtags]; // ["https://www.tiktok.com/@ann/video/7", 1200, ["coffee"]]
 */
export function toScrapedVideo(raw: RawVideo): ScrapedVideo | undefined {
  const id = typeof raw.id === "number" ? String(raw.id) : toText(raw.id);
  if (!/^[\w-]{1,64}$/.test(id)) return undefined;
  const author = toText(raw.author).replace(/^@/, "");
  const description = toText(raw.description);
  const named = (raw.hashtags ?? []).map((tag) => toText(tag).replace(/[#\s]+/g, "")).filter(Boolean);
  const { thumbnail, videoUrl, soundName } = raw;
  return {
    id,
    url: `https://www.tiktok.com/@${encodeURIComponent(author)}/video/${id}`,
    author,
    description,
    stats: {
      views: toCount(raw.views),
      likes: toCount(raw.likes),
      comments: toCount(raw.comments),
      shares: toCount(raw.shares),
      saves: toCount(raw.saves),
    },
    duration: toCount(raw.duration),
    hashtags: [...new Set(named.length > 0 ? named : extractHashtags(description))],
    thumbnail: isUrl(thumbnail) ? thumbnail : undefined,
    videoUrl: isUrl(videoUrl) ? videoUrl : undefined,
    soundName: toText(soundName) ? toText(soundName) : undefined,
  };
}

const toText = (value: unknown) => (typeof value === "string" ? value.trim().toWellFormed() : "");
const toCount = (value: unknown) => {
  // Converting an object to a number may throw.
  const number = typeof value === "string" || typeof value === "number" ? Number(value) : 0;
  return Number.isFinite(number) && number > 0 ? number : 0;
};
const isUrl = (value: unknown): value is string =>
  typeof value === "string" && /^https?:\/\/\S+$/.test(value) && URL.canParse(value);
/**
 * Returns the hashtags of a text, without #, with composed characters (NFC).
 *
 * @example extractHashtags("Try this #ColdBrew #coffee"); // ["ColdBrew", "coffee"]
 */
export const extractHashtags = (text: string): string[] =>
  [...text.normalize("NFC").matchAll(/#([\p{L}\p{M}\p{N}_]+)/gu)].map(([, tag]) => tag!);

/**
 * Returns the form in which hashtags are stored and compared: without #, in lower case, with composed characters (NFC).
 * @example toHashtag("#ColdBrew"); // "coldbrew"
 */
export const toHashtag = (tag: string): string => tag.replace(/^#/, "").toLowerCase().normalize("NFC");

/**
 * Returns a hashtag without # and spaces.
 * @example bareTag("# cold brew"); // "coldbrew"
 */
export const bareTag = (query: string) => query.replace(/^\s*#/, "").replace(/\s+/g, "");
