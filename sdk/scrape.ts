/** What the adapters to sources of short videos have in common. */

import { EngineError } from "#core/engine";
import { deadline } from "#core/timing";
import type { ScrapedVideo } from "#sdk/slots/scrape";
import type { Vendor, VendorCall } from "#sdk/vendor/client";

/** For all pages of one scrape. */
const SCRAPE_MS = 110_000;
const MAX_PAGES = 10;

export interface Page {
  /** What is no video (a slideshow, an advertisement, an error) is left out. */
  videos: readonly (ScrapedVideo | undefined)[];
  /** Where the next page begins; missing after the last. */
  next?: string | undefined;
}

/** Gives `work` a signal that also fires when the time for a scrape is up, with `provider_timeout`. */
export async function inTime<T>(
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
 * Turns pages until there are `limit` videos, none twice. A fault after the first find ends the search with what was
 * found; before it, it is thrown.
 */
export async function collect(
  limit: number,
  turn: (cursor: string | undefined) => Promise<Page>,
): Promise<ScrapedVideo[]> {
  const found = new Map<string, ScrapedVideo>();
  let cursor: string | undefined;
  for (let page = 1; page <= MAX_PAGES && found.size < limit; page++) {
    let turned: Page;
    try {
      turned = await turn(cursor);
    } catch (error) {
      if (found.size > 0 && error instanceof EngineError) break;
      throw error;
    }
    for (const video of turned.videos) if (video) found.set(video.id, found.get(video.id) ?? video);
    if (turned.next === undefined || turned.next === cursor) break;
    cursor = turned.next;
  }
  return [...found.values()].slice(0, limit);
}

/** A read whose answer must be JSON with a status below 300; 404 is undefined. Throws EngineError for all else. */
export async function ask(vendor: Vendor, path: string, call: VendorCall): Promise<Json | undefined> {
  const answer = await vendor.fetch(path, call);
  const { status, json } = answer;
  if (status === 404) return undefined;
  const words = vendor.errorMessage(answer) || `it answered ${status}`;
  if (status === 402) throw vendor.error("provider_out_of_credit", `${vendor.title} asks for payment: ${words}`);
  if (status >= 300) throw vendor.error("provider_rejected", `${vendor.title} refuses the request: ${words}`);
  if (typeof json !== "object" || json === null)
    throw vendor.error("provider_error", `${vendor.title} answered with something other than JSON.`);
  return json as Json;
}

// biome-ignore lint/suspicious/noExplicitAny: vendors' answers are looked into field by field
export type Json = any;

/** What a source says of a video, in its own words; anything may be missing or of another type. */
interface Told {
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
  /** Found in the description where they are missing. */
  hashtags?: readonly unknown[] | undefined;
  thumbnail?: unknown;
  videoUrl?: unknown;
  soundName?: unknown;
}

/** A well-formed video; undefined where it has no id. */
export function scrapedVideo(told: Told): ScrapedVideo | undefined {
  const id = typeof told.id === "number" ? String(told.id) : text(told.id);
  if (!/^[\w-]{1,64}$/.test(id)) return undefined;
  const author = text(told.author).replace(/^@/, "");
  const description = text(told.description);
  const named = (told.hashtags ?? []).map((tag) => text(tag).replace(/[#\s]+/g, "")).filter(Boolean);
  const { thumbnail, videoUrl, soundName } = told;
  return {
    id,
    url: `https://www.tiktok.com/@${encodeURIComponent(author)}/video/${id}`,
    author,
    description,
    stats: {
      views: count(told.views),
      likes: count(told.likes),
      comments: count(told.comments),
      shares: count(told.shares),
      saves: count(told.saves),
    },
    duration: count(told.duration),
    hashtags: [...new Set(named.length > 0 ? named : hashtagsIn(description))],
    ...(isAddress(thumbnail) ? { thumbnail } : {}),
    ...(isAddress(videoUrl) ? { videoUrl } : {}),
    ...(text(soundName) ? { soundName: text(soundName) } : {}),
  };
}

const text = (value: unknown) => (typeof value === "string" ? value.trim().toWellFormed() : "");
const count = (value: unknown) => {
  // An object may refuse to be made a number of, and JSON can hold such a one.
  const number = typeof value === "string" || typeof value === "number" ? Number(value) : 0;
  return Number.isFinite(number) && number > 0 ? number : 0;
};
const isAddress = (value: unknown): value is string =>
  typeof value === "string" && /^https?:\/\/\S+$/.test(value) && URL.canParse(value);
const hashtagsIn = (words: string) => [...words.matchAll(/#([\p{L}\p{M}\p{N}_]+)/gu)].map(([, tag]) => tag!);

/** A hashtag as platforms want it: without the # and without spaces. */
export const bareTag = (query: string) => query.replace(/^\s*#/, "").replace(/\s+/g, "");
