import { ApiError } from "vireo/errors";
import type { Context } from "vireo/module";
import type { EmbedProvider } from "vireo/slots/embed";
import { SHARED } from "../index-vectors/document";
import type { Index, Indexes } from "../index-vectors/indexes";
import type { Models } from "../index-vectors/models";
import { EXACT_BELOW } from "../index-vectors/partition";
import type { VectorTable } from "../index-vectors/vector-table";
import type { Vectors } from "../index-vectors/vectors";
import type { Video } from "../schema";
import { present, readable, type VideoRow } from "../videos/store";
import { rank } from "./rank";
import { plain } from "./words";

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

/** Hits of each kind that are ranked together, beside those asked for. */
const MARGIN = 10;
/** Rows that are read beside those asked for: some may have been deleted a moment ago. */
const SPARE = 3;
/** Indexes come and go in minutes; one that was replaced lingers for longer than this. */
const INDEX_TRUST_MS = 1000;
const COUNT_TRUST_MS = 60_000;
const NO_VECTORS = `This server cannot search: there is no LanceDB for ${process.platform}-${process.arch}.`;

const OTHER_SIZE =
  "The search index was made by another build of this model. It is made anew with the next import, or by `vireo reindex`.";

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** Scope and filters, as the index's SQL. */
function conditions(accountId: string, { minViews, hashtag, username, maxDuration }: Question): string {
  return [
    `account in (${text(accountId)}, ${text(SHARED)})`,
    ...(minViews === undefined ? [] : [`views >= ${minViews}`]),
    ...(maxDuration === undefined ? [] : [`duration <= ${maxDuration}`]),
    ...(hashtag === undefined ? [] : [`array_has(hashtags, ${text(hashtag.replace(/^#/, "").toLowerCase())})`]),
    ...(username === undefined ? [] : [`username = ${text(username.replace(/^@/, "").toLowerCase())}`]),
  ].join(" and ");
}

interface Options extends Pick<Context, "db" | "log" | "stopping"> {
  indexes: Indexes;
  models: Models;
  vectors: Vectors;
}

export function createSearch({ db, log, stopping, indexes, models, vectors }: Options) {
  let known: { all: readonly Index[]; at: number } | undefined;
  const counts = new Map<string, { rows: number; at: number }>();

  /** Newest first. */
  async function readIndexes(): Promise<readonly Index[]> {
    known = { all: (await indexes.all()).reverse(), at: Date.now() };
    return known.all;
  }

  async function usable(all: readonly Index[]) {
    let other: { index: Index; engine: EmbedProvider; table: VectorTable } | undefined;
    for (const index of [...all.filter((one) => one.ready_at), ...all.filter((one) => !one.ready_at)]) {
      const engine = models.of(index.model);
      const table = engine && (await vectors.open(index.id));
      if (!table) continue;
      if ((engine.dimensions ?? table.dimensions) === table.dimensions) return { index, engine, table };
      other ??= { index, engine, table };
    }
    return other;
  }

  /** The newest index that is complete and that somebody can embed for; without one, what there is so far. */
  async function choose() {
    const isFresh = known && known.at > Date.now() - INDEX_TRUST_MS;
    return (known && isFresh && (await usable(known.all))) || usable(await readIndexes());
  }

  /** Partitions to look into. Few rows that match are looked through whole: neighbours among them may lie anywhere. */
  async function probes({ id, nprobes }: Index, table: VectorTable, where: string): Promise<number | null> {
    if (nprobes === null) return null;
    const key = `${id} ${where}`;
    const counted = counts.get(key);
    if (counted && counted.at > Date.now() - COUNT_TRUST_MS) return counted.rows < EXACT_BELOW ? null : nprobes;
    const rows = await table.count(where);
    if (counts.size >= 1000) counts.clear();
    counts.set(key, { rows, at: Date.now() });
    return rows < EXACT_BELOW ? null : nprobes;
  }

  async function embed(engine: EmbedProvider, q: string): Promise<Float32Array> {
    try {
      const [vector] = await engine.embed([q], stopping);
      if (vector) return vector;
      throw new Error("The engine returned no vector.");
    } catch (error) {
      log.error("a query could not be embedded", { engine: engine.name, error });
      throw new ApiError(
        "provider_unavailable",
        "The engine that understands queries does not answer. Try again later.",
      );
    }
  }

  /** Adds rows behind hits, from the truth: what was deleted a moment ago is gone, whatever the index says. */
  async function read(rows: Map<string, VideoRow>, accountId: string, hits: readonly { id: string }[]): Promise<void> {
    const ids = hits.map(({ id }) => id).filter((id) => !rows.has(id));
    if (ids.length === 0) return;
    const found = await readable(db, accountId, ids).where("analysis", "is not", null).execute();
    for (const row of found) rows.set(row.id, row);
  }

  /** The best of what is analysed in the account's library and the shared one, best first. Throws `provider_unavailable`. */
  return async function search(accountId: string, question: Question): Promise<Result[]> {
    if (!vectors.available) throw new ApiError("provider_unavailable", NO_VECTORS);
    const chosen = await choose();
    if (!chosen) return [];
    const { index, engine, table } = chosen;
    const { q, limit } = question;
    const where = conditions(accountId, question);
    const window = { where, limit: limit + MARGIN };
    const rows = new Map<string, VideoRow>();

    /** Nearest by meaning. Most of them end up among the results: they are read while the words are looked for. */
    async function nearest() {
      const vector = await embed(engine, q);
      if (vector.length !== table.dimensions) throw new ApiError("provider_unavailable", OTHER_SIZE);
      const near = await table.nearest(vector, window, await probes(index, table, where));
      await read(rows, accountId, near.slice(0, limit + SPARE));
      return { vector, near };
    }
    const [{ vector, near }, matching] = await Promise.all([nearest(), table.matching(plain(q), window)]);
    const ranked = rank(q, vector, near, matching);
    const first = ranked.slice(0, limit + SPARE);
    await read(rows, accountId, first);
    const isThere = ({ id }: { id: string }) => rows.has(id);
    if (first.filter(isThere).length < limit) await read(rows, accountId, ranked);
    return ranked
      .filter(isThere)
      .slice(0, limit)
      .map(({ id, score }) => ({ video: present(rows.get(id)!), score }));
  };
}

export type Search = ReturnType<typeof createSearch>;
