import { ApiError } from "vireo/errors";
import type { Log } from "vireo/log";
import type { EmbedProvider } from "vireo/slots/embed";
import type { WorkSender } from "vireo/work";
import { INDEX, type Index, type Indexes } from "../index-vectors/indexes";
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
  "The search index was built by another version of this model and is being rebuilt. Try again after the number of seconds in Retry-After.";

const notReady = (message: string) =>
  new ApiError("provider_unavailable", message, { headers: { "retry-after": String(RETRY_SECONDS) } });

interface Parts {
  indexes: Indexes;
  models: Models;
  vectors: Vectors;
  work: WorkSender;
  log: Log;
  stopping: AbortSignal;
}

/** An index that is ready for searches. */
export interface Searchable {
  index: Index;
  engine: EmbedProvider;
  table: VectorTable;
}

/** Opens the index that serves searches, embeds texts for it, and finds nearby rows. Throws `provider_unavailable`. */
export class SearchIndex {
  readonly #parts: Parts;
  #cached: { newestFirst: readonly Index[]; at: number } | undefined;
  /** Models and sizes of vectors for which this process has had an index replaced. */
  readonly #replaced = new Set<string>();
  /** Number of rows that match a filter. */
  readonly #counts = new Map<string, { rows: number; at: number }>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Returns undefined if there is nothing to search in, or no engine that embeds texts.
   * @throws `provider_unavailable` while the index is being built, as after an upgrade with another model
   */
  async open(): Promise<Searchable | undefined> {
    const { indexes, models, vectors } = this.#parts;
    if (!vectors.available) throw new ApiError("provider_unavailable", NO_VECTORS);
    const searchable = await this.#choose();
    if (!searchable && models.getCurrent() && (await indexes.hasDocuments())) throw notReady(NOT_BUILT);
    return searchable;
  }

  async embed({ index, engine, table }: Searchable, text: string): Promise<Float32Array> {
    const vector = await embed(engine, text, this.#parts.stopping, this.#parts.log);
    if (vector.length === table.dimensions) return vector;
    this.#replace(index, vector.length);
    throw notReady(OTHER_DIMENSIONS);
  }

  /** Has an index rebuilt, once for each size of vectors. */
  #replace(index: Index, dimensions: number): void {
    const { indexes, work, log } = this.#parts;
    const size = `${index.model} ${dimensions}`;
    if (this.#replaced.has(size)) return;
    this.#replaced.add(size);
    indexes.replace(index, { also: (trx) => work.wake(trx, INDEX) }).catch((error) => {
      this.#replaced.delete(size);
      log.warn("search index not replaced", { model: index.model, error });
    });
  }

  /** Returns true if rescoring hits helps with this query. */
  async gainsFromWords(searchable: Searchable, q: string): Promise<boolean> {
    return (await this.#compareWords(searchable, q, [])) !== undefined;
  }

  /** Rescores hits: the words of their texts count in addition to the meaning of the whole. */
  async refine(
    searchable: Searchable,
    q: string,
    hits: readonly Hit[],
    texts: readonly string[],
  ): Promise<readonly Hit[]> {
    const nearness = await this.#compareWords(searchable, q, texts);
    if (!nearness) return hits;
    return hits.map((hit, at) => ({
      ...hit,
      similarity: (hit.similarity + NEAREST_WORDS * nearness[at]!) / (1 + NEAREST_WORDS),
    }));
  }

  /** Ranks hits by how similar their texts are to this one. Their order stays if the engine cannot compare texts. */
  async rankBySimilarity(
    { engine }: Searchable,
    text: string,
    hits: readonly Hit[],
    texts: readonly string[],
  ): Promise<Hit[]> {
    const { log, stopping } = this.#parts;
    const similarities = await engine
      .compareTexts?.(text, texts, stopping)
      .catch((error) => refuse(engine, error, log));
    const closer = hits.map((hit, at) => ({ ...hit, similarity: similarities?.[at] ?? hit.similarity }));
    return closer.sort((a, b) => b.similarity - a.similarity);
  }

  async find({ index, table }: Searchable, vector: Float32Array, window: Window): Promise<Neighbour[]> {
    return table.findNearest(vector, window, await this.#chooseProbes(index, table, window));
  }

  async #compareWords({ engine }: Searchable, q: string, texts: readonly string[]) {
    const { log, stopping } = this.#parts;
    return engine.compareWords?.(q, texts, stopping).catch((error) => refuse(engine, error, log));
  }

  async #choose(): Promise<Searchable | undefined> {
    const isFresh = this.#cached && this.#cached.at > performance.now() - INDEX_TRUST_MS;
    const known = this.#cached && isFresh && (await this.#findSearchable(this.#cached.newestFirst));
    if (known) return known;
    const newestFirst = (await this.#parts.indexes.list()).reverse();
    const found = await this.#findSearchable(newestFirst);
    this.#cached = found && { newestFirst, at: performance.now() };
    return found;
  }

  /** Finds the newest complete index that an engine can embed for, or else the newest incomplete one. */
  async #findSearchable(newestFirst: readonly Index[]): Promise<Searchable | undefined> {
    const { models, vectors } = this.#parts;
    let other: Searchable | undefined;
    for (const index of [
      ...newestFirst.filter((candidate) => candidate.ready_at),
      ...newestFirst.filter((candidate) => !candidate.ready_at),
    ]) {
      const engine = models.find(index.model);
      const table = engine && (await vectors.open(index.id));
      // Nothing is found in an index whose first rows are still to come.
      if (!table || (!index.ready_at && (await table.count()) === 0)) continue;
      if ((engine.dimensions ?? table.dimensions) === table.dimensions) return { index, engine, table };
      other ??= { index, engine, table };
    }
    return other;
  }

  /**
   * Chooses the number of partitions to search. If few rows match the filter, their neighbours may be in any partition.
   */
  async #chooseProbes({ id, nprobes }: Index, table: VectorTable, { accounts, where }: Window): Promise<number | null> {
    if (nprobes === null) return null;
    const key = [id, ...accounts, where].join(" ");
    let count = this.#counts.get(key);
    if (!count || count.at <= performance.now() - COUNT_TRUST_MS) {
      count = { rows: await table.count({ accounts, where: where || undefined }), at: performance.now() };
      if (this.#counts.size >= MAX_COUNTS) this.#counts.clear();
      this.#counts.set(key, count);
    }
    return count.rows < EXACT_BELOW ? null : nprobes;
  }
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
