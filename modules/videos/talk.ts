/** Videos of speaking people: a character, a script and a voice. */
import { type Brief, type BriefIds, resolveBrief } from "vireo/brief";
import type { Model, Run } from "vireo/engine";
import { ApiError, invalid } from "vireo/errors";
import { checkUrls, fit, type Generation } from "vireo/generations";
import type { Context } from "vireo/module";
import type { Talker, TalkRequest } from "vireo/slots/talk";
import { estimateSpeech } from "vireo/speech/length";
import { refuseNarration } from "./narration/order";
import type { GenerateBody } from "./schema";
import { SPEECH_STEP, type Speech, type SpeechRequest } from "./speech";

/** As it is stored: the speech may name its engine, and the estimated length is what was paid for. */
export type TalkEdit = Omit<TalkRequest, "speech" | "voicePath"> & {
  speech: SpeechRequest;
  /** Seconds. */
  duration: number;
};

/** A voice that speaks faster than this does not exist, as a share of the usual time. */
const FASTEST = 0.5;
const MANNER = "The person looks into the camera and speaks naturally, with small gestures.";
/** Share of the progress that speaking takes. */
const SPEECH_PROGRESS = 0.2;

type TalkContext = Context<unknown, "voices", "content" | "upload">;

export function createTalks({ engines, services, fetch }: TalkContext, speech: Speech) {
  const isTalkModel = (asked: string) =>
    engines.of("talk").some(({ name, models }) => models.some(({ id }) => asked === id || asked === `${name}:${id}`));

  /** The model that speaks the script: the one asked for, or the default if the character can be shown. */
  function chooseModel({ script, model, imageUrl }: GenerateBody, { character }: Brief): string | undefined {
    if (model !== undefined) return isTalkModel(model) ? model : undefined;
    if (script === undefined || !character) return undefined;
    const own = character.avatar && engines.get("talk", character.avatar.engine);
    if (own) return `${own.name}:${own.models[0]?.id ?? ""}`;
    const [first] = engines.of("talk");
    const hasFace = imageUrl !== undefined || character.imageUrls.length > 0;
    return first && hasFace ? first.models[0]?.id : undefined;
  }

  /** Who is seen: a picture of the request, one of the engine's own people, or a picture of the character. */
  function findFace({ imageUrl }: GenerateBody, { character }: Brief, engine: Talker) {
    if (imageUrl !== undefined) return { imageUrl };
    if (character?.avatar?.engine === engine.name) return { avatar: character.avatar.id };
    const [first] = character?.imageUrls ?? [];
    if (first !== undefined) return { imageUrl: first };
    throw invalid("characterId", `Send imageUrl, or a character with images or an avatar of ${engine.name}.`);
  }

  /** The voice, which the engine itself or a speech engine must have. */
  function findVoice(body: GenerateBody, { character }: Brief, engine: Talker) {
    const voice = speech.chooseVoice(body.voice, character);
    if (voice.engine !== engine.name || !engine.listVoices) speech.require(voice.engine);
    return voice;
  }

  return {
    /** The model, if people are to speak in this video. */
    async choose(accountId: string, body: GenerateBody): Promise<string | undefined> {
      if (engines.of("talk").length === 0) return undefined;
      if (body.script === undefined && !(body.model && isTalkModel(body.model))) return undefined;
      const ids = body.characterId ? { characterId: body.characterId } : {};
      return chooseModel(body, await resolveBrief(services.content, accountId, ids));
    },

    async toRequest(
      accountId: string,
      body: GenerateBody,
      { engine, model }: { engine: Talker; model: Model },
    ): Promise<TalkEdit> {
      const { script, prompt } = body;
      if (!script) throw invalid("script", `Required: the model ${model.id} shows a person who speaks it.`);
      refuseNarration(body);
      for (const field of ["scenes", "duration", "musicId", "negativePrompt"] as const)
        if (body[field] !== undefined) throw invalid(field, `The model ${model.id} does not take it with a script.`);
      const [brief] = await Promise.all([
        resolveBrief(services.content, accountId, body as BriefIds),
        checkUrls(fetch, { imageUrl: body.imageUrl }),
      ]);
      const duration = checkLength(script, model);
      const { character } = brief;
      return {
        model: model.id,
        prompt: [prompt ?? MANNER, character?.description].filter(Boolean).join(" ").slice(0, 1000),
        ...findFace(body, brief, engine),
        speech: { text: script, ...findVoice(body, brief, engine) },
        duration,
        aspectRatio: fit("aspectRatios", "aspectRatio", model, body.aspectRatio, "9:16"),
        resolution: fit("resolutions", "resolution", model, body.resolution, model.resolutions?.[0] ?? "720p"),
      };
    },

    /** Has the script spoken, once, unless the engine speaks with a voice of its own. */
    async prepare(row: Generation<TalkEdit>, run: Run): Promise<TalkRequest> {
      const { duration: _, speech: asked, ...request } = row.request;
      const { engine, ...words } = asked;
      if (engine === row.engine && engines.get("talk", row.engine)?.listVoices) return { ...request, speech: words };
      const progress = (percent: number) => run.progress(percent * SPEECH_PROGRESS);
      const { path } = await speech.speak(row, SPEECH_STEP, { speech: asked }, { ...run, progress });
      return { ...request, speech: words, voicePath: path };
    },
  };
}

/** The estimated length in whole seconds. Refuses a script that can never fit. */
function checkLength(script: string, { id, duration }: Model): number {
  const seconds = estimateSpeech(script);
  if (duration && seconds * FASTEST > duration.max)
    throw new ApiError("validation_error", `script: Too long. The model ${id} speaks for ${duration.max} seconds.`, {
      errors: {
        script: [`It takes about ${Math.round(seconds)} seconds; the model ${id} speaks for ${duration.max}.`],
      },
    });
  return Math.ceil(seconds);
}
