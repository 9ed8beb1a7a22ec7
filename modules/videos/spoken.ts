import { buildCues } from "vireo/captions/cues";
import type { SpokenWord } from "vireo/slots/speak";
import type { Cue } from "vireo/slots/transcribe";
import { shiftWords } from "vireo/speech/words";
import type { Videos } from "./context";
import { SPEECH_STEP, type SpeechFacts } from "./speech";

/** Edits that do not shift the audio. */
const KEEPS_TIMES = new Set<string>(["captions", "overlay"]);

/** Returns cues of a speech whose engine has reported word times. Undefined without such times. */
export function toCues({ text, words = [], start }: { text: string; words?: SpokenWord[]; start: number }) {
  return words.length > 0 ? buildCues({ text, words: shiftWords(words, start) }) : undefined;
}

/** Returns the transcript of a version, if known: its own speech or transcript, or that of its base version. */
export async function findSpokenCues(
  { db }: Videos,
  { id, account_id }: { id: string; account_id: string },
  version: number,
): Promise<Cue[] | undefined> {
  const versions = await db
    .selectFrom("video_versions")
    .innerJoin("generations", "generations.id", "video_versions.generation_id")
    .leftJoin("generation_steps", (join) =>
      join
        .onRef("generation_steps.generation_id", "=", "video_versions.generation_id")
        .on("generation_steps.step", "=", SPEECH_STEP)
        .on("generation_steps.state", "=", "done"),
    )
    .leftJoin("video_transcripts", (join) =>
      join
        .onRef("video_transcripts.video_id", "=", "video_versions.video_id")
        .onRef("video_transcripts.version", "=", "video_versions.version")
        .on("video_transcripts.status", "=", "completed"),
    )
    .select(["video_versions.version", "video_versions.operation", "video_versions.file"])
    .select(["generations.request", "generation_steps.facts", "video_transcripts.cues"])
    .where("video_versions.video_id", "=", id)
    .where("video_versions.account_id", "=", account_id)
    .where("video_versions.version", "<=", version)
    .orderBy("video_versions.version", "desc")
    .execute();
  for (let at = versions[0]; at; ) {
    const { operation, facts, request, cues } = at;
    if (cues) return cues;
    const isPlain = operation === "original" || operation === "voiceover";
    if (facts && isPlain) return toCues(facts as unknown as SpeechFacts);
    if (!KEEPS_TIMES.has(operation)) return undefined;
    const { sourceUrl = "" } = request as { sourceUrl?: string };
    const before: number = at.version;
    at = versions.find(({ file, version }) => version < before && sourceUrl.endsWith(file.key));
  }
  return undefined;
}
