import type { ImageRequest } from "vireo/slots/image";
import { toBrandFaces } from "../fonts/own";
import type { PlacedFonts } from "../fonts/place";
import { editImage } from "../image/edit";
import { renderImage } from "../image/render-image";
import type { RenderTools } from "../render-tools";

interface Input {
  request: ImageRequest;
  photos: string[];
  original?: string;
  mask?: string;
  logo?: string;
  fonts?: PlacedFonts;
}

export const image = async ({ request, photos, original, mask, logo, fonts }: Input, tools: RenderTools) => {
  const { prompt, brief, aspectRatio, seed } = request;
  if (original) return editImage({ source: original, prompt, mask: mask || undefined }, tools);
  // The API has checked the ratio against the model's list.
  const input = {
    promptContext: { ...brief, prompt },
    aspectRatio,
    seed,
    photos,
    faces: toBrandFaces(fonts),
    logo: logo || undefined,
  } as Parameters<typeof renderImage>[0];
  return renderImage(input, tools);
};
