import type { Database } from "vireo/database";
import { notFound } from "vireo/errors";
import { listForms } from "vireo/list";
import { toHashtag } from "vireo/scrape";
import type { ViralLibrary } from "../context";
import { getMediaKey, SHARED, toEmbeddingText, toSearchText } from "../index-vectors/document";
import type { Window } from "../index-vectors/vector-table";
import { type KnownMedia, readMedia } from "../media/store";
import { toMediaHashtags, toMediaText } from "../media/text";
import type { Video } from "../schema";
import { parseVideoId, present, selectReadable, type VideoRow } from "../videos/store";
import { type Hit, mergeHits, rank, type SearchText, selectContenders } from "./rank";
import type { Searchable, SearchIndex } from "./search-index";
import { separateWords, toPlainText } from "./tokens";

export interface Filters {
  limit: number;
  /** Only this library. Default: both. */
  library?: "own" | "shared";
  minViews?: number;
  hashtag?: string;
  username?: string;
  /** Maximum length in seconds. */
  maxDuration?: number;
  /** Time in milliseconds since the epoch. For own media, the time of creation. */
  publishedAfter?: number;
}
export interface Question extends Filters {
  q: string;
}
export interface Result {
  video: Video;
  score: number;
}
export interface MediaResult {
  media: KnownMedia;
  score: number;
}

/** Number of hits of each kind that are ranked beyond the limit. */
const MARGIN = 10;
/**
 * Factor for repeating a search with more hits when its hits were deleted, because the index follows deletions after
 * seconds.
 */
const WIDER = 5;
const MAX_HITS = 2000;
/** Number of rows read beyond the limit, because some may just have been deleted. */
const SPARE = 3;
/** Minimum number of hits of each kind, because rescoring may rank the last of them first. */
const FEWEST_HITS = 30;
/** Minimum number of the nearest videos whose texts are compared. */
const FEWEST_COMPARED = 50;

const quote = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** Accounts and filters for the index, with the filters as SQL. */
function buildCondition(
  accounts: readonly string[],
  filters: Filters,
  { table: { hasDates } }: Searchable,
): Omit<Window, "limit"> {
  const { minViews, hashtag, username, maxDuration, publishedAfter } = filters;
  const where = [
    ...(minViews === undefined ? [] : [`views >= ${minViews}`]),
    ...(maxDuration === undefined ? [] : [`duration <= ${maxDuration}`]),
    ...(hashtag === undefined
      ? []
      : [
          `(${listForms(toHashtag(hashtag))
            .map((tag) => `array_has(hashtags, ${quote(tag)})`)
            .join(" or ")})`,
        ]),
    ...(username === undefined ? [] : [`username = ${quote(username.replace(/^@/, "").toLowerCase())}`]),
    ...(publishedAfter === undefined || !hasDates ? [] : [`published >= ${publishedAfter}`]),
  ].join(" and ");
  return { accounts, where: where || undefined };
}

const listAccounts = (accountId: string, { library }: Filters): string[] =>
  ({ own: [accountId], shared: [SHARED], both: [accountId, SHARED] })[library ?? "both"];

