import type { Problems } from "vireo/hosted/review";
import type { MusicRequest } from "vireo/slots/music";
import type { KieModel } from "./model";

const MAX_TITLE = 80;

/** Suno's limits in custom mode. */
export function reviewMusic({ maxStyle }: KieModel, { title, style }: MusicRequest): Problems {
  if (!title || !style) return {};
  const problems: Problems = {};
  if (title.length > MAX_TITLE) problems.title = `Suno accepts at most ${MAX_TITLE} characters.`;
  if (maxStyle && style.length > maxStyle) problems.style = `This model accepts at most ${maxStyle} characters.`;
  return problems;
}
