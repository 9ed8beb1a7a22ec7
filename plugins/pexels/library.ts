import type { Limit } from "vireo/limits";
import type { StockItem, StockLibrary, StockRequest } from "vireo/slots/stock";
import { createVendor } from "vireo/vendor";
import { createBudget } from "vireo/vendor/budget";
import { cacheHealth } from "vireo/vendor/health";
import { chooseSize, createStockCheck, fetchStock, type StockAccess, sortByOrientation } from "vireo/vendor/stock";

interface Options {
  apiKey: string;
  baseUrl: string;
  /** Maximum searches per hour. */
  hourlyLimit: number;
  /** Counts the searches of all servers together. */
  limit?: Limit;
  /** Time limit of one call, in milliseconds. */
  timeoutMs?: number;
}

const HOUR_MS = 3_600_000;
const RESULTS = 15;
const LICENSE = "Pexels License";

/** Locales supported by Pexels, by language. */
const LOCALES = new Map(
  (
    "en-US pt-BR es-ES ca-ES de-DE it-IT fr-FR sv-SE id-ID pl-PL ja-JP zh-CN ko-KR th-TH nl-NL hu-HU vi-VN cs-CZ da-DK " +
    "fi-FI uk-UA el-GR ro-RO nb-NO sk-SK tr-TR ru-RU"
  )
    .split(" ")
    .map((locale) => [locale.slice(0, 2), locale] as const),
);

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const toList = (value: unknown): Record<string, unknown>[] =>
  (Array.isArray(value) ? value : []).filter((item) => typeof item === "object" && item !== null);
const isSize = (file: Record<string, unknown>): file is Record<string, unknown> & { width: number; height: number } =>
  Number(file.width) > 0 && Number(file.height) > 0;

const credit = (author: unknown, url: string) => ({
  source: "Pexels",
  author: isText(author) ? author : "Unknown",
  url,
  license: LICENSE,
});

function parseVideo({ url, duration, user, video_files }: Record<string, unknown>): StockItem[] {
  const files = toList(video_files).filter((file) => file.file_type === "video/mp4" && isText(file.link));
  const file = chooseSize(files.filter(isSize));
  if (!file || !isText(url)) return [];
  const { name } = (user ?? {}) as { name?: unknown };
  return [
    {
      kind: "video",
      url: String(file.link),
      width: file.width,
      height: file.height,
      seconds: Number(duration) > 0 ? Number(duration) : undefined,
      bytes: Number(file.size) > 0 ? Number(file.size) : undefined,
      attribution: credit(name, url),
    },
  ];
}

function parsePhoto(photo: Record<string, unknown>): StockItem[] {
  const { url, photographer, src } = photo;
  const { large2x } = (src ?? {}) as { large2x?: unknown };
  if (!isSize(photo) || !isText(url) || !isText(large2x)) return [];
  const { width, height } = photo;
  return [{ kind: "image", url: large2x, width, height, attribution: credit(photographer, url) }];
}

/** Creates the library for clips and photos of Pexels. */
export function createLibrary({ apiKey, baseUrl, hourlyLimit, limit, timeoutMs }: Options): StockLibrary {
  const vendor = createVendor({
    title: "Pexels",
    baseUrl,
    headers: { authorization: apiKey },
    secrets: [apiKey],
    keyName: "PEXELS_API_KEY",
  });
  const budget = createBudget({ calls: hourlyLimit, perMs: HOUR_MS }, limit && { limit, key: apiKey });
  const access = { vendor, budget, timeoutMs };
  const library: StockLibrary = {
    name: "pexels",
    models: [
      { id: "pexels", title: "Pexels", description: `Stock clips and photos, ${hourlyLimit} searches an hour. Free.` },
    ],
    check: cacheHealth(() => vendor.check("/v1/curated?per_page=1"), HOUR_MS),
    live: [createStockCheck(() => library)],
    async search(request, signal) {
      const videos = await find({ ...access, path: "/v1/videos/search" }, request, signal);
      const clips = toList(videos.videos).flatMap(parseVideo);
      if (clips.length > 0) return sortByOrientation(clips, request.orientation);
      const photos = await find({ ...access, path: "/v1/search" }, request, signal);
      return sortByOrientation(toList(photos.photos).flatMap(parsePhoto), request.orientation);
    },
  };
  return library;
}

async function find(
  { path, ...access }: StockAccess & { path: string },
  { query, language, orientation }: StockRequest,
  signal: AbortSignal,
) {
  const locale = LOCALES.get(language.slice(0, 2));
  const search = new URLSearchParams({
    query,
    orientation,
    per_page: String(RESULTS),
    ...(locale ? { locale } : {}),
  });
  return (await fetchStock(access, `${path}?${search}`, signal)).json as Record<string, unknown>;
}
