import type { KieModel } from "./model";

const market = { kind: "video", dialect: "jobs" } as const;
const ratios = ["9:16", "16:9", "1:1"];

const veoInput = { aspectRatio: "aspect_ratio", seed: "seeds" };
/** Veo needs to be told how its images are used. */
const veo = {
  ...({ kind: "video", dialect: "veo" } as const),
  duration: { min: 8, max: 8, default: 8 },
  aspectRatios: ["9:16", "16:9"],
  resolutions: ["720p"],
  maxPrompt: 5_000,
  input: { ...veoInput, fixed: { generationType: "TEXT_2_VIDEO" } },
  withFrame: {
    input: { ...veoInput, frame: "imageUrls[]", fixed: { generationType: "FIRST_AND_LAST_FRAMES_2_VIDEO" } },
  },
};
const seedance = {
  ...market,
  duration: { min: 4, max: 15, default: 5 },
  aspectRatios: ratios,
  maxPrompt: 20_000,
  maxPictures: 9,
  input: {
    aspectRatio: "aspect_ratio",
    duration: "duration",
    resolution: "resolution",
    frame: "first_frame_url",
    pictures: "reference_image_urls[]",
  },
};
const kling = { duration: "duration", durationAs: "text", fixed: { sound: false } } as const;
const runway = { duration: "duration", resolution: "quality", fixed: { waterMark: "" } };
const fiveOrTen = { duration: { min: 5, max: 10, default: 5 }, durations: [5, 10] };
const sora = { ...market, maxPrompt: 5_000, retiredAt: "2026-09-24" };

export const videoModels: readonly KieModel[] = [
  {
    ...veo,
    id: "veo3_fast",
    title: "Veo 3 Fast",
    description: "Google's video model with sound, faster and cheaper. Accepts a first frame or up to 3 references.",
    maxPictures: 3,
    withPictures: { input: { ...veoInput, pictures: "imageUrls[]", fixed: { generationType: "REFERENCE_2_VIDEO" } } },
  },
  { ...veo, id: "veo3", title: "Veo 3", description: "Google's video model with sound." },
  { ...seedance, id: "bytedance/seedance-2", title: "Seedance 2.0", resolutions: ["720p", "1080p"] },
  { ...seedance, id: "bytedance/seedance-2-fast", title: "Seedance 2.0 Fast", resolutions: ["720p"] },
  {
    ...market,
    ...fiveOrTen,
    id: "kling-2.6/text-to-video",
    title: "Kling 2.6",
    aspectRatios: ratios,
    maxPrompt: 1_000,
    input: { ...kling, aspectRatio: "aspect_ratio" },
    // The video has the ratio of its first frame.
    withFrame: { vendorId: "kling-2.6/image-to-video", input: { ...kling, frame: "image_urls[]" } },
  },
  {
    ...fiveOrTen,
    kind: "video",
    dialect: "runway",
    id: "runway",
    title: "Runway",
    description: "1080p up to 5 seconds.",
    aspectRatios: ratios,
    resolutions: ["720p", "1080p"],
    maxPrompt: 1_800,
    input: { ...runway, aspectRatio: "aspectRatio" },
    // The video has the ratio of its first frame.
    withFrame: { input: { ...runway, frame: "imageUrl" } },
  },
  { ...sora, id: "sora-2-text-to-video", title: "Sora 2" },
  { ...sora, id: "sora-2-image-to-video", title: "Sora 2, from an image" },
];
