import type { HostedKind } from "vireo/hosted/model";
import type { KieModel } from "./model";
import { imageModels } from "./models-image";
import { musicModels } from "./models-music";
import { videoModels } from "./models-video";

/** The first model of a kind is its default. */
export const models: readonly KieModel[] = [...imageModels, ...videoModels, ...musicModels];

/** The fields most models of the market have, for unlisted ones. */
const market: Omit<KieModel, "id" | "kind"> = {
  dialect: "jobs",
  maxPrompt: 5_000,
  maxPictures: 10,
  input: {
    aspectRatio: "aspect_ratio",
    duration: "duration",
    durationAs: "text",
    resolution: "resolution",
    frame: "image_urls[]",
    pictures: "image_urls[]",
  },
};
const MARKET_ID = /^[a-z0-9][\w.-]*(\/[\w.-]+)+$/i;

/** Forms of ids that are passed through, and the model that lends them its fields. */
const PASSED_THROUGH: Readonly<Record<HostedKind, readonly (readonly [RegExp, Partial<KieModel> | undefined])[]>> = {
  image: [
    [/^flux-kontext-/, imageModels.find(({ dialect }) => dialect === "flux")],
    [MARKET_ID, market],
  ],
  video: [
    [/^veo\d/, videoModels.find(({ dialect }) => dialect === "veo")],
    [MARKET_ID, market],
  ],
  music: [[/^V\d/, musicModels[0]]],
};

/** The model for an id that is not listed; undefined if kie.ai has no ids of this form. */
export function findUnlisted(kind: HostedKind, id: string): KieModel | undefined {
  const template = PASSED_THROUGH[kind].find(([form]) => form.test(id))?.[1];
  return template && ({ ...template, id, kind, title: id } as KieModel);
}
