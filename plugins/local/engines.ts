import type { Brief } from "vireo/brief";
import type { Engine, Run } from "vireo/engine";
import { download, downloadAll } from "vireo/inputs/download";
import type { Footage } from "vireo/inputs/footage";
import type { Previews } from "vireo/previews";
import type { AnalyseRequest } from "vireo/slots/analyse";
import type { EditLayer, EditRequest } from "vireo/slots/edit";
import type { ImageRequest } from "vireo/slots/image";
import type { MomentsRequest } from "vireo/slots/moments";
import type { MusicRequest } from "vireo/slots/music";
import type { PlanFacts, PlanRequest } from "vireo/slots/plan";
import type { Scene, StoryboardWriter } from "vireo/slots/storyboard";
import { listMedia, type VideoRequest } from "vireo/slots/video";
import { listHardwareEncoders } from "./codec/encoders";
import { placeFonts } from "./fonts/place";
import * as models from "./models";
import { findRequestedLength } from "./music/duration";
import { reviewMusic } from "./music/review";
import { reviewPlan } from "./plan/review";
import { createTaskRunner, type ListEncoders, type LocalContext, type TaskRunner } from "./task-runner";

/** The check starts a process, so it runs after the server has started. */
const FIRST_CHECK_MS = 300;

const PREVIEW_MS = 2 * 60_000;

const PLAN_MS = 60_000;

const downloadOptional = async (run: Run, url: string | undefined) =>
  url === undefined ? undefined : download(run, url);

/** Returns the logo of the product, otherwise of the style or the brand. */
const downloadLogo = (run: Run, { product, style, brand }: Brief) =>
  downloadOptional(run, product?.logoUrl ?? style?.logoUrl ?? brand?.logoUrl);

/** Returns the brand's fonts, with the files of uploaded ones in the run's folder. */
const downloadFonts = (run: Run, { brand }: Brief) => placeFonts(brand?.fonts ?? {}, (url) => download(run, url));

const createImage = ({ runTask, shared }: TaskRunner): Engine<ImageRequest> => ({
  ...shared,
  models: models.image,
  estimateSeconds: () => 5,
  async create(request, run) {
    const { brief, source } = request;
    const [photos, original, mask, logo, fonts] = await Promise.all([
      downloadAll(run, [
        ...request.referenceImageUrls,
        ...(brief.product?.photos ?? []),
        ...(brief.character?.imageUrls ?? []),
      ]),
      downloadOptional(run, source?.url),
      downloadOptional(run, source?.maskUrl),
      downloadLogo(run, brief),
      downloadFonts(run, brief),
    ]);
    const made = await runTask("image", { request, photos, original, mask, logo, fonts }, run, ["image", "thumbnail"]);
    const { image, thumbnail, ...facts } = made;
    return { state: "completed", files: { main: { path: image }, thumbnail: { path: thumbnail } }, facts };
  },
});

const createMusic = ({ runTask, shared }: TaskRunner): Engine<MusicRequest> => ({
  ...shared,
  models: models.music,
  accepts: models.acceptsMusicModel,
  review: reviewMusic,
  estimateSeconds: (request) => Math.ceil(5 + (findRequestedLength(request) ?? 45) / 10),
  async create(request, run) {
    const made = await runTask("music", { request }, run, ["audio", "art", "thumbnail"]);
    const { audio, art, thumbnail, ...facts } = made;
    const files = { main: { path: audio }, art: { path: art }, thumbnail: { path: thumbnail } };
    return { state: "completed", files, facts };
  },
});

/** Paths of the files that belong to a video. */
interface Companions {
  poster?: string;
  thumbnail?: string;
  original?: string;
}

const toOutputs = (files: { [Role in keyof Companions]: Companions[Role] | undefined }) =>
  Object.fromEntries(Object.entries(files).flatMap(([role, path]) => (path ? [[role, { path }]] : [])));

