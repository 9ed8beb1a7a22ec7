/** Slot `embed`: turns texts into vectors. Texts with similar meanings have similar vectors. */
import type { Provider } from "#core/engine";

/** A model that turns texts into vectors. */
export interface EmbedProvider extends Provider {
  /** Id of the model. Vectors of two models are never compared: after a change, all texts are embedded again. */
  readonly model: string;
  /** Length of a vector. Undefined until the model is loaded. */
  readonly dimensions: number | undefined;
  /** Returns one unit vector per text, in order. Throws EngineError if the operator can fix the cause. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>;
  /**
   * Compares a query with texts that a search found, word by word. Returns for each text the mean similarity of the query's words
   * to their nearest words in the text, -1 to 1. Undefined for queries that gain nothing from this, such as English ones; can be
   * called without texts to find that out. Missing if the engine has no vectors of words.
   */
  compareWords?(query: string, texts: readonly string[], signal: AbortSignal): Promise<Float32Array | undefined>;
  /**
   * Compares one text with others and returns how similar each is, up to 1. More exact than the cosine of their vectors, and
   * slower, so it is called for the nearest texts only. Missing if the engine has no vectors of words.
   */
  compareTexts?(text: string, others: readonly string[], signal: AbortSignal): Promise<Float32Array>;
  /** Returns this engine with an earlier model, to search an old index until the new one is complete. Undefined if it cannot. */
  forModel?(model: string): EmbedProvider | undefined;
}

declare module "#core/engine" {
  interface Slots {
    embed: EmbedProvider;
  }
}
