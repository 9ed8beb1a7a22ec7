/** Speech for videos: the voice, and the paid step of speaking. */
import { type Brief, resolveBrief } from "vireo/brief";
import { EngineError, type Run } from "vireo/engine";
import { invalid } from "vireo/errors";
import type { Generation } from "vireo/generations";
import { probe } from "vireo/media";
import type { SpeakRequest, SpokenWord } from "vireo/slots/speak";
import type { Videos } from "./context";
import { runStep } from "./steps";

/** A text to speak, and the engine of the voice if the request names it. */
export type SpeechRequest = SpeakRequest & { engine?: string };

export interface SpeechFacts {
  engine: string;
  text: string;
  words?: SpokenWord[];
  /** Start in the video, in seconds. */
  start: number;
  /** Length in seconds. */
  seconds?: number;
}

export const SPEECH_STEP = "speech";

/** Returns the voice of a request: its own, or that of its character. */
export function chooseVoice({ services }: Videos, voice: string | undefined, character: Brief["character"]) {
  const { voices } = services;
  if (voice !== undefined) return voices.parse(voice);
  if (character?.voice) return { engine: character.voice.engine, voice: character.voice.id };
  return voices.parse(character?.voiceId);
}

/** Returns the voice of `voice`, or of a character that must have one. Throws `validation_error`. */
export async function resolveVoice(videos: Videos, accountId: string, body: { voice?: string; characterId?: string }) {
  const { voices, content } = videos.services;
  if (body.characterId === undefined) return voices.parse(body.voice);
  if (body.voice !== undefined) throw invalid("voice", "Send either voice or characterId, not both.");
  const { character } = await resolveBrief(content, accountId, { characterId: body.characterId });
  if (!character?.voiceId && !character?.voice)
    throw invalid("characterId", "This character has no voice. Set one, or send voice.");
  return chooseVoice(videos, undefined, character);
}

/** Speaks a text, once in the life of the generation. `start` is its start in the video, in seconds. */
export async function speak(
  videos: Videos,
  row: Generation,
  step: string,
  { speech, start = 0 }: { speech: SpeechRequest; start?: number },
  run: Run,
) {
  const { voices } = videos.services;
  const { facts, path, file } = await runStep<SpeechFacts>(videos, row, step, run, {
    repeatable: voices.isRepeatable(speech.engine),
    async create() {
      const { path, engine, words } = await voices.speak(speech, run);
      const { duration: seconds } = (await probe(path)) ?? {};
      return { path, facts: { engine, text: speech.text, start, words, seconds } };
    },
  });
  if (path === undefined || !file) throw new EngineError("engine_bad_result", "The speech contains no audio.");
  return { path, file, words: facts.words ?? [], seconds: facts.seconds };
}
