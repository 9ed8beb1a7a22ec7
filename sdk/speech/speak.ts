/** Speech of texts that are longer than a vendor accepts in one request. */
import { join } from "node:path";
import { EngineError } from "#core/engine";
import { probe, sniff } from "#core/media/probe";
import type { SpeakRun, Spoken, SpokenWord } from "#sdk/slots/speak";
import { splitText } from "#sdk/speech/pieces";
import { joinWaves } from "#sdk/speech/wave";
import { shiftWords } from "#sdk/speech/words";

/** The speech of a part of a text. */
export interface SpokenPart {
  /** A sound file. */
  sound: Uint8Array;
  words?: readonly SpokenWord[];
}

/**
 * Speaks a text part by part and joins the parts, WAV or MP3, into one file in the run's folder.
 * @param title the vendor, for messages
 * @param limit most characters of a part. Default 2000
 * @param speakPart called once for each part, in order
 * @returns the file, and the words with their times if all parts have some
 * @throws EngineError `provider_error` if the parts cannot be joined, and what `speakPart` throws
 * @example
 * const spoken = await speakParts("Cold brew. Order now.", { title: "Acme", limit: 1000 }, run, async (text) => {
 *   const { bytes } = await vendor.create("/v1/speech", { json: { text }, file: true, signal: run.signal });
 *   return { sound: bytes! };
 * });
 */
export async function speakParts(
  text: string,
  { title, limit }: { title: string; limit?: number },
  run: SpeakRun,
  speakPart: (part: string) => Promise<SpokenPart>,
): Promise<Spoken> {
  const parts: SpokenPart[] = [];
  const texts = splitText(text, limit);
  for (const [at, part] of texts.entries()) {
    run.progress((at / texts.length) * 100);
    parts.push(await speakPart(part));
  }
  const sounds = parts.map(({ sound }) => sound);
  const joined = joinSounds(sounds);
  if (!joined) throw new EngineError("provider_error", `${title} returned audio in formats that cannot be joined.`);
  const path = join(run.folder, `speech-${crypto.randomUUID()}.${sniff(joined)?.extension ?? "wav"}`);
  await Bun.write(path, joined);
  const words = await joinWords(parts, run.folder);
  run.progress(100);
  return { path, words: words.length > 0 ? words : undefined };
}

function joinSounds(sounds: readonly Uint8Array[]): Uint8Array | undefined {
  const waves = joinWaves(sounds);
  if (waves || sounds.length === 1) return waves ?? sounds[0];
  // Frames of MP3 do not depend on each other.
  const areMp3 = sounds.every((sound) => sniff(sound)?.contentType === "audio/mpeg");
  return areMp3 ? Buffer.concat(sounds) : undefined;
}

/** Returns the words with their times in the whole speech. None if a part has none. */
async function joinWords(parts: readonly SpokenPart[], folder: string): Promise<SpokenWord[]> {
  const words: SpokenWord[] = [];
  let from = 0;
  for (const [at, part] of parts.entries()) {
    if (!part.words?.length) return [];
    words.push(...shiftWords(part.words, from));
    // An MP3's length is an estimate, which must not put a word before the one that precedes it.
    const last = part.words.at(-1)?.end ?? 0;
    if (at < parts.length - 1) from += Math.max(last, await measure(part.sound, folder));
  }
  return words;
}

async function measure(sound: Uint8Array, folder: string): Promise<number> {
  const path = join(folder, `part-${crypto.randomUUID()}`);
  await Bun.write(path, joinWaves([sound]) ?? sound);
  return (await probe(path))?.duration ?? 0;
}
