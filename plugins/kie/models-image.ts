import type { KieModel } from "./model";

const market = { transport: "jobs", input: { aspectRatio: "aspect_ratio" } } as const;
const all = ["1:1", "9:16", "16:9", "4:5", "3:4"] as const;
/** The models that do not know 4:5. */
const most = ["1:1", "9:16", "16:9", "3:4"] as const;
const wide = ["21:9", "4:3"] as const;
const flux = {
  transport: "flux",
  aspectRatios: most,
  editRatios: [...most, ...wide],
  maxPrompt: 5_000,
  pictures: { field: "inputImage", max: 1 },
} as const;

export const imageModels: readonly KieModel[] = [
  {
    ...market,
    id: "nano-banana-2",
    title: "Nano Banana 2",
    description: "Google's image model: makes, edits and combines up to 14 pictures.",
    aspectRatios: all,
    keepsRatio: "auto",
    maxPrompt: 20_000,
    pictures: { field: "image_input", list: true, max: 14 },
  },
  {
    ...market,
    id: "nano-banana-pro",
    title: "Nano Banana Pro",
    description: "Google's larger image model, good at text in pictures.",
    aspectRatios: all,
    keepsRatio: "auto",
    maxPrompt: 10_000,
    pictures: { field: "image_input", list: true, max: 8 },
  },
  {
    ...market,
    id: "google/nano-banana",
    title: "Nano Banana",
    aspectRatios: all,
    keepsRatio: "auto",
    maxPrompt: 5_000,
    withPictures: {
      vendorId: "google/nano-banana-edit",
      pictures: { field: "image_urls", list: true, max: 10 },
    },
  },
  {
    transport: "jobs",
    id: "seedream/4.5-text-to-image",
    title: "Seedream 4.5",
    aspectRatios: most,
    editRatios: [...most, ...wide, "3:2", "2:3"],
    maxPrompt: 3_000,
    input: { aspectRatio: "aspect_ratio", fixed: { quality: "basic" } },
    withPictures: { vendorId: "seedream/4.5-edit", pictures: { field: "image_urls", list: true, max: 14 } },
  },
  {
    transport: "gpt4o",
    id: "gpt4o-image",
    title: "GPT-4o image",
    description: "Edits with a mask, too.",
    // Its other sizes are no ratios of our API.
    aspectRatios: ["1:1"],
    editRatios: ["1:1", "3:2", "2:3"],
    maxPrompt: 5_000,
    pictures: { field: "filesUrl", list: true, max: 5 },
    mask: true,
  },
  { ...flux, id: "flux-kontext-pro", title: "FLUX.1 Kontext pro" },
  { ...flux, id: "flux-kontext-max", title: "FLUX.1 Kontext max" },
];
