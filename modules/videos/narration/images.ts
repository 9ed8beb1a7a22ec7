/** Images for the scenes of a narrated video, made by an image engine, each at most once. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Brief } from "vireo/brief";
import { type Engine, EngineError, type Model, type Outcome, type Output, type Run } from "vireo/engine";
import { ApiError } from "vireo/errors";
import type { Generation } from "vireo/generations";
import type { ImageRequest } from "vireo/slots/image";
import { pause } from "vireo/timing";
import type { Videos } from "../context";
import { runStep } from "../steps";

const MAX_BYTES = 64 * 1024 ** 2;
const DOWNLOAD_MS = 2 * 60_000;
/** Interval between two reads of a task. */
const READ_AFTER_MS = 3_000;
/** Time limit of an image. */
const LIMIT_MS = 15 * 60_000;

interface ImageOrder {
  step: string;
  /** Engine and model, as "engine:model". */
  model: string;
  prompt: string;
  aspectRatio: string;
  brief: Brief;
}

type Painter = { engine: Engine<ImageRequest>; model: Model };

/** Chooses an image engine. Prefers vendors, because local engines set text on posters. Throws 503 if there is none. */
export function choosePainter({ engines }: Videos, requested: string | undefined): Painter {
  if (requested !== undefined) return engines.choose("image", requested);
  const engine = engines.of("image").find(({ repeatable, models }) => !repeatable && models.length > 0);
  if (engine) return { engine, model: engine.models[0]! };
  throw new ApiError(
    "provider_unavailable",
    "No engine is configured that generates photographic images. Set OPENAI_API_KEY, GEMINI_API_KEY, FAL_KEY, KIE_API_KEY or REPLICATE_API_TOKEN, or send visuals: stock or designed.",
  );
}

/** Generates an image, once in the life of the generation. Throws EngineError. */
export async function paint(
  videos: Videos,
  row: Generation,
  { step, model: name, ...order }: ImageOrder,
  run: Run,
): Promise<{ path: string; url: string }> {
  const { engine, model } = videos.engines.choose("image", name);
  const { callbackUrl: _, ...rest } = run;
  const own: Run = { ...rest, id: deriveId(row.id, step), progress() {} };
  const { path, url } = await runStep<object>(videos, row, step, run, {
    repeatable: engine.repeatable ? true : undefined,
    async create(saveTask) {
      const outcome = await engine.create({ ...order, model: model.id, referenceImageUrls: [] }, own);
      if (outcome.state === "pending") await saveTask(outcome.task);
      return { facts: {}, path: await finish(videos, engine, outcome, own) };
    },
    resume: async (task) => ({
      facts: {},
      path: await finish(videos, engine, { state: "pending", task, readAfterMs: 0 }, own),
    }),
  });
  if (!path || !url) throw new EngineError("engine_bad_result", "The image engine returned no image.");
  return { path, url };
}

/** Reads the task until it has ended. */
async function finish(videos: Videos, engine: Engine<ImageRequest>, first: Outcome, run: Run): Promise<string> {
  const until = Date.now() + LIMIT_MS;
  let outcome = first;
  while (outcome.state === "pending" && engine.read) {
    const { task, readAfterMs = READ_AFTER_MS } = outcome;
    if (Date.now() > until) {
      await engine.cancel?.(task, run).catch(() => {});
      throw new EngineError("provider_timeout", "The image was not finished in time.");
    }
    await pause(readAfterMs, run.signal);
    outcome = await engine.read(task, run);
  }
  if (outcome.state === "completed") return save(videos, outcome.files?.main, run);
  throw new EngineError(
    outcome.state === "failed" ? outcome.code : "engine_bad_result",
    outcome.state === "failed" ? outcome.message : "The image engine has not finished the image.",
  );
}

async function save({ fetch }: Videos, output: Output | undefined, run: Run): Promise<string> {
  if (!output) throw new EngineError("engine_bad_result", "The image engine returned no image.");
  if ("path" in output) return output.path;
  const path = join(run.folder, `image-${crypto.randomUUID()}`);
  const { url, headers } = output;
  const limits = { maxBytes: MAX_BYTES, timeoutMs: DOWNLOAD_MS, signal: run.signal };
  await fetch.save(url, path, { ...limits, headers });
  return path;
}

/** Derives a UUID for a step, the same for every attempt, so that it can be a vendor's idempotency key. */
function deriveId(id: string, step: string): string {
  const hex = createHash("sha256").update(`${id} ${step}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
