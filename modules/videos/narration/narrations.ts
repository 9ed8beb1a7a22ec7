/**
 * Narrated videos: a script, or a prompt to write one from, becomes a video with a voice, captions and media.
 *
 *     script ─► speech ─► an image or a clip for each scene ─► the video engine renders
 *
 * Each completed step is stored, so an interrupted run continues after it and nothing is paid for twice.
 */
import { EngineError, type Model, type Run } from "vireo/engine";
import { ApiError, invalid } from "vireo/errors";
import type { Generation } from "vireo/generations";
import type { CaptionLook } from "vireo/slots/edit";
import type { NarrationPart, NarrationRequest, Scene, StoryboardWriter, Warning } from "vireo/slots/storyboard";
import { listMedia, type VideoRequest } from "vireo/slots/video";
import { estimateSpeech } from "vireo/speech/length";
import type { Videos } from "../context";
import { findFont } from "../font";
import { planLayers, refuseCaptions, withLayers } from "../layered";
import type { GenerateBody } from "../schema";
import { chooseVoice, SPEECH_STEP, speak } from "../speech";
import { runStep } from "../steps";
import { toBaseRequest } from "../video-request";
import { keepCaptionFont } from "./captions";
import { describeCosts } from "./costs";
import { choosePainter } from "./images";
import {
  asksForSpeech,
  checkNarration,
  chooseSources,
  design,
  joinNarration,
  type NarratedRequest,
  type NarrationOrder,
  toPlainScenes,
  toScenes,
} from "./order";
import { hasStockLibrary } from "./stock";
import { findVisuals } from "./visuals";

/** Time limit of the language model. */
const WRITING_MS = 60_000;
const SHORTEST = 3;
/** Default length of a video whose script is generated, in seconds. */
const WRITTEN_SECONDS = 30;
/** Approximate display time of an image in seconds, used to price scripts that are not written yet. */
const SECONDS_PER_IMAGE = 4.5;
/** Silence before the first word and after the last one, in seconds. */
const LEAD = 0.25;
const MARGINS = 1.05;
const DEFAULT_MUSIC = 0.5;
/** Fraction of the progress bar for preparation. */
const PROGRESS = { script: 3, speech: 10, visuals: 25 };
const NEEDS_WRITER =
  "Send script. To have it written from a prompt, configure a language model: set OPENAI_API_KEY, OPENAI_CHAT_URL or GEMINI_API_KEY.";

type Writer = StoryboardWriter & Required<Pick<StoryboardWriter, "narrate">>;

/** Returns the narrating model, as "engine:model". Undefined if the request is for another kind of video. */
export function chooseNarrator({ engines }: Videos, body: GenerateBody): string | undefined {
  if (!asksForSpeech(body)) return undefined;
  if (body.model === undefined) {
    const able = engines.of("video").flatMap(({ name, models }) => models.map((model) => ({ name, model })));
    const first = able.find(({ model }) => model.narrates);
    return first && `${first.name}:${first.model.id}`;
  }
  const { engine, model } = engines.choose("video", body.model);
  return model.narrates ? `${engine.name}:${model.id}` : undefined;
}

/** Builds the request to the engine, before speech and media exist. */
export async function toNarratedRequest(
  videos: Videos,
  accountId: string,
  body: GenerateBody,
  model: Model,
): Promise<NarratedRequest> {
  const { base, order } = await createOrder(videos, accountId, body, model);
  const request = { ...base, ...(order.scenes.length > 0 ? { scenes: order.scenes } : {}), order };
  return withLayers(request, planLayers(videos, accountId, body, {}));
}

/** Returns the scenes and their costs, immediately and free of charge. */
export async function writeNarratedStoryboard(videos: Videos, accountId: string, body: GenerateBody, chosen: string) {
  const { engine, model } = videos.engines.choose("video", chosen);
  const { base, order } = await createOrder(videos, accountId, body, model);
  const { prompt, duration, brief } = base;
  const parts =
    order.scenes.length > 0
      ? []
      : await writeScriptNow(videos, { prompt, seconds: duration, brief, ...toLeastParts(order) });
  const written = listScenes(order, parts);
  const sources = chooseSources(written, order.visuals, order.images);
  const scenes = written.map((scene, i) => {
    const shown = sources[i] === "design" ? design(scene, i, written.length, parts[i]) : scene;
    return { ...shown, seconds: Math.round(estimateSpeech(scene.narration ?? "") * 10) / 10 };
  });
  const wrote = parts.length > 0;
  const planned = await planLayers(videos, accountId, body, {});
  const { costs, credits } = describeCosts(videos, { engine, model, base, order, sources, wrote, planned });
  return { scenes, warnings: warnUnused(order, written), costs, credits };
}

