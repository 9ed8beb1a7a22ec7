import { type Figures, type MetricsReader, readCount, readFigures } from "vireo/slots/social";
import { type ZernioClient, ZernioError } from "./client";
import { readList, readObject, readText } from "./json";

const DAY = 86_400_000;
/** Posts per page, and the maximum number of pages read. */
const PAGE = 100;
const MAX_PAGES = 3;
/** Pause after Zernio has reported that the plan has no analytics. */
const PAUSE_MS = DAY;

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function readAnalytics(analytics: unknown): Figures {
  const { views, likes, comments, shares, saves, igReelsVideoViewTotalTime } = readObject(analytics);
  // Zero on platforms other than Instagram.
  const watchSeconds = readCount(igReelsVideoViewTotalTime, 1000) || undefined;
  return readFigures({ views, likes, comments, shares, saves, watchSeconds });
}

/** Reads the metrics of a listed post on one account, by the platform's id. Undefined if Zernio has none yet. */
function readEntry(post: unknown, accountId: string): [string, Figures] | undefined {
  const entry = readList(readObject(post).platforms)
    .map(readObject)
    .find((entry) => entry.accountId === accountId);
  const id = readText(entry?.platformPostId);
  if (!entry || !id || (entry.syncStatus ?? "synced") !== "synced") return undefined;
  return [id, readAnalytics(entry.analytics)];
}

/** Reads metrics of an account's posts. Zernio offers them as a paid addition, and refreshes them itself. */
export function createMetrics(client: ZernioClient, requestsPerMinute: number, now: () => number): MetricsReader {
  let pausedUntil = 0;
  return {
    batch: 50,
    // A tenth of the key's limit; a call has up to three pages.
    pace: { count: Math.max(1, Math.floor(requestsPerMinute / 30)), ms: 60_000 },
    async read({ account, posts }, signal) {
      if (now() < pausedUntil) throw new ZernioError("The Zernio plan has no analytics.");
      const times = posts.map(({ publishedAt }) => publishedAt);
      const query = {
        accountId: account.externalId,
        platform: account.platform,
        fromDate: toDay(Math.min(...times) - DAY),
        toDate: toDay(Math.max(...times) + DAY),
        limit: String(PAGE),
      };
      const postIds = new Set(posts.map(({ platformPostId }) => platformPostId));
      const figures = new Map<string, Figures>();
      for (let page = 1; page <= MAX_PAGES && figures.size < postIds.size; page++) {
        const body = await client
          .get("/v1/analytics", { query: { ...query, page: String(page) }, signal })
          .catch((error) => {
            if (error instanceof ZernioError && (error.status === 402 || error.status === 403))
              pausedUntil = now() + PAUSE_MS;
            throw error;
          });
        const listed = readList(body.posts);
        for (const post of listed) {
          const [id, own] = readEntry(post, account.externalId) ?? [];
          if (id && own && postIds.has(id)) figures.set(id, own);
        }
        if (listed.length < PAGE) break;
      }
      return figures;
    },
  };
}