const createVideo = ({ runTask, shared, checkVideo }: TaskRunner): Engine<VideoRequest> => ({
  ...shared,
  check: checkVideo,
  models: models.video,
  estimateSeconds: ({ duration, resolution, narration }) =>
    duration * (resolution === "1080p" ? 2 : 1) * (narration ? 1.5 : 1) + 5,
  async create({ mediaPaths = {}, ...request }, run) {
    const scenes = request.scenes ?? (await writeScenes(request));
    const urls = [...new Set(scenes.flatMap(({ mediaUrl }) => mediaUrl ?? []))];
    const captionFontUrl = request.narration?.captions?.font?.url;
    const [track, logo, fonts, captionFont, layerFiles, files] = await Promise.all([
      downloadOptional(run, request.musicUrl),
      downloadLogo(run, request.brief),
      downloadFonts(run, request.brief),
      captionFontUrl === undefined ? undefined : (mediaPaths[captionFontUrl] ?? download(run, captionFontUrl)),
      downloadLayers(run, { layers: request.layers ?? [], mediaPaths }),
      Promise.all(urls.map((url) => mediaPaths[url] ?? download(run, url))),
    ]);
    const toFile = (url: string) => files[urls.indexOf(url)];
    const placed = scenes.map((scene) => (scene.mediaUrl ? { ...scene, mediaUrl: toFile(scene.mediaUrl) } : scene));
    const firstFrame = request.imageUrl === undefined ? undefined : toFile(request.imageUrl);
    const made = await runTask(
      "video",
      { request: { ...request, scenes: placed }, firstFrame, track, logo, fonts, captionFont, layerFiles },
      run,
      ["video", "poster", "thumbnail", "original"],
    );
    const { video: path, poster, thumbnail, original, scenes: shown, warnings, ...facts } = made;
    const timed = scenes.map((scene, i) => ({ ...scene, seconds: shown[i]?.seconds ?? scene.seconds }));
    return {
      state: "completed",
      files: { main: { path }, ...toOutputs({ poster, thumbnail, original }) },
      facts: {
        ...facts,
        scenes: timed,
        warnings: [...(request.warnings ?? []), ...warnings],
        parts: request.parts,
        coverage: request.parts && request.coverage,
      },
    };
  },
});

/** Writes the scenes of a request that another engine passed on without any. */
async function writeScenes(request: VideoRequest): Promise<Scene[]> {
  const { prompt, brief, duration, negativePrompt } = request;
  const { writeLiteralStoryboard } = await import("./storyboard/index");
  return writeLiteralStoryboard({ ...brief, prompt, negativePrompt }, { duration, media: listMedia(request) }).scenes;
}

const storyboard: StoryboardWriter = {
  name: "local",
  mode: "literal",
  async write({ prompt, brief, duration, media, negativePrompt, callToAction, scenes }) {
    const { keepScenes, writeLiteralStoryboard } = await import("./storyboard/index");
    const options = { duration, media, productPhotos: brief.product?.photos?.length };
    if (scenes) return keepScenes(scenes, options);
    return writeLiteralStoryboard({ ...brief, prompt, negativePrompt, callToAction }, options);
  },
};

const createEdit = ({ runTask, examine, shared, checkVideo }: TaskRunner): Engine<EditRequest> => ({
  ...shared,
  check: checkVideo,
  models: models.edit,
  async create(request, run) {
    const { layers } = request;
    const [source, layerFiles] = await Promise.all([download(run, request.sourceUrl), downloadLayers(run, request)]);
    const render = request.isUpload ? examine : runTask;
    const made = await render("edit", { source, layers, layerFiles }, run, ["video", "thumbnail"]);
    const { video: path, thumbnail, ...facts } = made;
    return { state: "completed", files: { main: { path }, ...toOutputs({ thumbnail }) }, facts };
  },
});

/** Downloads the file and the font of each layer, unless they are in the run's folder. */
async function downloadLayers(run: Run, { layers, mediaPaths = {} }: Pick<EditRequest, "layers" | "mediaPaths">) {
  const find = async (url: string | undefined) =>
    url === undefined ? undefined : (mediaPaths[url] ?? download(run, url));
  const [files, fonts] = await Promise.all([
    Promise.all(layers.map((layer) => find(getFileUrl(layer)))),
    Promise.all(layers.map((layer) => find("font" in layer ? layer.font?.url : undefined))),
  ]);
  return { files, fonts };
}