/** Writes and speaks the script, and finds media for its scenes. */
export async function prepareNarration(
  videos: Videos,
  row: Generation<NarratedRequest>,
  run: Run,
): Promise<VideoRequest> {
  const { order, ...request } = row.request;
  const parts = await writeScript(videos, row, run);
  run.progress(PROGRESS.script);
  const fontPaths = await keepCaptionFont(videos, row, run);
  const scenes = listScenes(order, parts);
  const text = joinNarration(scenes);
  const spoken = await speak(videos, row, SPEECH_STEP, { speech: { ...order.speech, text }, start: LEAD }, run);
  run.progress(PROGRESS.speech);
  const visuals = await findVisuals(videos, { row, scenes, parts, run });
  run.progress(PROGRESS.visuals);
  return {
    ...request,
    ...visuals,
    mediaPaths: { ...visuals.mediaPaths, ...fontPaths },
    warnings: [...visuals.warnings, ...warnUnused(order, scenes)],
    narration: {
      voicePath: spoken.path,
      start: LEAD,
      musicVolume: order.musicVolume,
      words: spoken.words.length > 0 ? spoken.words : undefined,
      captions: order.captions,
    },
  };
}

/** Returns the scenes of an order, or those of the script that was written for it. */
const listScenes = ({ scenes, uploads }: NarrationOrder, parts: readonly NarrationPart[]): readonly Scene[] =>
  scenes.length > 0
    ? scenes
    : toPlainScenes(
        parts.map(({ text }) => text),
        uploads,
      );

/** Checks the body and creates the order of what a narrated video needs. */
async function createOrder(videos: Videos, accountId: string, body: GenerateBody, model: Model) {
  checkNarration(body);
  refuseCaptions(body);
  const { speed, musicVolume = DEFAULT_MUSIC } = body;
  const isWritten = body.script !== undefined || body.scenes !== undefined;
  if (!isWritten) {
    requireWriter(videos);
    checkLength(body.duration, model);
  }
  const look = chooseVisuals(videos, body);
  const base = await toBaseRequest(videos, accountId, body, { model, duration: body.duration ?? WRITTEN_SECONDS });
  const voice = chooseVoice(videos, body.voice, base.brief.character);
  videos.services.voices.require(voice.engine);
  const uploads = listMedia({ ...body, brief: base.brief });
  const scenes = toScenes(body, uploads);
  const text = joinNarration(scenes);
  const duration = isWritten ? estimateSeconds(text, speed ?? 1, model) : base.duration;
  const captions = toCaptions(body);
  const font = await findFont(videos, accountId, captions?.fontFamily, "captions.fontFamily");
  const order: NarrationOrder = {
    speech: { text, ...voice, speed },
    scenes,
    uploads,
    ...look,
    images: look.visuals === "generated" ? countImages(scenes, uploads, duration) : 0,
    musicVolume,
    captions: captions && { ...captions, ...font },
  };
  return { base: { ...base, duration }, order };
}

function chooseVisuals(videos: Videos, body: GenerateBody): Pick<NarrationOrder, "visuals" | "imageModel"> {
  const { visuals = hasStockLibrary(videos) ? "stock" : "designed" } = body;
  if (visuals === "stock" && !hasStockLibrary(videos))
    throw new ApiError(
      "provider_unavailable",
      "No library of stock clips is configured. Set PEXELS_API_KEY or PIXABAY_API_KEY, or send visuals: generated or designed.",
    );
  if (visuals !== "generated") return { visuals };
  const { engine, model } = choosePainter(videos, body.imageModel);
  return { visuals, imageModel: `${engine.name}:${model.id}` };
}

const findWriter = ({ engines }: Videos): Writer | undefined =>
  engines.of("storyboard").find((one): one is Writer => one.narrate !== undefined);

/** Returns the language model. Throws 400 if there is none. */
function requireWriter(videos: Videos): Writer {
  const writer = findWriter(videos);
  if (!writer) throw invalid("script", NEEDS_WRITER);
  return writer;
}

