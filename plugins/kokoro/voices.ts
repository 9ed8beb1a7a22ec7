import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Voice } from "vireo/slots/speak";

/** English voices of Kokoro 1.0. The first letter is the accent, the second the gender. */
export const VOICES = (
  "af_heart af_alloy af_aoede af_bella af_jessica af_kore af_nicole af_nova af_river af_sarah af_sky " +
  "am_adam am_echo am_eric am_fenrir am_liam am_michael am_onyx am_puck am_santa " +
  "bf_alice bf_emma bf_isabella bf_lily bm_daniel bm_fable bm_george bm_lewis"
).split(" ");

export const VOICE_FILE = /^[a-z0-9_-]{1,64}$/;

/** Returns the accent of a voice. */
export const getLanguage = (voice: string): "en-US" | "en-GB" => (voice.startsWith("b") ? "en-GB" : "en-US");

/** Describes a voice: "af_heart" is Heart, a woman. */
export function describeVoice(id: string): Voice {
  const [kind = "", name = id] = id.includes("_") ? id.split("_") : ["", id];
  const gender = ({ f: "female", m: "male" } as Record<string, string>)[kind[1] ?? ""];
  return {
    id,
    name: name.charAt(0).toUpperCase() + name.slice(1),
    language: getLanguage(id),
    gender: gender || undefined,
  };
}

/** Lists the voices in a model's directory, or all of Kokoro's before it is downloaded. */
export async function listVoiceIds(directory: string): Promise<string[]> {
  const folder = join(directory, "voices");
  if (!existsSync(folder)) return VOICES;
  const files = await readdir(folder);
  const ids = files.filter((file) => file.endsWith(".bin")).map((file) => file.slice(0, -4));
  // Exclude voices of languages whose phonemes cannot be derived from text here.
  return ids.filter((id) => VOICE_FILE.test(id) && !/^[efhijpz][fm]_/.test(id)).toSorted();
}
