/** Videos of speaking people: a character, a script and a voice. */
import { type Brief, type BriefIds, resolveBrief } from "vireo/brief";
import type { Model, Run } from "vireo/engine";
import { ApiError, invalid } from "vireo/errors";
import { checkUrls, fit, type Generation } from "vireo/generations";
import type { Talker, TalkRequest } from "vireo/slots/talk";
import { estimateSpeech } from "vireo/speech/length";
import type { Videos } from "./context";
import { refuseNarration } from "./narration/order";
import type { GenerateBody } from "./schema";
import { chooseVoice, SPEECH_STEP, type SpeechRequest, speak } from "./speech";

/** Stored request: the speech may name its engine, and the estimated length is the one that was charged. */
export type TalkEdit = Omit<TalkRequest, "speech" | "voicePath"> & {
  speech: SpeechRequest;
  /** Length in seconds. */
  duration: number;
};

/** No voice speaks faster than this fraction of the usual time. */
const FASTEST = 0.5;
const MANNER = "The person looks into the camera and speaks naturally, with small gestures.";
/** Fraction of the progress for speech. */
const SPEECH_PROGRESS = 0.2;

type Face = NonNullable<Model["faces"]>[number];
interface Choice {
  engine: Talker;
  model: Model;
}

/** Engines of plug-ins that declare no faces show images. */
const listFaces = ({ faces = ["image"] }: Model): readonly Face[] => faces;

const refuseVideo = ({ model }: GenerateBody) =>
  invalid(
    "videoUrl",
    model === undefined
      ? "No engine for lip sync is configured. Configure FAL_KEY or KIE_API_KEY."
      : `Not supported by the model ${model}. Choose one whose faces in GET /models include video.`,
  );

/** Refuses fields that a model for speaking people does not accept. A video keeps its aspect ratio. */
function refuseUseless(body: GenerateBody, { id }: Model): void {
  const what = body.videoUrl === undefined ? "a script" : "videoUrl";
  const shape = body.videoUrl === undefined ? [] : (["imageUrl", "aspectRatio", "resolution"] as const);
  for (const field of ["scenes", "duration", "musicId", "negativePrompt", ...shape] as const)
    if (body[field] !== undefined) throw invalid(field, `Not supported by the model ${id} with ${what}.`);
}

/** Chooses the face: a video or an image of the request, an avatar of the engine, or an image of the character. */
function findFace({ imageUrl, videoUrl }: GenerateBody, { character }: Brief, { engine, model }: Choice) {
  const takesVideo = listFaces(model).includes("video");
  if (takesVideo !== (videoUrl !== undefined))
    throw invalid(
      "videoUrl",
      takesVideo
        ? `Required: the model ${model.id} lip-syncs a person in a video.`
        : `The model ${model.id} animates an image. Send imageUrl, or choose a model whose faces in GET /models include video.`,
    );
  if (videoUrl !== undefined) return { videoUrl };
  if (imageUrl !== undefined) return { imageUrl };
  if (character?.avatar?.engine === engine.name) return { avatar: character.avatar.id };
  const [first] = character?.imageUrls ?? [];
  if (first !== undefined) return { imageUrl: first };
  throw invalid("characterId", `Send imageUrl, or a character with images or an avatar of ${engine.name}.`);
}

/** Returns the model, if the request asks for a speaking person. */
export async function chooseTalker(videos: Videos, accountId: string, body: GenerateBody): Promise<string | undefined> {
  const isAsked = body.script !== undefined || body.videoUrl !== undefined;
  if (!isAsked && !(body.model && isTalkModel(videos, body.model))) return undefined;
  const ids = body.characterId ? { characterId: body.characterId } : {};
  const model = chooseModel(videos, body, await resolveBrief(videos.services.content, accountId, ids));
  if (model === undefined && body.videoUrl !== undefined) throw refuseVideo(body);
  return model;
}

export async function toTalkRequest(
  videos: Videos,
  accountId: string,
  body: GenerateBody,
  { engine, model }: Choice,
): Promise<TalkEdit> {
  const { script, prompt, videoUrl } = body;
  if (!script) throw invalid("script", `Required: the model ${model.id} shows a person who speaks it.`);
  refuseNarration(body);
  refuseUseless(body, model);
  const [brief] = await Promise.all([
    resolveBrief(videos.services.content, accountId, body as BriefIds),
    checkUrls(videos.fetch, { imageUrl: body.imageUrl, videoUrl }),
  ]);
  const duration = checkLength(script, model);
  const { character } = brief;
  return {
    model: model.id,
    prompt: [prompt ?? MANNER, character?.description].filter(Boolean).join(" ").slice(0, 1000),
    ...findFace(body, brief, { engine, model }),
    speech: { text: script, ...findVoice(videos, body, brief, engine) },
    duration,
    aspectRatio: videoUrl ? "" : fit("aspectRatios", "aspectRatio", model, body.aspectRatio, "9:16"),
    resolution: fit("resolutions", "resolution", model, body.resolution, model.resolutions?.[0] ?? "720p"),
  };
}

/** Speaks the script, once, unless the engine uses its own voices. */
export async function prepareTalk(videos: Videos, row: Generation<TalkEdit>, run: Run): Promise<TalkRequest> {
  const { duration: _, speech, ...request } = row.request;
  const { engine, ...words } = speech;
  const speaksItself = videos.engines.get("talk", row.engine)?.listVoices !== undefined;
  if (engine === row.engine && speaksItself) return { ...request, speech: words };
  const progress = (percent: number) => run.progress(percent * SPEECH_PROGRESS);
  const { path } = await speak(videos, row, SPEECH_STEP, { speech }, { ...run, progress });
  return { ...request, speech: words, voicePath: path };
}

const listModels = ({ engines }: Videos) =>
  engines.of("talk").flatMap(({ name, models }) => models.map((model) => ({ name, model })));

const isTalkModel = (videos: Videos, requested: string): boolean =>
  listModels(videos).some(({ name, model: { id } }) => requested === id || requested === `${name}:${id}`);

/** Finds the first model that supports such a face. */
function findModel(videos: Videos, face: Face): string | undefined {
  const match = listModels(videos).find(({ model }) => listFaces(model).includes(face));
  return match && `${match.name}:${match.model.id}`;
}

/** Chooses the model that speaks the script: the requested one, or the default if it supports the face. */
function chooseModel(
  videos: Videos,
  { script, model, imageUrl, videoUrl }: GenerateBody,
  { character }: Brief,
): string | undefined {
  if (model !== undefined) return isTalkModel(videos, model) ? model : undefined;
  if (videoUrl !== undefined) return findModel(videos, "video");
  if (script === undefined || !character) return undefined;
  const own = character.avatar && videos.engines.get("talk", character.avatar.engine);
  if (own) return `${own.name}:${own.models[0]?.id ?? ""}`;
  const hasFace = imageUrl !== undefined || character.imageUrls.length > 0;
  return hasFace ? findModel(videos, "image") : undefined;
}

/** Finds the voice, which the engine itself or a speech engine must have. */
function findVoice(videos: Videos, body: GenerateBody, { character }: Brief, engine: Talker) {
  const voice = chooseVoice(videos, body.voice, character);
  if (voice.engine !== engine.name || !engine.listVoices) videos.services.voices.require(voice.engine);
  return voice;
}

/** Returns the estimated length in whole seconds. Refuses a script that can never fit. */
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
