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

type Face = NonNullable<Model["faces"]>[number];
interface Choice {
  engine: Talker;
  model: Model;
}

/** Engines of plug-ins that name no faces show pictures. */
const listFaces = ({ faces = ["image"] }: Model): readonly Face[] => faces;

const refuseVideo = ({ model }: GenerateBody) =>
  invalid(
    "videoUrl",
    model === undefined
      ? "No engine changes the lips of people in videos. Configure FAL_KEY or KIE_API_KEY."
      : `The model ${model} does not take it. Choose one whose faces in GET /models have video.`,
  );

type TalkContext = Context<unknown, "voices", "content" | "upload">;

/** Refuses what a model for speaking people does not take. A video keeps its shape. */
function refuseUseless(body: GenerateBody, { id }: Model): void {
  const what = body.videoUrl === undefined ? "a script" : "videoUrl";
  const shape = body.videoUrl === undefined ? [] : (["imageUrl", "aspectRatio", "resolution"] as const);
  for (const field of ["scenes", "duration", "musicId", "negativePrompt", ...shape] as const)
    if (body[field] !== undefined) throw invalid(field, `The model ${id} does not take it with ${what}.`);
}

/** Who is seen: a video or a picture of the request, one of the engine's own people, or a picture of the character. */
function findFace({ imageUrl, videoUrl }: GenerateBody, { character }: Brief, { engine, model }: Choice) {
  const takesVideo = listFaces(model).includes("video");
  if (takesVideo !== (videoUrl !== undefined))
    throw invalid(
      "videoUrl",
      takesVideo
        ? `Required: the model ${model.id} changes the lips of a person in a video.`
        : `The model ${model.id} shows a picture. Send imageUrl, or choose a model whose faces in GET /models have video.`,
    );
  if (videoUrl !== undefined) return { videoUrl };
  if (imageUrl !== undefined) return { imageUrl };
  if (character?.avatar?.engine === engine.name) return { avatar: character.avatar.id };
  const [first] = character?.imageUrls ?? [];
  if (first !== undefined) return { imageUrl: first };
  throw invalid("characterId", `Send imageUrl, or a character with images or an avatar of ${engine.name}.`);
}

export function createTalks({ engines, services, fetch }: TalkContext, speech: Speech) {
  const models = () => engines.of("talk").flatMap(({ name, models }) => models.map((model) => ({ name, model })));
  const isTalkModel = (asked: string) =>
    models().some(({ name, model: { id } }) => asked === id || asked === `${name}:${id}`);

  /** The first model that shows such a face. */
  function findModel(face: Face): string | undefined {
    const found = models().find(({ model }) => listFaces(model).includes(face));
    return found && `${found.name}:${found.model.id}`;
  }

  /** The model that speaks the script: the one asked for, or the default if the person can be shown. */
  function chooseModel({ script, model, imageUrl, videoUrl }: GenerateBody, { character }: Brief): string | undefined {
    if (model !== undefined) return isTalkModel(model) ? model : undefined;
    if (videoUrl !== undefined) return findModel("video");
    if (script === undefined || !character) return undefined;
    const own = character.avatar && engines.get("talk", character.avatar.engine);
    if (own) return `${own.name}:${own.models[0]?.id ?? ""}`;
    const hasFace = imageUrl !== undefined || character.imageUrls.length > 0;
    return hasFace ? findModel("image") : undefined;
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
      const isAsked = body.script !== undefined || body.videoUrl !== undefined;
      if (!isAsked && !(body.model && isTalkModel(body.model))) return undefined;
      const ids = body.characterId ? { characterId: body.characterId } : {};
      const model = chooseModel(body, await resolveBrief(services.content, accountId, ids));
      if (model === undefined && body.videoUrl !== undefined) throw refuseVideo(body);
      return model;
    },

    async toRequest(accountId: string, body: GenerateBody, { engine, model }: Choice): Promise<TalkEdit> {
      const { script, prompt, videoUrl } = body;
      if (!script) throw invalid("script", `Required: the model ${model.id} shows a person who speaks it.`);
      refuseNarration(body);
      refuseUseless(body, model);
      const [brief] = await Promise.all([
        resolveBrief(services.content, accountId, body as BriefIds),
        checkUrls(fetch, { imageUrl: body.imageUrl, videoUrl }),
      ]);
      const duration = checkLength(script, model);
      const { character } = brief;
      return {
        model: model.id,
        prompt: [prompt ?? MANNER, character?.description].filter(Boolean).join(" ").slice(0, 1000),
        ...findFace(body, brief, { engine, model }),
        speech: { text: script, ...findVoice(body, brief, engine) },
        duration,
        aspectRatio: videoUrl ? "" : fit("aspectRatios", "aspectRatio", model, body.aspectRatio, "9:16"),
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
