import { join } from "node:path";
import type { Engine, Outcome, Output, Run } from "vireo/engine";
import { addBrief, getBriefImages } from "vireo/prompt";
import type { VideoRequest } from "vireo/slots/video";
import { RetryLater } from "vireo/vendor";
import { type GeminiClient, type Json, joinText } from "./client";
import { isGemini, reviewModel, VIDEO_MODELS } from "./models";
import { readImages } from "./pictures";

const MAX_PROMPT = 20_000;
const MAX_IMAGES = 3;
const MAX_RESPONSE_BYTES = 128 * 1024 ** 2;
const READ_AFTER_MS = 5_000;
const MODERATION = /safety|polic(y|ies)\b|prohibited|blocked|sensitive|inappropriate|responsible ai/i;

/** Final states without a video. */
const FAILURES: Readonly<Record<string, string>> = {
  failed: "the generation failed",
  cancelled: "the generation was cancelled",
  incomplete: "the generation ended early",
  budget_exceeded: "the budget set at Google is used up",
  requires_action: "the model requires an action",
  requires_continuation: "the model requires a continuation",
};

/** Omni's videos through the Interactions API. */
export function createVideos(client: GeminiClient): Omit<Engine<VideoRequest>, "name" | "check"> {
  const { vendor, limit } = client;
  const getPath = (task: string) => `/v1beta/interactions/${encodeURIComponent(task)}`;
  return {
    models: VIDEO_MODELS,
    accepts: isGemini,
    estimateSeconds: () => 120,
    review: reviewRequest,
    async create(request, run) {
      const json = await buildInteraction(request, run);
      const response = await vendor.create("/v1beta/interactions", { json, signal: run.signal, ...limit });
      const { id } = (response.json ?? {}) as { id?: unknown };
      if (typeof id === "string" && id) return { state: "pending", task: id, readAfterMs: READ_AFTER_MS };
      throw vendor.error("outcome_unknown", "Gemini accepted the request but returned no task id.");
    },
    async read(task, run) {
      const call = { signal: run.signal, maxBytes: MAX_RESPONSE_BYTES, ...limit };
      const response = await vendor.read(getPath(task), call);
      if (response instanceof RetryLater) return response.toPending(task);
      const interaction = response.json as Json;
      if (response.status < 300 && typeof interaction?.status === "string")
        return toOutcome(client, task, interaction, run);
      // Right after the creation Google may return 400.
      const reason = `Gemini returned no task (${response.status}). ${vendor.errorMessage(response)}`;
      return new RetryLater(reason).toPending(task);
    },
    async cancel(task, { signal }) {
      await vendor.read(`${getPath(task)}/cancel`, { method: "POST", signal, ...limit });
    },
  };
}

function reviewRequest({ model, musicUrl, imageUrl, referenceImageUrls }: VideoRequest): Record<string, string> {
  const problems = reviewModel(VIDEO_MODELS, model);
  if (musicUrl) problems.musicId = "Gemini does not accept music. Add it to the finished video instead.";
  if (referenceImageUrls.length > MAX_IMAGES)
    problems.referenceImageUrls = `Gemini accepts at most ${MAX_IMAGES} images.`;
  else if (imageUrl && referenceImageUrls.length > 0)
    problems.referenceImageUrls = "Provide a first frame or reference images, not both.";
  return problems;
}

async function buildInteraction(request: VideoRequest, run: Run): Promise<object> {
  const { model, prompt, negativePrompt, aspectRatio, resolution, duration, seed, brief, imageUrl } = request;
  const references = [...request.referenceImageUrls, ...getBriefImages(brief)].slice(0, MAX_IMAGES);
  const images = await readImages(imageUrl ? [imageUrl] : references, run);
  const fullPrompt = negativePrompt ? `${prompt}\nAvoid: ${negativePrompt}` : prompt;
  const task = images.length === 0 ? "text_to_video" : imageUrl ? "image_to_video" : "reference_to_video";
  return {
    model,
    input: [
      ...images.map(({ mimeType, data }) => ({ type: "image", mime_type: mimeType, data })),
      { type: "text", text: addBrief(fullPrompt, brief, MAX_PROMPT) },
    ],
    background: true,
    response_format: {
      type: "video",
      delivery: "uri",
      aspect_ratio: aspectRatio,
      resolution,
      // Google rejects a number here.
      duration: `${duration}s`,
    },
    generation_config: { video_config: { task }, seed },
  };
}

async function toOutcome(client: GeminiClient, task: string, interaction: Json, run: Run): Promise<Outcome> {
  const fail = (reason: string, code = "provider_error"): Outcome => {
    const { message } = client.vendor.error(code, `Gemini returned no video: ${reason}`);
    return { state: "failed", code, message };
  };
  const status = String(interaction.status);
  if (status !== "completed" && !Object.hasOwn(FAILURES, status))
    return { state: "pending", task, readAfterMs: READ_AFTER_MS };
  const steps = (interaction.steps ?? []).filter(({ type }: Json) => type === "model_output");
  const content = steps.flatMap((step: Json) => step.content ?? []);
  const main = await readVideoPart(client, content, run);
  if (main) return { state: "completed", files: { main } };
  const errors = [interaction.error, ...(interaction.errors ?? []), ...steps.map(({ error }: Json) => error)];
  const reason = errors.map((error: Json) => error?.message ?? "").find((message) => message !== "");
  if (reason) return fail(reason, MODERATION.test(reason) ? "moderated" : "provider_error");
  if (status !== "completed") return fail(`${FAILURES[status]}.`);
  // Omni returns a refusal as text, with the state completed.
  const text = joinText(content.filter(({ type }: Json) => type === "text"));
  return text ? fail(text, "moderated") : fail("it reports success without a result.");
}

/** Returns the video as a URL or as data. */
async function readVideoPart(client: GeminiClient, content: readonly Json[], run: Run): Promise<Output | undefined> {
  const video = content.findLast(({ type }) => type === "video");
  if (typeof video?.uri === "string" && URL.canParse(video.uri)) return toDownload(client, video.uri);
  if (typeof video?.data !== "string" || video.data === "") return undefined;
  const path = join(run.folder, "result.mp4");
  await Bun.write(path, Buffer.from(video.data, "base64"));
  return { path };
}

/** The key is only sent if Gemini itself serves the video. */
function toDownload({ isGeminiUrl, headers }: GeminiClient, uri: string): Output {
  if (!isGeminiUrl(uri)) return { url: uri };
  const url = new URL(uri);
  if (/\/files\/[^/:]+$/.test(url.pathname)) url.pathname += ":download";
  url.searchParams.set("alt", "media");
  return { url: url.href, headers: { ...headers } };
}
