/** Times of words. Those that a search used become part of the transcript, so that captions and the dashboard have the same. */
import type { Generation } from "vireo/generations";
import type { Cue } from "vireo/slots/transcribe";
import type { ClipMaker } from "./context";
import type { SearchRequest } from "./request";

const toKey = ({ start, end, text }: Cue): string => `${start} ${end} ${text}`;

/** Stores the times of words in the transcript of a search's video. Cues that have changed since then keep theirs. */
export async function keepTimes(
  { services: { videos } }: ClipMaker,
  { account_id, request: { source } }: Pick<Generation<SearchRequest>, "account_id" | "request">,
  timed: readonly Cue[],
): Promise<void> {
  const stored = (await videos.findSpeech(account_id, source)) ?? [];
  const byKey = new Map(timed.map((cue) => [toKey(cue), cue]));
  let changed = false;
  const cues = stored.map((cue) => {
    const { words, isEstimated } = byKey.get(toKey(cue)) ?? cue;
    if (!words || Bun.deepEquals(words, cue.words)) return cue;
    changed = true;
    return { ...cue, words, ...(isEstimated ? { isEstimated } : {}) };
  });
  if (changed) await videos.keepSpeech(account_id, source, cues);
}