/** A row of a hit, with the words that queries are compared with. */
interface Entry<Row> extends SearchText {
  row: Row;
  /** Text that was embedded. */
  getMeaning(): string;
}
const toVideoEntry = (row: VideoRow): Entry<VideoRow> => ({
  row,
  username: row.username,
  hashtags: row.hashtags,
  getText: () => toSearchText(row),
  getMeaning: () => toEmbeddingText(row),
});
const toMediaEntry = (row: KnownMedia): Entry<KnownMedia> => ({
  row,
  username: "",
  hashtags: toMediaHashtags(row),
  getText: () => toMediaText(row),
  getMeaning: () => toMediaText(row),
});
/** Reads the rows of hits from PostgreSQL, so that a deleted one never appears. */
type Read<Row> = (ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>;

/** Reads the rows of hits, each once. */
function createRows<Row>(read: Read<Row>) {
  const known = new Map<string, Row>();
  async function readAll(hits: readonly { id: string }[]): Promise<void> {
    const missing = hits.flatMap(({ id }) => (known.has(id) ? [] : [id]));
    if (missing.length > 0) for (const [id, row] of await read(missing)) known.set(id, row);
  }
  return { known, readAll };
}

/** A question whose embedding is being computed. */
interface PendingQuestion {
  q: string;
  meaning: Promise<Float32Array>;
  /** Resolves to true if hits should be rescored. */
  gainsFromWords: Promise<boolean>;
}

/** Hits by meaning and by words, and whether there are more. */
async function findHits(
  index: SearchIndex,
  searchable: Searchable,
  { q, meaning, gainsFromWords }: PendingQuestion,
  window: Window,
) {
  const [vector, looksTwice, nearest, matching] = await Promise.all([
    meaning,
    gainsFromWords,
    meaning.then((vector) => index.find(searchable, vector, window)),
    searchable.table.findMatching(separateWords(toPlainText(q)), window),
  ]);
  return { hits: mergeHits(vector, nearest, matching), hasMore: nearest.length === window.limit, looksTwice };
}

/** Collects `limit` results from more and more hits, until there are enough or no more hits. */
async function widen<T>(
  limit: number,
  look: (hits: number) => Promise<{ results: T[]; hasMore: boolean }>,
  fewest = FEWEST_HITS,
): Promise<T[]> {
  for (let hits = Math.max(fewest, limit + MARGIN); ; hits = Math.min(hits * WIDER, MAX_HITS)) {
    const { results, hasMore } = await look(hits);
    if (results.length >= limit || !hasMore || hits >= MAX_HITS) return results.slice(0, limit);
  }
}

/** Searches the analysed videos of an account and of the shared library, best first. Throws `provider_unavailable`. */
export async function searchVideos(library: ViralLibrary, accountId: string, question: Question): Promise<Result[]> {
  const page = await findRanked(library, listAccounts(accountId, question), question, async (ids) => {
    const videos = await readVideos(library.db, accountId, ids, question);
    return new Map([...videos].map(([id, row]) => [id, toVideoEntry(row)]));
  });
  return page.map(({ row, score }) => ({ video: present(row), score }));
}

/** Searches the account's own media, best first. Throws `provider_unavailable`. */
export async function searchMedia(
  library: ViralLibrary,
  accountId: string,
  question: Question,
): Promise<MediaResult[]> {
  const { publishedAfter = 0 } = question;
  const page = await findRanked(library, [getMediaKey(accountId)], question, async (ids) => {
    const media = await readMedia(library.db, ids, accountId);
    return new Map(
      media.filter((item) => item.created_at.getTime() >= publishedAfter).map((row) => [row.id, toMediaEntry(row)]),
    );
  });
  return page.map(({ row, score }) => ({ media: row, score }));
}

/**
 * Finds the videos most similar to one that the account can read, without itself. Throws `not_found`,
 * `provider_unavailable`.
 */
export async function findSimilarVideos(
  { db, searchIndex: index }: ViralLibrary,
  accountId: string,
  id: string,
  filters: Filters,
): Promise<Result[]> {
  const uuid = parseVideoId(id);
  const video = uuid && (await selectReadable(db, accountId, [uuid]).executeTakeFirst());
  if (!video) throw notFound("video");
  const searchable = await index.open();
  const text = toEmbeddingText(video);
  if (!searchable || !text) return [];
  const condition = buildCondition(listAccounts(accountId, filters), filters, searchable);
  const vector = await index.embed(searchable, text);
  const { known: rows, readAll } = createRows((ids) => readVideos(db, accountId, ids, filters));
  const similar = await widen(
    filters.limit,
    async (wide) => {
      const nearest = await index.find(searchable, vector, { ...condition, limit: wide });
      await readAll(nearest);
      const near = nearest.filter((hit) => hit.id !== video.id && rows.has(hit.id)).slice(0, FEWEST_COMPARED);
      const texts = near.map(({ id }) => toEmbeddingText(rows.get(id)!));
      const results = await index.rankBySimilarity(searchable, text, near, texts);
      return { results, hasMore: nearest.length === wide };
    },
    FEWEST_COMPARED,
  );
  return similar.map((hit) => ({ video: present(rows.get(hit.id)!), score: roundScore(hit.similarity) }));
}

async function findRanked<Row>(
  { searchIndex: index }: ViralLibrary,
  accounts: readonly string[],
  question: Question,
  read: Read<Entry<Row>>,
): Promise<{ row: Row; score: number }[]> {
  const searchable = await index.open();
  if (!searchable) return [];
  const { q, limit } = question;
  const condition = buildCondition(accounts, question, searchable);
  const { known: entries, readAll } = createRows(read);
  const rankRead = async (contenders: readonly Hit[], looksTwice: boolean) => {
    const hits = contenders.filter(({ id }) => entries.has(id));
    if (!looksTwice) return rank(q, hits, entries);
    const texts = hits.map(({ id }) => entries.get(id)!.getMeaning());
    return rank(q, await index.refine(searchable, q, hits, texts), entries);
  };
  const meaning = index.embed(searchable, q);
  // After embedding, the engine knows this without another message.
  const pending = { q, meaning, gainsFromWords: meaning.then(() => index.gainsFromWords(searchable, q)) };
  const page = await widen(limit, async (wide) => {
    const { hits, hasMore, looksTwice } = await findHits(index, searchable, pending, { ...condition, limit: wide });
    const contenders = selectContenders(q, hits, Math.max(looksTwice ? FEWEST_HITS : 0, limit + SPARE));
    await readAll(contenders);
    const results = await rankRead(contenders, looksTwice);
    if (results.length >= limit || contenders.length === hits.length) return { results, hasMore };
    await readAll(hits);
    return { results: await rankRead(hits, looksTwice), hasMore };
  });
  return page.map(({ id, score }) => ({ row: entries.get(id)!.row, score }));
}

const roundScore = (similarity: number) => Math.round(Math.min(1, Math.max(0, similarity)) * 10_000) / 10_000;

/** Reads the videos of hits. Checks the date again, because an index of an earlier version has none. */
async function readVideos(
  db: Database,
  accountId: string,
  ids: readonly string[],
  { publishedAfter }: Filters,
): Promise<ReadonlyMap<string, VideoRow>> {
  const videos = selectReadable(db, accountId, ids).where("analysis", "is not", null);
  const recent = publishedAfter === undefined ? videos : videos.where("published_at", ">=", new Date(publishedAfter));
  return new Map((await recent.execute()).map((row) => [row.id, row]));
}
