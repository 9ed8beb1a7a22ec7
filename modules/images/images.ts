import type { Static } from "@sinclair/typebox";
import { type BriefIds, resolveBrief } from "vireo/brief";
import type { Model } from "vireo/engine";
import { invalid } from "vireo/errors";
import { checkUrls, fit, type Generation, type GenerationKind, presentCommon, presentLabels } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Context } from "vireo/module";
import type { Exchange } from "vireo/request";
import type { ImageRequest } from "vireo/slots/image";
import type { GenerationThumbnails } from "vireo/thumbnails";
import type { GenerateImage } from "./schema";

/** What the verbs of this module take first. */
export interface Images extends Context<unknown, never, "content" | "local"> {
  thumbnails: GenerationThumbnails;
}

type GenerateBody = Static<typeof GenerateImage>;

export const defineImageKind = (images: Images): GenerationKind<ImageRequest> & { slot: "image" } => ({
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
    ...(main ? { url: media.url(main.key) } : {}),
    ...(thumbnail ? { thumbnailUrl: media.url(thumbnail.key) } : {}),
    ...(width && height ? { width, height } : {}),
    ...(source ? {} : { aspectRatio }),
  };
}

/** Starts an image, or the edit of one. */
export const generateImage = (images: Images, exchange: Exchange, accountId: string, body: GenerateBody) =>
  images.generations.start(exchange, {
    kind: defineImageKind(images),
    model: body.model,
    toRequest: ({ model }) => toImageRequest(images, accountId, body, model),
    toPrompt: () => body.prompt,
    price: (model, { source }) => images.prices.get(source ? "imageEdit" : "image", model),
    toReason: ({ source }) => (source ? "Image editing" : "Image generation"),
    seconds: 60,
  });

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
