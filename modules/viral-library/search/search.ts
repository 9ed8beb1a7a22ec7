import type { Database } from "vireo/database";
import { ApiError, notFound } from "vireo/errors";
import type { Log } from "vireo/log";
import type { Context } from "vireo/module";
import type { EmbedProvider } from "vireo/slots/embed";
import { SHARED, toEmbeddingText, toSearchText } from "../index-vectors/document";
import type { Index, Indexes } from "../index-vectors/indexes";
import type { Models } from "../index-vectors/models";
import { EXACT_BELOW } from "../index-vectors/partition";
import type { VectorTable, Window } from "../index-vectors/vector-table";
import type { Vectors } from "../index-vectors/vectors";
import type { Video } from "../schema";
import { parseVideoId, present, selectReadable, type VideoRow } from "../videos/store";
import { type Hit, mergeHits, rank, selectContenders } from "./rank";
import { separateWords, toPlainText } from "./tokens";

export interface Filters {
  limit: number;
  /** Only this library. Both without it. */
  library?: "own" | "shared";
  minViews?: number;
  hashtag?: string;
  username?: string;
  /** Seconds. */
  maxDuration?: number;
}
export interface Question extends Filters {
  q: string;
}
export interface Result {
  video: Video;
  score: number;
}

/** Hits of each kind that are ranked beyond the limit. */
const MARGIN = 10;
/** Rows read beyond the limit, because some may have been deleted a moment ago. */
const SPARE = 3;
/** The list of indexes is cached this long. A replaced index lingers for longer. */
const INDEX_TRUST_MS = 1000;
const COUNT_TRUST_MS = 60_000;
const MAX_COUNTS = 1000;
const NO_VECTORS = `Search is not available: LanceDB has no build for ${process.platform}-${process.arch}.`;
const OTHER_DIMENSIONS =
  "The search index was built by another version of this model. Import a video or run `vireo reindex` to rebuild it.";

const quote = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** Account scope and filters as SQL for the index. */
function buildFilter(accountId: string, { library, minViews, hashtag, username, maxDuration }: Filters): string {
  const accounts = { own: [accountId], shared: [SHARED], both: [accountId, SHARED] }[library ?? "both"];
  return [
    `account in (${accounts.map(quote).join(", ")})`,
    ...(minViews === undefined ? [] : [`views >= ${minViews}`]),
    ...(maxDuration === undefined ? [] : [`duration <= ${maxDuration}`]),
    ...(hashtag === undefined ? [] : [`array_has(hashtags, ${quote(hashtag.replace(/^#/, "").toLowerCase())})`]),
    ...(username === undefined ? [] : [`username = ${quote(username.replace(/^@/, "").toLowerCase())}`]),
  ].join(" and ");
}

interface Options extends Pick<Context, "db" | "log" | "stopping"> {
  indexes: Indexes;
  models: Models;
  vectors: Vectors;
}

/** An index that can be searched now. */
interface Searchable {
  index: Index;
  engine: EmbedProvider;
  table: VectorTable;
}

export interface Search {
  /** Searches the analysed videos of an account and of the shared library, best first. Throws `provider_unavailable`. */
  find(accountId: string, question: Question): Promise<Result[]>;
  /** The videos most like one that the account can read, without itself. Throws `not_found`, `provider_unavailable`. */
  findSimilar(accountId: string, id: string, filters: Filters): Promise<Result[]>;
}

