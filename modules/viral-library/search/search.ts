import type { Database } from "vireo/database";
import { ApiError } from "vireo/errors";
import type { Log } from "vireo/log";
import type { Context } from "vireo/module";
import type { EmbedProvider } from "vireo/slots/embed";
import { SHARED, toSearchText } from "../index-vectors/document";
import type { Index, Indexes } from "../index-vectors/indexes";
import type { Models } from "../index-vectors/models";
import { EXACT_BELOW } from "../index-vectors/partition";
import type { VectorTable } from "../index-vectors/vector-table";
import type { Vectors } from "../index-vectors/vectors";
import type { Video } from "../schema";
import { present, selectReadable, type VideoRow } from "../videos/store";
import { type Hit, mergeHits, rank, selectContenders } from "./rank";
import { separateWords, toPlainText } from "./tokens";

export interface Question {
  q: string;
  limit: number;
  minViews?: number;
  hashtag?: string;
  username?: string;
  /** Seconds. */
  maxDuration?: number;
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
function buildFilter(accountId: string, { minViews, hashtag, username, maxDuration }: Question): string {
  return [
    `account in (${quote(accountId)}, ${quote(SHARED)})`,
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

export type Search = (accountId: string, question: Question) => Promise<Result[]>;

/** Searches the analysed videos of an account and of the shared library, best first. Throws `provider_unavailable`. */
export function createSearch({ db, log, stopping, ...parts }: Options): Search {
  const chooseIndex = createIndexChooser(parts);
  const chooseProbes = createProbeChooser();

  return async function search(accountId, question) {
    if (!parts.vectors.available) throw new ApiError("provider_unavailable", NO_VECTORS);
    const searchable = await chooseIndex();
    if (!searchable) return [];
    const { index, engine, table } = searchable;
    const { q, limit } = question;
    const where = buildFilter(accountId, question);
    const window = { where, limit: limit + MARGIN };
    const rows = new Map<string, VideoRow>();
    const read = (hits: readonly { id: string }[]) => readVideos(db, accountId, hits, rows);

    async function findNearest() {
      const vector = await embed(engine, q, stopping, log);
      if (vector.length !== table.dimensions) throw new ApiError("provider_unavailable", OTHER_DIMENSIONS);
      return { vector, nearest: await table.findNearest(vector, window, await chooseProbes(index, table, where)) };
    }
    const [{ vector, nearest }, matching] = await Promise.all([
      findNearest(),
      table.findMatching(separateWords(toPlainText(q)), window),
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
  };
}

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
