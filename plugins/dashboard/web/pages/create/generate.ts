import type { GenerateImageRequest, GenerateMusicRequest, GenerateVideoRequest, Model } from "vireo/client";
import { vireo } from "../../api";
import type { Kind } from "../../ui/media";
import type { Form } from "./use-create-form";

/** What the API takes; a model may know more or fewer. The first is used where nobody chose. */
const ratios: Record<Kind, readonly string[]> = {
  video: ["9:16", "16:9", "1:1"],
  image: ["1:1", "9:16", "16:9", "4:5", "3:4"],
  music: [],
};
const resolutions = ["720p", "1080p"];
const DEFAULT_SECONDS = 8;

const brief = ["personaId", "productId", "styleId", "characterId"] as const;
const fields: Record<Kind, readonly (keyof Form)[]> = {
  video: [
    ...(["prompt", "model", "aspectRatio", "duration", "resolution", "imageUrl", "referenceImageUrls"] as const),
    ...brief,
    ...(["messagingId", "musicId", "negativePrompt", "seed"] as const),
  ],
  image: ["prompt", "model", "aspectRatio", "imageUrl", "referenceImageUrls", ...brief],
  music: ["prompt", "model", "instrumental", "title", "style"],
};

export interface Shape {
  aspectRatios: readonly string[];
  aspectRatio: string;
  resolutions: readonly string[];
  resolution: string;
  seconds: { min: number; max: number };
  duration: number;
}

/** What of the form a model can do: the choices, and which of them holds. */
export function resolveFormat(kind: Kind, form: Form, model: Model | undefined): Shape {
  const can = (all: readonly string[], some: readonly string[] | undefined) =>
    some ? all.filter((one) => some.includes(one)) : all;
  const aspectRatios = can(ratios[kind], model?.aspectRatios);
  const sizes = kind === "video" ? (model?.resolutions?.filter((one) => resolutions.includes(one)) ?? resolutions) : [];
  const { min = 1, max = 60, default: usual = DEFAULT_SECONDS } = model?.duration ?? {};
  const asked = form.duration === "" ? usual : form.duration;
  const pick = (all: readonly string[], one: string) => (all.includes(one) ? one : (all[0] ?? ""));
  return {
    aspectRatios,
    aspectRatio: pick(aspectRatios, form.aspectRatio),
    resolutions: sizes,
    resolution: pick(sizes, form.resolution),
    seconds: { min, max },
    duration: Math.min(max, Math.max(min, asked)),
  };
}

/** Starts it, and returns its id. */
export async function start(kind: Kind, form: Form, shape: Shape): Promise<string> {
  const { aspectRatio, resolution, duration } = shape;
  const whole = { ...form, aspectRatio, resolution, duration };
  const asked = fields[kind].map((name) => [name, whole[name]] as const);
  const said = asked.filter(([, value]) => value !== "" && !(Array.isArray(value) && value.length === 0));
  const body: unknown = Object.fromEntries(said);
  if (kind === "video") return (await vireo.videos.generate(body as GenerateVideoRequest)).videoId;
  if (kind === "image") return (await vireo.images.generate(body as GenerateImageRequest)).imageId;
  return (await vireo.music.generate(body as GenerateMusicRequest)).musicId;
}
