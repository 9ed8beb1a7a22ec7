import type { CaptionGuides } from "vireo/captions/text-rows";
import { Composition } from "../edit/composition";
import type { RenderTools } from "../render-tools";

/** Measures a video in the same way as an edit that adds captions. */
export async function captionGuides({ path }: { path: string }, tools: RenderTools): Promise<CaptionGuides> {
  const video = await Composition.open(path, tools);
  const [text, speech] = await Promise.all([video.measureText(), video.findSpeech()]);
  return { ...text, speech };
}
