import { listSceneTexts, type Scene, type Warning } from "vireo/slots/storyboard";
import type { Sound } from "#plugins/local/codec/feeds";
import { readSound } from "#plugins/local/codec/read-sound";
import { registerFonts } from "#plugins/local/draw/fonts";
import { isEmpty, loadPhoto } from "#plugins/local/draw/photo";
import { hash } from "#plugins/local/draw/random";
import type { BrandFaces } from "#plugins/local/draw/typography";
import type { Layer } from "#plugins/local/edit/edit";
import { Measured } from "#plugins/local/edit/measured";
import { checkLetters } from "#plugins/local/fonts/letters";
import { renderBed } from "#plugins/local/music/bed";
import { levelOut } from "#plugins/local/music/master";
import { RenderError, type RenderTools } from "#plugins/local/render-tools";
import { addSeconds, type Content, type ParseInput, parsePrompt, toStoryboard } from "#plugins/local/storyboard/index";
import { renderDraft, toStills, writeStills } from "./draft";
import { encodeFilm } from "./encode";
import { Film, renderFrames } from "./film";
import { planFilm } from "./plan";
import { loadSceneMedia, type SceneVideo } from "./scene-media";
import type { PlannedShot } from "./shots";
import { type AspectRatio, FPS, getFrameSize, type Resolution } from "./size";
import { findTempo } from "./tempo";

/** A stretch of a scene's video in the film, in seconds. */
interface VideoPart {
  video: SceneVideo;
  /** Start in the film. */
  start: number;
  length: number;
  /** Start in the video. */
  from: number;
}

interface Soundtrack {
  /** Audio, at least as long as the video. */
  sound: Sound;
  /** Times in seconds. */
  beats: number[];
  downbeats: number[];
}

interface SoundtrackInput {
  prompt: string;
  seconds: number;
  seed: number;
  /** Path of an audio file to use instead of generated music. Looped if it is shorter than the video. */
  musicPath?: string | undefined;
}

const SAMPLE_RATE = 44100;

export interface VideoInput {
  promptContext: ParseInput;
  /** Scenes, shown verbatim. `mediaUrl` is the path of a photo or a video. Default: written from the prompt. */
  scenes?: readonly Scene[];
  aspectRatio: AspectRatio;
  resolution: Resolution;
  /** Length in seconds. */
  duration: number;
  /** The same seed and input give the same frames. Defaults to the prompt's hash. */
  seed?: number;
  /** Path of the image that the video opens with. */
  firstFrame?: string;
  /** Path of an audio file to use instead of generated music. */
  musicPath?: string;
  /** Audio level of videos, 0 to 1. Default: none. */
  mediaVolume?: number;
  /** Path of the brand's logo. */
  logo?: string;
  /** The brand's fonts. */
  faces?: BrandFaces;
  /** Start of each scene in seconds. By default cuts follow the beat. */
  cuts?: readonly number[];
  /** Content to avoid, such as colours. */
  negativePrompt?: string;
  /** Voices that belong to the film. */
  voice?: readonly Layer[];
  /** Layers on top of the film, which can be changed later. */
  layers?: readonly Layer[];
}

export interface RenderedVideo {
  /** Path of the MP4 in the run's folder: H.264 and AAC. */
  video: string;
  /** The video without its layers, if it has some. */
  original?: string;
  /** Length of that in seconds. */
  originalDuration?: number;
  /** Path of a JPEG of a representative frame. */
  poster: string;
  /** Path of its thumbnail. */
  thumbnail: string;
  /** Length in seconds. */
  duration: number;
  width: number;
  height: number;
  fps: 30;
  /** Scenes with the seconds that each is shown. */
  scenes: Scene[];
  /** Pictures that cannot be seen. */
  warnings: Warning[];
}

/**
 * Renders a motion-graphics video from scenes or a prompt, cut on the beats of its music, and the layers on top of it, in one pass.
 *
 * @throws RenderError `image_unreadable` or `image_too_large` for a photo, `invalid_audio` for a music file, and those of
 *   the layers
 */
