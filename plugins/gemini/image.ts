import type { Engine } from "vireo/engine";
import { addBrief, getBriefImages } from "vireo/prompt";
import type { ImageRequest } from "vireo/slots/image";
import { toImageOutcome } from "vireo/vendor/image";
import { type GeminiClient, type Json, joinText, parseCandidate } from "./client";
import { IMAGE_MODELS, isGemini, reviewModel } from "./models";
import { readImages } from "./pictures";

const MAX_RESPONSE_BYTES = 64 * 1024 ** 2;
const MAX_PROMPT = 32_000;
const MAX_IMAGES = 14;

export function createImages({ vendor, timeoutMs }: GeminiClient): Omit<Engine<ImageRequest>, "name" | "check"> {
  return {
    models: IMAGE_MODELS,
    accepts: isGemini,
    timeLimitMs: timeoutMs + 15 * 60_000,
    estimateSeconds: () => 30,
    review: ({ model, source, referenceImageUrls }) => ({
      ...reviewModel(IMAGE_MODELS, model),
      ...(source?.maskUrl ? { maskUrl: "Gemini does not accept masks. Describe the change in the prompt." } : {}),
      ...(referenceImageUrls.length + (source ? 1 : 0) > MAX_IMAGES
        ? { referenceImageUrls: `Gemini accepts at most ${MAX_IMAGES} images.` }
        : {}),
    }),
    async create({ model, prompt, aspectRatio, source, referenceImageUrls, brief }, run) {
      const urls = [...(source ? [source.url] : []), ...referenceImageUrls, ...getBriefImages(brief)];
      const images = await readImages(urls.slice(0, MAX_IMAGES), run);
      const parts = [{ text: addBrief(prompt, brief, MAX_PROMPT) }, ...images.map((inlineData) => ({ inlineData }))];
      // An edit keeps the aspect ratio of its image.
      const imageConfig = source ? {} : { imageConfig: { aspectRatio } };
      const response = await vendor.create(`/v1beta/models/${encodeURIComponent(model)}:generateContent`, {
        json: {
          contents: [{ role: "user", parts }],
          generationConfig: { responseModalities: ["IMAGE"], ...imageConfig },
        },
        signal: run.signal,
        timeoutMs,
        maxBytes: MAX_RESPONSE_BYTES,
      });
      const candidate = parseCandidate(vendor, response.json);
      const { data } = candidate.parts.findLast((part: Json) => part?.inlineData?.data)?.inlineData ?? {};
      if (typeof data === "string") return toImageOutcome(vendor, data, run);
      const message = joinText(candidate.parts) || candidate.finishReason;
      throw vendor.error("provider_error", `Gemini returned no image${message ? `: ${message}` : "."}`);
    },
  };
}
