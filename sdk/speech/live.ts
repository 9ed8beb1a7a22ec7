/** The check of speech engines for `vireo doctor --live`. */
import { EngineError, type LiveCheck } from "#core/engine";
import { probe } from "#core/media/probe";
import type { Speaker } from "#sdk/slots/speak";

/** The sentence to speak: short, so that it costs little. */
export const SENTENCE = "Hello from Vireo.";

/**
 * Creates a check for `vireo doctor --live` that speaks a sentence.
 * @param usd the most that it costs, in US dollars
 * @example
 * const live = [createSpeechCheck(() => speaker, 0.01)];
 */
export const createSpeechCheck = (speaker: () => Pick<Speaker, "speak">, usd: number): LiveCheck => ({
  title: "a sentence",
  usd,
  async run({ folder, signal, download }) {
    const { path, words } = await speaker().speak({ text: SENTENCE }, { folder, signal, progress() {}, download });
    const sound = await probe(path);
    if (!sound?.hasAudio || !sound.duration)
      throw new EngineError("engine_bad_result", "The speech is not a readable audio file.");
    return [`${sound.duration.toFixed(1)} s`, words ? `${words.length} of 3 words have times` : "without word times"];
  },
});
