import { acceptsImage, type HostedModel, type InputMap, selectVariant } from "#sdk/hosted/model";
import { getBriefImages } from "#sdk/prompt";
import type { ImageRequest } from "#sdk/slots/image";
import type { MusicRequest } from "#sdk/slots/music";
import type { VideoRequest } from "#sdk/slots/video";

/** Problems of a request, by API field. They are found before it is charged. */
export type Problems = Record<string, string>;

const MAX_PROMPT = 5_000;
const MAX_IMAGES = 10;

/** Returns the most characters of a prompt. */
export const getPromptLimit = ({ maxPrompt }: HostedModel): number => maxPrompt ?? MAX_PROMPT;

/** Returns how many images a model accepts: one if its field is not a list. `mask` is for requests with a mask. */
export function getImageLimit(model: HostedModel, { mask = false } = {}): number {
  const { pictures } = selectVariant(model, { pictures: true, mask }).input;
  if (!pictures) return mask ? 1 : 0;
  return pictures.endsWith("[]") ? (model.maxPictures ?? MAX_IMAGES) : 1;
}

/** Refuses a model that the vendor has retired. */
export const reviewRetired = ({ retiredAt }: HostedModel): Problems =>
  retiredAt && Date.parse(retiredAt) <= Date.now()
    ? { model: `This model is no longer available since ${retiredAt}.` }
    : {};

function reviewCommon(model: HostedModel, prompt: string): Problems {
  const retired = reviewRetired(model);
  if (retired.model) return retired;
  const limit = getPromptLimit(model);
  return prompt.length > limit ? { prompt: `This model accepts at most ${limit} characters.` } : {};
}

/** Finds the problems of a request for an image. Empty if the model accepts it. */
export function reviewImage(model: HostedModel, request: ImageRequest): Problems {
  const { source, referenceImageUrls } = request;
  const problems = reviewCommon(model, request.prompt);
  const hasMask = source?.maskUrl !== undefined;
  if (hasMask && !acceptsImage(model, "mask")) {
    problems.maskUrl = describeUnknown(model, "a mask");
    return problems;
  }
  const limit = getImageLimit(model, { mask: hasMask });
  if (referenceImageUrls.length + (source ? 1 : 0) > limit)
    problems[referenceImageUrls.length > 0 ? "referenceImageUrls" : "imageUrl"] =
      hasMask && limit === 1
        ? "With a mask, this model accepts only the edited image."
        : limit === 0
          ? describeUnknown(model, "images")
          : `This model accepts ${countImages(limit)}.`;
  return problems;
}

/** Finds the problems of a request for a video. Empty if the model accepts it. */
export function reviewVideo(model: HostedModel, request: VideoRequest): Problems {
  const { imageUrl, referenceImageUrls, musicUrl } = request;
  const { input } = selectVariant(model, { frame: imageUrl !== undefined, pictures: referenceImageUrls.length > 0 });
  const problems = reviewCommon(model, addNegativePrompt(input, request));
  const limit = getImageLimit(model);
  if (imageUrl && !acceptsImage(model, "frame")) problems.imageUrl = describeUnknown(model, "a first frame");
  else if (model.needsFrame && !imageUrl && getBriefImages(request.brief).length === 0)
    problems.imageUrl = "Required: this model animates a first frame.";
  if (referenceImageUrls.length > limit)
    problems.referenceImageUrls =
      limit === 0 ? describeUnknown(model, "reference images") : `This model accepts ${countImages(limit)}.`;
  else if (referenceImageUrls.length > 0 && imageUrl)
    problems.referenceImageUrls = "Provide a first frame or reference images, not both.";
  if (musicUrl) problems.musicId = "This model does not accept music. Add it to the finished video instead.";
  return { ...problems, ...reviewDuration(model, request) };
}

function reviewDuration(model: HostedModel, { duration, resolution, ...request }: VideoRequest): Problems {
  const { durations, referenceDuration, maxDurations = {} } = model;
  if (durations && !durations.includes(duration))
    return { duration: `This model supports durations of ${durations.join(" or ")} seconds.` };
  const hasReferences =
    !request.imageUrl &&
    getImageLimit(model) > 0 &&
    request.referenceImageUrls.length + getBriefImages(request.brief).length > 0;
  if (referenceDuration && hasReferences && duration !== referenceDuration)
    return {
      duration: `With reference images, including those of a product or character, this model makes ${referenceDuration} seconds.`,
    };
  const longest = Object.hasOwn(maxDurations, resolution) ? maxDurations[resolution] : undefined;
  return longest !== undefined && duration > longest
    ? { resolution: `This model supports ${resolution} only up to ${longest} seconds.` }
    : {};
}

/** Finds the problems of a request for a track. Empty if the model accepts it. */
export function reviewMusic(model: HostedModel, request: MusicRequest): Problems {
  const { instrumental, style } = request;
  const problems = reviewCommon(model, addStyle(model, request));
  if (model.sings === false && !instrumental) problems.instrumental = "This model only makes instrumental music.";
  if (model.sings && instrumental) problems.instrumental = "This model always sings, with the prompt as lyrics.";
  else if (model.input?.lyrics && !instrumental && !style)
    problems.style = "Required: this model sings the prompt, and style describes the music.";
  return problems;
}

/**
 * Returns the prompt, with the negative prompt if the model has no field for it.
 * @example
 * const request = { prompt: "A lake", negativePrompt: "people", model: "clip", aspectRatio: "9:16", resolution: "720p" };
 * addNegativePrompt({}, { ...request, duration: 5, referenceImageUrls: [], brief: {} }); // "A lake\nAvoid: people"
 */
export const addNegativePrompt = (input: InputMap, { prompt, negativePrompt }: VideoRequest): string =>
  negativePrompt && !input.negativePrompt ? `${prompt}\nAvoid: ${negativePrompt}` : prompt;

/** Returns the prompt, with the style if the model has no field for it. */
export function addStyle({ input, hasTitle }: HostedModel, { prompt, title, style, instrumental }: MusicRequest) {
  const hasField = (hasTitle && title) || (input?.lyrics && !instrumental);
  return style && !hasField ? `${prompt}. Style: ${style}` : prompt;
}

const countImages = (limit: number) => (limit === 1 ? "one image" : `at most ${limit} images`);

/** Refuses images for unlisted models: their field is unknown, and the vendor may silently ignore a wrong one. */
const describeUnknown = ({ isUndescribed }: HostedModel, what: string) =>
  isUndescribed
    ? `It is not known how this model accepts ${what}. Describe the model in the vendor's \`models\` setting.`
    : `This model does not accept ${what}.`;
