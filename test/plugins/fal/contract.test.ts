/**
 * Everything that fal.ai's models are sent: the values of each field, by endpoint. The types of npm @fal-ai/client say
 * whether the endpoint exists and takes them; a field that it requires and is missing here is an error, too.
 */
import { expect, test } from "bun:test";
import type { EndpointTypeMap } from "@fal-ai/client/endpoints";
import { models } from "#plugins/fal/models";
import {
  collectSent,
  collectValues,
  FRAME,
  hostedTable,
  MASK,
  PICTURE,
  SPEECH,
  VIDEO,
} from "#test/plugins/hosted-contract";

type Values<Input> = { [Field in keyof Input]: readonly NonNullable<Input[Field]>[] };
type Published = { [Id in keyof EndpointTypeMap]?: Values<EndpointTypeMap[Id]["input"]> };

const PROMPT = ["A cat"];
const ELEVENLABS = [
  "Rachel",
  "Aria",
  "Roger",
  "Sarah",
  "Laura",
  "Charlie",
  "George",
  "Callum",
  "River",
  "Liam",
  "Charlotte",
  "Alice",
  "Matilda",
  "Will",
  "Jessica",
  "Eric",
  "Chris",
  "Brian",
  "Daniel",
  "Lily",
  "Bill",
];
const SIZES = ["square_hd", "portrait_16_9", "landscape_16_9", "portrait_4_3"] as const;

