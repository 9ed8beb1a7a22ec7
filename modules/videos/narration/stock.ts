/** Clips and photos of free libraries, found by keywords. */
import { join } from "node:path";
import { EngineError, type Run } from "vireo/engine";
import { probe } from "vireo/media";
import type { StockItem, StockLibrary, StockRequest } from "vireo/slots/stock";
import type { Videos } from "../context";

/** Caching time required by Pixabay's terms. */
const KEPT_MS = 24 * 3_600_000;
const MAX_BYTES = 96 * 1024 ** 2;
const DOWNLOAD_MS = 2 * 60_000;
/** Media with a smaller short side look blurred in a video, in pixels. */
const LEAST_SIDE = 480;
/** Maximum factor by which a clip may be slowed down to fill its scene. */
const SLOWEST = 0.6;
/** Number of files tried before the scene is shown without one. */
const MOST_TRIES = 3;

/** Requirements of a scene. */
interface Wish extends Omit<StockRequest, "query"> {
  /** Search terms, best first. */
  queries: readonly string[];
  /** Duration of the scene. */
  seconds: number;
  /** URLs used by other scenes. */
  taken: ReadonlySet<string>;
}

export interface StockFile {
  item: StockItem;
  /** Path in the run's folder. */
  path: string;
}

/** True if the item is long enough for the scene. */
const suits = ({ width, height, bytes = 0, kind, seconds = 0 }: StockItem, neededSeconds: number): boolean =>
  Math.min(width, height) >= LEAST_SIDE &&
  bytes <= MAX_BYTES &&
  (kind === "image" || seconds >= neededSeconds * SLOWEST);

export const hasStockLibrary = ({ engines }: Videos): boolean => engines.of("stock").length > 0;

/** Finds the best file for a scene. Undefined if there is none. */
export async function findStockFile(
  videos: Videos,
  wish: Wish,
  run: Pick<Run, "folder" | "signal">,
): Promise<StockFile | undefined> {
  let tries = 0;
  for await (const item of findItems(videos, wish, run.signal)) {
    const path = await downloadItem(videos, item, run);
    if (path) return { item, path };
    if (++tries === MOST_TRIES) return undefined;
  }
  return undefined;
}

/** Downloads a file within limits. Undefined if the download fails, or the file is not what the library declared. */
export async function downloadItem(
  { fetch, log }: Videos,
  item: Pick<StockItem, "url" | "kind">,
  run: Pick<Run, "folder" | "signal">,
): Promise<string | undefined> {
  const path = join(run.folder, `stock-${crypto.randomUUID()}`);
  try {
    await fetch.save(item.url, path, { maxBytes: MAX_BYTES, timeoutMs: DOWNLOAD_MS, signal: run.signal });
    const media = await probe(path);
    if (media?.kind === item.kind) return path;
    log.warn("stock file is not usable", { url: item.url });
  } catch (error) {
    run.signal.throwIfAborted();
    log.warn("stock file not downloaded", { url: item.url, error });
  }
  return undefined;
}

/** Yields results of each library in turn. Skips a library that fails. */
async function* findItems(
  videos: Videos,
  { queries, language, orientation, seconds, taken }: Wish,
  signal: AbortSignal,
): AsyncGenerator<StockItem> {
  for (const library of videos.engines.of("stock"))
    for (const query of queries) {
      try {
        const items = await search(videos, library, { query, language, orientation }, signal);
        yield* items.filter((item) => suits(item, seconds) && !taken.has(item.url));
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof EngineError)) throw error;
        videos.log.warn("stock search failed", { engine: library.name, code: error.code, error });
        break;
      }
    }
}

/** Searches a library, with a cache of one day. */
async function search(
  videos: Videos,
  library: StockLibrary,
  request: StockRequest,
  signal: AbortSignal,
): Promise<StockItem[]> {
  const cached = await readKept(videos, library.name, request);
  if (cached) return cached;
  const items = await library.search(request, signal);
  await keep(videos, library.name, request, items);
  return items;
}

async function readKept({ db, now }: Videos, engine: string, { query, language, orientation }: StockRequest) {
  const row = await db
    .selectFrom("stock_searches")
    .select("items")
    .where("engine", "=", engine)
    .where("query", "=", query)
    .where("language", "=", language)
    .where("orientation", "=", orientation)
    .where("searched_at", ">", new Date(now() - KEPT_MS))
    .executeTakeFirst();
  return row?.items;
}

async function keep({ db, now }: Videos, engine: string, request: StockRequest, items: StockItem[]): Promise<void> {
  const searched_at = new Date(now());
  await db
    .deleteFrom("stock_searches")
    .where("searched_at", "<=", new Date(now() - KEPT_MS))
    .execute();
  await db
    .insertInto("stock_searches")
    .values({ engine, ...request, items: items as never, searched_at })
    .onConflict((conflict) =>
      conflict
        .columns(["engine", "query", "language", "orientation"])
        .doUpdateSet({ items: items as never, searched_at }),
    )
    .execute();
}
