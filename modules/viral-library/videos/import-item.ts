import { invalid } from "vireo/errors";
import { extractHashtags, toHashtag } from "vireo/scrape";
import type { Import } from "../schema";
import type { VideoFacts } from "./store";

const VIDEO_URL = /^https?:\/\/(?:www\.|m\.)?tiktok\.com\/@([\w.]+)\/(?:video|photo)\/(\d{1,30})(?:[/?#]|$)/i;

const TIKTOK_PAGE = /^https?:\/\/(?:[a-z0-9-]+\.)*tiktok\.com\//i;
const TIKTOK_ID = /^[67]\d{18}$/;

/** The upper half of a TikTok id is the publication time in seconds. */
function readPublication(id: string, url: string): Date | undefined {
  if (!TIKTOK_ID.test(id) || !TIKTOK_PAGE.test(url)) return undefined;
  return new Date(Number(BigInt(id) >> 32n) * 1000);
}

const dropUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>;
  };

/** Parses one item of an import. Throws `validation_error` with its position. */
function parseItem(item: Import["videos"][number], at: number): VideoFacts {
  if (typeof item === "string") {
    const [, username, id] = VIDEO_URL.exec(item.trim()) ?? [];
    if (!username || !id) {
      throw invalid(`videos.${at}`, "Must be the full URL of a video: https://www.tiktok.com/@name/video/123.");
    }
    const url = item.trim();
    const published = readPublication(id, url);
    return {
      tiktok_id: id,
      tiktok_url: url,
      username: username.toLowerCase(),
      published_at: published,
    };
  }
  if (!URL.canParse(item.url)) throw invalid(`videos.${at}.url`, "Must be an http(s) URL.");
  const hashtags = [...(item.hashtags ?? []), ...extractHashtags(item.description ?? "")];
  const hasTags = item.hashtags !== undefined || item.description !== undefined;
  return {
    tiktok_id: item.id,
    tiktok_url: item.url,
    ...dropUndefined({
      username: item.author?.replace(/^@/, "").toLowerCase(),
      description: item.description,
      stats: item.stats && dropUndefined(item.stats),
      hashtags: hasTags ? [...new Set(hashtags.map(toHashtag))] : undefined,
      sound_name: item.soundName,
      duration: item.duration,
      thumbnail_url: item.thumbnail,
      play_url: item.videoUrl,
      published_at: item.publishedAt === undefined ? readPublication(item.id, item.url) : new Date(item.publishedAt),
    }),
  } as VideoFacts;
}

/**
 * Returns one entry per video, in order. If two items name the same video, an object wins over a URL, otherwise the
 * later one wins.
 */
export function parseImport(items: Import["videos"]): { facts: VideoFacts; hasFacts: boolean }[] {
  const byId = new Map<string, { facts: VideoFacts; hasFacts: boolean }>();
  items.forEach((item, at) => {
    const entry = { facts: parseItem(item, at), hasFacts: typeof item !== "string" };
    if (entry.hasFacts || !byId.has(entry.facts.tiktok_id)) byId.set(entry.facts.tiktok_id, entry);
  });
  return [...byId.values()];
}
