/** Speech for videos: the voice, and the paid step of speaking. */
import { type Brief, resolveBrief } from "vireo/brief";
import { EngineError, type Run } from "vireo/engine";
import { invalid } from "vireo/errors";
import type { Generation } from "vireo/generations";
import type { Context } from "vireo/module";
import type { SpeakRequest, SpokenWord } from "vireo/slots/speak";
import type { Steps } from "./steps";

type SpeechContext = Pick<Context<unknown, "voices", "content">, "services">;

/** A text to speak, and the engine of the voice if the request names it. */
export type SpeechRequest = SpeakRequest & { engine?: string };

export interface SpeechFacts {
  engine: string;
  text: string;
  words?: SpokenWord[];
  /** Start in the video, in seconds. */
  start: number;
}

export const SPEECH_STEP = "speech";

export type Speech = ReturnType<typeof createSpeech>;

export function createSpeech({ services }: SpeechContext, steps: Steps) {
  const { voices } = services;

  /** Returns the voice of a request: its own, or that of its character. */
  function chooseVoice(voice: string | undefined, character: Brief["character"]) {
    if (voice !== undefined) return voices.parse(voice);
    if (character?.voice) return { engine: character.voice.engine, voice: character.voice.id };
    return voices.parse(character?.voiceId);
  }

  return {
    chooseVoice,
    require: voices.require,

    /** Returns the voice of `voice`, or of a character that must have one. Throws `validation_error`. */
    async resolve(accountId: string, body: { voice?: string; characterId?: string }) {
      if (body.characterId === undefined) return voices.parse(body.voice);
      if (body.voice !== undefined) throw invalid("voice", "Send either voice or characterId, not both.");
      const { character } = await resolveBrief(services.content, accountId, { characterId: body.characterId });
      if (!character?.voiceId && !character?.voice)
        throw invalid("characterId", "This character has no voice. Set one, or send voice.");
      return chooseVoice(undefined, character);
    },

    /** Speaks a text, once in the life of the generation. `start` is its start in the video, in seconds. */
    async speak(
      row: Generation,
      step: string,
      { speech, start = 0 }: { speech: SpeechRequest; start?: number },
      run: Run,
    ) {
      const { facts, path } = await steps.run<SpeechFacts>(row, step, run, {
        repeatable: voices.isRepeatable(speech.engine),
        async create() {
          const { path, engine, words } = await voices.speak(speech, run);
          return { path, facts: { engine, text: speech.text, start, words } };
        },
      });
      if (path === undefined) throw new EngineError("engine_bad_result", "The speech contains no audio.");
      return { path, words: facts.words ?? [] };
    },
  };
}
