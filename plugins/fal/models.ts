import { defineModels, type HostedKind, type HostedModel, type InputMap } from "vireo/hosted/model";

/**
 * Field names from npm @fal-ai/client 1.10.1 (`types/endpoints.d.ts`); those of Seedance 2.5 and GPT Image 2, which it does
 * not have yet, from fal.ai's pages, 2026-09. The first model of a kind is its default. Ends of ByteDance's models are from its
 * own documentation (ModelArk, 2026-11-26).
 */

const sizes = {
  aspectRatio: "image_size",
  ratios: {
    "1:1": "square_hd",
    "9:16": "portrait_16_9",
    "16:9": "landscape_16_9",
    "3:4": "portrait_4_3",
    "4:5": { width: 1024, height: 1280 },
  },
};
const all = ["1:1", "9:16", "16:9", "4:5", "3:4"];
const most = ["1:1", "9:16", "16:9", "3:4"];
const videoRatios = ["9:16", "16:9", "1:1"];
const ratioed = { aspectRatio: "aspect_ratio", ratios: { source: "auto" } };
const edited = { ...ratioed, pictures: "image_urls[]" };
const large = { ...sizes, ratios: { ...sizes.ratios, "4:5": { width: 2048, height: 2560 } } };
/** The default quality, high, costs four times as much as medium. */
const gpt = { ...sizes, fixed: { quality: "medium" } };
const timed = { duration: "duration", durationAs: "text" } as const;
const avoiding = { ...timed, negativePrompt: "negative_prompt" };
const hd = ["720p", "1080p"];
const veoInput = {
  ...avoiding,
  durationAs: "s",
  aspectRatio: "aspect_ratio",
  resolution: "resolution",
  seed: "seed",
} as const;
/** Veo with speech. The ratio is sent along, because the first frame does not determine it. */
const veo = (id: string) => ({
  id,
  duration: { min: 4, max: 8, default: 8 },
  durations: [4, 6, 8],
  aspectRatios: ["9:16", "16:9"],
  resolutions: hd,
  input: veoInput,
  withFrame: { vendorId: `${id}/image-to-video`, input: { ...veoInput, frame: "image_url" } },
});
const seedance25 = { ...timed, resolution: "resolution", aspectRatio: "aspect_ratio" };
const seedance = { ...seedance25, seed: "seed" };
/** A model under `path`, with a variant that starts from an image. */
const filmed = (path: string, input: InputMap = {}) => ({
  id: `${path}/text-to-video`,
  input,
  withFrame: { vendorId: `${path}/image-to-video`, input: { ...input, frame: "image_url" } },
});
/** Kling uses the ratio of the first frame. */
const kling = (version: string) => ({
  ...filmed(`fal-ai/kling-video/${version}`),
  aspectRatios: videoRatios,
  maxPrompt: 2500,
  input: { ...avoiding, aspectRatio: "aspect_ratio" },
  withFrame: {
    vendorId: `fal-ai/kling-video/${version}/image-to-video`,
    input: { ...avoiding, frame: "start_image_url" },
  },
});

