import type { AddVoiceoverRequest } from "vireo/client";

/** A voice-over as it is being written. */
export interface VoiceoverDraft {
  text: string;
  speaker: "voice" | "character";
  /** Empty: the engine's own choice. */
  voice: string;
  characterId: string;
  speed: number;
  /** Seconds. */
  start: number;
  volume: number;
  /** Of the video's own sound. */
  originalVolume: number;
  /** The version that it became, unchanged since; 0: none. */
  applied: number;
}

export const newVoiceover: VoiceoverDraft = {
  text: "",
  speaker: "voice",
  voice: "",
  characterId: "",
  speed: 1,
  start: 0,
  volume: 1,
  originalVolume: 0.25,
  applied: 0,
};

export function voiceoverRequest(draft: VoiceoverDraft): AddVoiceoverRequest {
  const { text, speaker, voice, characterId, speed, start, volume, originalVolume } = draft;
  return {
    text: text.trim(),
    ...(speaker === "character" ? { characterId } : voice.trim() ? { voice: voice.trim() } : {}),
    ...(speed === 1 ? {} : { speed }),
    ...(start > 0 ? { start } : {}),
    volume,
    originalVolume,
  };
}

/** What is still missing, in words; undefined when it can be spoken. */
export function findMissingVoiceover({ text, speaker, characterId }: VoiceoverDraft): string | undefined {
  if (!text.trim()) return "Write what is said first.";
  return speaker === "character" && !characterId ? "Choose a character first." : undefined;
}

/** Letters and digits that common voices say in a second. */
const PACE = 13;
/** How many of them a sign takes that stands for a syllable or a word. */
const SIGN = 2.5;
/** Seconds that the server holds the last picture at most. */
const HOLD = 10;

/** About how long a text takes to say, seconds. */
export function spokenSeconds(text: string, speed: number): number {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const signs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return (letters + (SIGN - 1) * signs) / (PACE * speed);
}

/** How the text's length goes with the video's, in words. The voice itself may take more or less. */
export function describeFit({ text, speed, start }: VoiceoverDraft, duration: number): string {
  const takes = spokenSeconds(text, speed);
  const left = Math.max(0, duration - start);
  const words = `About ${Math.ceil(takes)} s of ${left.toFixed(1)} s${start > 0 ? " that are left" : ""}`;
  if (takes <= left) return `${words}.`;
  return takes <= left + HOLD
    ? `${words}: the last picture is held until it has been said.`
    : `${words}. That is probably too long: the last picture is held for ${HOLD} s at most.`;
}
