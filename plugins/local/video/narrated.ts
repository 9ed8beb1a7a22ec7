/** Narrated videos: scenes that last as long as their text, with the voice over lowered music, and captions. */
import { alignWords } from "vireo/captions/align";
import { buildCues } from "vireo/captions/cues";
import { probe } from "vireo/media";
import type { SpokenWord } from "vireo/slots/speak";
import { listSceneTexts, type Scene } from "vireo/slots/storyboard";
import type { Cue } from "vireo/slots/transcribe";
import type { Narration } from "vireo/slots/video";
import { shiftWords } from "vireo/speech/words";
import type { Layer } from "#plugins/local/edit/edit";
import { findSpeechIntervals } from "#plugins/local/edit/speech";
import { RenderError, type RenderTools } from "#plugins/local/render-tools";
import { type RenderedVideo, renderVideo, type VideoInput } from "./render-video";
import { FPS } from "./size";

interface NarratedInput extends VideoInput {
  scenes: readonly Scene[];
  narration: Narration;
}

/** Pause after the last word, in seconds. */
const TAIL = 0.8;
const SHORTEST = 3;
/** An image changes this long before its first word, in seconds. */
const EARLY = 0.1;
/** Minimum length of a scene, in seconds. */
const SHORTEST_SCENE = 0.6;

/** A narrated video, and the cues of its captions. */
type NarratedVideo = RenderedVideo & { captions?: readonly Cue[] };

/** Renders a film as long as the voice, with voice and captions on top. Throws RenderError. */
export async function renderNarrated(input: NarratedInput, tools: RenderTools): Promise<NarratedVideo> {
  const { scenes, narration } = input;
  const { words, duration } = await timeSpeech(narration, scenes);
  const cuts = findCuts(scenes, words, duration);
  const timed = scenes.map((scene, i) => ({ ...scene, seconds: (cuts[i + 1] ?? duration) - cuts[i]! }));
  const spoken = toLayers(input, { cuts, words, duration });
  const { layers = [] } = input;
  const voice = spoken.filter(({ operation }) => operation === "voiceover");
  const drawn = spoken.filter(({ operation }) => operation !== "voiceover");
  const made = await renderVideo(
    { ...input, scenes: timed, cuts, duration, voice, layers: [...drawn, ...layers] },
    tools,
  );
  const captions = spoken.flatMap((layer) => (layer.operation === "captions" ? (layer.transcript ?? []) : []));
  return { ...made, captions: captions.length > 0 ? captions : undefined };
}

/** Returns the words in film time: as reported by the speech engine, or estimated from the pauses of the voice. */
async function timeSpeech({ voicePath, words, start }: Narration, scenes: readonly Scene[]) {
  const voice = await probe(voicePath);
  if (!voice?.hasAudio || !voice.duration)
    throw new RenderError("voice_unreadable", "The voice is not a readable audio file.");
  const seconds = voice.duration;
  const spoken = words?.length ? words : await alignText(joinNarration(scenes), { path: voicePath, duration: seconds });
  const frames = Math.ceil(Math.max(SHORTEST, start + seconds + TAIL) * FPS);
  return { words: shiftWords(spoken, start), duration: frames / FPS };
}

const joinNarration = (scenes: readonly Scene[]) => scenes.map(({ narration = "" }) => narration).join(" ");

async function alignText(text: string, voice: { path: string; duration: number }): Promise<SpokenWord[]> {
  const words = alignWords(text, await findSpeechIntervals({ ...voice, hasAudio: true }));
  return words.map(({ text, start, end }) => ({ word: text, start, end }));
}

const countLetters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/**
 * Returns when each scene begins. Words are matched by number of letters, because engines may split and spell them
 * differently.
 */
export function findCuts(scenes: readonly Scene[], words: readonly SpokenWord[], duration: number): number[] {
  const lengths = scenes.map(({ narration = "" }) => countLetters(narration));
  const total = Math.max(
    1,
    lengths.reduce((sum, length) => sum + length, 0),
  );
  const spoken = Math.max(
    1,
    words.reduce((sum, { word }) => sum + countLetters(word), 0),
  );
  let before = 0;
  const starts = scenes.map((_, i) => {
    const from = (before / total) * spoken;
    before += lengths[i]!;
    return findWord(words, from)?.start ?? duration;
  });
  const cuts: number[] = [];
  for (const [i, start] of starts.entries()) {
    const earliest = i === 0 ? 0 : cuts[i - 1]! + SHORTEST_SCENE;
    const latest = duration - (scenes.length - i) * SHORTEST_SCENE;
    cuts.push(i === 0 ? 0 : Math.max(0, Math.min(Math.max(start - EARLY, earliest), latest)));
  }
  return cuts;
}

/** Finds the word that begins nearest to a number of letters. */
function findWord(words: readonly SpokenWord[], letters: number): SpokenWord | undefined {
  let before = 0;
  let best: { word: SpokenWord; distance: number } | undefined;
  for (const word of words) {
    const distance = Math.abs(before - letters);
    if (!best || distance < best.distance) best = { word, distance };
    before += countLetters(word.word);
  }
  return best?.word;
}

interface Timed {
  cuts: readonly number[];
  words: readonly SpokenWord[];
  duration: number;
}

/** Returns the voice, and captions for scenes that do not show their text themselves. */
export function toLayers(
  { narration, scenes }: Pick<NarratedInput, "narration" | "scenes">,
  { cuts, words, duration }: Timed,
): Layer[] {
  const { voicePath: voice, start, musicVolume, captions } = narration;
  const layers: Layer[] = [{ operation: "voiceover", voice, start, volume: 1, originalVolume: musicVolume }];
  if (!captions) return layers;
  const times = scenes.map((scene, i) => ({ scene, start: cuts[i]!, end: cuts[i + 1] ?? duration }));
  const silent = times.filter(({ scene }) => showsNarration(scene));
  const isShown = ({ start, end }: SpokenWord) =>
    silent.some((interval) => (start + end) / 2 >= interval.start && (start + end) / 2 < interval.end);
  const text = joinNarration(scenes.filter((scene) => !showsNarration(scene)));
  const transcript = buildCues({ text, words: words.filter((word) => !isShown(word)) });
  if (transcript.length === 0) return layers;
  // Captions keep their position in scenes without text.
  const avoidText = captions.avoidText ?? times.filter(({ scene }) => listSceneTexts(scene).length > 0);
  return [...layers, { operation: "captions", ...captions, transcript, avoidText }];
}

/** True if the scene shows every spoken word. */
function showsNarration({ text = "", subtext = "", narration = "" }: Scene): boolean {
  const bare = (words: string) =>
    words
      .toLowerCase()
      .match(/[\p{L}\p{N}]/gu)
      ?.join("") ?? "";
  return text !== "" && bare(text + subtext) === bare(narration);
}
