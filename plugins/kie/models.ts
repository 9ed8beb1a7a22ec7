import type { MediaSlot, Model } from "vireo/engine";
import type { KieModel } from "./model";
import { imageModels } from "./models-image";
import { musicModels } from "./models-music";
import { videoModels } from "./models-video";

type Slot = Extract<MediaSlot, "image" | "video" | "music">;

/** Models by slot, the default first. */
export const models: Readonly<Record<Slot, readonly KieModel[]>> = {
  image: imageModels,
  video: videoModels,
  music: musicModels,
};

/** The market's common fields, for a model that nobody described here. */
const market: Omit<KieModel, "id" | "title"> = {
  transport: "jobs",
  maxPrompt: 5_000,
  pictures: { field: "image_urls", list: true, max: 10 },
  frame: { field: "image_urls", list: true, max: 1 },
  input: { aspectRatio: "aspect_ratio", duration: { field: "duration", text: true }, resolution: "resolution" },
};
const MARKET_ID = /^[a-z0-9][\w.-]*(\/[\w.-]+)+$/i;

/** Shapes of ids that are passed through, and the model each is asked like. */
const open: Readonly<Record<Slot, readonly (readonly [RegExp, Omit<KieModel, "id" | "title"> | undefined])[]>> = {
  image: [
    [/^flux-kontext-/, imageModels.find(({ transport }) => transport === "flux")],
    [MARKET_ID, market],
  ],
  video: [
    [/^veo\d/, videoModels.find(({ transport }) => transport === "veo")],
    [MARKET_ID, market],
  ],
  music: [[/^V\d/, musicModels[0]]],
};

/** The model of that id; undefined for an id that is neither listed nor of a known shape. */
export function findModel(slot: Slot, id: string): KieModel | undefined {
  const known = models[slot].find((model) => model.id === id);
  if (known) return known;
  const like = open[slot].find(([shape]) => shape.test(id))?.[1];
  return like && { ...like, id, title: id };
}

/** What the world is told of a model. */
export const shown = ({ id, title, description, duration, aspectRatios, resolutions, retiredAt }: KieModel): Model => ({
  id,
  title,
  ...(description ? { description } : {}),
  ...(duration ? { duration } : {}),
  ...(aspectRatios ? { aspectRatios } : {}),
  ...(resolutions ? { resolutions } : {}),
  ...(retiredAt ? { retiredAt } : {}),
});