export async function renderVideo(input: VideoInput, tools: RenderTools): Promise<RenderedVideo> {
  // Shows that the work has begun, because composing the music takes a while.
  tools.progress(1);
  const { film, scenes, plan, sound, warnings } = await prepareFilm(input, tools);
  film.draw(film.posterFrame);
  let stills = toStills(film.canvas);
  const title = scenes[0]?.text ?? input.promptContext.prompt.slice(0, 100);
  const quality = input.resolution === "540p" ? "preview" : "full";
  const encoding = { sound, title, voice: input.voice ?? [], layers: input.layers ?? [], measured: new Measured() };
  tools.progress(5);
  if (tools.show) {
    tools.show(await writeStills(stills, tools.folder, "draft-"));
    if (quality === "full") tools.show({ preview: await renderDraft(film, encoding, tools) });
  }
  const frames = renderFrames(film, (frame) => {
    // Until now, videos showed their first frame.
    if (film.hasVideos && frame === film.posterFrame) stills = toStills(film.canvas);
    tools.progress(Math.round(5 + (90 * (frame + 1)) / film.count));
  });
  const encoded = await encodeFilm({ ...encoding, film, frames, fps: FPS, quality }, tools).finally(() => film.close());
  const paths = await writeStills(stills, tools.folder);
  tools.progress(100);
  const duration = film.seconds;
  return {
    ...encoded,
    ...paths,
    duration: duration + (encoded.held ?? 0),
    originalDuration: encoded.original === undefined ? undefined : duration,
    ...film.size,
    fps: FPS,
    scenes: timeScenes(scenes, plan, duration),
    warnings,
  };
}

/** Maximum side of a logo, in pixels. */
const LOGO_SIDE = 900;

/** Everything that is determined before the first frame: scenes, photos, music, shots and cuts. */
export async function prepareFilm(input: VideoInput, tools: Pick<RenderTools, "limitCpu">) {
  registerFonts();
  const size = getFrameSize(input.aspectRatio, input.resolution);
  const count = Math.round(input.duration * FPS);
  const duration = count / FPS;
  const { prompt } = input.promptContext;
  const seed = input.seed ?? hash(prompt);
  const content = parsePrompt({ ...input.promptContext, negativePrompt: input.negativePrompt });
  const scenes = pickScenes(input, content, duration);
  checkLetters(scenes.flatMap(listSceneTexts).join(" "));
  const files = [...new Set(scenes.flatMap(({ mediaUrl }) => mediaUrl ?? []))];
  const media = await loadSceneMedia(files, { size, duration }, tools);
  const videos = new Map(media.flatMap(({ video }, at): [number, SceneVideo][] => (video ? [[at, video]] : [])));
  const soundtrack = await createSoundtrack({ prompt, seconds: duration, seed, musicPath: input.musicPath });
  const opensOnPhoto = input.firstFrame !== undefined && scenes[0]?.mediaUrl === input.firstFrame;
  const empty = new Set(media.flatMap(({ photo }, at) => (isEmpty(photo) ? [files[at]] : [])));
  const isShown = ({ mediaUrl }: Scene) => mediaUrl !== undefined && !empty.has(mediaUrl);
  const placed = scenes.map((scene) => (isShown(scene) ? { ...scene, photo: files.indexOf(scene.mediaUrl!) } : scene));
  const plan = planFilm({
    scenes: placed,
    topic: content,
    logo: input.logo === undefined ? undefined : await loadPhoto(input.logo, LOGO_SIDE),
    faces: input.faces,
    photos: media.map(({ photo }) => photo),
    videos,
    opensOnPhoto,
    size,
    count,
    seconds: duration,
    sound: soundtrack,
    cuts: input.cuts,
    seed,
  });
  const film = new Film(plan);
  const uses = findUses(plan.shots, film.entrances, duration, videos);
  const volume = input.mediaVolume ?? 0;
  // Videos with audible audio are not slowed down.
  if (volume === 0) for (const [video, seconds] of uses.lengths) video.stretch(seconds);
  const sound = volume === 0 ? soundtrack.sound : await mixVideoSound(soundtrack.sound, uses.parts, volume);
  const warnings = scenes.flatMap((scene, i) => (scene.mediaUrl && !isShown(scene) ? [notVisible(i)] : []));
  return { film, scenes, plan, sound, warnings };
}