const images: Omit<HostedModel, "kind">[] = [
  {
    id: "fal-ai/nano-banana-2",
    title: "Nano Banana 2",
    description: "Google's image model: generates, edits and combines images.",
    aspectRatios: all,
    maxPictures: 14,
    input: ratioed,
    withPictures: { vendorId: "fal-ai/nano-banana-2/edit", input: edited },
  },
  {
    id: "fal-ai/nano-banana-pro",
    title: "Nano Banana Pro",
    description: "Google's larger image model, good at text in images.",
    aspectRatios: all,
    maxPictures: 14,
    input: ratioed,
    withPictures: { vendorId: "fal-ai/nano-banana-pro/edit", input: edited },
  },
  {
    id: "openai/gpt-image-2",
    title: "GPT Image 2",
    description: "OpenAI's image model: generates, edits and combines images.",
    aspectRatios: all,
    input: gpt,
    withPictures: {
      vendorId: "openai/gpt-image-2/edit",
      input: { ...gpt, ratios: { ...gpt.ratios, source: "auto" }, pictures: "image_urls[]" },
    },
  },
  {
    id: "fal-ai/flux/schnell",
    title: "FLUX.1 schnell",
    description: "Fast and cheap.",
    aspectRatios: all,
    input: sizes,
  },
  {
    id: "fal-ai/flux-2",
    title: "FLUX.2",
    aspectRatios: all,
    maxPictures: 4,
    input: sizes,
    withPictures: { vendorId: "fal-ai/flux-2/edit", input: { ...sizes, pictures: "image_urls[]" } },
  },
  {
    id: "fal-ai/flux-pro/kontext",
    title: "FLUX.1 Kontext pro",
    description: "Edits one image, optionally within a mask.",
    aspectRatios: most,
    vendorId: "fal-ai/flux-pro/kontext/text-to-image",
    input: { aspectRatio: "aspect_ratio" },
    withPictures: {
      vendorId: "fal-ai/flux-pro/kontext",
      input: { aspectRatio: "aspect_ratio", pictures: "image_url" },
    },
    withMask: { vendorId: "fal-ai/flux-pro/v1/fill", input: { pictures: "image_url", mask: "mask_url" } },
  },
  {
    id: "fal-ai/bytedance/seedream/v4.5/text-to-image",
    title: "Seedream 4.5",
    aspectRatios: all,
    maxPictures: 10,
    input: large,
    withPictures: {
      vendorId: "fal-ai/bytedance/seedream/v4.5/edit",
      input: { ...large, ratios: { ...large.ratios, source: "auto_2K" }, pictures: "image_urls[]" },
    },
  },
];

const videos: Omit<HostedModel, "kind">[] = [
  {
    ...kling("v3/standard"),
    title: "Kling 3",
    description: "With sound.",
    duration: { min: 3, max: 15, default: 5 },
    resolutions: ["720p"],
  },
  {
    ...veo("fal-ai/veo3.1"),
    title: "Veo 3.1",
    description:
      "Google's video model with speech and audio. Accepts a first frame, or up to 3 references for 8 seconds.",
    maxPictures: 3,
    referenceDuration: 8,
    withPictures: {
      vendorId: "fal-ai/veo3.1/reference-to-video",
      input: {
        duration: "duration",
        durationAs: "s",
        aspectRatio: "aspect_ratio",
        resolution: "resolution",
        pictures: "image_urls[]",
      },
    },
  },
  {
    ...veo("fal-ai/veo3.1/fast"),
    title: "Veo 3.1 Fast",
    description: "Google's video model with speech and audio, faster and cheaper.",
  },
  { ...veo("fal-ai/veo3.1/lite"), title: "Veo 3.1 Lite", description: "The cheapest Veo, with speech and audio." },
  {
    ...filmed("bytedance/seedance-2.5", seedance25),
    title: "Seedance 2.5",
    description: "With audio, up to 30 seconds. Accepts a first frame or up to 10 references.",
    duration: { min: 4, max: 30, default: 5 },
    aspectRatios: videoRatios,
    resolutions: ["720p"],
    maxPictures: 10,
    withPictures: {
      vendorId: "bytedance/seedance-2.5/reference-to-video",
      input: { ...seedance25, pictures: "image_urls[]" },
    },
  },
  {
    ...filmed("fal-ai/minimax/hailuo-2.3/standard", timed),
    title: "Hailuo 2.3",
    description: "768p.",
    duration: { min: 6, max: 10, default: 6 },
    durations: [6, 10],
  },
  {
    ...filmed("fal-ai/minimax/hailuo-2.3/pro"),
    title: "Hailuo 2.3 Pro",
    description: "1080p, 6 seconds.",
    duration: { min: 6, max: 6, default: 6 },
  },
  {
    ...kling("v3/pro"),
    title: "Kling 3 Pro",
    description: "With sound.",
    duration: { min: 3, max: 15, default: 5 },
    resolutions: ["1080p"],
  },
  {
    ...kling("v2.6/pro"),
    title: "Kling 2.6 Pro",
    duration: { min: 5, max: 10, default: 5 },
    durations: [5, 10],
    resolutions: ["1080p"],
  },
  {
    ...filmed("fal-ai/bytedance/seedance/v1.5/pro", seedance),
    title: "Seedance 1.5 Pro",
    description: "With sound.",
    makerEndedAt: "2026-11-11",
    duration: { min: 4, max: 12, default: 5 },
    aspectRatios: videoRatios,
    resolutions: hd,
  },
  {
    ...filmed("fal-ai/bytedance/seedance/v1/lite", seedance),
    title: "Seedance 1 Lite",
    description: "Accepts a first frame or up to 4 references.",
    makerEndedAt: "2026-05-13",
    duration: { min: 2, max: 12, default: 5 },
    aspectRatios: videoRatios,
    resolutions: ["720p"],
    maxPictures: 4,
    withPictures: {
      vendorId: "fal-ai/bytedance/seedance/v1/lite/reference-to-video",
      input: { ...seedance, pictures: "reference_image_urls[]" },
    },
  },
];

