import type { Brief } from "vireo/brief";
import { EngineError, type Model, type Run } from "vireo/engine";
import { ApiError, invalid } from "vireo/errors";
import {
  listSceneTexts,
  type Scene,
  type Storyboard,
  type StoryboardRequest,
  type StoryboardWriter,
} from "vireo/slots/storyboard";
import { listMedia, type VideoRequest } from "vireo/slots/video";
import type { Videos } from "./context";
import { dropInvented, findPartWarnings, locateParts, measureCoverage, nameOrigins } from "./coverage";
import type { GenerateBody } from "./schema";

/** Time limit of a language model while a request waits. */
const WRITING_MS = 60_000;

/** Default length in seconds for a prompt that only names a subject. */
const SHORT_SECONDS = 5;

/** What a storyboard is written from. */
interface StoryboardInput {
  body: GenerateBody;
  brief: Brief;
  /** Length in seconds. */
  duration: number;
  model: Model;
}

/** Returns the prompt, or the texts of the scenes. Throws if there are neither. */
export function getPrompt({ prompt, script, scenes }: Pick<GenerateBody, "prompt" | "script" | "scenes">): string {
  if (prompt !== undefined) return prompt;
  if (script !== undefined) return script;
  if (!scenes) throw invalid("prompt", "Required without scenes.");
  return (
    scenes
      .flatMap((scene) => (scene.narration === undefined ? listSceneTexts(scene) : [scene.narration]))
      .filter(Boolean)
      .join("\n") || "Video"
  );
}

/** Writes the storyboard while the request waits, also with a language model. */
export async function writeStoryboardNow(videos: Videos, input: StoryboardInput): Promise<Storyboard> {
  checkScenes(videos, input.body, input.model);
  const mode = chooseMode(videos, input.body);
  const { draft } = await draftStoryboard(videos, input, mode);
  const storyboard =
    mode === "written"
      ? await rewrite(videos, toStoryboardRequest(input), draft, AbortSignal.timeout(WRITING_MS))
      : draft;
  if (!storyboard)
    throw new ApiError("provider_unavailable", "No storyboard engine is configured. Turn on the plug-in local.");
  return withCoverage(storyboard, input);
}

/** Adds where each part of the prompt is shown. Throws if parts are left out and the request forbids that. */
function withCoverage(storyboard: Storyboard, { body, brief }: Pick<StoryboardInput, "body" | "brief">): Storyboard {
  const { warnings } = storyboard;
  if (!storyboard.parts) return storyboard;
  const scenes = nameOrigins(storyboard.scenes, getPrompt(body), listBrandTexts(brief));
  const parts = locateParts(storyboard.parts, scenes);
  const lost = parts.filter(({ use }) => use === "left_out");
  if (body.leftOut === "error" && lost.length > 0)
    throw invalid(
      "prompt",
      `These words would not be shown: ${lost.map(({ text }) => `“${text.trim()}”`).join(", ")}.`,
    );
  return { scenes, parts, coverage: measureCoverage(parts), warnings: [...warnings, ...findPartWarnings(parts)] };
}

/** Writes the scene fields of a request to a video engine from the prompt. A language model writes later, in `prepareScenes`. */
export async function draftScenes(
  videos: Videos,
  input: StoryboardInput,
): Promise<Pick<VideoRequest, "scenes" | "warnings" | "written"> & { duration?: number }> {
  checkScenes(videos, input.body, input.model);
  if (!input.model.scenes) return {};
  const mode = chooseMode(videos, input.body);
  const drafted = await draftStoryboard(videos, input, mode);
  const { draft = { scenes: (input.body.scenes ?? []) as Scene[], warnings: [] }, duration } = drafted;
  if (draft.scenes.length === 0) return {};
  return { ...withCoverage(draft, input), duration, written: mode === "written" || undefined };
}

/** Writes the scenes of a queued request with a language model. */
export async function prepareScenes(
  videos: Videos,
  request: VideoRequest,
  run: Pick<Run, "signal">,
): Promise<VideoRequest> {
  const { scenes, warnings = [], parts, written, prompt, duration, brief, negativePrompt } = request;
  if (!written || !scenes || !findWriter(videos, "written")) return request;
  const media = [...new Set(scenes.flatMap(({ mediaUrl }) => mediaUrl ?? []))];
  const plain = { prompt, duration, brief, media, negativePrompt: negativePrompt || undefined };
  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(WRITING_MS)]);
  const draft = { scenes, warnings, parts };
  return { ...request, ...withCoverage(await rewrite(videos, plain, draft, signal), { body: { prompt }, brief }) };
}

/** Chooses the model of a storyboard: the requested one, or the first that renders scenes. */
export function chooseSceneModel(videos: Videos, requested: string | undefined): Model {
  const { model } = videos.engines.choose("video", requested);
  const able = model.scenes || requested !== undefined ? model : listSceneModels(videos)[0];
  if (able?.scenes) return able;
  throw invalid(
    "model",
    `The model ${model.id} films a prompt and has no storyboard. Models with scenes: ${nameSceneModels(videos)}.`,
  );
}

const listSceneModels = ({ engines }: Videos): Model[] =>
  engines.of("video").flatMap(({ models }) => models.filter(({ scenes }) => scenes));

const nameSceneModels = (videos: Videos): string =>
  listSceneModels(videos)
    .map(({ id }) => id)
    .join(", ");

