import type { KieModel } from "./model";

const ratios = ["9:16", "16:9", "1:1"];
const hd = ["720p", "1080p"];
/** Image formats that Kling accepts for frames. */
const photos = ["image/jpeg", "image/png"];

const veoInput = { aspectRatio: "aspect_ratio", duration: "duration", resolution: "resolution" };
/** Veo requires a field for the use of its images. */
const veo = {
  ...({ kind: "video", dialect: "veo" } as const),
  duration: { min: 4, max: 8, default: 8 },
  durations: [4, 6, 8],
  aspectRatios: ["9:16", "16:9"],
  resolutions: hd,
  maxPrompt: 5_000,
  input: { ...veoInput, fixed: { generationType: "TEXT_2_VIDEO" } },
  withFrame: {
    input: { ...veoInput, frame: "imageUrls[]", fixed: { generationType: "FIRST_AND_LAST_FRAMES_2_VIDEO" } },
  },
};
const veoReferences = {
  maxPictures: 3,
  referenceDuration: 8,
  withPictures: { input: { ...veoInput, pictures: "imageUrls[]", fixed: { generationType: "REFERENCE_2_VIDEO" } } },
};
const seedance = {
  kind: "video",
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
} as const;
const text = { duration: "duration", durationAs: "text" } as const;
const kling26 = { ...text, fixed: { sound: false } };
/** Kling 3 names resolutions by mode. */
const kling3 = {
  ...text,
  aspectRatio: "aspect_ratio",
  frame: "image_urls[]",
  fixed: { sound: true, multi_shots: false, multi_prompt: [] },
};
const klingTurbo = { ...text, resolution: "resolution" };
const hailuo = {
  ...({ kind: "video" } as const),
  duration: { min: 6, max: 10, default: 6 },
  durations: [6, 10],
  maxPrompt: 5_000,
  needsFrame: true,
  input: { ...text, frame: "image_url" },
};
const h3 = { duration: "duration", resolution: "resolution", resolutions: { "720p": "768P", "1080p": "2K" } };
const runway = { duration: "duration", resolution: "quality", fixed: { waterMark: "" } };
const fiveOrTen = { duration: { min: 5, max: 10, default: 5 }, durations: [5, 10] };
const sora = { kind: "video", maxPrompt: 5_000, retiredAt: "2026-09-24" } as const;

export const videoModels: readonly KieModel[] = [
  {
    ...veo,
    ...veoReferences,
    id: "veo3_fast",
    title: "Veo 3.1 Fast",
    description:
      "Google's video model with speech and audio. Accepts a first frame, or up to 3 references for 8 seconds.",
  },
  { ...veo, id: "veo3", title: "Veo 3.1 Quality", description: "Google's video model with speech and audio." },
  {
    ...veo,
    ...veoReferences,
    id: "veo3_lite",
    title: "Veo 3.1 Lite",
    description: "The cheapest Veo, with speech and audio. Accepts a first frame, or up to 3 references for 8 seconds.",
  },
  {
    ...seedance,
    id: "bytedance/seedance-2-5",
    title: "Seedance 2.5",
    description: "With audio, up to 30 seconds. Accepts a first frame or up to 30 references.",
    duration: { min: 4, max: 30, default: 5 },
    resolutions: hd,
    maxPrompt: 30_000,
    maxPictures: 30,
  },
  { ...seedance, id: "bytedance/seedance-2", title: "Seedance 2.0", resolutions: hd },
  { ...seedance, id: "bytedance/seedance-2-fast", title: "Seedance 2.0 Fast", resolutions: ["720p"] },
  { ...seedance, id: "bytedance/seedance-2-mini", title: "Seedance 2.0 Mini", resolutions: ["720p"] },
  {
    kind: "video",
    id: "kling-3.0/video",
    title: "Kling 3",
    description: "With sound.",
    duration: { min: 3, max: 15, default: 5 },
    aspectRatios: ratios,
    resolutions: hd,
    maxPrompt: 2_500,
    imageTypes: photos,
    input: { ...kling3, resolution: "mode", resolutions: { "720p": "std", "1080p": "pro" } },
  },
  {
    kind: "video",
    id: "kling/v3-turbo-text-to-video",
    title: "Kling 3 Turbo",
    duration: { min: 3, max: 15, default: 5 },
    aspectRatios: ratios,
    resolutions: hd,
    maxPrompt: 2_500,
    imageTypes: photos,
    input: { ...klingTurbo, aspectRatio: "aspect_ratio" },
    withFrame: { vendorId: "kling/v3-turbo-image-to-video", input: { ...klingTurbo, frame: "image_urls[]" } },
  },
  {
    kind: "video",
    ...fiveOrTen,
    id: "kling-2.6/text-to-video",
    title: "Kling 2.6",
    aspectRatios: ratios,
    maxPrompt: 1_000,
    imageTypes: photos,
    input: { ...kling26, aspectRatio: "aspect_ratio" },
    // The video has the ratio of its first frame.
    withFrame: { vendorId: "kling-2.6/image-to-video", input: { ...kling26, frame: "image_urls[]" } },
  },
  {
    ...hailuo,
    id: "hailuo/2-3-image-to-video-pro",
    title: "Hailuo 2.3 Pro",
    description: "Animates a first frame, which is required.",
  },
  {
    ...hailuo,
    id: "hailuo/2-3-image-to-video-standard",
    title: "Hailuo 2.3",
    description: "Animates a first frame, which is required.",
  },
  {
    kind: "video",
    id: "minimax-h3/text-to-video",
    title: "MiniMax H3",
    duration: { min: 4, max: 15, default: 6 },
    aspectRatios: ratios,
    resolutions: hd,
    maxPrompt: 7_000,
    maxPictures: 9,
    input: { ...h3, aspectRatio: "aspect_ratio" },
    withFrame: { vendorId: "minimax-h3/image-to-video", input: { ...h3, frame: "first_frame_url" } },
    withPictures: {
      vendorId: "minimax-h3/reference-to-video",
      input: { ...h3, aspectRatio: "aspect_ratio", pictures: "reference_image_urls[]" },
    },
  },
  {
    kind: "video",
    id: "gemini-omni-video",
    title: "Gemini Omni",
    description: "Google's video model with audio. Accepts up to 7 references.",
    duration: { min: 4, max: 10, default: 8 },
    durations: [4, 6, 8, 10],
    aspectRatios: ["9:16", "16:9"],
    resolutions: hd,
    maxPrompt: 20_000,
    maxPictures: 7,
    input: { ...text, aspectRatio: "aspect_ratio", resolution: "resolution", seed: "seed", pictures: "image_urls[]" },
  },
  {
    ...fiveOrTen,
    kind: "video",
    dialect: "runway",
    id: "runway",
    title: "Runway",
    description: "1080p up to 5 seconds.",
    maxDurations: { "1080p": 5 },
    aspectRatios: ratios,
    resolutions: hd,
    maxPrompt: 1_800,
    input: { ...runway, aspectRatio: "aspectRatio" },
    // The video has the ratio of its first frame.
    withFrame: { input: { ...runway, frame: "imageUrl" } },
  },
  { ...sora, id: "sora-2-text-to-video", title: "Sora 2" },
  { ...sora, id: "sora-2-image-to-video", title: "Sora 2, from an image" },
];
