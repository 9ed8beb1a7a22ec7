import { type Canvas, createCanvas } from "@napi-rs/canvas";
import { loadPhoto } from "#plugins/local/draw/photo";
import { drawPoster, type PosterRatio } from "#plugins/local/image/poster";
import { withFaceFinder } from "#plugins/local/reframe/faces";
import { writeLiteralStoryboard } from "#plugins/local/storyboard/index";
import { prepareFilm } from "#plugins/local/video/render-video";
import type { AspectRatio } from "#plugins/local/video/size";
import type { Scene } from "#sdk/slots/storyboard";

/** What a clip or a poster is made of. */
export interface Request {
  prompt: string;
  scenes?: Scene[];
  aspectRatio?: string;
  /** Seconds. */
  duration?: number;
  seed?: number;
  negativePrompt?: string;
  /** The brand's colors as hex. */
  colors?: string[];
  /** Paths. */
  photos?: string[];
  logo?: string;
}

/** Draws frames of a film: at fractions of its length, or the one that its poster shows. */
export async function drawFrames(
  { colors, prompt, aspectRatio = "9:16", duration = 12, photos = [], scenes, negativePrompt, ...rest }: Request,
  fractions: readonly number[] | "poster",
  getHeight: (size: { width: number; height: number }) => number,
): Promise<Canvas[]> {
  const promptContext = { prompt, style: colors ? { colors } : undefined, negativePrompt };
  const { film } = await prepareFilm(
    {
      ...rest,
      promptContext,
      negativePrompt,
      scenes: scenes ?? writeLiteralStoryboard(promptContext, { duration, media: photos }).scenes,
      duration,
      resolution: "720p",
      aspectRatio: aspectRatio as AspectRatio,
    },
    { limitCpu: () => {} },
  );
  const { count, size } = film;
  const height = getHeight(size);
  const wanted =
    fractions === "poster" ? [film.posterFrame] : fractions.map((fraction) => Math.round(fraction * count));
  const frames: Canvas[] = [];
  for (let frame = 0; frame < count; frame++) {
    await film.advance(frame);
    if (!wanted.includes(frame)) continue;
    film.draw(frame);
    frames.push(scale(film.canvas, height));
  }
  await film.close();
  return frames;
}

/** Draws a poster in a height. */
export async function drawImage(
  { colors, prompt, aspectRatio = "4:5", photos: files = [], logo, seed }: Request,
  height: number,
): Promise<Canvas> {
  const photos = await withFaceFinder((finder) => Promise.all(files.map((file) => loadPhoto(file, 1920, finder))));
  const { canvas } = drawPoster({
    promptContext: { prompt, style: colors ? { colors } : undefined },
    logo: logo ? await loadPhoto(logo, 600) : undefined,
    aspectRatio: aspectRatio as PosterRatio,
    photos,
    seed,
  });
  return scale(canvas, height);
}

function scale(source: Canvas, height: number): Canvas {
  const canvas = createCanvas(Math.round((height * source.width) / source.height), height);
  const ctx = canvas.getContext("2d");
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(source, 0, 0, canvas.width, height);
  return canvas;
}