const published = {
  "fal-ai/nano-banana-2": {
    prompt: PROMPT,
    aspect_ratio: ["1:1", "9:16", "16:9", "4:5", "3:4"],
  },
  "fal-ai/nano-banana-2/edit": {
    prompt: PROMPT,
    aspect_ratio: ["1:1", "9:16", "16:9", "4:5", "3:4", "auto"],
    image_urls: [[PICTURE]],
  },
  "fal-ai/nano-banana-pro": {
    prompt: PROMPT,
    aspect_ratio: ["1:1", "9:16", "16:9", "4:5", "3:4"],
  },
  "fal-ai/nano-banana-pro/edit": {
    prompt: PROMPT,
    aspect_ratio: ["1:1", "9:16", "16:9", "4:5", "3:4", "auto"],
    image_urls: [[PICTURE]],
  },
  "fal-ai/flux/schnell": {
    prompt: PROMPT,
    image_size: [...SIZES, { width: 1024, height: 1280 }],
  },
  "fal-ai/flux-2": {
    prompt: PROMPT,
    image_size: [...SIZES, { width: 1024, height: 1280 }],
  },
  "fal-ai/flux-2/edit": {
    prompt: PROMPT,
    image_size: [...SIZES, { width: 1024, height: 1280 }],
    image_urls: [[PICTURE]],
  },
  "fal-ai/flux-pro/kontext/text-to-image": {
    prompt: PROMPT,
    aspect_ratio: ["1:1", "9:16", "16:9", "3:4"],
  },
  "fal-ai/flux-pro/kontext": {
    prompt: PROMPT,
    aspect_ratio: ["1:1", "9:16", "16:9", "3:4"],
    image_url: [PICTURE],
  },
  "fal-ai/flux-pro/v1/fill": {
    prompt: PROMPT,
    image_url: [PICTURE],
    mask_url: [MASK],
  },
  "fal-ai/bytedance/seedream/v4.5/text-to-image": {
    prompt: PROMPT,
    image_size: [...SIZES, { width: 2048, height: 2560 }],
  },
  "fal-ai/bytedance/seedream/v4.5/edit": {
    prompt: PROMPT,
    image_size: [...SIZES, { width: 2048, height: 2560 }, "auto_2K"],
    image_urls: [[PICTURE]],
  },
  "fal-ai/bytedance/seedance/v1.5/pro/text-to-video": {
    prompt: PROMPT,
    seed: [7],
    duration: ["5", "4", "12"],
    resolution: ["720p", "1080p"],
    aspect_ratio: ["9:16", "16:9", "1:1"],
  },
  "fal-ai/bytedance/seedance/v1.5/pro/image-to-video": {
    prompt: PROMPT,
    seed: [7],
    duration: ["5", "4", "12"],
    resolution: ["720p", "1080p"],
    aspect_ratio: ["9:16", "16:9", "1:1"],
    image_url: [FRAME],
  },
  "fal-ai/bytedance/seedance/v1/lite/text-to-video": {
    prompt: PROMPT,
    seed: [7],
    duration: ["5", "2", "12"],
    resolution: ["720p"],
    aspect_ratio: ["9:16", "16:9", "1:1"],
  },
  "fal-ai/bytedance/seedance/v1/lite/image-to-video": {
    prompt: PROMPT,
    seed: [7],
    duration: ["5", "2", "12"],
    resolution: ["720p"],
    aspect_ratio: ["9:16", "16:9", "1:1"],
    image_url: [FRAME],
  },
  "fal-ai/bytedance/seedance/v1/lite/reference-to-video": {
    prompt: PROMPT,
    seed: [7],
    duration: ["5", "2", "12"],
    resolution: ["720p"],
    aspect_ratio: ["9:16", "16:9", "1:1"],
    reference_image_urls: [[PICTURE]],
  },
  "fal-ai/veo3.1": {
    prompt: PROMPT,
    negative_prompt: ["rain"],
    seed: [7],
    duration: ["8s", "4s", "6s"],
    resolution: ["720p", "1080p"],
    aspect_ratio: ["9:16", "16:9"],
  },
  "fal-ai/veo3.1/image-to-video": {
    prompt: PROMPT,
    negative_prompt: ["rain"],
    seed: [7],
    duration: ["8s", "4s", "6s"],
    resolution: ["720p", "1080p"],
    aspect_ratio: ["9:16", "16:9"],
    image_url: [FRAME],
  },
  "fal-ai/veo3.1/reference-to-video": {
    prompt: PROMPT,
    duration: ["8s"],
    resolution: ["720p", "1080p"],
    aspect_ratio: ["9:16", "16:9"],
    image_urls: [[PICTURE]],
  },
  "fal-ai/veo3.1/fast": {
    prompt: PROMPT,
    negative_prompt: ["rain"],
    seed: [7],
    duration: ["8s", "4s", "6s"],
    resolution: ["720p", "1080p"],
    aspect_ratio: ["9:16", "16:9"],
  },
  "fal-ai/veo3.1/fast/image-to-video": {
    prompt: PROMPT,
    negative_prompt: ["rain"],
    seed: [7],
    duration: ["8s", "4s", "6s"],
    resolution: ["720p", "1080p"],
    aspect_ratio: ["9:16", "16:9"],
    image_url: [FRAME],
  },
  "fal-ai/veo3.1/lite": {
    prompt: PROMPT,
    negative_prompt: ["rain"],
    seed: [7],
    duration: ["8s", "4s", "6s"],
    resolution: ["720p", "1080p"],
    aspect_ratio: ["9:16", "16:9"],
  },
  "fal-ai/veo3.1/lite/image-to-video": {
    prompt: PROMPT,
    negative_prompt: ["rain"],
    seed: [7],
    duration: ["8s", "4s", "6s"],
    resolution: ["720p", "1080p"],
    aspect_ratio: ["9:16", "16:9"],
    image_url: [FRAME],
  },
  "fal-ai/minimax/hailuo-2.3/standard/text-to-video": {
    prompt: PROMPT,
    duration: ["6", "10"],
  },
  "fal-ai/minimax/hailuo-2.3/standard/image-to-video": {
    prompt: PROMPT,
    duration: ["6", "10"],
    image_url: [FRAME],
  },
  "fal-ai/minimax/hailuo-2.3/pro/text-to-video": {
    prompt: PROMPT,
  },
  "fal-ai/minimax/hailuo-2.3/pro/image-to-video": {
    prompt: PROMPT,
    image_url: [FRAME],
  },
  "fal-ai/kling-video/v3/pro/text-to-video": {
    prompt: PROMPT,
    negative_prompt: ["rain"],
    duration: ["5", "3", "15"],
    aspect_ratio: ["9:16", "16:9", "1:1"],
  },
  "fal-ai/kling-video/v3/pro/image-to-video": {
    prompt: PROMPT,
    negative_prompt: ["rain"],
    duration: ["5", "3", "15"],
    start_image_url: [FRAME],
  },
  "fal-ai/kling-video/v3/standard/text-to-video": {
    prompt: PROMPT,
    negative_prompt: ["rain"],
    duration: ["5", "3", "15"],
    aspect_ratio: ["9:16", "16:9", "1:1"],
  },
  "fal-ai/kling-video/v3/standard/image-to-video": {
    prompt: PROMPT,
    negative_prompt: ["rain"],
    duration: ["5", "3", "15"],
    start_image_url: [FRAME],
  },
  "fal-ai/kling-video/v2.6/pro/text-to-video": {
    prompt: PROMPT,
    negative_prompt: ["rain"],
    duration: ["5", "10"],
    aspect_ratio: ["9:16", "16:9", "1:1"],
  },
  "fal-ai/kling-video/v2.6/pro/image-to-video": {
    prompt: PROMPT,
    negative_prompt: ["rain"],
    duration: ["5", "10"],
    start_image_url: [FRAME],
  },
  "fal-ai/elevenlabs/music": {
    prompt: PROMPT,
    music_length_ms: [60000],
    force_instrumental: [true, false],
  },
  "fal-ai/lyria2": {
    prompt: PROMPT,
  },
  "fal-ai/stable-audio-25/text-to-audio": {
    prompt: PROMPT,
    seconds_total: [60],
  },
  "fal-ai/minimax-music/v2": {
    prompt: ["folk"],
    lyrics_prompt: ["A cat"],
  },
  "fal-ai/elevenlabs/tts/multilingual-v2": { text: PROMPT, voice: ELEVENLABS, speed: [1.2], timestamps: [true] },
  "fal-ai/elevenlabs/tts/eleven-v3": { text: PROMPT, voice: ELEVENLABS, timestamps: [true] },
  "fal-ai/elevenlabs/tts/turbo-v2.5": { text: PROMPT, voice: ELEVENLABS, speed: [1.2], timestamps: [true] },
  "fal-ai/minimax/speech-2.8-hd": {
    prompt: PROMPT,
    voice_setting: [
      { voice_id: "Wise_Woman" },
      { voice_id: "Friendly_Person", speed: 2 },
      { voice_id: "Inspirational_girl", speed: 2 },
      { voice_id: "Deep_Voice_Man", speed: 2 },
      { voice_id: "Calm_Woman", speed: 2 },
      { voice_id: "Casual_Guy", speed: 2 },
      { voice_id: "Lively_Girl", speed: 2 },
      { voice_id: "Patient_Man", speed: 2 },
      { voice_id: "Young_Knight", speed: 2 },
      { voice_id: "Determined_Man", speed: 2 },
      { voice_id: "Lovely_Girl", speed: 2 },
      { voice_id: "Decent_Boy", speed: 2 },
      { voice_id: "Imposing_Manner", speed: 2 },
      { voice_id: "Elegant_Man", speed: 2 },
      { voice_id: "Abbess", speed: 2 },
      { voice_id: "Sweet_Girl_2", speed: 2 },
      { voice_id: "Exuberant_Girl", speed: 2 },
    ],
    output_format: ["url"],
  },
  "fal-ai/kokoro/american-english": {
    prompt: PROMPT,
    voice: [
      "af_heart",
      "af_bella",
      "af_nicole",
      "af_nova",
      "af_sarah",
      "af_sky",
      "am_adam",
      "am_michael",
      "am_liam",
      "am_eric",
      "am_onyx",
      "am_puck",
    ],
    speed: [2],
  },
  "fal-ai/kling-video/ai-avatar/v2/standard": { prompt: PROMPT, image_url: [FRAME], audio_url: [SPEECH] },
  "fal-ai/kling-video/ai-avatar/v2/pro": { prompt: PROMPT, image_url: [FRAME], audio_url: [SPEECH] },
  "fal-ai/heygen/avatar4/image-to-video": {
    prompt: PROMPT,
    image_url: [FRAME],
    audio_url: [SPEECH],
    aspect_ratio: ["9:16", "16:9", "1:1"],
    resolution: ["720p", "1080p"],
  },
  "fal-ai/creatify/aurora": { prompt: PROMPT, image_url: [FRAME], audio_url: [SPEECH], resolution: ["720p"] },
  "fal-ai/bytedance/omnihuman/v1.5": {
    prompt: PROMPT,
    image_url: [FRAME],
    audio_url: [SPEECH],
    resolution: ["1080p", "720p"],
  },
  "fal-ai/sync-lipsync/v2": { video_url: [VIDEO], audio_url: [SPEECH], sync_mode: ["bounce"] },
  "fal-ai/sync-lipsync/v2/pro": { video_url: [VIDEO], audio_url: [SPEECH], sync_mode: ["bounce"] },
} satisfies Published;