/** Writes a script while a request waits. Throws 503 if the language model fails. */
async function writeScriptNow(videos: Videos, request: NarrationRequest): Promise<NarrationPart[]> {
  try {
    return await writeParts(requireWriter(videos), request, new AbortController().signal);
  } catch (error) {
    if (!(error instanceof EngineError || (error as Error).name === "TimeoutError")) throw error;
    throw new ApiError("provider_unavailable", `The script could not be written: ${(error as Error).message}`);
  }
}

/**
 * Writes the script of a queued video, or suggests media for a given one, once in the life of the generation. Without a
 * language model, a given script gets no suggestions.
 */
async function writeScript(videos: Videos, row: Generation<NarratedRequest>, run: Run): Promise<NarrationPart[]> {
  const { order, prompt, duration, brief } = row.request;
  const isWritten = order.scenes.length > 0;
  const writer = findWriter(videos);
  const wantsMedia = chooseSources(order.scenes, order.visuals, order.images).some((source) => source !== "upload");
  if (isWritten && (!writer || !wantsMedia)) return [];
  if (!writer) throw new EngineError("engine_missing", "No language model is configured to write the script.");
  const parts = order.scenes.map(({ narration = "" }) => narration);
  const request = { seconds: duration, brief, ...(isWritten ? { parts } : { prompt, ...toLeastParts(order) }) };
  try {
    const { facts } = await runStep<{ parts: NarrationPart[] }>(videos, row, "script", run, {
      create: async () => ({ facts: { parts: await writeParts(writer, request, run.signal) } }),
    });
    return facts.parts;
  } catch (error) {
    run.signal.throwIfAborted();
    if (!isWritten) throw error;
    videos.log.warn("no media suggestions for a script", { id: row.id, error });
    return [];
  }
}

async function writeParts(writer: Writer, request: NarrationRequest, signal: AbortSignal): Promise<NarrationPart[]> {
  const parts = await writer.narrate(request, AbortSignal.any([signal, AbortSignal.timeout(WRITING_MS)]));
  if (request.leastParts && parts.length < request.leastParts)
    throw new EngineError("engine_bad_result", `The script has fewer parts than the ${request.leastParts} images.`);
  return parts;
}

/** Returns the speed of the speech, and its length in whole seconds of video. Refuses a script that is too long. */
function estimateSeconds(text: string, speed: number, { id, narrates }: Model): number {
  const seconds = Math.ceil(estimateSpeech(text) / speed + MARGINS);
  const most = narrates?.maxSeconds ?? 0;
  if (seconds > most)
    throw new ApiError("validation_error", `script: Too long. The model ${id} narrates up to ${most} seconds.`, {
      errors: { script: [`It takes about ${seconds} seconds; the model ${id} narrates up to ${most}.`] },
    });
  return Math.max(SHORTEST, seconds);
}

/** Refuses a duration outside the limits of the model. */
function checkLength(duration: number | undefined, { id, narrates }: Model): void {
  const most = narrates?.maxSeconds ?? 0;
  if (duration !== undefined && (duration < SHORTEST || duration > most))
    throw invalid("duration", `The model ${id} narrates ${SHORTEST} to ${most} seconds.`);
}

function toCaptions({ captions = {} }: GenerateBody): CaptionLook | undefined {
  const { style = "bold", position = "bottom", ...look } = captions;
  return style === "none" ? undefined : { ...look, style, position };
}

/** Returns the number of images to pay for: one per scene without media, or an estimate for a script of that length. */
function countImages(scenes: readonly Scene[], uploads: readonly string[], duration: number): number {
  if (scenes.length > 0) return scenes.filter(({ mediaUrl, text }) => !mediaUrl && !text).length;
  return Math.max(0, Math.round(duration / SECONDS_PER_IMAGE) - new Set(uploads).size);
}

/** Requires a script with a part for each paid image, because each is shown. */
const toLeastParts = ({ images, uploads }: NarrationOrder) =>
  images > 0 ? { leastParts: images + new Set(uploads).size } : {};

function warnUnused({ uploads }: NarrationOrder, scenes: readonly Scene[]): Warning[] {
  const shown = new Set(scenes.map(({ mediaUrl }) => mediaUrl));
  const left = [...new Set(uploads)].filter((url) => !shown.has(url)).length;
  if (left === 0) return [];
  const message = `${left} of the files are not shown: the script has fewer sentences than there are files.`;
  return [{ code: "media_unused", message }];
}
