import type { ImageRequest } from "vireo/slots/image";
import type { MusicRequest } from "vireo/slots/music";
import type { VideoRequest } from "vireo/slots/video";
import type { KieModel } from "./model";

/** What a model cannot do of a request, by the API's fields, before anything is charged. */
type Mistakes = Record<string, string>;

/** Characters of Suno's prompt outside custom mode, and of its titles. */
const MAX_IDEA = 500;
const MAX_TITLE = 80;

const has = (model: KieModel, part: "frame" | "pictures") => model.withPictures?.[part] ?? model[part];

function common({ retiredAt, maxPrompt }: KieModel, { prompt }: { prompt: string }): Mistakes {
  if (retiredAt && Date.parse(retiredAt) <= Date.now())
    return { model: `This model was shut down by its maker on ${retiredAt}.` };
  return prompt.length > maxPrompt ? { prompt: `This model takes at most ${maxPrompt} characters.` } : {};
}

export function reviewImage(model: KieModel, request: ImageRequest): Mistakes {
  const { source, referenceImageUrls } = request;
  const most = has(model, "pictures")?.max ?? 0;
  const count = referenceImageUrls.length + (source ? 1 : 0);
  return {
    ...common(model, request),
    ...(count > most
      ? { [referenceImageUrls.length > 0 ? "referenceImageUrls" : "imageUrl"]: `This model takes ${counted(most)}.` }
      : {}),
    ...(source?.maskUrl && !model.mask ? { maskUrl: "This model takes no mask; gpt4o-image does." } : {}),
  };
}

export function reviewVideo(model: KieModel, request: VideoRequest): Mistakes {
  const { imageUrl, referenceImageUrls, duration, resolution, musicUrl } = request;
  const [frame, pictures] = [has(model, "frame"), has(model, "pictures")];
  const many = referenceImageUrls.length;
  const mistakes = common(model, { prompt: askedOf(model, request) });
  if (imageUrl && !frame) mistakes.imageUrl = "This model takes no first frame.";
  if (many > (pictures?.max ?? 0)) mistakes.referenceImageUrls = `This model takes ${counted(pictures?.max ?? 0)}.`;
  else if (many > 0 && imageUrl)
    mistakes.referenceImageUrls = "This model takes a first frame or references, not both.";
  if (musicUrl) mistakes.musicId = "kie.ai's models take no track; lay it under the finished video.";
  if (model.durations && !model.durations.includes(duration))
    mistakes.duration = `This model makes ${model.durations.join(" or ")} seconds.`;
  else if (model.transport === "runway" && duration > 5 && resolution === "1080p")
    mistakes.resolution = "This model makes 1080p only up to 5 seconds.";
  return mistakes;
}

/** The prompt, and what it should not show where the model has no field for that. */
export const askedOf = ({ input }: KieModel, { prompt, negativePrompt }: VideoRequest): string =>
  negativePrompt && !input?.negativePrompt ? `${prompt}\nAvoid: ${negativePrompt}` : prompt;

export function reviewMusic(model: KieModel, request: MusicRequest): Mistakes {
  const { title, style, prompt } = request;
  const mistakes = common(model, request);
  if (!title || !style) {
    if (ideaOf(request).length > MAX_IDEA)
      mistakes.prompt = `Suno takes at most ${MAX_IDEA} characters unless there are title and style.`;
    return mistakes;
  }
  if (title.length > MAX_TITLE) mistakes.title = `Suno takes at most ${MAX_TITLE} characters.`;
  const { maxStyle = prompt.length } = model;
  if (style.length > maxStyle) mistakes.style = `This model takes at most ${maxStyle} characters.`;
  return mistakes;
}

/** The prompt of Suno's simple mode, which has no field for a style. */
export const ideaOf = ({ prompt, title, style }: MusicRequest): string =>
  style && !title ? `${prompt}. Style: ${style}` : prompt;

const counted = (most: number) =>
  most === 0 ? "no such pictures" : most === 1 ? "one picture" : `at most ${most} pictures`;