function checkScenes(videos: Videos, { scenes }: GenerateBody, { id, scenes: rendersScenes }: Model): void {
  if (scenes && !rendersScenes) {
    throw invalid(
      "scenes",
      `The model ${id} films a prompt and accepts no scenes. Models with scenes: ${nameSceneModels(videos)}.`,
    );
  }
  const empty =
    scenes?.findIndex((scene) => !scene.mediaUrl && !listSceneTexts(scene).some((text) => text.trim())) ?? -1;
  if (empty >= 0) throw invalid(`scenes.${empty}`, "A scene needs text or mediaUrl.");
  const priced = scenes?.findIndex(({ kind, price }) => price && kind !== "price") ?? -1;
  if (priced >= 0) throw invalid(`scenes.${priced}.price`, "Only a scene of kind price has a price.");
  const bare = scenes?.findIndex(({ price }) => price && !price.now && !price.from && !price.to) ?? -1;
  if (bare >= 0) throw invalid(`scenes.${bare}.price`, "A price needs now, from or to.");
}

/** Finds an engine of the slot: one that uses the prompt verbatim, or one that uses a language model. */
const findWriter = ({ engines }: Videos, mode: StoryboardWriter["mode"]): StoryboardWriter | undefined =>
  engines.of("storyboard").find((writer) => writer.mode === mode);

/** Returns the mode of a request. Throws if it requires a language model and none is configured. */
function chooseMode(videos: Videos, { storyboard, scenes }: GenerateBody): StoryboardWriter["mode"] {
  if (scenes) return "literal";
  if (storyboard === "written" && !findWriter(videos, "written")) {
    throw new ApiError(
      "provider_unavailable",
      "No language model is configured. Set OPENAI_API_KEY, OPENAI_CHAT_URL or GEMINI_API_KEY, or send storyboard: literal.",
    );
  }
  return storyboard ?? (findWriter(videos, "written") ? "written" : "literal");
}

/** Returns the verbatim storyboard and its length, if an engine supports that. */
async function draftStoryboard(videos: Videos, input: StoryboardInput, mode: StoryboardWriter["mode"]) {
  const draft = await writeLiteral(videos, input);
  const shorter = draft && mode === "literal" ? shortenInput(input, draft) : undefined;
  return shorter
    ? { draft: await writeLiteral(videos, shorter), duration: shorter.duration }
    : { draft, duration: input.duration };
}

/** Uses the prompt verbatim. Returns undefined if no engine supports that. */
async function writeLiteral(videos: Videos, input: StoryboardInput): Promise<Storyboard | undefined> {
  return findWriter(videos, "literal")?.write(toStoryboardRequest(input), new AbortController().signal);
}

/** Writes the storyboard with a language model. If that fails, returns the draft with a warning. */
async function rewrite(
  videos: Videos,
  request: StoryboardRequest,
  draft: Storyboard | undefined,
  signal: AbortSignal,
): Promise<Storyboard> {
  try {
    const writer = findWriter(videos, "written")!;
    const written = await writer.write(draft ? { ...request, draft } : request, signal);
    if (!draft) return written;
    const { scenes, warnings } = dropInvented(written, draft, listMaterial(request, draft));
    const notFilmable = draft.warnings.filter(({ code }) => code === "not_filmable");
    return { scenes, warnings: [...notFilmable, ...warnings], parts: draft.parts };
  } catch (error) {
    if (!draft || !(error instanceof EngineError || (error as Error).name === "TimeoutError")) throw error;
    videos.log.warn("storyboard not written, using the prompt verbatim", { error });
    return { ...draft, warnings: [...draft.warnings, notWritten] };
  }
}

const listBrandTexts = ({ product, messaging, brand }: Brief): (string | undefined)[] => [
  ...[product?.name, product?.description, product?.messaging, messaging?.name, messaging?.body, brand?.name],
];

/** Returns the texts whose words a storyboard may show. */
const listMaterial = ({ prompt, brief }: StoryboardRequest, draft: Storyboard): (string | undefined)[] => [
  prompt,
  ...listBrandTexts(brief),
  ...draft.scenes.flatMap(listSceneTexts),
];

const notWritten = {
  code: "not_written",
  message: "The language model returned no usable storyboard, so this one uses the prompt verbatim.",
};

/** Returns the input at the length for a short prompt. Undefined if the length is already fixed. */
function shortenInput(input: StoryboardInput, { warnings }: Storyboard): StoryboardInput | undefined {
  const { body, brief, duration, model } = input;
  const isSettled =
    body.duration !== undefined || body.scenes !== undefined || listMedia({ ...body, brief }).length > 0;
  if (isSettled || !warnings.some(({ code }) => code === "little_text")) return undefined;
  const seconds = Math.max(SHORT_SECONDS, model.duration?.min ?? 0);
  return seconds < duration ? { ...input, duration: seconds } : undefined;
}

const toStoryboardRequest = ({ body, brief, duration }: StoryboardInput): StoryboardRequest => ({
  prompt: getPrompt(body),
  duration,
  brief,
  media: listMedia({ ...body, brief }),
  negativePrompt: body.negativePrompt || undefined,
  callToAction: body.callToAction?.trim() || undefined,
  scenes: body.scenes ? (body.scenes as Scene[]) : undefined,
});
