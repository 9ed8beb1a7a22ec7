/** Shared by libraries of free media. */
import { EngineError, type LiveCheck } from "#core/engine";
import type { StockItem, StockLibrary, StockRequest } from "#sdk/slots/stock";
import type { Budget } from "#sdk/vendor/budget";
import type { Vendor, VendorResponse } from "#sdk/vendor/client";

/** Pause after a library refused a request, in milliseconds. */
const REST_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** Short side of the frame that files are chosen for, in pixels. */
const SHORT_SIDE = 1080;

/** Access to a library. */
export interface StockAccess {
  vendor: Vendor;
  budget: Budget;
  /** Time limit of one call, in milliseconds. Default 10 s: scenes wait for it. */
  timeoutMs?: number | undefined;
}

/**
 * Sends a search request within the library's rate.
 * @throws EngineError; `provider_rate_limited` if the rate is used up
 * @example
 * import { createBudget } from "vireo/vendor/budget";
 * const access = { vendor, budget: createBudget({ calls: 200, perMs: 3_600_000 }) };
 * const { json } = await fetchStock(access, "/v1/search?query=coffee", signal);
 */
export async function fetchStock(
  { vendor, budget, timeoutMs = TIMEOUT_MS }: StockAccess,
  path: string,
  signal: AbortSignal,
): Promise<VendorResponse> {
  const wait = await budget.take();
  if (wait > 0)
    throw vendor.error(
      "provider_rate_limited",
      `${vendor.title} allows no more searches now. Try again in ${Math.ceil(wait / 1000)} s.`,
    );
  try {
    const response = await vendor.fetch(path, { signal, timeoutMs });
    if (response.status < 300 && typeof response.json === "object" && response.json !== null) return response;
    throw vendor.error(
      response.status < 300 ? "provider_error" : "provider_rejected",
      `${vendor.title} returned no results. ${vendor.errorMessage(response) || response.text.slice(0, 200)}`.trim(),
    );
  } catch (error) {
    if (error instanceof EngineError && error.code === "provider_unavailable") budget.rest(REST_MS);
    throw error;
  }
}

/**
 * Chooses the file whose short side is nearest to 1080 pixels, rather larger than smaller. Undefined without files.
 * @example chooseSize([{ width: 360, height: 640 }, { width: 1080, height: 1920 }]); // { width: 1080, height: 1920 }
 */
export const chooseSize = <File extends { width: number; height: number }>(files: readonly File[]): File | undefined =>
  files.toSorted((a, b) => rateSize(a) - rateSize(b))[0];

/** Larger files only cost time, smaller ones cost sharpness. */
function rateSize({ width, height }: { width: number; height: number }): number {
  const ratio = Math.min(width, height) / SHORT_SIDE;
  return ratio >= 1 ? ratio - 1 : (1 - ratio) * 3;
}

const getOrientation = ({ width, height }: Pick<StockItem, "width" | "height">): StockRequest["orientation"] =>
  width > height * 1.1 ? "landscape" : height > width * 1.1 ? "portrait" : "square";

/**
 * Sorts items of the orientation first, and otherwise keeps their order.
 * @example
 * const attribution = { source: "Acme", author: "Ann", url: "https://acme.example/1", license: "CC0" };
 * const wide = { kind: "image" as const, url: "https://acme.example/1.jpg", width: 1920, height: 1080, attribution };
 * const tall = { ...wide, width: 1080, height: 1920 };
 * sortByOrientation([wide, tall], "portrait").map(({ width }) => width); // [1080, 1920]
 */
export const sortByOrientation = (items: readonly StockItem[], orientation: StockRequest["orientation"]): StockItem[] =>
  items.toSorted((a, b) => Number(getOrientation(b) === orientation) - Number(getOrientation(a) === orientation));

/**
 * Returns a live check that searches, which shows that the key works. It costs nothing.
 * @example
 * const live = [createStockCheck(() => library)];
 */
export const createStockCheck = (library: () => Pick<StockLibrary, "search">): LiveCheck => ({
  title: "a search",
  usd: 0,
  async run({ signal }) {
    const items = await library().search({ query: "ocean waves", language: "en", orientation: "portrait" }, signal);
    const [first] = items;
    if (!first) throw new EngineError("provider_error", "The search found nothing.");
    return [`${items.length} clips`, `${first.width}×${first.height}`, `by ${first.attribution.author}`];
  },
});
