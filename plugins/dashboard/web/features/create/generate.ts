import type {
  GenerateImageRequest,
  GenerateMusicRequest,
  GenerateVideoRequest,
  Model,
  VideoScene,
  VideoStoryboard,
} from "vireo/client";
import { vireo } from "../../api";
import type { Kind } from "../../ui/media";
import { isNarrated, toNarration } from "./narration";
import type { CreateValues } from "./values";

/** Aspect ratios of the API, of which a model may support fewer. The first is the default. */
const ratios: Record<Kind, readonly string[]> = {
  video: ["9:16", "16:9", "1:1"],
  image: ["1:1", "9:16", "16:9", "4:5", "3:4"],
  music: [],
};
const resolutions = ["720p", "1080p"];
const DEFAULT_SECONDS = 8;
/** The API's default length when it writes a script. */
const NARRATED_SECONDS = 30;
const SHORTEST_NARRATION = 3;

const brand = ["personaId", "productId", "styleId", "characterId"] as const;
const fields: Record<Kind, readonly (keyof CreateValues)[]> = {
  video: [
    ...([
      "prompt",
      "scenes",
      "model",
      "aspectRatio",
      "duration",
      "resolution",
      "imageUrl",
      "referenceImageUrls",
    ] as const),
    ...brand,
    ...(["messagingId", "musicId", "negativePrompt", "seed"] as const),
  ],
  image: ["prompt", "model", "aspectRatio", "imageUrl", "referenceImageUrls", ...brand],
  music: ["prompt", "model", "instrumental", "title", "style"],
};

/** Formats that a model supports, and the selected one. */
export interface Format {
  aspectRatios: readonly string[];
  aspectRatio: string;
  resolutions: readonly string[];
  resolution: string;
  seconds: { min: number; max: number };
  duration: number;
}

const getLengths = (values: CreateValues, model: Model | undefined): Partial<NonNullable<Model["duration"]>> =>
  model?.narrates && isNarrated(values)
    ? { min: SHORTEST_NARRATION, max: model.narrates.maxSeconds, default: NARRATED_SECONDS }
    : { ...model?.duration };

/** Limits the form's format to what the model supports. */
export function resolveFormat(kind: Kind, values: CreateValues, model: Model | undefined): Format {
  const aspectRatios = ratios[kind].filter((ratio) => model?.aspectRatios?.includes(ratio) ?? true);
  const supported = model?.resolutions?.filter((resolution) => resolutions.includes(resolution)) ?? resolutions;
  const sizes = kind === "video" ? supported : [];
  const { min = 1, max = 60, default: defaultSeconds = DEFAULT_SECONDS } = getLengths(values, model);
  const seconds = values.duration === "" ? defaultSeconds : Number(values.duration);
  const pick = (options: readonly string[], value: string) => (options.includes(value) ? value : (options[0] ?? ""));
  return {
    aspectRatios,
    aspectRatio: pick(aspectRatios, values.aspectRatio),
    resolutions: sizes,
    resolution: pick(sizes, values.resolution),
    seconds: { min, max },
    duration: Math.min(max, Math.max(min, seconds)),
  };
}

const isSet = (value: unknown) => value !== "" && value !== null && !(Array.isArray(value) && value.length === 0);

/** Builds a request from the fields of a kind. Omits empty fields. */
function toRequest(kind: Kind, values: CreateValues, { aspectRatio, resolution, duration }: Format): object {
  const all = { ...values, aspectRatio, resolution, duration };
  const set = fields[kind].map((name) => [name, all[name]] as const).filter(([, value]) => isSet(value));
  if (kind !== "video" || !isNarrated(values)) return Object.fromEntries(set);
  const isWritten = values.videoType === "script" || values.scenes.length > 0;
  const rest = set.filter(([name]) => name !== "prompt" && !(name === "duration" && isWritten));
  return { ...Object.fromEntries(rest), ...toNarration(values, values.scenes) };
}

/** Builds the request for a video. */
export const toVideoRequest = (values: CreateValues, format: Format): GenerateVideoRequest =>
  toRequest("video", { ...values, scenes: cleanScenes(values.scenes) }, format) as GenerateVideoRequest;

/** Writes the scenes of a video from its prompt. Free. */
export const writeStoryboard = (values: CreateValues, format: Format): Promise<VideoStoryboard> =>
  vireo.videos.storyboard.create(toVideoRequest({ ...values, scenes: [] }, format));

/** Omits empty texts, which the API rejects. */
const cleanScenes = (scenes: readonly VideoScene[]): VideoScene[] =>
  scenes.map(({ text, subtext, narration, ...scene }) => ({
    ...scene,
    narration: narration?.trim() ? narration : undefined,
    text: text?.trim() ? text : undefined,
    subtext: subtext?.trim() ? subtext : undefined,
  }));

/** Starts the generation. Returns its ID. */
export async function generate(kind: Kind, values: CreateValues, format: Format): Promise<string> {
  if (kind === "video") return (await vireo.videos.generate(toVideoRequest(values, format))).videoId;
  const body = toRequest(kind, values, format);
  if (kind === "image") return (await vireo.images.generate(body as GenerateImageRequest)).imageId;
  return (await vireo.music.generate(body as GenerateMusicRequest)).musicId;
}