const tracks: Omit<HostedModel, "kind">[] = [
  {
    id: "fal-ai/elevenlabs/music",
    title: "ElevenLabs Music",
    duration: { min: 3, max: 600, default: 60 },
    maxPrompt: 2000,
    input: { instrumental: "force_instrumental", fixed: { music_length_ms: 60_000 } },
  },
  {
    id: "fal-ai/lyria2",
    title: "Lyria 2",
    description: "Google's music model: instrumental, 30 seconds.",
    duration: { min: 30, max: 30, default: 30 },
    sings: false,
  },
  {
    id: "fal-ai/stable-audio-25/text-to-audio",
    title: "Stable Audio 2.5",
    description: "Instrumental.",
    duration: { min: 60, max: 60, default: 60 },
    sings: false,
    input: { fixed: { seconds_total: 60 } },
  },
  {
    id: "fal-ai/minimax-music/v2",
    title: "MiniMax Music 2",
    description: "Sings the prompt in the given style.",
    maxPrompt: 3000,
    sings: true,
    input: { lyrics: "lyrics_prompt" },
  },
];

/** Voices that speak every language. */
const named = (names: string) => names.split(" ").map((id) => ({ id, name: id.replaceAll("_", " ") }));
const elevenlabs = {
  maxPrompt: 5000,
  voices: named(
    "Rachel Aria Roger Sarah Laura Charlie George Callum River Liam Charlotte Alice Matilda Will Jessica Eric Chris Brian Daniel Lily Bill",
  ),
};
const elevenlabsInput = { prompt: "text", voice: "voice", fixed: { timestamps: true } };
const kokoroVoices =
  "af_heart af_bella af_nicole af_nova af_sarah af_sky am_adam am_michael am_liam am_eric am_onyx am_puck";

