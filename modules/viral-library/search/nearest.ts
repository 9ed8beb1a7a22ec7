import { ApiError } from "vireo/errors";
import type { Log } from "vireo/log";
import type { Context } from "vireo/module";
import type { EmbedProvider } from "vireo/slots/embed";
import type { Index, Indexes } from "../index-vectors/indexes";
import type { Models } from "../index-vectors/models";
import { EXACT_BELOW } from "../index-vectors/partition";
import type { Neighbour, VectorTable, Window } from "../index-vectors/vector-table";
import type { Vectors } from "../index-vectors/vectors";
import type { Hit } from "./rank";

/** Time for which the list of indexes is cached. A replaced index is kept longer. */
const INDEX_TRUST_MS = 1000;
const COUNT_TRUST_MS = 60_000;
const MAX_COUNTS = 1000;
/**
 * Weight of the nearest words of a text compared with its meaning as a whole, tuned on questions that no test contains.
 */
const NEAREST_WORDS = 0.7;
const NO_VECTORS = `Search is not available: LanceDB has no build for ${process.platform}-${process.arch}.`;
const NOT_BUILT = "The search index is being built. Try again after the number of seconds in Retry-After.";
const RETRY_SECONDS = 5;
const OTHER_DIMENSIONS =
  "The search index was built by another version of this model. Import a video or run `vireo reindex` to rebuild it.";

export interface IndexParts extends Pick<Context, "log" | "stopping"> {
  indexes: Indexes;
  models: Models;
  vectors: Vectors;
}

/** An index that is ready for searches. */
export interface Searchable {
  index: Index;
  engine: EmbedProvider;
  table: VectorTable;
}

/** Opens the index that serves searches, embeds texts for it, and finds nearby rows. Throws `provider_unavailable`. */
export function createNearest({ log, stopping, ...parts }: IndexParts) {
  const chooseIndex = createIndexChooser(parts);
  const chooseProbes = createProbeChooser();
  const compareWords = async ({ engine }: Searchable, q: string, texts: readonly string[]) =>
    engine.compareWords?.(q, texts, stopping).catch((error) => refuse(engine, error, log));

  return {
    /**
     * Returns undefined if there is nothing to search in, or no engine that embeds texts.
     * @throws `provider_unavailable` while the index is being built, as after an upgrade with another model
     */
    async open(): Promise<Searchable | undefined> {
      if (!parts.vectors.available) throw new ApiError("provider_unavailable", NO_VECTORS);
      const searchable = await chooseIndex();
      if (!searchable && parts.models.getCurrent() && (await parts.indexes.hasDocuments()))
        throw new ApiError("provider_unavailable", NOT_BUILT, { headers: { "retry-after": String(RETRY_SECONDS) } });
      return searchable;
    },

    async embed({ engine, table }: Searchable, text: string): Promise<Float32Array> {
      const vector = await embed(engine, text, stopping, log);
      if (vector.length !== table.dimensions) throw new ApiError("provider_unavailable", OTHER_DIMENSIONS);
      return vector;
    },

    /** Returns true if rescoring hits helps with this query. */
    async gainsFromWords(searchable: Searchable, q: string): Promise<boolean> {
      return (await compareWords(searchable, q, [])) !== undefined;
    },

    /** Rescores hits: the words of their texts count in addition to the meaning of the whole. */
    async refine(
      searchable: Searchable,
      q: string,
      hits: readonly Hit[],
      texts: readonly string[],
    ): Promise<readonly Hit[]> {
      const nearness = await compareWords(searchable, q, texts);
      if (!nearness) return hits;
      return hits.map((hit, at) => ({
        ...hit,
        similarity: (hit.similarity + NEAREST_WORDS * nearness[at]!) / (1 + NEAREST_WORDS),
      }));
    },

    /** Ranks hits by how similar their texts are to this one. Their order stays if the engine cannot compare texts. */
    async rankBySimilarity(
      { engine }: Searchable,
      text: string,
      hits: readonly Hit[],
      texts: readonly string[],
    ): Promise<Hit[]> {
      const similarities = await engine
        .compareTexts?.(text, texts, stopping)
        .catch((error) => refuse(engine, error, log));
      const closer = hits.map((hit, at) => ({ ...hit, similarity: similarities?.[at] ?? hit.similarity }));
      return closer.sort((a, b) => b.similarity - a.similarity);
    },

    async find({ index, table }: Searchable, vector: Float32Array, window: Window): Promise<Neighbour[]> {
      return table.findNearest(vector, window, await chooseProbes(index, table, window));
    },
  };
}

/** Chooses the newest complete index that an engine can embed for, or else the newest incomplete one. */
function createIndexChooser({ indexes, models, vectors }: Pick<IndexParts, "indexes" | "models" | "vectors">) {
  let cached: { newestFirst: readonly Index[]; at: number } | undefined;

  async function findSearchable(newestFirst: readonly Index[]): Promise<Searchable | undefined> {
    let other: Searchable | undefined;
    for (const index of [
      ...newestFirst.filter((candidate) => candidate.ready_at),
      ...newestFirst.filter((candidate) => !candidate.ready_at),
    ]) {
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

/**
 * Chooses the number of partitions to search. If few rows match the filter, their neighbours may be in any partition.
 */
function createProbeChooser() {
  const counts = new Map<string, { rows: number; at: number }>();
  return async ({ id, nprobes }: Index, table: VectorTable, { accounts, where }: Window): Promise<number | null> => {
    if (nprobes === null) return null;
    const key = [id, ...accounts, where].join(" ");
    let count = counts.get(key);
    if (!count || count.at <= performance.now() - COUNT_TRUST_MS) {
      count = { rows: await table.count({ accounts, where: where || undefined }), at: performance.now() };
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
    return refuse(engine, error, log);
  }
}

function refuse(engine: EmbedProvider, error: unknown, log: Log): never {
  log.error("query not embedded", { engine: engine.name, error });
  throw new ApiError("provider_unavailable", "The embedding engine does not respond. Try again later.");
}
