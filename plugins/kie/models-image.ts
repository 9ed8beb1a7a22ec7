import type { KieModel } from "./model";

const all = ["1:1", "9:16", "16:9", "4:5", "3:4"];
/** For models without 4:5. */
const most = ["1:1", "9:16", "16:9", "3:4"];
const wide = ["21:9", "4:3"];
const market = { kind: "image", dialect: "jobs" } as const;
const banana = { aspectRatio: "aspect_ratio", ratios: { source: "auto" } };
const seedream = { aspectRatio: "aspect_ratio", fixed: { quality: "basic" } };
const flux = {
  kind: "image",
  dialect: "flux",
  aspectRatios: most,
  editRatios: [...most, ...wide],
  maxPrompt: 5_000,
  input: { aspectRatio: "aspectRatio", pictures: "inputImage", fixed: { outputFormat: "png" } },
} as const;

export const imageModels: readonly KieModel[] = [
  {
    ...market,
    id: "nano-banana-2",
    title: "Nano Banana 2",
    description: "Google's image model: makes, edits and combines up to 14 images.",
    aspectRatios: all,
    maxPrompt: 20_000,
    maxPictures: 14,
    input: { ...banana, pictures: "image_input[]" },
  },
  {
    ...market,
    id: "nano-banana-pro",
    title: "Nano Banana Pro",
    description: "Google's larger image model, good at text in images.",
    aspectRatios: all,
    maxPrompt: 10_000,
    maxPictures: 8,
    input: { ...banana, pictures: "image_input[]" },
  },
  {
    ...market,
    id: "google/nano-banana",
    title: "Nano Banana",
    aspectRatios: all,
    maxPrompt: 5_000,
    maxPictures: 10,
    input: banana,
    withPictures: { vendorId: "google/nano-banana-edit", input: { ...banana, pictures: "image_urls[]" } },
  },
  {
    ...market,
    id: "seedream/4.5-text-to-image",
    title: "Seedream 4.5",
    aspectRatios: most,
    editRatios: [...most, ...wide, "3:2", "2:3"],
    maxPrompt: 3_000,
    maxPictures: 14,
    input: seedream,
    withPictures: { vendorId: "seedream/4.5-edit", input: { ...seedream, pictures: "image_urls[]" } },
  },
  {
    kind: "image",
    dialect: "gpt4o",
    id: "gpt4o-image",
    title: "GPT-4o image",
    description: "Edits with a mask, too.",
    // Its other sizes are not ratios of our API.
    aspectRatios: ["1:1"],
    editRatios: ["1:1", "3:2", "2:3"],
    maxPrompt: 5_000,
    maxPictures: 5,
    input: { aspectRatio: "size", pictures: "filesUrl[]", mask: "maskUrl", fixed: { nVariants: 1 } },
  },
  { ...flux, id: "flux-kontext-pro", title: "FLUX.1 Kontext pro" },
  { ...flux, id: "flux-kontext-max", title: "FLUX.1 Kontext max" },
];
