import { join } from "node:path";
import type { Engine, Outcome, Run } from "vireo/engine";
import { probe, sniff } from "vireo/media";
import { addBrief, getBriefImages } from "vireo/prompt";
import type { ImageRequest } from "vireo/slots/image";
import { type Client, type Json, partsOf, wordsOf } from "./client";
import { IMAGE_MODELS, isGemini, reviewModel } from "./models";
import { bring } from "./pictures";

const MAX_ANSWER = 64 * 1024 ** 2;
const MOST_WORDS = 32_000;
const MOST_PICTURES = 14;

export function createImages({ vendor, timeoutMs }: Client): Omit<Engine<ImageRequest>, "name" | "check"> {
  async function stored(bytes: Buffer, run: Run): Promise<Outcome> {
    const path = join(run.folder, `made.${sniff(bytes)?.extension ?? "png"}`);
    await Bun.write(path, bytes);
    const found = await probe(path);
    if (found?.kind !== "image") throw vendor.error("provider_error", "Gemini answered with a damaged picture.");
    const { width, height } = found;
    return { state: "completed", files: { main: { path } }, facts: width && height ? { width, height } : {} };
  }

  return {
    models: IMAGE_MODELS,
    accepts: isGemini,
    timeLimitMs: timeoutMs + 15 * 60_000,
    estimateSeconds: () => 30,
    review: ({ model, source, referenceImageUrls }) => ({
      ...reviewModel(IMAGE_MODELS, model),
      ...(source?.maskUrl ? { maskUrl: "Gemini takes no mask: say in the prompt what is to change." } : {}),
      ...(referenceImageUrls.length + (source ? 1 : 0) > MOST_PICTURES
        ? { referenceImageUrls: `Gemini takes at most ${MOST_PICTURES} pictures.` }
        : {}),
    }),
    async create({ model, prompt, aspectRatio, source, referenceImageUrls, brief }, run) {
      const urls = [...(source ? [source.url] : []), ...referenceImageUrls, ...getBriefImages(brief)];
      const pictures = await bring(urls.slice(0, MOST_PICTURES), run);
      const { json } = await vendor.create(`/v1beta/models/${encodeURIComponent(model)}:generateContent`, {
        json: {
          contents: [
            {
              role: "user",
              parts: [
                { text: addBrief(prompt, brief, MOST_WORDS) },
                ...pictures.map((picture) => ({ inlineData: picture })),
              ],
            },
          ],
          generationConfig: {
            responseModalities: ["IMAGE"],
            // An edit keeps the shape of its picture.
            ...(source ? {} : { imageConfig: { aspectRatio } }),
          },
        },
        signal: run.signal,
        timeoutMs,
        maxBytes: MAX_ANSWER,
      });
      const { parts, finishReason } = partsOf(vendor, json);
      const { data } = parts.findLast((part: Json) => part?.inlineData?.data)?.inlineData ?? {};
      if (typeof data === "string") return stored(Buffer.from(data, "base64"), run);
      const words = wordsOf(parts) || finishReason;
      throw vendor.error("provider_error", `Gemini made no picture${words ? `: ${words}` : "."}`);
    },
  };
}
