/**
 * The slot `embed`: whoever turns texts into vectors. Texts of like meaning lie close together, in
 * whatever language and words the model understands.
 */
import type { Provider } from "#core/engine";

export interface EmbedProvider extends Provider {
  /** Names what the vectors were made by. Vectors of two names are never compared: a change of it embeds everything anew. */
  readonly model: string;
  /** Numbers in a vector; undefined until the model has been read. */
  readonly dimensions: number | undefined;
  /** One vector of length 1 for each text, in order. Rejects with an EngineError where people can do something about it. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
  /**
   * A second look at texts that a search found: for each text, how near its words come to the words of the query, each query
   * word to its nearest, -1 to 1. Resolves to undefined for queries, such as English ones, for which this gains nothing; called
   * without texts to learn that. Missing where the engine has no vectors of words.
   */
  compareWords?(query: string, texts: readonly string[], signal: AbortSignal): Promise<Float32Array | undefined>;
  /**
   * A closer look at texts that are near to one: how alike it and each of them are, up to 1, by more than their vectors tell.
   * Missing where the engine has no vectors of words.
   */
  compareTexts?(text: string, others: readonly string[], signal: AbortSignal): Promise<Float32Array>;
  /** The same engine for an earlier model, so that an old index answers while the new one fills; undefined where it cannot. */
  forModel?(model: string): EmbedProvider | undefined;
}

declare module "#core/engine" {
  interface Slots {
    embed: EmbedProvider;
  }
}
