import { join } from "node:path";
import { loadPhoto } from "#plugins/local/draw/photo";
import { encodePng } from "#plugins/local/draw/png";
import { writeThumbnail } from "#plugins/local/draw/thumbnail";
import type { BrandFaces } from "#plugins/local/draw/typography";
import { withFaceFinder } from "#plugins/local/reframe/faces";
import type { RenderTools } from "#plugins/local/render-tools";
import type { ParseInput } from "#plugins/local/storyboard/index";
import { drawPoster, type PosterRatio } from "./poster";

export interface ImageInput {
  promptContext: ParseInput;
  aspectRatio: PosterRatio;
  seed?: number;
  /** Files of reference images, product photos and character images, most important first. */
  photos: readonly string[];
  /** File of the brand's logo. */
  logo?: string;
  /** The brand's fonts. */
  faces?: BrandFaces;
}

/** A finished image: path of a PNG inside the run's folder, and its size in pixels. */
export interface RenderedImage {
  image: string;
  /** Path of the thumbnail. */
  thumbnail: string;
  width: number;
  height: number;
}

/** Maximum number of photos in a template. */
const MAX_PHOTOS = 2;
/** Longer side of the largest poster. */
const MAX_SIDE = 1920;

/**
 * Renders a designed poster from a prompt and photos.
 * @throws RenderError `image_unreadable`, `image_too_large` for a photo.
 */
export async function renderImage(
  input: ImageInput,
  tools: Pick<RenderTools, "folder" | "progress">,
): Promise<RenderedImage> {
  const photos = await withFaceFinder(async (finder) => {
    const loaded = [];
    for (const file of input.photos.slice(0, MAX_PHOTOS)) loaded.push(await loadPhoto(file, MAX_SIDE, finder));
    return loaded;
  });
  tools.progress(30);
  const { logo: file, ...rest } = input;
  const logo = file === undefined ? {} : { logo: await loadPhoto(file, MAX_SIDE) };
  const { canvas } = drawPoster({ ...rest, ...logo, photos });
  tools.progress(70);
  const image = join(tools.folder, "image.png");
  await Bun.write(image, encodePng(canvas));
  const thumbnail = await writeThumbnail(canvas, tools.folder);
  tools.progress(100);
  return { image, thumbnail, width: canvas.width, height: canvas.height };
}
