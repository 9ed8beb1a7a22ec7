import type { AddVoiceoverRequest } from "vireo/client";
import type { StoredLayer } from "./render-layers";
import { noFile, type SoundFile, toSoundFile } from "./sound-file";
import type { EditKind } from "./use-edit";

type VoiceoverLayer = Extract<StoredLayer, { type: "voiceover" }>;

/** A text that is spoken on export, or a recording. */
export interface VoiceoverDraft extends SoundFile {
  text: string;
  speaker: "voice" | "character" | "recording";
  /** Empty: the engine's default. */
  voice: string;
  characterId: string | null;
  speed: number;
  /** Seconds. */
  start: number;
  volume: number;
  /** Volume of the video's own audio. */
  originalVolume: number;
}

export const newVoiceover: VoiceoverDraft = {
  ...noFile,
  text: "",
  speaker: "voice",
  voice: "",
  characterId: null,
  speed: 1,
  start: 0,
  volume: 1,
  originalVolume: 0.5,
};

function toRequest(draft: VoiceoverDraft): AddVoiceoverRequest {
  const { text, speaker, voice, characterId, speed, start, volume, originalVolume, uploadId, audioUrl } = draft;
  const times = { start: start > 0 ? start : undefined, volume, originalVolume };
  if (speaker === "recording") return { uploadId, audioUrl, ...times };
  return {
    text: text.trim(),
    characterId: speaker === "character" && characterId ? characterId : undefined,
    voice: speaker === "voice" && voice.trim() ? voice.trim() : undefined,
    speed: speed === 1 ? undefined : speed,
    ...times,
  };
}

export const voiceoverEdit: EditKind<VoiceoverDraft> = {
  tab: "voiceover",
  blank: newVoiceover,
  toRequest,
  findMissing({ text, speaker, characterId, uploadId, audioUrl }) {
    if (speaker === "recording") return uploadId || audioUrl ? undefined : "Record your voice or choose a file first";
    if (!text.trim()) return "Enter a text first";
    return speaker === "character" && !characterId ? "Choose a character first" : undefined;
  },
};

/** Returns the draft that a voice-over was exported from. */
export const toVoiceoverDraft = ({ id: _id, type: _type, ...layer }: VoiceoverLayer): VoiceoverDraft => ({
  ...newVoiceover,
  ...layer,
  ...toSoundFile(layer, "Recording"),
  speaker: layer.text === undefined ? "recording" : layer.characterId ? "character" : "voice",
  characterId: layer.characterId ?? null,
});

/** Letters and digits per second of typical speech. */
const LETTERS_PER_SECOND = 13;
/** A Chinese, Japanese or Korean character takes as long as this many letters. */
const IDEOGRAPH_LENGTH = 2.5;
/** The server holds the last frame for at most this many seconds. */
const MAX_HOLD = 10;

/** Estimates how long a text takes to speak, in seconds. */
export function estimateSeconds(text: string, speed: number): number {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const ideographs =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return (letters + (IDEOGRAPH_LENGTH - 1) * ideographs) / (LETTERS_PER_SECOND * speed);
}

/** Returns the seconds for which a voice-over is heard: an estimate unless it is a recording. */
export const getSpokenSeconds = ({ speaker, text, speed, seconds }: VoiceoverDraft): number =>
  speaker === "recording" ? seconds : estimateSeconds(text, speed);

/** Compares the estimated length of the text with the video's. */
export function describeFit({ text, speed, start }: VoiceoverDraft, duration: number): string {
  const seconds = estimateSeconds(text, speed);
  const left = Math.max(0, duration - start);
  const estimate = `About ${Math.ceil(seconds)} s of ${start > 0 ? "the remaining " : ""}${left.toFixed(1)} s`;
  if (seconds <= left) return estimate;
  return seconds <= left + MAX_HOLD
    ? `${estimate}. The last frame is held until the voice-over ends.`
    : `${estimate}. Probably too long: the last frame is held for at most ${MAX_HOLD} s.`;
}
