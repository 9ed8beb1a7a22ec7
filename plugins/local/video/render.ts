import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BriefInput, briefFrom } from "#plugins/local/draw/brief";
import { registerFonts } from "#plugins/local/draw/fonts";
import { loadPhoto } from "#plugins/local/draw/photo";
import { hash } from "#plugins/local/draw/random";
import type { RenderTools } from "#plugins/local/render";
import { encode, FPS } from "./encode";
import { Film, renderFrames } from "./film";
import { without } from "./negative";
import { planFilm } from "./plan";
import { type AspectRatio, frameSize, type Resolution } from "./size";
import { soundtrackFor } from "./soundtrack";

export interface VideoInput {
  brief: BriefInput;
  aspectRatio: AspectRatio;
  resolution: Resolution;
  /** Seconds, 3 to 60. */
  duration: number;
  /** The same seed and input give the same frames. The prompt's hash by default. */
  seed?: number;
  /** Paths of pictures to show: products, references, characters. */
  photos: readonly string[];
  /** Path of the picture that the video opens on. */
  firstFrame?: string;
  /** Path of an audio file to use instead of music of our own. */
  music?: string;
  /** Lines of the brief that name any of its comma-separated terms are left out. */
  negativePrompt?: string;
}

export interface RenderedVideo {
  /** Path of the MP4 in the run's folder: H.264 and AAC. */
  video: string;
  /** Path of a JPEG of a telling frame. */
  poster: string;
  /** Seconds. */
  duration: number;
  width: number;
  height: number;
  fps: 30;
  scenes: { design: string; text: string; start: number }[];
}

const MOST_PHOTOS = 8;
/** No scene shows more of a photo than this, in pixels a side. */
const PHOTO_SIDE = 2400;

/**
 * Makes a motion-graphics video from a brief, cut on the beats of its music.
 *
 * @throws RenderError `image_unreadable` or `image_too_large` for a photo, `invalid_audio` for a music file
 */
export async function renderVideo(input: VideoInput, tools: RenderTools): Promise<RenderedVideo> {
  registerFonts();
  const size = frameSize(input.aspectRatio, input.resolution);
  const count = Math.round(input.duration * FPS);
  const duration = count / FPS;
  const { prompt } = input.brief;
  const seed = input.seed ?? hash(prompt);
  const brief = without(briefFrom(input.brief), input.negativePrompt);
  const files = [...new Set([...(input.firstFrame ? [input.firstFrame] : []), ...input.photos])].slice(0, MOST_PHOTOS);
  const photos = await Promise.all(files.map((file) => loadPhoto(file, PHOTO_SIDE)));
  const track = await soundtrackFor({ prompt, seconds: duration, seed, music: input.music });
  tools.progress(5);

  const opensOnPhoto = input.firstFrame !== undefined;
  const plan = planFilm({ brief, photos, opensOnPhoto, size, count, seconds: duration, sound: track, seed });
  const film = new Film(plan);

  const poster = join(tools.folder, "poster.jpg");
  let posterBytes: Buffer | undefined;
  const frames = renderFrames(film, count, (frame) => {
    if (frame === film.posterFrame) posterBytes = film.canvas.toBuffer("image/jpeg", 90);
    tools.progress(Math.round(5 + (90 * (frame + 1)) / count));
  });
  const video = await encode({ frames, count, size, sound: track.sound, title: brief.hook }, tools);
  if (posterBytes) await writeFile(poster, posterBytes);
  tools.progress(100);
  const scenes = plan.shots.map(({ design, text }, i) => ({ design, text, start: plan.starts[i]! }));
  return { video, poster, duration, ...size, fps: FPS, scenes };
}
