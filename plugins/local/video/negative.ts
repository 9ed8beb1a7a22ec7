import type { Brief } from "#plugins/local/draw/brief";

/** A brief without the points that name what is not wanted. The hook stays: a video without one says nothing. */
export function without(brief: Brief, negativePrompt = ""): Brief {
  const terms = negativePrompt
    .toLowerCase()
    .split(/[,;\n]/)
    .map((term) => term.trim())
    .filter((term) => term.length > 2);
  const unwanted = (text: string) => terms.some((term) => text.toLowerCase().includes(term));
  return { ...brief, points: brief.points.filter((point) => !unwanted(point)) };
}
