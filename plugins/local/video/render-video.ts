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
import { type Clip, loadFootage } from "./clip";
import { renderDraft, toStills, writeStills } from "./draft";
import { encode } from "./encode";
import { Film, renderFrames } from "./film";
import { planFilm } from "./plan";
import type { PlannedShot } from "./shots";
import { type AspectRatio, FPS, getFrameSize, type Resolution } from "./size";
import { findTempo } from "./tempo";

/** A stretch of a clip in the film, in seconds. */
interface ClipPart {
  clip: Clip;
  /** Start in the film. */
  start: number;
  length: number;
  /** Start in the clip. */
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
  music?: string | undefined;
}

const SAMPLE_RATE = 44100;

export interface VideoInput {
  brief: ParseInput;
  /** Scenes, shown verbatim. `mediaUrl` is the path of a photo or a video. Default: written from the brief. */
  scenes?: readonly Scene[];
  aspectRatio: AspectRatio;
  resolution: Resolution;
  /** Length in seconds, 3 to 60. */
  duration: number;
  /** The same seed and input give the same frames. Defaults to the prompt's hash. */
  seed?: number;
  /** Paths of images to show: products, references, characters. */
  photos: readonly string[];
  /** Path of the image that the video opens with. */
  firstFrame?: string;
  /** Path of an audio file to use instead of generated music. */
  music?: string;
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
 * Renders a motion-graphics video from a brief, cut on the beats of its music, and the layers on top of it, in one pass.
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
  const title = scenes[0]?.text ?? input.brief.prompt.slice(0, 100);
  const quality = input.resolution === "540p" ? "preview" : "full";
  const work = { sound, title, voice: input.voice ?? [], layers: input.layers ?? [], measured: new Measured() };
  tools.progress(5);
  if (tools.show) {
    tools.show(await writeStills(stills, tools.folder, "draft-"));
    if (quality === "full") tools.show({ preview: await renderDraft(film, work, tools) });
  }
  const frames = renderFrames(film, (frame) => {
    // Until now, clips showed their first frame.
    if (film.hasClips && frame === film.posterFrame) stills = toStills(film.canvas);
    tools.progress(Math.round(5 + (90 * (frame + 1)) / film.count));
  });
  const encoded = await encode({ ...work, film, frames, fps: FPS, quality }, tools).finally(() => film.close());
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
  const { prompt } = input.brief;
  const seed = input.seed ?? hash(prompt);
  const topic = parsePrompt({ ...input.brief, negativePrompt: input.negativePrompt });
  const scenes = pickScenes(input, topic, duration);
  checkLetters(scenes.flatMap(listSceneTexts).join(" "));
  const files = [...new Set(scenes.flatMap(({ mediaUrl }) => mediaUrl ?? []))];
  const footage = await loadFootage(files, { size, duration }, tools);
  const clips = new Map(footage.flatMap(({ clip }, at): [number, Clip][] => (clip ? [[at, clip]] : [])));
  const track = await soundtrackFor({ prompt, seconds: duration, seed, music: input.music });
  const opensOnPhoto = input.firstFrame !== undefined && scenes[0]?.mediaUrl === input.firstFrame;
  const empty = new Set(footage.flatMap(({ photo }, at) => (isEmpty(photo) ? [files[at]] : [])));
  const isShown = ({ mediaUrl }: Scene) => mediaUrl !== undefined && !empty.has(mediaUrl);
  const placed = scenes.map((scene) => (isShown(scene) ? { ...scene, photo: files.indexOf(scene.mediaUrl!) } : scene));
  const plan = planFilm({
    scenes: placed,
    topic,
    logo: input.logo === undefined ? undefined : await loadPhoto(input.logo, LOGO_SIDE),
    faces: input.faces,
    photos: footage.map(({ photo }) => photo),
    clips,
    opensOnPhoto,
    size,
    count,
    seconds: duration,
    sound: track,
    cuts: input.cuts,
    seed,
  });
  const film = new Film(plan);
  const uses = findUses(plan.shots, film.entrances, duration, clips);
  const volume = input.mediaVolume ?? 0;
  // Clips with audible audio are not slowed down.
  if (volume === 0) for (const [clip, seconds] of uses.lengths) clip.stretch(seconds);
  const sound = volume === 0 ? track.sound : await mixClips(track.sound, uses.parts, volume);
  const warnings = scenes.flatMap((scene, i) => (scene.mediaUrl && !isShown(scene) ? [notVisible(i)] : []));
  return { film, scenes, plan, sound, warnings };
}

const notVisible = (scene: number): Warning => ({
  code: "media_not_shown",
  message: `The picture of scenes.${scene} is transparent everywhere, so the scene is shown without it.`,
});

/** Returns the scenes to show: the given ones, or those written from the brief. */
function pickScenes({ brief, scenes, firstFrame, photos }: VideoInput, topic: Content, duration: number): Scene[] {
  const media = [...new Set([...(firstFrame ? [firstFrame] : []), ...photos])];
  if (scenes) return addSeconds(scenes, duration).scenes;
  return toStoryboard(brief.prompt, topic, { duration, media }).scenes;
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
async function soundtrackFor(input: SoundtrackInput): Promise<Soundtrack> {
  if (input.music !== undefined) return listen(input.music, input.seconds);
  const { left, right, sampleRate, beats, downbeats } = renderBed(input);
  return { sound: { left, right, sampleRate }, beats, downbeats };
}

async function listen(music: string, seconds: number): Promise<Soundtrack> {
  const once = await readSound(music, { sampleRate: SAMPLE_RATE, seconds }).catch(() => undefined);
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

/** Returns when each clip is shown, and its total time. A clip that is shown again continues where it stopped. */
function findUses(
  shots: readonly PlannedShot[],
  starts: readonly number[],
  duration: number,
  clips: ReadonlyMap<number, Clip>,
): { parts: ClipPart[]; lengths: Map<Clip, number> } {
  const lengths = new Map<Clip, number>();
  const parts = shots.flatMap(({ photo }, i): ClipPart[] => {
    const clip = photo === undefined ? undefined : clips.get(photo);
    if (!clip) return [];
    const start = starts[i]!;
    const length = (starts[i + 1] ?? duration) - start;
    const from = lengths.get(clip) ?? 0;
    lengths.set(clip, from + length);
    return [{ clip, start, length, from }];
  });
  return { parts, lengths };
}

/** Level of the music under a clip at full volume. */
const DUCKED = 0.22;
/** Fades of a clip and of the music under it. */
const FADE_SECONDS = 0.12;

/** Mixes the audio of clips with music, which is lowered under it. */
async function mixClips(music: Sound, parts: readonly ClipPart[], volume: number): Promise<Sound> {
  const { sampleRate } = music;
  const [left, right] = [music.left.slice(), music.right.slice()];
  for (const { clip, start, length, from } of parts.filter(({ clip }) => clip.hasSound)) {
    const heard = await readSound(clip.path, { sampleRate, seconds: from + length }).catch(() => undefined);
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
