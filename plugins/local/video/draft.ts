/** Previews of a video while it renders: its still at once, then a small version of the whole video. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Canvas } from "@napi-rs/canvas";
import type { Sound } from "#plugins/local/codec/feeds";
import { drawThumbnail } from "#plugins/local/draw/thumbnail";
import type { RenderTools } from "#plugins/local/render";
import { encode, FPS } from "./encode";
import { Film, type FilmInput } from "./film";

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
 * Renders a film small and fast, with the same timing. Clips in it show their first frame. Takes a fifteenth of the time
 * of the film in 1080p. Returns the path of an MP4.
 */
export function renderDraft(
  plan: FilmInput,
  { sound, title }: { sound: Sound; title: string },
  tools: Pick<RenderTools, "folder">,
): Promise<string> {
  const { width, height } = plan.size;
  const scale = SIDE / Math.min(width, height);
  const size = { width: width * scale, height: height * scale };
  const film = new Film({ ...plan, size });
  const { count } = plan;
  const fps = FPS / STEP;
  return encode({ frames: drawFrames(film, count), count, size, sound, title, fps, quality: "draft" }, tools);
}

async function* drawFrames(film: Film, count: number): AsyncGenerator<Uint8Array> {
  for (let frame = 0; frame < count; frame += STEP) {
    film.draw(frame);
    yield film.canvas.data();
  }
}
