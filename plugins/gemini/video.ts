import { join } from "node:path";
import type { Engine, Outcome, Output, Run } from "vireo/engine";
import { addBrief, getBriefImages } from "vireo/prompt";
import type { VideoRequest } from "vireo/slots/video";
import { RetryLater } from "vireo/vendor";
import { type Client, type Json, wordsOf } from "./client";
import { isGemini, reviewModel, VIDEO_MODELS } from "./models";
import { bring } from "./pictures";

const MOST_WORDS = 20_000;
const MOST_PICTURES = 3;
const MAX_ANSWER = 128 * 1024 ** 2;
const READ_AFTER_MS = 5_000;
const MODERATION = /safety|polic(y|ies)\b|prohibited|blocked|sensitive|inappropriate|responsible ai/i;

/** Ends without a video, in words. */
const ENDS: Readonly<Record<string, string>> = {
  failed: "it failed",
  cancelled: "it was cancelled",
  incomplete: "it stopped before the end",
  budget_exceeded: "the budget set at Google is used up",
  requires_action: "it waits for an answer that nobody can give",
  requires_continuation: "it waits to be continued",
};

/** Omni's videos through the Interactions API. */
export function createVideos(client: Client): Omit<Engine<VideoRequest>, "name" | "check"> {
  const { vendor, limit } = client;
  const pathOf = (task: string) => `/v1beta/interactions/${encodeURIComponent(task)}`;

  /** Where a video lies. The key goes along only where Gemini itself serves it. */
  function outputOf(uri: string): Output {
    if (!client.isOurs(uri)) return { url: uri };
    const url = new URL(uri);
    if (/\/files\/[^/:]+$/.test(url.pathname)) url.pathname += ":download";
    url.searchParams.set("alt", "media");
    return { url: url.href, headers: { ...client.headers } };
  }

  async function found(content: readonly Json[], run: Run): Promise<Output | undefined> {
    const video = content.findLast(({ type }) => type === "video");
    if (typeof video?.uri === "string" && URL.canParse(video.uri)) return outputOf(video.uri);
    if (typeof video?.data !== "string" || video.data === "") return undefined;
    const path = join(run.folder, "made.mp4");
    await Bun.write(path, Buffer.from(video.data, "base64"));
    return { path };
  }

  function failed(words: string, code = "provider_error"): Outcome {
    const error = vendor.error(code, words);
    return { state: "failed", code: error.code, message: error.message };
  }

  async function outcomeOf(task: string, told: Json, run: Run): Promise<Outcome> {
    const status = String(told.status);
    if (status !== "completed" && !Object.hasOwn(ENDS, status))
      return { state: "pending", task, readAfterMs: READ_AFTER_MS };
    const steps = (told.steps ?? []).filter(({ type }: Json) => type === "model_output");
    const content = steps.flatMap((step: Json) => step.content ?? []);
    const main = await found(content, run);
    if (main) return { state: "completed", files: { main } };
    const errors = [told.error, ...(told.errors ?? []), ...steps.map(({ error }: Json) => error)];
    const why = errors.map((error: Json) => error?.message ?? "").find((message) => message !== "");
    if (why) return failed(`Gemini made no video: ${why}`, MODERATION.test(why) ? "moderated" : "provider_error");
    const words = wordsOf(content.filter(({ type }: Json) => type === "text"));
    if (status !== "completed") return failed(`Gemini made no video: ${ENDS[status]}.`);
    // Omni refuses in words, and calls that completed.
    if (words) return failed(`Gemini answers in words, without a video: ${words}`, "moderated");
    return failed("Gemini says it is done, but gave no video.");
  }

  return {
    models: VIDEO_MODELS,
    accepts: isGemini,
    estimateSeconds: () => 120,
    review: ({ model, musicUrl, imageUrl, referenceImageUrls }) => ({
      ...reviewModel(VIDEO_MODELS, model),
      ...(musicUrl ? { musicId: "Gemini takes no track; lay it under the finished video." } : {}),
      ...(referenceImageUrls.length > MOST_PICTURES
        ? { referenceImageUrls: `Gemini takes at most ${MOST_PICTURES} pictures.` }
        : imageUrl && referenceImageUrls.length > 0
          ? { referenceImageUrls: "Gemini takes a first frame or references, not both." }
          : {}),
    }),
    async create({ model, prompt, negativePrompt, aspectRatio, resolution, duration, seed, brief, ...request }, run) {
      const others = [...request.referenceImageUrls, ...getBriefImages(brief)].slice(0, MOST_PICTURES);
      const pictures = await bring(request.imageUrl ? [request.imageUrl] : others, run);
      const asked = negativePrompt ? `${prompt}\nAvoid: ${negativePrompt}` : prompt;
      const withPictures = request.imageUrl ? "image_to_video" : "reference_to_video";
      const { json } = await vendor.create("/v1beta/interactions", {
        json: {
          model,
          input: [
            ...pictures.map(({ mimeType, data }) => ({ type: "image", mime_type: mimeType, data })),
            { type: "text", text: addBrief(asked, brief, MOST_WORDS) },
          ],
          background: true,
          response_format: {
            type: "video",
            delivery: "uri",
            aspect_ratio: aspectRatio,
            resolution,
            // A number is refused.
            duration: `${duration}s`,
          },
          generation_config: {
            video_config: { task: pictures.length > 0 ? withPictures : "text_to_video" },
            ...(seed === undefined ? {} : { seed }),
          },
        },
        signal: run.signal,
        ...limit,
      });
      const { id } = (json ?? {}) as { id?: unknown };
      if (typeof id === "string" && id) return { state: "pending", task: id, readAfterMs: READ_AFTER_MS };
      throw vendor.error("outcome_unknown", "Gemini took the request, but gave no task to look for.");
    },
    async read(task, run) {
      const answer = await vendor.read(pathOf(task), { signal: run.signal, maxBytes: MAX_ANSWER, ...limit });
      if (answer instanceof RetryLater) return answer.toPending(task);
      const interaction = answer.json as Json;
      // Right after its creation Google may respond with 400.
      if (answer.status >= 300 || typeof interaction?.status !== "string") {
        const reason = `Gemini returned no task (${answer.status}). ${vendor.errorMessage(answer)}`;
        return new RetryLater(reason).toPending(task);
      }
      return outcomeOf(task, interaction, run);
    },
    async cancel(task, { signal }) {
      await vendor.read(`${pathOf(task)}/cancel`, { method: "POST", signal, ...limit });
    },
  };
}
