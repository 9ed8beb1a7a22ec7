import { defineModels, type HostedKind, type HostedModel, type InputMap } from "vireo/hosted/model";

/** Field names from the API pages at replicate.com. The first model of a kind is its default. */

const all = ["1:1", "9:16", "16:9", "4:5", "3:4"];
const videoRatios = ["9:16", "16:9", "1:1"];
const ratioed = { aspectRatio: "aspect_ratio", ratios: { source: "match_input_image" } };
const png = { output_format: "png" };
const filmed = { aspectRatio: "aspect_ratio", duration: "duration" };

const images: Omit<HostedModel, "kind">[] = [
  {
    id: "google/nano-banana-2",
    title: "Nano Banana 2",
    description: "Google's image model: makes, edits and combines up to 14 pictures.",
    aspectRatios: all,
    maxPictures: 14,
    input: { ...ratioed, pictures: "image_input[]", fixed: png },
  },
  {
    id: "google/nano-banana-pro",
    title: "Nano Banana Pro",
    description: "Google's larger image model, good at text in pictures.",
    aspectRatios: all,
    maxPictures: 14,
    input: { ...ratioed, pictures: "image_input[]", fixed: png },
  },
  {
    id: "black-forest-labs/flux-schnell",
    title: "FLUX.1 schnell",
    description: "Quick and cheap.",
    aspectRatios: all,
    input: { aspectRatio: "aspect_ratio", fixed: png },
  },
  {
    id: "black-forest-labs/flux-kontext-pro",
    title: "FLUX.1 Kontext pro",
    description: "Changes one picture, also within a mask.",
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
    id: "bytedance/seedance-1-lite",
    title: "Seedance 1 Lite",
    description: "Takes a first frame or up to 4 references.",
    duration: { min: 2, max: 12, default: 5 },
    aspectRatios: videoRatios,
    resolutions: ["720p"],
    maxPictures: 4,
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
    description: "Google's music model; instrumental, half a minute.",
    duration: { min: 30, max: 30, default: 30 },
    sings: false,
  },
];

export const models: readonly HostedModel[] = [
  ...defineModels("image", images),
  ...defineModels("video", videos),
  ...defineModels("music", tracks),
];

/** The field names of most models at Replicate. */
export const usualInputs: Readonly<Record<HostedKind, InputMap>> = {
  image: { pictures: "image", mask: "mask", aspectRatio: "aspect_ratio" },
  video: { frame: "image", aspectRatio: "aspect_ratio", duration: "duration", resolution: "resolution" },
  music: {},
};
