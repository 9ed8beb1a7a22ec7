import type { Static } from "@sinclair/typebox";
import { type BriefIds, resolveBrief } from "vireo/brief";
import type { Model } from "vireo/engine";
import { invalid } from "vireo/errors";
import {
  checkUrls,
  fit,
  type Generation,
  type GenerationKind,
  presentCommon,
  presentLabels,
  type Submission,
} from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Context } from "vireo/module";
import type { Exchange } from "vireo/request";
import type { ImageRequest } from "vireo/slots/image";
import { startBodies } from "vireo/start-bodies";
import { fillBodies, presentTemplate } from "vireo/templates";
import type { GenerationThumbnails } from "vireo/thumbnails";
import type { GenerateImage, ImageBody } from "./schema";

/** The module's context with its shared state. */
export interface Images extends Context<unknown, never, "content" | "local" | "templates"> {
  thumbnails: GenerationThumbnails;
}

type GenerateBody = Static<typeof ImageBody>;
type GenerateRequest = Static<typeof GenerateImage>;

export const defineImageKind = (images: Images): GenerationKind<ImageRequest> => ({
  kind: "image",
  slot: "image",
  prefix: "img",
  produces: "image",
  present: (row) => presentImage(images, row),
  async onCompleted(trx, row) {
    await images.thumbnails.request(trx, row);
    return presentImage(images, row);
  },
  events: { completed: "image.completed", failed: "image.failed" },
});

export function presentImage({ media }: Images, row: Generation<ImageRequest>) {
  const { main, thumbnail } = row.files;
  const { width, height } = row.facts as { width?: number; height?: number };
  const { aspectRatio, source } = row.request;
  return {
    imageId: toPublicId("img", row.id),
    ...presentCommon(row),
    ...presentLabels(row),
    ...presentTemplate(row.request),
    url: main && media.url(main.key),
    thumbnailUrl: thumbnail && media.url(thumbnail.key),
    ...(width && height ? { width, height } : {}),
    aspectRatio: source ? undefined : aspectRatio,
  };
}

/** Starts an image or the edit of one, or with `rows` an image for each. */
export async function generateImage(images: Images, exchange: Exchange, accountId: string, use: GenerateRequest) {
  const filled = await fillBodies<Partial<GenerateBody>>(images.services.templates, accountId, "image", use);
  const { started, result } = await startBodies(images.generations, exchange, filled, ({ prompt, ...body }) => {
    if (prompt === undefined) throw invalid("prompt", "Required without templateId.");
    return prepareImage(images, accountId, { ...body, prompt });
  });
  if (use.rows === undefined) return result;
  return { ...result, images: started.map(({ id, creditsUsed }) => ({ imageId: id, creditsUsed })) };
}

const prepareImage = async (images: Images, accountId: string, body: GenerateBody) =>
  (await images.generations.createSubmission({
    kind: "image",
    slot: "image",
    model: body.model,
    toRequest: ({ model }) => toImageRequest(images, accountId, body, model),
    toPrompt: () => body.prompt,
    price: (model, { source }) => images.prices.get(source ? "imageEdit" : "image", model),
    toReason: ({ source }) => (source ? "Image editing" : "Image generation"),
    seconds: 60,
  })) as Submission;

async function toImageRequest(
  images: Images,
  accountId: string,
  body: GenerateBody,
  model: Model,
): Promise<ImageRequest> {
  const [source, brief] = await Promise.all([
    findSourceUrl(images, accountId, body),
    resolveBrief(images.services.content, accountId, body as BriefIds),
    checkBodyUrls(images, body),
  ]);
  if (body.maskUrl && !source) throw invalid("maskUrl", "A mask needs imageId or imageUrl.");
  return {
    model: model.id,
    prompt: body.prompt,
    aspectRatio: fit("aspectRatios", "aspectRatio", model, body.aspectRatio, "1:1"),
    referenceImageUrls: body.referenceImageUrls ?? [],
    brief,
    seed: body.seed,
    source: source ? { url: source, maskUrl: body.maskUrl } : undefined,
  };
}

/** Returns the URL of the image to edit. Undefined for a new image. */
async function findSourceUrl(
  { generations, media }: Images,
  accountId: string,
  { imageId, imageUrl }: GenerateBody,
): Promise<string | undefined> {
  if (imageId === undefined) return imageUrl;
  if (imageUrl !== undefined) throw invalid("imageUrl", "Send either imageId or imageUrl, not both.");
  const row = await generations.find(accountId, "image", imageId);
  if (!row) throw invalid("imageId", "Image not found in this account.");
  if (!row.files.main) {
    throw invalid("imageId", `This image is ${row.status}. Only completed images can be edited.`);
  }
  return media.url(row.files.main.key);
}

const checkBodyUrls = ({ fetch }: Images, { imageUrl, maskUrl, referenceImageUrls = [] }: GenerateBody) =>
  checkUrls(fetch, {
    imageUrl,
    maskUrl,
    ...Object.fromEntries(referenceImageUrls.map((url, at) => [`referenceImageUrls.${at}`, url])),
  });