export function createSearch({ db, log, stopping, ...parts }: Options): Search {
  const chooseIndex = createIndexChooser(parts);
  const chooseProbes = createProbeChooser();

  async function openIndex(): Promise<Searchable | undefined> {
    if (!parts.vectors.available) throw new ApiError("provider_unavailable", NO_VECTORS);
    return chooseIndex();
  }

  async function findNearest({ index, engine, table }: Searchable, text: string, window: Window) {
    const vector = await embed(engine, text, stopping, log);
    if (vector.length !== table.dimensions) throw new ApiError("provider_unavailable", OTHER_DIMENSIONS);
    const nprobes = await chooseProbes(index, table, window.where);
    return { vector, nearest: await table.findNearest(vector, window, nprobes) };
  }

  return {
    async find(accountId, question) {
      const searchable = await openIndex();
      if (!searchable) return [];
      const { q, limit } = question;
      const window = { where: buildFilter(accountId, question), limit: limit + MARGIN };
      const rows = new Map<string, VideoRow>();
      const read = (hits: readonly { id: string }[]) => readVideos(db, accountId, hits, rows);
      const [{ vector, nearest }, matching] = await Promise.all([
        findNearest(searchable, q, window),
        searchable.table.findMatching(separateWords(toPlainText(q)), window),
      ]);
      const hits = mergeHits(vector, nearest, matching);
      const rankRead = (contenders: readonly Hit[]) =>
        rank(
          q,
          contenders.filter(({ id }) => rows.has(id)),
          new Map([...rows].map(([id, video]) => [id, { ...video, text: toSearchText(video) }])),
        );
      const contenders = selectContenders(q, hits, limit + SPARE);
      await read(contenders);
      let ranked = rankRead(contenders);
      if (ranked.length < limit && contenders.length < hits.length) {
        await read(hits);
        ranked = rankRead(hits);
      }
      return ranked.slice(0, limit).map(({ id, score }) => ({ video: present(rows.get(id)!), score }));
    },

    async findSimilar(accountId, id, filters) {
      const uuid = parseVideoId(id);
      const video = uuid && (await selectReadable(db, accountId, [uuid]).executeTakeFirst());
      if (!video) throw notFound("video");
      const searchable = await openIndex();
      const text = toEmbeddingText(video);
      if (!searchable || !text) return [];
      const window = { where: buildFilter(accountId, filters), limit: filters.limit + MARGIN };
      const { nearest } = await findNearest(searchable, text, window);
      const rows = new Map<string, VideoRow>();
      await readVideos(db, accountId, nearest, rows);
      return nearest
        .filter((one) => one.id !== video.id && rows.has(one.id))
        .slice(0, filters.limit)
        .map((one) => ({ video: present(rows.get(one.id)!), score: roundScore(one.similarity) }));
    },
  };
}

const roundScore = (similarity: number) => Math.round(Math.min(1, Math.max(0, similarity)) * 10_000) / 10_000;

/** Chooses the newest complete index that an engine can embed for, or else the newest incomplete one. */
function createIndexChooser({ indexes, models, vectors }: Pick<Options, "indexes" | "models" | "vectors">) {
  let cached: { newestFirst: readonly Index[]; at: number } | undefined;

  async function findSearchable(newestFirst: readonly Index[]): Promise<Searchable | undefined> {
    let other: Searchable | undefined;
    for (const index of [...newestFirst.filter((one) => one.ready_at), ...newestFirst.filter((one) => !one.ready_at)]) {
      const engine = models.find(index.model);
      const table = engine && (await vectors.open(index.id));
      if (!table) continue;
      if ((engine.dimensions ?? table.dimensions) === table.dimensions) return { index, engine, table };
      other ??= { index, engine, table };
    }
    return other;
  }

  return async (): Promise<Searchable | undefined> => {
    const isFresh = cached && cached.at > performance.now() - INDEX_TRUST_MS;
    const known = cached && isFresh && (await findSearchable(cached.newestFirst));
    if (known) return known;
    cached = { newestFirst: (await indexes.list()).reverse(), at: performance.now() };
    return findSearchable(cached.newestFirst);
  };
}

/** Chooses how many partitions to search. If few rows match the filter, their neighbours may be in any partition. */
function createProbeChooser() {
  const counts = new Map<string, { rows: number; at: number }>();
  return async ({ id, nprobes }: Index, table: VectorTable, where: string): Promise<number | null> => {
    if (nprobes === null) return null;
    const key = `${id} ${where}`;
    let count = counts.get(key);
    if (!count || count.at <= performance.now() - COUNT_TRUST_MS) {
      count = { rows: await table.count(where), at: performance.now() };
      if (counts.size >= MAX_COUNTS) counts.clear();
      counts.set(key, count);
    }
    return count.rows < EXACT_BELOW ? null : nprobes;
  };
}

async function embed(engine: EmbedProvider, q: string, stopping: AbortSignal, log: Log): Promise<Float32Array> {
  try {
    const [vector] = await engine.embed([q], stopping);
    if (vector) return vector;
    throw new Error("The engine returned no vector.");
  } catch (error) {
    log.error("query not embedded", { engine: engine.name, error });
    throw new ApiError("provider_unavailable", "The embedding engine does not respond. Try again later.");
  }
}

/** Adds the videos behind hits. Reads them from Postgres, so that a deleted video never appears. */
async function readVideos(
  db: Database,
  accountId: string,
  hits: readonly { id: string }[],
  rows: Map<string, VideoRow>,
): Promise<void> {
  const ids = hits.map(({ id }) => id).filter((id) => !rows.has(id));
  if (ids.length === 0) return;
  const videos = await selectReadable(db, accountId, ids).where("analysis", "is not", null).execute();
  for (const video of videos) rows.set(video.id, video);
}
