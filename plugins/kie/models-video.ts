import type { KieModel } from "./model";

const veo = {
  transport: "veo",
  duration: { min: 8, max: 8, default: 8 },
  aspectRatios: ["9:16", "16:9"],
  resolutions: ["720p"],
  maxPrompt: 5_000,
  frame: { field: "imageUrls", list: true, max: 1 },
} as const;
const seedance = {
  transport: "jobs",
  duration: { min: 4, max: 15, default: 5 },
  aspectRatios: ["9:16", "16:9", "1:1"],
  maxPrompt: 20_000,
  frame: { field: "first_frame_url", max: 1 },
  pictures: { field: "reference_image_urls", list: true, max: 9 },
  input: { aspectRatio: "aspect_ratio", duration: { field: "duration" }, resolution: "resolution" },
} as const;
const fiveOrTen = { duration: { min: 5, max: 10, default: 5 }, durations: [5, 10] } as const;
const sora = { transport: "jobs", maxPrompt: 5_000, retiredAt: "2026-09-24" } as const;

export const videoModels: readonly KieModel[] = [
  {
    ...veo,
    id: "veo3_fast",
    title: "Veo 3 Fast",
    description: "Google's video model with sound, quicker and cheaper; takes a first frame or up to 3 references.",
    pictures: { field: "imageUrls", list: true, max: 3 },
  },
  { ...veo, id: "veo3", title: "Veo 3", description: "Google's video model with sound." },
  {
    ...seedance,
    id: "bytedance/seedance-2",
    title: "Seedance 2.0",
    resolutions: ["720p", "1080p"],
  },
  { ...seedance, id: "bytedance/seedance-2-fast", title: "Seedance 2.0 Fast", resolutions: ["720p"] },
  {
    ...fiveOrTen,
    transport: "jobs",
    id: "kling-2.6/text-to-video",
    title: "Kling 2.6",
    aspectRatios: ["9:16", "16:9", "1:1"],
    maxPrompt: 1_000,
    input: { aspectRatio: "aspect_ratio", duration: { field: "duration", text: true }, fixed: { sound: false } },
    withPictures: {
      vendorId: "kling-2.6/image-to-video",
      frame: { field: "image_urls", list: true, max: 1 },
      // The picture gives the ratio.
      input: { duration: { field: "duration", text: true }, fixed: { sound: false } },
    },
  },
  {
    ...fiveOrTen,
    transport: "runway",
    id: "runway",
    title: "Runway",
    description: "1080p up to 5 seconds.",
    aspectRatios: ["9:16", "16:9", "1:1"],
    resolutions: ["720p", "1080p"],
    maxPrompt: 1_800,
    frame: { field: "imageUrl", max: 1 },
  },
  { ...sora, id: "sora-2-text-to-video", title: "Sora 2" },
  { ...sora, id: "sora-2-image-to-video", title: "Sora 2, from a picture" },
];
