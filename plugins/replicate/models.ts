import { defineModels, type HostedKind, type HostedModel, type InputMap } from "vireo/hosted/model";

/**
 * Field names from the API page of each model, replicate.com/OWNER/NAME/versions/ID/api, read 2026-11-22. The first model
 * of a kind is its default.
 */

const all = ["1:1", "9:16", "16:9", "4:5", "3:4"];
const videoRatios = ["9:16", "16:9", "1:1"];
const ratioed = { aspectRatio: "aspect_ratio", ratios: { source: "match_input_image" } };
const png = { output_format: "png" };
const hd = ["720p", "1080p"];
/** Veo's references only work at 16:9, so they are not offered. */
const veo = {
  duration: { min: 4, max: 8, default: 8 },
  durations: [4, 6, 8],
  aspectRatios: ["9:16", "16:9"],
  resolutions: hd,
  input: {
    aspectRatio: "aspect_ratio",
    duration: "duration",
    resolution: "resolution",
    negativePrompt: "negative_prompt",
    seed: "seed",
    frame: "image",
  },
};
const filmed = { aspectRatio: "aspect_ratio", duration: "duration" };

const images: Omit<HostedModel, "kind">[] = [
  {
    id: "google/nano-banana-2",
    title: "Nano Banana 2",
    description: "Google's image model: generates, edits and combines up to 14 images.",
    aspectRatios: all,
    maxPictures: 14,
    input: { ...ratioed, pictures: "image_input[]", fixed: png },
  },
  {
    id: "google/nano-banana-pro",
    title: "Nano Banana Pro",
    description: "Google's larger image model, good at text in images.",
    aspectRatios: all,
    maxPictures: 14,
    input: { ...ratioed, pictures: "image_input[]", fixed: png },
  },
  {
    id: "openai/gpt-image-2",
    title: "GPT Image 2",
    description: "OpenAI's image model: generates, edits and combines images.",
    // Its other sizes match no ratio of our API.
    aspectRatios: ["1:1"],
    editRatios: ["1:1", "3:2", "2:3"],
    input: { aspectRatio: "aspect_ratio", pictures: "input_images[]", fixed: png },
  },
  {
    id: "black-forest-labs/flux-schnell",
    title: "FLUX.1 schnell",
    description: "Fast and cheap.",
    aspectRatios: all,
    input: { aspectRatio: "aspect_ratio", fixed: png },
  },
  {
    id: "black-forest-labs/flux-kontext-pro",
    title: "FLUX.1 Kontext pro",
    description: "Edits one image, optionally within a mask.",
    aspectRatios: all,
    input: { ...ratioed, pictures: "input_image", fixed: png },
    withMask: {
      vendorId: "black-forest-labs/flux-fill-pro",
      input: { pictures: "image", mask: "mask", fixed: png },
    },
  },
];

const videos: Omit<HostedModel, "kind">[] = [
  {
    id: "bytedance/seedance-2.0",
    title: "Seedance 2.0",
    description: "With audio. Accepts a first frame or up to 9 references.",
    duration: { min: 4, max: 15, default: 5 },
    aspectRatios: videoRatios,
    resolutions: ["720p"],
    maxPictures: 9,
    input: { ...filmed, resolution: "resolution", seed: "seed", frame: "image", pictures: "reference_images[]" },
  },
  {
    id: "bytedance/seedance-1-pro",
    title: "Seedance 1 Pro",
    duration: { min: 2, max: 12, default: 5 },
    aspectRatios: videoRatios,
    resolutions: ["1080p", "720p"],
    input: { ...filmed, resolution: "resolution", seed: "seed", frame: "image" },
  },
  {
    id: "kwaivgi/kling-v2.5-turbo-pro",
    title: "Kling 2.5 Turbo Pro",
    duration: { min: 5, max: 10, default: 5 },
    durations: [5, 10],
    aspectRatios: videoRatios,
    resolutions: ["1080p"],
    maxPrompt: 2500,
    input: { ...filmed, negativePrompt: "negative_prompt", frame: "start_image" },
  },
  {
    ...veo,
    id: "google/veo-3.1-fast",
    title: "Veo 3.1 Fast",
    description: "Google's video model with speech and audio, faster and cheaper.",
  },
  { ...veo, id: "google/veo-3.1", title: "Veo 3.1", description: "Google's video model with speech and audio." },
  {
    id: "kwaivgi/kling-v3-video",
    title: "Kling 3",
    description: "With sound.",
    duration: { min: 3, max: 15, default: 5 },
    aspectRatios: videoRatios,
    resolutions: hd,
    maxPrompt: 2500,
    imageTypes: ["image/jpeg", "image/png"],
    input: {
      ...filmed,
      resolution: "mode",
      resolutions: { "720p": "standard", "1080p": "pro" },
      negativePrompt: "negative_prompt",
      frame: "start_image",
      fixed: { generate_audio: true },
    },
  },
  {
    id: "minimax/hailuo-2.3",
    title: "Hailuo 2.3",
    description: "10 seconds at 768p, 6 at 1080p.",
    duration: { min: 6, max: 10, default: 6 },
    durations: [6, 10],
    resolutions: hd,
    maxDurations: { "1080p": 6 },
    input: {
      duration: "duration",
      resolution: "resolution",
      resolutions: { "720p": "768p" },
      frame: "first_frame_image",
    },
  },
  {
    id: "bytedance/seedance-1-lite",
    title: "Seedance 1 Lite",
    description: "Accepts a first frame or up to 4 references.",
    makerEndedAt: "2026-05-13",
    duration: { min: 2, max: 12, default: 5 },
    aspectRatios: videoRatios,
    resolutions: ["720p"],
    maxPictures: 4,
    input: { ...filmed, resolution: "resolution", seed: "seed", frame: "image", pictures: "reference_images[]" },
  },
];

const tracks: Omit<HostedModel, "kind">[] = [
  {
    id: "elevenlabs/music",
    title: "ElevenLabs Music",
    duration: { min: 5, max: 300, default: 60 },
    maxPrompt: 2000,
    input: { instrumental: "force_instrumental", fixed: { music_length_ms: 60_000 } },
  },
  {
    id: "stability-ai/stable-audio-2.5",
    title: "Stable Audio 2.5",
    description: "Instrumental.",
    duration: { min: 60, max: 60, default: 60 },
    sings: false,
    input: { fixed: { duration: 60 } },
  },
  {
    id: "google/lyria-2",
    title: "Lyria 2",
    description: "Google's music model: instrumental, 30 seconds.",
    duration: { min: 30, max: 30, default: 30 },
    sings: false,
  },
];

export const models: readonly HostedModel[] = [
  ...defineModels("image", images),
  ...defineModels("video", videos),
  ...defineModels("music", tracks),
];

/** Field names of most models at Replicate. */
export const usualInputs: Readonly<Record<HostedKind, InputMap>> = {
  image: { pictures: "image", mask: "mask", aspectRatio: "aspect_ratio" },
  video: { frame: "image", aspectRatio: "aspect_ratio", duration: "duration", resolution: "resolution" },
  music: {},
};
