/** Previews of a video while it renders: its still at once, then a small version of the whole video. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Canvas } from "@napi-rs/canvas";
import { drawThumbnail } from "#plugins/local/draw/thumbnail";
import type { RenderTools } from "#plugins/local/render-tools";
import { encodeFilm, type FilmEncoding } from "./encode";
import { drawFrames, type Film } from "./film";
import { FPS } from "./size";

/** A still as a JPEG, and its thumbnail. */
export interface Stills {
  poster: Buffer;
  thumbnail: Buffer;
}

/** Shorter side of a draft, in pixels. It shows every second frame. */
const [SIDE, STEP] = [270, 2];

export const toStills = (canvas: Canvas): Stills => ({
  poster: canvas.toBuffer("image/jpeg", 90),
  thumbnail: drawThumbnail(canvas),
});

/** Writes stills into a folder. Returns their paths. */
export async function writeStills({ poster, thumbnail }: Stills, folder: string, prefix = "") {
  const paths = { poster: join(folder, `${prefix}poster.jpg`), thumbnail: join(folder, `${prefix}thumbnail.webp`) };
  await Promise.all([writeFile(paths.poster, poster), writeFile(paths.thumbnail, thumbnail)]);
  return paths;
}

/**
 * Renders a film small and fast, with the same timing. Videos in it show their first frame. Takes a fifteenth of the time
 * of the film in 1080p. Returns the path of an MP4.
 */
export async function renderDraft(
  full: Film,
  encoding: Pick<FilmEncoding, "sound" | "title" | "voice" | "layers" | "measured">,
  tools: RenderTools,
): Promise<string> {
  const { width, height } = full.size;
  const scale = SIDE / Math.min(width, height);
  const film = full.resize({ width: width * scale, height: height * scale });
  const frames = drawFrames(film, STEP);
  return (await encodeFilm({ ...encoding, film, frames, fps: FPS / STEP, quality: "draft" }, tools)).video;
}
