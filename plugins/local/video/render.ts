import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Scene } from "vireo/slots/storyboard";
import { registerFonts } from "#plugins/local/draw/fonts";
import { loadPhoto } from "#plugins/local/draw/photo";
import { hash } from "#plugins/local/draw/random";
import { drawThumbnail } from "#plugins/local/draw/thumbnail";
import type { BrandFaces } from "#plugins/local/draw/typography";
import type { RenderTools } from "#plugins/local/render";
import { addSeconds, type ParseInput, parsePrompt, writeStoryboard } from "#plugins/local/storyboard/index";
import { type Clip, loadFootage } from "./clip";
import { encode, FPS } from "./encode";
import { Film, renderFrames } from "./film";
import { findUses, mixClips } from "./mix";
import { planFilm } from "./plan";
import { type AspectRatio, frameSize, type Resolution } from "./size";
import { soundtrackFor } from "./soundtrack";

export interface VideoInput {
  brief: ParseInput;
  /** The scenes, shown word for word. `mediaUrl` is the path of a photo or a video. Default: written from the brief. */
  scenes?: readonly Scene[];
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
  /** Level of the sound of videos, 0 to 1. None by default. */
  mediaVolume?: number;
  /** Path of the brand's logo. */
  logo?: string;
  /** The brand's fonts. */
  faces?: BrandFaces;
  /** When each scene begins, in seconds. Cuts follow the beat by default. */
  cuts?: readonly number[];
  /** Things to leave out, such as colours. */
  negativePrompt?: string;
}

export interface RenderedVideo {
  /** Path of the MP4 in the run's folder: H.264 and AAC. */
  video: string;
  /** Path of a JPEG of a telling frame. */
  poster: string;
  /** Path of a small copy of it. */
  thumbnail: string;
  /** Seconds. */
  duration: number;
  width: number;
  height: number;
  fps: 30;
  /** The scenes with the seconds that each is shown. */
  scenes: Scene[];
}

/**
 * Makes a motion-graphics video from a brief, cut on the beats of its music.
 *
 * @throws RenderError `image_unreadable` or `image_too_large` for a photo, `invalid_audio` for a music file
 */
export async function renderVideo(input: VideoInput, tools: RenderTools): Promise<RenderedVideo> {
  const { film, scenes, plan, sound, size, count } = await prepareFilm(input, tools);
  tools.progress(5);
  const [poster, thumbnail] = [join(tools.folder, "poster.jpg"), join(tools.folder, "thumbnail.webp")];
  const stills = new Map<string, Buffer>();
  const frames = renderFrames(film, count, (frame) => {
    if (frame === film.posterFrame) {
      stills.set(poster, film.canvas.toBuffer("image/jpeg", 90));
      stills.set(thumbnail, drawThumbnail(film.canvas));
    }
    tools.progress(Math.round(5 + (90 * (frame + 1)) / count));
  });
  const title = scenes[0]?.text ?? input.brief.prompt.slice(0, 100);
  const isPreview = input.resolution === "540p";
  const video = await encode({ frames, count, size, sound, title, isPreview }, tools).finally(() => film.close());
  for (const [path, bytes] of stills) await writeFile(path, bytes);
  tools.progress(100);
  const duration = count / FPS;
  return { video, poster, thumbnail, duration, ...size, fps: FPS, scenes: timeScenes(scenes, plan, duration) };
}

/** No logo is shown larger, in pixels a side. */
const LOGO_SIDE = 900;

/** Everything that is known before the first frame is drawn: scenes, photos, music, shots and cuts. */
export async function prepareFilm(input: VideoInput, tools: Pick<RenderTools, "limitCpu">) {
  registerFonts();
  const size = frameSize(input.aspectRatio, input.resolution);
  const count = Math.round(input.duration * FPS);
  const duration = count / FPS;
  const { prompt } = input.brief;
  const seed = input.seed ?? hash(prompt);
  const topic = parsePrompt({ ...input.brief, negativePrompt: input.negativePrompt });
  const scenes = pickScenes(input, duration);
  const files = [...new Set(scenes.flatMap(({ mediaUrl }) => mediaUrl ?? []))];
  const footage = await loadFootage(files, { size, duration }, tools);
  const clips = new Map(footage.flatMap(({ clip }, at): [number, Clip][] => (clip ? [[at, clip]] : [])));
  const track = await soundtrackFor({ prompt, seconds: duration, seed, music: input.music });
  const opensOnPhoto = input.firstFrame !== undefined && scenes[0]?.mediaUrl === input.firstFrame;
  const placed = scenes.map((scene) => (scene.mediaUrl ? { ...scene, photo: files.indexOf(scene.mediaUrl) } : scene));
  const plan = planFilm({
    scenes: placed,
    topic,
    ...(input.logo === undefined ? {} : { logo: await loadPhoto(input.logo, LOGO_SIDE) }),
    ...(input.faces ? { faces: input.faces } : {}),
    photos: footage.map(({ photo }) => photo),
    clips,
    opensOnPhoto,
    size,
    count,
    seconds: duration,
    sound: track,
    ...(input.cuts ? { cuts: input.cuts } : {}),
    seed,
  });
  const film = new Film(plan);
  const uses = findUses(plan.shots, film.entrances, duration, clips);
  const volume = input.mediaVolume ?? 0;
  // Clips whose sound is heard are not slowed down.
  if (volume === 0) for (const [clip, seconds] of uses.lengths) clip.stretch(seconds);
  const sound = volume === 0 ? track.sound : await mixClips(track.sound, uses.parts, volume);
  return { film, scenes, plan, sound, size, count };
}

/** The scenes to show: those given, or those that the brief makes. */
function pickScenes({ brief, scenes, firstFrame, photos, negativePrompt }: VideoInput, duration: number): Scene[] {
  const media = [...new Set([...(firstFrame ? [firstFrame] : []), ...photos])];
  if (scenes) return addSeconds(scenes, duration).scenes;
  return writeStoryboard({ ...brief, negativePrompt }, { duration, media }).scenes;
}

/** The seconds of each scene after its cuts have moved to beats. */
function timeScenes(
  scenes: readonly Scene[],
  { shots, starts }: ReturnType<typeof planFilm>,
  duration: number,
): Scene[] {
  return scenes.map((scene, i) => {
    const first = shots.findIndex((shot) => shot.scene === i);
    const next = shots.findIndex((shot) => shot.scene === i + 1);
    const end = next < 0 ? duration : starts[next]!;
    return { ...scene, seconds: Math.round((end - (starts[first] ?? 0)) * 100) / 100 };
  });
}
