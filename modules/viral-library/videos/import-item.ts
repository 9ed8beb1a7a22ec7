import { invalid } from "vireo/errors";
import type { Import } from "../schema";
import { hashtagsIn } from "../search/words";
import type { Facts } from "./store";

const ADDRESS = /^https?:\/\/(?:www\.|m\.)?tiktok\.com\/@([\w.]+)\/(?:video|photo)\/(\d{1,30})(?:[/?#]|$)/i;

const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>;
  };

/** What one item of an import says. Throws `validation_error` at its place. */
function factsOf(item: Import["videos"][number], at: number): Facts {
  if (typeof item === "string") {
    const [, username, id] = ADDRESS.exec(item.trim()) ?? [];
    if (!username || !id) {
      throw invalid(`videos.${at}`, "Must be a video's full address, https://www.tiktok.com/@name/video/123.");
    }
    return { tiktok_id: id, tiktok_url: item.trim(), username: username.toLowerCase() };
  }
  if (!URL.canParse(item.url)) throw invalid(`videos.${at}.url`, "Must be an http(s) address.");
  const hashtags = [...(item.hashtags ?? []), ...hashtagsIn(item.description ?? "")];
  const told = item.hashtags !== undefined || item.description !== undefined;
  return {
    tiktok_id: item.id,
    tiktok_url: item.url,
    ...given({
      username: item.author?.replace(/^@/, "").toLowerCase(),
      description: item.description,
      stats: item.stats && given(item.stats),
      hashtags: told ? [...new Set(hashtags.map((tag) => tag.replace(/^#/, "").toLowerCase()))] : undefined,
      sound_name: item.soundName,
      duration: item.duration,
      thumbnail_url: item.thumbnail,
      play_url: item.videoUrl,
    }),
  } as Facts;
}

/** One entry for each video, in the order given; of two that name the same video, an object beats an address and the later the earlier. */
export function readImport(items: Import["videos"]): { facts: Facts; hasFacts: boolean }[] {
  const byId = new Map<string, { facts: Facts; hasFacts: boolean }>();
  items.forEach((item, at) => {
    const entry = { facts: factsOf(item, at), hasFacts: typeof item !== "string" };
    if (entry.hasFacts || !byId.has(entry.facts.tiktok_id)) byId.set(entry.facts.tiktok_id, entry);
  });
  return [...byId.values()];
}
