import type { Limit } from "vireo/limits";
import type { StockItem, StockLibrary, StockRequest } from "vireo/slots/stock";
import { createVendor } from "vireo/vendor";
import { createBudget } from "vireo/vendor/budget";
import { cacheHealth } from "vireo/vendor/health";
import { chooseSize, createStockCheck, fetchStock, type StockAccess, sortByOrientation } from "vireo/vendor/stock";

interface Options {
  apiKey: string;
  baseUrl: string;
  /** Maximum searches per minute. Default: Pixabay's limit for a key. */
  calls?: number;
  /** Counts the searches of all servers together. */
  limit?: Limit;
  /** Time limit of one call, in milliseconds. */
  timeoutMs?: number;
}

/** Pixabay's limit for a key. */
export const RATE = { calls: 100, perMs: 60_000 };
/** Maximum length of a search. */
const MAX_QUERY = 100;
const RESULTS = 20;
const CHECK_MS = 3_600_000;
const LICENSE = "Pixabay Content License";

const LANGUAGES = new Set("cs da de en es fr id it hu nl no pl pt ro sk fi sv tr vi th bg ru el ja ko zh".split(" "));

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

interface File {
  url: string;
  width: number;
  height: number;
  size: number;
}

function parseFile(value: unknown): File[] {
  const { url, width, height, size } = (value ?? {}) as Record<string, unknown>;
  // Missing sizes of a clip have an empty URL.
  if (!isText(url) || !(Number(width) > 0) || !(Number(height) > 0)) return [];
  return [{ url, width: Number(width), height: Number(height), size: Number(size) || 0 }];
}

const credit = ({ user, pageURL }: Record<string, unknown>) => ({
  source: "Pixabay",
  author: isText(user) ? user : "Unknown",
  url: isText(pageURL) ? pageURL : "https://pixabay.com",
  license: LICENSE,
});

function parseVideo(hit: Record<string, unknown>): StockItem[] {
  const file = chooseSize(Object.values((hit.videos ?? {}) as object).flatMap(parseFile));
  if (!file) return [];
  const { url, width, height, size } = file;
  const seconds = Number(hit.duration);
  return [
    {
      kind: "video",
      url,
      width,
      height,
      seconds: seconds > 0 ? seconds : undefined,
      bytes: size > 0 ? size : undefined,
      attribution: credit(hit),
    },
  ];
}

function parseImage(hit: Record<string, unknown>): StockItem[] {
  const { largeImageURL: url, imageWidth, imageHeight } = hit;
  return parseFile({ url, width: imageWidth, height: imageHeight }).map(({ url, width, height }) => ({
    kind: "image",
    url,
    width,
    height,
    attribution: credit(hit),
  }));
}

/** Creates the library for clips and photos of Pixabay. */
export function createLibrary({ apiKey, baseUrl, calls = RATE.calls, limit, timeoutMs }: Options): StockLibrary {
  const vendor = createVendor({
    title: "Pixabay",
    baseUrl,
    headers: {},
    secrets: [apiKey],
    keyName: "PIXABAY_API_KEY",
  });
  const budget = createBudget({ ...RATE, calls }, limit && { limit, key: apiKey });
  const access = { vendor, budget, timeoutMs, apiKey };
  const library: StockLibrary = {
    name: "pixabay",
    models: [
      { id: "pixabay", title: "Pixabay", description: `Stock clips and photos, ${calls} searches a minute. Free.` },
    ],
    check: cacheHealth(
      () => vendor.check(`/api/?${new URLSearchParams({ key: apiKey, q: "sea", per_page: "3" })}`),
      CHECK_MS,
    ),
    live: [createStockCheck(() => library)],
    async search(request, signal) {
      const clips = (await find(access, "/api/videos/", request, {}, signal)).flatMap(parseVideo);
      if (clips.length > 0) return sortByOrientation(clips, request.orientation);
      const orientation = request.orientation === "landscape" ? "horizontal" : "vertical";
      const photos = { image_type: "photo", ...(request.orientation === "square" ? {} : { orientation }) };
      return sortByOrientation(
        (await find(access, "/api/", request, photos, signal)).flatMap(parseImage),
        request.orientation,
      );
    },
  };
  return library;
}

async function find(
  { apiKey, ...access }: StockAccess & { apiKey: string },
  path: string,
  { query, language }: StockRequest,
  more: Record<string, string>,
  signal: AbortSignal,
): Promise<Record<string, unknown>[]> {
  const lang = language.slice(0, 2);
  const search = new URLSearchParams({
    key: apiKey,
    q: query.slice(0, MAX_QUERY),
    ...(LANGUAGES.has(lang) ? { lang } : {}),
    safesearch: "true",
    per_page: String(RESULTS),
    ...more,
  });
  const { json } = await fetchStock(access, `${path}?${search}`, signal);
  const { hits } = json as { hits?: unknown };
  return (Array.isArray(hits) ? hits : []).filter((hit) => typeof hit === "object" && hit !== null);
}
