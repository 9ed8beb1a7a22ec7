import { hundredths } from "vireo/captions/pages";
import type { Cue } from "vireo/captions/subtitles";
import { splitWords, spreadWords } from "vireo/captions/words";

/** Splits a text into one cue per sentence, spread over the duration. */
export function splitSentences(text: string, duration: number): Cue[] {
  const sentences = text.match(/[^.!?…。！？\n]+[.!?…。！？]*\s*/gu)?.map((sentence) => sentence.trim()) ?? [];
  const words = spreadWords(text, [{ start: 0, end: duration }]);
  let next = 0;
  return sentences.filter(Boolean).map((sentence) => {
    const first = words[next];
    next += splitWords(sentence).length;
    const last = words[next - 1];
    return { text: sentence, start: hundredths(first?.start ?? 0), end: hundredths(last?.end ?? duration) };
  });
}
