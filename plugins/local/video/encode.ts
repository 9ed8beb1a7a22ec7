import { join } from "node:path";
import { PICTURES_PER_SECOND } from "vireo/captions/text-rows";
import type { Sound } from "#plugins/local/codec/feeds";
import { aac, BT709, FASTEST, h264, mp4 } from "#plugins/local/codec/formats";
import { runMediaJob } from "#plugins/local/codec/media-job";
import { Composition } from "#plugins/local/edit/composition";
import { addLayers, type Edited, type Layer, renderLayers } from "#plugins/local/edit/edit";
import type { Measured } from "#plugins/local/edit/measured";
import type { CompositionSource } from "#plugins/local/edit/source";
import { findTextIn, scaleForText } from "#plugins/local/edit/text-rows";
import type { Edit } from "#plugins/local/edit/video-file";
import type { RenderTools } from "#plugins/local/render-tools";
import { drawFrames, type Film } from "./film";
import { FPS } from "./size";

/** A film to encode, with its sound. */
export interface FilmEncoding {
  film: Film;
  /** Its frames. */
  frames: AsyncIterable<Uint8Array>;
  /** Frames per second. */
  fps: number;
  sound: Sound;
  title: string;
  quality: keyof typeof qualities;
  /** Voices that belong to it. */
  voice: readonly Layer[];
  /** Layers on top of it, which can be changed later. */
  layers: readonly Layer[];
  /** Shared by all files of the film. */
  measured: Measured;
}

/** Paths of the files of a film. */
export interface EncodedFilm {
  video: string;
  /** The film without its layers, if it has some. They can then be changed later. */
  original?: string;
  /** Seconds for which the last frame is held. */
  held?: number | undefined;
  /** By id of captions without times, their cues. */
  transcripts?: Edited["transcripts"] | undefined;
}

const FADE_SECONDS = 0.6;
/**
 * Quality of the frames, lower is better. In a preview, small files come first. With `originalCrf`, the film without layers
 * is kept: in the fastest settings, which need half of the time and more bytes for the same quality.
 */
const qualities = {
  full: { crf: 18, originalCrf: 22 },
  preview: { crf: 27, originalCrf: 31 },
  draft: { crf: 30, originalCrf: undefined },
} as const;

/**
 * Encodes a film and the layers on top of it, in one pass, to MP4s that play everywhere. Returns their paths in the run's
 * folder. Throws the RenderErrors of the layers.
 */
export async function encodeFilm(encoding: FilmEncoding, tools: RenderTools): Promise<EncodedFilm> {
  const { film, voice, layers, quality } = encoding;
  const fadeOut = writeFadeOut(film.seconds);
  if (voice.length + layers.length === 0) {
    const edit = { pictures: "[0v]null[v]", sound: `[0a]${fadeOut}[a]`, duration: film.seconds };
    return { video: await writeFilm(encoding, edit, tools) };
  }
  const { originalCrf: crf } = qualities[quality];
  const path = join(tools.folder, "original.mp4");
  const original =
    layers.length > 0 && crf !== undefined ? { path, crf, hasOwnSound: layers.some(isHeard) } : undefined;
  const composition = new Composition(openFilm(encoding, tools, original), tools);
  composition.setAudio((from, to) => [`${from}${fadeOut}${to}`]);
  await addLayers(composition, voice);
  if (original?.hasOwnSound) await composition.splitSound({ isLeveled: voice.length > 0 });
  // Ends in `writeFilm`, with the filters of all layers.
  const { video, held, transcripts } = await renderLayers(composition, layers);
  return { video, held, transcripts, original: original?.path };
}

const isHeard = ({ operation }: Layer): boolean => operation === "voiceover" || operation === "music";

function writeFadeOut(seconds: number): string {
  const fade = Math.min(FADE_SECONDS, seconds / 4);
  return `aresample=44100,apad,atrim=0:${seconds},afade=t=out:st=${seconds - fade}:d=${fade}`;
}

/** A film as the source of a composition. `original` is the file without layers, if it is kept. */
const openFilm = (encoding: FilmEncoding, tools: RenderTools, original: Original | undefined): CompositionSource => ({
  ...encoding.film.size,
  measured: encoding.measured,
  duration: encoding.film.seconds,
  hasAudio: true,
  isPlayable: false,
  prepare: "null",
  rate: encoding.fps,
  pace: `fps=${encoding.fps}:start_time=0`,
  openSound: async () => encoding.sound,
  measureText: () => encoding.measured.once("text", () => measureText(encoding.film)),
  findSpeech: async () => [],
  findSight: async () => ({ seen: [], cuts: [] }),
  writeEdit: (edit) => writeFilm(encoding, edit, tools, original),
});

/** Draws the film small, at the times at which text is looked for. */
function measureText(film: Film) {
  const size = scaleForText(film.size);
  const frames = drawFrames(film.resize(size), FPS / PICTURES_PER_SECOND);
  return findTextIn({ frames, size, fps: PICTURES_PER_SECOND, isOpaque: true }, size, film.seconds);
}

interface Original {
  path: string;
  crf: number;
  /** True if its sound has been split off, because layers change that of the film. */
  hasOwnSound: boolean;
}

/** Draws and encodes the film into its files, with the filters of an edit. Returns the path of the one with layers. */
async function writeFilm(
  { film, frames, fps, sound, title, quality }: FilmEncoding,
  { pictures, sound: soundFilters, inputs = [] }: Edit,
  { folder, encoder }: RenderTools,
  original?: Original,
): Promise<string> {
  const video = join(folder, quality === "draft" ? "draft.mp4" : "video.mp4");
  const { crf } = qualities[quality];
  const filters = [pictures, soundFilters].filter(Boolean).join(";");
  const metadata = { title, comment: "Made by Vireo local-motion-1" };
  await runMediaJob({
    inputs: [{ frames, size: film.size, fps, isOpaque: true, sound }, ...inputs],
    filters: original ? splitFilm(filters, original) : filters,
    v: h264(crf, BT709, quality === "draft" ? FASTEST : encoder),
    a: aac(),
    target: mp4(video, metadata),
    second: original && { v: h264(original.crf, BT709, FASTEST), a: aac(), target: mp4(original.path, metadata) },
  });
  return video;
}

/** Also sends the frames before all filters to the second file, and the sound after them unless it has its own. */
function splitFilm(filters: string, { hasOwnSound }: Original): string {
  const pictures = `[0v]split=2[film][second_v];${filters.replace("[0v]", "[film]")}`;
  return hasOwnSound ? pictures : `${pictures.replace("[a]", "[mix]")};[mix]asplit=2[a][second_a]`;
}
