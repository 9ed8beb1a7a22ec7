import type { Engine } from "vireo/engine";
import { judgeMoments } from "vireo/llm/judge";
import { writeNarration } from "vireo/llm/narration";
import { writePlan } from "vireo/llm/plan";
import { writeStoryboard } from "vireo/llm/storyboard";
import type { MomentJudge } from "vireo/slots/judge";
import type { PlanRequest } from "vireo/slots/plan";
import type { StoryboardWriter } from "vireo/slots/storyboard";
import { cacheHealth } from "vireo/vendor/health";
import { checkMedia } from "vireo/vendor/live";
import { createAnalyser } from "./analyse";
import { createAsk } from "./ask";
import { type ClientOptions, createClient } from "./client";
import { createImages } from "./image";
import { IMAGE_MODELS, VIDEO_MODELS } from "./models";
import { createSpeaker } from "./speak";
import { createVideos } from "./video";

/** The cheapest requests, for `vireo doctor --live`. */
const IMAGE = {
  model: IMAGE_MODELS[0]?.id ?? "",
  prompt: "A red apple on a white table",
  aspectRatio: "9:16",
  referenceImageUrls: [],
  brief: {},
};
const VIDEO = { ...IMAGE, model: VIDEO_MODELS[0]?.id ?? "", duration: 3, resolution: "720p" };

interface Options extends ClientOptions {
  textModel: string;
  speechModel: string;
  speechVoice: string;
  /** Interval of polling until a video is ready, in milliseconds. */
  everyMs?: number;
}

/** Creates Gemini's engines, which share one client with its rate limit and circuit breaker. */
export function createEngines({ textModel: model, speechModel, speechVoice, everyMs, ...options }: Options) {
  const client = createClient(options);
  const check = cacheHealth(() => client.vendor.check("/v1beta/models?pageSize=1"));
  const shared = { name: "gemini", check } as const;
  const ask = createAsk(client, model);
  const plan: Engine<PlanRequest> = {
    ...shared,
    models: [{ id: model, title: model, description: "Writes content plans." }],
    concurrency: 2,
    // A month of five posts a day takes thirty calls.
    timeLimitMs: 2 * 60 * 60_000,
    estimateSeconds: ({ days, postsPerDay }) => 10 + 4 * days * postsPerDay,
    create: async (request, run) => ({ state: "completed", facts: { ...(await writePlan(request, run, ask)) } }),
  };
  const storyboard: StoryboardWriter = {
    ...shared,
    mode: "written",
    write: (request, signal) => writeStoryboard(request, signal, ask),
    narrate: (request, signal) => writeNarration(request, signal, ask),
  };
  const judge: MomentJudge = { ...shared, judge: (request, signal) => judgeMoments(request, signal, ask) };
  const image = createImages(client);
  const video = createVideos(client);
  return {
    image: {
      ...shared,
      ...image,
      live: [
        {
          title: "one image at 9:16",
          usd: 0.15,
          run: checkMedia(() => image, IMAGE, { kind: "image", aspectRatio: "9:16" }),
        },
      ],
    },
    video: {
      ...shared,
      ...video,
      live: [
        {
          title: "a video, 3 s at 9:16 and 720p",
          usd: 1.5,
          run: checkMedia(() => video, VIDEO, { kind: "video", aspectRatio: "9:16", duration: 3 }),
        },
      ],
    },
    analyse: { ...shared, ...createAnalyser(client, { ask, model, everyMs }) },
    plan,
    storyboard,
    judge,
    speak: { ...shared, ...createSpeaker(client, { model: speechModel, voice: speechVoice }) },
  };
}
