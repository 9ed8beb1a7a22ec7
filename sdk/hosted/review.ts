import { type HostedModel, type InputMap, takes, variantOf } from "#sdk/hosted/model";
import type { ImageRequest } from "#sdk/slots/image";
import type { MusicRequest } from "#sdk/slots/music";
import type { VideoRequest } from "#sdk/slots/video";

/** What a model cannot do of a request, by the API's fields, before anything is charged. */
type Mistakes = Record<string, string>;

/** Where a model's table says nothing. */
const MAX_PROMPT = 5_000;
const MAX_PICTURES = 10;

export const promptLimit = ({ maxPrompt }: HostedModel): number => maxPrompt ?? MAX_PROMPT;

/** How many pictures a model draws on: one where its field is no list. */
export function pictureLimit(model: HostedModel): number {
  const { pictures } = variantOf(model, { pictures: true }).input;
  if (!pictures) return 0;
  return pictures.endsWith("[]") ? (model.maxPictures ?? MAX_PICTURES) : 1;
}

function common(model: HostedModel, prompt: string): Mistakes {
  const { retiredAt } = model;
  if (retiredAt && Date.parse(retiredAt) <= Date.now())
    return { model: `This model was shut down by its maker on ${retiredAt}.` };
  const most = promptLimit(model);
  return prompt.length > most ? { prompt: `This model takes at most ${most} characters.` } : {};
}

export function reviewImage(model: HostedModel, request: ImageRequest): Mistakes {
  const { source, referenceImageUrls } = request;
  const mistakes = common(model, request.prompt);
  if (source?.maskUrl) {
    if (!takes(model, "mask")) mistakes.maskUrl = "This model takes no mask.";
    if (referenceImageUrls.length > 0) mistakes.referenceImageUrls = "With a mask there is the edited picture alone.";
    return mistakes;
  }
  const most = pictureLimit(model);
  if (referenceImageUrls.length + (source ? 1 : 0) > most)
    mistakes[referenceImageUrls.length > 0 ? "referenceImageUrls" : "imageUrl"] = `This model takes ${counted(most)}.`;
  return mistakes;
}

export function reviewVideo(model: HostedModel, request: VideoRequest): Mistakes {
  const { imageUrl, referenceImageUrls, duration, musicUrl } = request;
  const { input } = variantOf(model, { frame: imageUrl !== undefined, pictures: referenceImageUrls.length > 0 });
  const mistakes = common(model, askedOf(input, request));
  const most = pictureLimit(model);
  if (imageUrl && !takes(model, "frame")) mistakes.imageUrl = "This model takes no first frame.";
  if (referenceImageUrls.length > most) mistakes.referenceImageUrls = `This model takes ${counted(most)}.`;
  else if (referenceImageUrls.length > 0 && imageUrl)
    mistakes.referenceImageUrls = "Give a first frame or references, not both.";
  if (musicUrl) mistakes.musicId = "Models of this engine take no track; lay it under the finished video.";
  if (model.durations && !model.durations.includes(duration))
    mistakes.duration = `This model makes ${model.durations.join(" or ")} seconds.`;
  return mistakes;
}

export function reviewMusic(model: HostedModel, request: MusicRequest): Mistakes {
  const { instrumental, style } = request;
  const mistakes = common(model, ideaOf(model, request));
  if (model.sings === false && !instrumental) mistakes.instrumental = "This model makes music without voices.";
  if (model.sings && instrumental) mistakes.instrumental = "This model always sings: the prompt is its lyrics.";
  else if (model.input?.lyrics && !instrumental && !style)
    mistakes.style = "This model sings the prompt; style says what it sounds like.";
  return mistakes;
}

/** The prompt, and what it should not show where there is no field for that. */
export const askedOf = (input: InputMap, { prompt, negativePrompt }: VideoRequest): string =>
  negativePrompt && !input.negativePrompt ? `${prompt}\nAvoid: ${negativePrompt}` : prompt;

/** The prompt, and the style where the model has no field for what is sung. */
export const ideaOf = ({ input }: HostedModel, { prompt, style, instrumental }: MusicRequest): string =>
  style && (instrumental || !input?.lyrics) ? `${prompt}. Style: ${style}` : prompt;

const counted = (most: number) =>
  most === 0 ? "no such pictures" : most === 1 ? "one picture" : `at most ${most} pictures`;
