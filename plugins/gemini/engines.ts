import type { Engine, Health } from "vireo/engine";
import { writePlan } from "vireo/llm/plan";
import type { PlanRequest } from "vireo/slots/plan";
import { createAnalyser } from "./analyse";
import { createAsk } from "./ask";
import { type ClientOptions, createClient } from "./client";
import { createImages } from "./image";
import { createVideos } from "./video";

interface Options extends ClientOptions {
  textModel: string;
  /** Pause between looks whether a video is ready, milliseconds. */
  everyMs?: number;
}

const CHECK_EVERY_MS = 30_000;

/** Gemini's engines: one client, so that its rates and its rests are shared by all. */
export function createEngines({ textModel: model, everyMs, ...options }: Options) {
  const client = createClient(options);
  // Anybody may ask whether this server is ready, and four engines are asked then; Google is not asked as often.
  let checked: { health: Promise<Health>; at: number } | undefined;
  function check(): Promise<Health> {
    if (checked && Date.now() - checked.at < CHECK_EVERY_MS) return checked.health;
    const health = client.vendor.check("/v1beta/models?pageSize=1");
    checked = { health, at: Date.now() };
    return health;
  }
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
  return {
    image: { ...shared, ...createImages(client) },
    video: { ...shared, ...createVideos(client) },
    analyse: { ...shared, ...createAnalyser(client, { ask, model, ...(everyMs === undefined ? {} : { everyMs }) }) },
    plan,
  };
}