/** Endpoints that the package does not have yet, from fal.ai's own pages (llms.txt), read 2026-09. */
const fromPages = {
  "openai/gpt-image-2": {
    prompt: PROMPT,
    quality: ["medium"],
    image_size: [...SIZES, { width: 1024, height: 1280 }],
  },
  "openai/gpt-image-2/edit": {
    prompt: PROMPT,
    quality: ["medium"],
    image_size: [...SIZES, { width: 1024, height: 1280 }, "auto"],
    image_urls: [[PICTURE]],
  },
  "bytedance/seedance-2.5/text-to-video": {
    prompt: PROMPT,
    duration: ["5", "4", "30"],
    resolution: ["720p"],
    aspect_ratio: ["9:16", "16:9", "1:1"],
  },
  "bytedance/seedance-2.5/image-to-video": {
    prompt: PROMPT,
    duration: ["5", "4", "30"],
    resolution: ["720p"],
    aspect_ratio: ["9:16", "16:9", "1:1"],
    image_url: [FRAME],
  },
  "bytedance/seedance-2.5/reference-to-video": {
    prompt: PROMPT,
    duration: ["5", "4", "30"],
    resolution: ["720p"],
    aspect_ratio: ["9:16", "16:9", "1:1"],
    image_urls: [[PICTURE]],
  },
};

const sent = collectSent(models);
hostedTable("fal", models, sent);

const sort = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).toSorted();
const values = Object.entries(collectValues(sent)).map(([id, fields]) => [id, fields] as const);

test.each(values)("%s is sent what its published types accept", (id, fields) => {
  const expected: Record<string, readonly unknown[]> = ({ ...published, ...fromPages } as Record<string, object>)[
    id
  ] as never;
  expect(Object.fromEntries(Object.entries(fields).map(([name, list]) => [name, sort(list)]))).toEqual(
    Object.fromEntries(Object.entries(expected ?? {}).map(([name, list]) => [name, sort(list)])),
  );
});

test("no endpoint is described that nothing is sent to", () => {
  expect(Object.keys({ ...published, ...fromPages }).toSorted()).toEqual(values.map(([id]) => id).toSorted());
});
