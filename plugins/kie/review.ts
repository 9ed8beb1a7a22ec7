import type { Problems } from "vireo/hosted/review";
import { addStyle } from "vireo/hosted/review";
import type { MusicRequest } from "vireo/slots/music";
import type { VideoRequest } from "vireo/slots/video";
import type { KieModel } from "./model";

/** Characters of Suno's prompt outside custom mode, and of its titles. */
const MAX_SIMPLE_PROMPT = 500;
const MAX_TITLE = 80;

export const reviewVideo = ({ dialect }: KieModel, { duration, resolution }: VideoRequest): Problems =>
  dialect === "runway" && duration > 5 && resolution === "1080p"
    ? { resolution: "This model supports 1080p only up to 5 seconds." }
    : {};

export function reviewMusic(model: KieModel, request: MusicRequest): Problems {
  const { title, style } = request;
  if (!title || !style)
    return addStyle(model, request).length > MAX_SIMPLE_PROMPT
      ? { prompt: `Suno accepts at most ${MAX_SIMPLE_PROMPT} characters without title and style.` }
      : {};
  const problems: Problems = {};
  if (title.length > MAX_TITLE) problems.title = `Suno accepts at most ${MAX_TITLE} characters.`;
  if (model.maxStyle && style.length > model.maxStyle)
    problems.style = `This model accepts at most ${model.maxStyle} characters.`;
  return problems;
}