const notVisible = (scene: number): Warning => ({
  code: "media_not_shown",
  message: `The picture of scenes.${scene} is transparent everywhere, so the scene is shown without it.`,
});

/** Returns the scenes to show: the given ones, or those written from the prompt. */
function pickScenes({ promptContext, scenes, firstFrame }: VideoInput, content: Content, duration: number): Scene[] {
  if (scenes) return addSeconds(scenes, duration).scenes;
  const media = firstFrame ? [firstFrame] : [];
  return toStoryboard(promptContext.prompt, content, { duration, media }).scenes;
}

/** Returns the seconds of each scene after its cuts have moved to beats. */
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

/** @throws RenderError `invalid_audio` for a music file that cannot be decoded. */
async function createSoundtrack(input: SoundtrackInput): Promise<Soundtrack> {
  if (input.musicPath !== undefined) return loadMusic(input.musicPath, input.seconds);
  const { left, right, sampleRate, beats, downbeats } = renderBed(input);
  return { sound: { left, right, sampleRate }, beats, downbeats };
}

async function loadMusic(path: string, seconds: number): Promise<Soundtrack> {
  const once = await readSound(path, { sampleRate: SAMPLE_RATE, seconds }).catch(() => undefined);
  if (!once || once.left.length === 0)
    throw new RenderError("invalid_audio", "The music is not a readable audio file.");
  const length = Math.round(seconds * SAMPLE_RATE);
  const [left, right] = [once.left, once.right].map((side) =>
    Float32Array.from({ length }, (_, at) => side[at % side.length]!),
  ) as [Float32Array, Float32Array];
  const { beats, downbeats } = findTempo(
    left.map((sample, at) => (sample + right[at]!) / 2),
    SAMPLE_RATE,
  );
  return { sound: { left, right, sampleRate: SAMPLE_RATE }, beats, downbeats };
}

/** Returns when each video is shown, and its total time. A video that is shown again continues where it stopped. */
function findUses(
  shots: readonly PlannedShot[],
  starts: readonly number[],
  duration: number,
  videos: ReadonlyMap<number, SceneVideo>,
): { parts: VideoPart[]; lengths: Map<SceneVideo, number> } {
  const lengths = new Map<SceneVideo, number>();
  const parts = shots.flatMap(({ photo }, i): VideoPart[] => {
    const video = photo === undefined ? undefined : videos.get(photo);
    if (!video) return [];
    const start = starts[i]!;
    const length = (starts[i + 1] ?? duration) - start;
    const from = lengths.get(video) ?? 0;
    lengths.set(video, from + length);
    return [{ video, start, length, from }];
  });
  return { parts, lengths };
}

/** Level of the music under a video at full volume. */
const DUCKED = 0.22;
/** Fades of a video and of the music under it. */
const FADE_SECONDS = 0.12;

/** Mixes the audio of videos with music, which is lowered under it. */
async function mixVideoSound(music: Sound, parts: readonly VideoPart[], volume: number): Promise<Sound> {
  const { sampleRate } = music;
  const [left, right] = [music.left.slice(), music.right.slice()];
  for (const { video, start, length, from } of parts.filter(({ video }) => video.hasSound)) {
    const heard = await readSound(video.path, { sampleRate, seconds: from + length }).catch(() => undefined);
    if (!heard) continue;
    const [at, skip] = [Math.round(start * sampleRate), Math.round(from * sampleRate)];
    const count = Math.min(Math.round(length * sampleRate), heard.left.length - skip, left.length - at);
    const fade = Math.max(1, Math.min(Math.round(FADE_SECONDS * sampleRate), count / 2));
    for (let i = 0; i < count; i++) {
      const presence = Math.min(1, i / fade, (count - i) / fade);
      const under = 1 - (1 - DUCKED) * volume * presence;
      left[at + i] = left[at + i]! * under + heard.left[skip + i]! * volume * presence;
      right[at + i] = right[at + i]! * under + heard.right[skip + i]! * volume * presence;
    }
  }
  return { ...levelOut({ left, right }), sampleRate };
}