/** Returns the URL of a layer's file: an overlay image, or music. */
function getFileUrl(layer: EditLayer): string | undefined {
  if (layer.operation === "music") return layer.musicUrl;
  return layer.operation === "overlay" ? layer.imageUrl : undefined;
}

const createAnalyse = ({ examine, shared }: TaskRunner): Engine<AnalyseRequest> => ({
  ...shared,
  models: models.analyse,
  estimateSeconds: () => 20,
  async create(request, run) {
    const source = await download(run, request.url);
    const facts = await examine("analyse", { request, source }, run);
    return { state: "completed", facts: { ...facts } };
  },
});

const createMoments = ({ examine, runTask, shared }: TaskRunner): Engine<MomentsRequest> => ({
  ...shared,
  models: models.moments,
  async create(request, run) {
    const search = request.isUpload ? examine : runTask;
    const find = (input: object) => search("moments", { request, ...input }, run);
    const known = request.reading ? await find({}) : null;
    if (known) return { state: "completed", facts: { ...known } };
    const source = await download(run, request.sourceUrl);
    return { state: "completed", facts: { ...(await find({ source })) } };
  },
});

/** A long plan takes longer than requests may wait for the server's thread, so it is written in a child process. */
const createPlan = ({ settings, child }: LocalContext): Engine<PlanRequest> => ({
  name: "local",
  repeatable: true,
  concurrency: settings.renders,
  models: models.plan,
  estimateSeconds: () => 1,
  review: reviewPlan,
  async create(request, { folder, signal }) {
    const facts = await child<PlanFacts>("plan", request, { folder, signal, timeLimitMs: PLAN_MS });
    return { state: "completed", facts: { ...facts } };
  },
});

const createPreview =
  ({ runTask }: TaskRunner): Previews["drawPreview"] =>
  async (scenes, duration, run) => {
    const prompt = scenes.map(({ text }) => text).join(" ");
    const shape = { aspectRatio: "9:16", resolution: "540p", duration };
    const request = { model: "preview", prompt, scenes: [...scenes], brief: {}, referenceImageUrls: [], ...shape };
    const signal = AbortSignal.any([run.signal, AbortSignal.timeout(PREVIEW_MS)]);
    const { video } = await runTask("video", { request }, { folder: run.folder, signal }, ["video"]);
    return video;
  };

/** Creates the local engines. All but the writer of storyboards work in a child process. */
export function createEngines(context: LocalContext, listEncoders: ListEncoders = listHardwareEncoders) {
  const runner = createTaskRunner(context, listEncoders);
  const firstCheck = setTimeout(runner.checkVideo, FIRST_CHECK_MS);
  const service: Footage & Previews = {
    frames: (path, options, run) => runner.examine("frames", { path, ...options }, run, ["path"]),
    jpeg: async (path, { side }, run) => (await runner.examine("jpeg", { path, side }, run, ["path"])).path,
    thumbnail: async (path, run) => (await runner.examine("thumbnail", { path }, run, ["path"])).path,
    sound: async (path, format, run, part) =>
      (await runner.examine("sound", { path, format, part }, run, ["path"])).path,
    findVoice: (path, part, run) => runner.examine("findVoice", { path, ...part }, run),
    captionGuides: (path, run) => runner.examine("captionGuides", { path }, run),
    drawPreview: createPreview(runner),
    analyseInBackground: (source, request, run) =>
      runner.examine("analyse", { request, source }, { ...run, isBackground: true }),
  };
  return {
    engines: {
      image: createImage(runner),
      music: createMusic(runner),
      video: createVideo(runner),
      edit: createEdit(runner),
      analyse: createAnalyse(runner),
      moments: createMoments(runner),
      plan: createPlan(context),
      storyboard,
    },
    service,
    convertPicture: async (path: string, run: Pick<Run, "folder" | "signal">) =>
      (await runner.examine("picture", { path }, run, ["path"])).path,
    stop: async () => clearTimeout(firstCheck),
  };
}