const speakers: Omit<HostedModel, "kind">[] = [
  {
    ...elevenlabs,
    id: "fal-ai/elevenlabs/tts/multilingual-v2",
    title: "ElevenLabs Multilingual v2",
    description: "With word times.",
    speeds: [0.7, 1.2],
    input: { ...elevenlabsInput, speed: "speed" },
  },
  {
    ...elevenlabs,
    id: "fal-ai/elevenlabs/tts/eleven-v3",
    title: "ElevenLabs v3",
    description: "The most expressive. With word times.",
    maxPrompt: 3000,
    input: elevenlabsInput,
  },
  {
    ...elevenlabs,
    id: "fal-ai/elevenlabs/tts/turbo-v2.5",
    title: "ElevenLabs Turbo v2.5",
    description: "Half the price. With word times.",
    speeds: [0.7, 1.2],
    input: { ...elevenlabsInput, speed: "speed" },
  },
  {
    id: "fal-ai/minimax/speech-2.8-hd",
    title: "MiniMax Speech 2.8 HD",
    maxPrompt: 5000,
    speeds: [0.5, 2],
    voices: named(
      "Wise_Woman Friendly_Person Inspirational_girl Deep_Voice_Man Calm_Woman Casual_Guy Lively_Girl Patient_Man Young_Knight Determined_Man Lovely_Girl Decent_Boy Imposing_Manner Elegant_Man Abbess Sweet_Girl_2 Exuberant_Girl",
    ),
    input: { voice: "voice_setting.voice_id", speed: "voice_setting.speed", fixed: { output_format: "url" } },
  },
  {
    id: "fal-ai/kokoro/american-english",
    title: "Kokoro",
    description: "American English, the cheapest model.",
    maxPrompt: 2000,
    speeds: [0.5, 2],
    voices: kokoroVoices.split(" ").map((id) => ({
      id,
      name: `${id[3]?.toUpperCase()}${id.slice(4)}`,
      language: "en-US",
      gender: id[1] === "f" ? "female" : "male",
    })),
    input: { voice: "voice", speed: "speed" },
  },
];

const portrait = { frame: "image_url", audio: "audio_url" };
const talkers: Omit<HostedModel, "kind">[] = [
  {
    id: "fal-ai/kling-video/ai-avatar/v2/standard",
    title: "Kling AI Avatar 2",
    duration: { min: 2, max: 300, default: 30 },
    input: portrait,
  },
  {
    id: "fal-ai/kling-video/ai-avatar/v2/pro",
    title: "Kling AI Avatar 2 Pro",
    duration: { min: 2, max: 300, default: 30 },
    input: portrait,
  },
  {
    id: "fal-ai/heygen/avatar4/image-to-video",
    title: "HeyGen Avatar IV",
    aspectRatios: videoRatios,
    resolutions: hd,
    // The prompt would be spoken, but given speech takes precedence.
    input: { ...portrait, aspectRatio: "aspect_ratio", resolution: "resolution" },
  },
  {
    id: "fal-ai/creatify/aurora",
    title: "Creatify Aurora",
    resolutions: ["720p"],
    input: { ...portrait, resolution: "resolution" },
  },
  {
    id: "fal-ai/bytedance/omnihuman/v1.5",
    title: "OmniHuman 1.5",
    description: "People, pets and drawings.",
    duration: { min: 1, max: 30, default: 15 },
    resolutions: ["1080p", "720p"],
    input: { ...portrait, resolution: "resolution" },
  },
];

/** A video shorter than the speech is played back and forth. */
const syncLips: InputMap = {
  prompt: false,
  video: "video_url",
  audio: "audio_url",
  fixed: { sync_mode: "bounce" },
};
const lipSyncs: Omit<HostedModel, "kind">[] = [
  {
    id: "fal-ai/sync-lipsync/v2",
    title: "Sync Lipsync 2",
    description: "Lip-syncs a person in a video.",
    input: syncLips,
  },
  {
    id: "fal-ai/sync-lipsync/v2/pro",
    title: "Sync Lipsync 2 Pro",
    description: "Lip-syncs a person in a video, with more detail.",
    input: syncLips,
  },
];

export const models: readonly HostedModel[] = [
  ...defineModels("image", images),
  ...defineModels("video", videos),
  ...defineModels("music", tracks),
  ...defineModels("speak", speakers),
  ...defineModels("talk", [...talkers, ...lipSyncs]),
];

/** Field names of most models at fal.ai, which accept numbers as text, but not text as numbers. */
export const usualInputs: Readonly<Record<HostedKind, InputMap>> = {
  image: { pictures: "image_urls[]", mask: "mask_url", aspectRatio: "aspect_ratio" },
  video: {
    frame: "image_url",
    pictures: "image_urls[]",
    aspectRatio: "aspect_ratio",
    duration: "duration",
    durationAs: "text",
    resolution: "resolution",
  },
  music: {},
};
