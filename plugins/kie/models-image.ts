import type { KieModel } from "./model";

const all = ["1:1", "9:16", "16:9", "4:5", "3:4"];
/** Ratios of models without 4:5. */
const most = ["1:1", "9:16", "16:9", "3:4"];
const wide = ["21:9", "4:3"];
const banana = { aspectRatio: "aspect_ratio", ratios: { source: "auto" } };
const seedream = { aspectRatio: "aspect_ratio", fixed: { quality: "basic" } };
const seedreamRatios = { aspectRatios: most, editRatios: [...most, ...wide, "3:2", "2:3"] };
const sizes = {
  aspectRatio: "image_size",
  ratios: {
    "1:1": "square_hd",
    "9:16": "portrait_16_9",
    "16:9": "landscape_16_9",
    "3:4": "portrait_4_3",
  },
};
/** An edit without a ratio keeps the ratio of its image. */
const flux = {
  kind: "image",
  dialect: "flux",
  aspectRatios: most,
  maxPrompt: 5_000,
  input: { aspectRatio: "aspectRatio", pictures: "inputImage", fixed: { outputFormat: "png" } },
} as const;

export const imageModels: readonly KieModel[] = [
  {
    kind: "image",
    id: "nano-banana-2",
    title: "Nano Banana 2",
    description: "Google's image model: generates, edits and combines up to 14 images.",
    aspectRatios: all,
    maxPrompt: 20_000,
    maxPictures: 14,
    input: { ...banana, pictures: "image_input[]" },
  },
  {
    kind: "image",
    id: "nano-banana-pro",
    title: "Nano Banana Pro",
    description: "Google's larger image model, good at text in images.",
    aspectRatios: all,
    maxPrompt: 10_000,
    maxPictures: 8,
    input: { ...banana, pictures: "image_input[]" },
  },
  {
    kind: "image",
    id: "nano-banana-2-lite",
    title: "Nano Banana 2 Lite",
    aspectRatios: all,
    maxPrompt: 20_000,
    maxPictures: 10,
    input: { ...banana, pictures: "image_urls[]" },
  },
  {
    kind: "image",
    id: "google/nano-banana",
    title: "Nano Banana",
    aspectRatios: all,
    maxPrompt: 5_000,
    maxPictures: 10,
    input: banana,
    withPictures: { vendorId: "google/nano-banana-edit", input: { ...banana, pictures: "image_urls[]" } },
  },
  {
    kind: "image",
    id: "gpt-image-2-text-to-image",
    title: "GPT Image 2",
    description: "OpenAI's image model: generates, edits and combines up to 16 images.",
    aspectRatios: all,
    maxPrompt: 20_000,
    maxPictures: 16,
    input: banana,
    withPictures: { vendorId: "gpt-image-2-image-to-image", input: { ...banana, pictures: "input_urls[]" } },
  },
  {
    kind: "image",
    ...seedreamRatios,
    id: "seedream/5-pro-text-to-image",
    title: "Seedream 5 Pro",
    maxPrompt: 5_000,
    maxPictures: 10,
    input: seedream,
    withPictures: { vendorId: "seedream/5-pro-image-to-image", input: { ...seedream, pictures: "image_urls[]" } },
  },
  {
    kind: "image",
    ...seedreamRatios,
    id: "seedream/4.5-text-to-image",
    title: "Seedream 4.5",
    maxPrompt: 3_000,
    maxPictures: 14,
    input: seedream,
    withPictures: { vendorId: "seedream/4.5-edit", input: { ...seedream, pictures: "image_urls[]" } },
  },
  {
    kind: "image",
    id: "ideogram/v3-text-to-image",
    title: "Ideogram V3",
    description: "Good at text in images. Edits within a mask.",
    aspectRatios: most,
    maxPrompt: 5_000,
    input: sizes,
    withPictures: { vendorId: "ideogram/v3-remix", input: { pictures: "image_url" } },
    withMask: { vendorId: "ideogram/v3-edit", input: { pictures: "image_url", mask: "mask_url" } },
  },
  {
    kind: "image",
    id: "z-image",
    title: "Z-Image",
    description: "Fast and cheap.",
    aspectRatios: most,
    maxPrompt: 1_000,
    input: { aspectRatio: "aspect_ratio" },
  },
  {
    kind: "image",
    dialect: "gpt4o",
    id: "gpt4o-image",
    title: "GPT-4o image",
    // Its other sizes match no ratio of our API.
    aspectRatios: ["1:1"],
    editRatios: ["1:1", "3:2", "2:3"],
    maxPrompt: 5_000,
    maxPictures: 5,
    input: { aspectRatio: "size", pictures: "filesUrl[]" },
  },
  { ...flux, id: "flux-kontext-pro", title: "FLUX.1 Kontext pro" },
  { ...flux, id: "flux-kontext-max", title: "FLUX.1 Kontext max" },
];
