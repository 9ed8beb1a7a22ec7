import { join } from "node:path";
import { PICTURES_PER_SECOND } from "vireo/captions/text-rows";
import type { Sound } from "#plugins/local/codec/feeds";
import { aac, BT709, h264, mp4, X264 } from "#plugins/local/codec/formats";
import { run } from "#plugins/local/codec/run";
import { Composition } from "#plugins/local/edit/composition";
import { type Layer, renderLayers } from "#plugins/local/edit/edit";
import type { Edit, Source } from "#plugins/local/edit/source";
import { findTextIn, scaleForText } from "#plugins/local/edit/text-rows";
import type { RenderTools } from "#plugins/local/render";
import { drawFrames, type Film, FPS } from "./film";

/** A film to encode, with its sound. */
interface Encoding {
  film: Film;
  /** Its frames. */
  frames: AsyncIterable<Uint8Array>;
  /** Frames per second. */
  fps: number;
  sound: Sound;
  title: string;
  quality: keyof typeof qualities;
  /** Layers on top of it. */
  layers: readonly Layer[];
}

const FADE_SECONDS = 0.6;
/** The fastest settings of x264, for a draft that is seen for seconds. */
const FASTEST = { ...X264, options: { preset: "ultrafast" } };

/** Quality of the frames, lower is better, and how fast they are encoded. In a preview, small files come first. */
const qualities = {
  full: { crf: 17, encoder: undefined },
  preview: { crf: 27, encoder: undefined },
  draft: { crf: 30, encoder: FASTEST },
} as const;

/**
 * Encodes a film and the layers on top of it, in one pass, to an MP4 that plays everywhere. Returns its path in the run's
 * folder. Throws the RenderErrors of the layers.
 */
export async function encode(encoding: Encoding, tools: RenderTools): Promise<string> {
  const fadeOut = writeFadeOut(encoding.film.seconds);
  if (encoding.layers.length === 0)
    return write(encoding, { filters: `[0v]null[v];[0a]${fadeOut}[a]`, duration: encoding.film.seconds }, tools);
  const composition = new Composition(openFilm(encoding, tools), tools);
  composition.setAudio((from, to) => [`${from}${fadeOut}${to}`]);
  return (await renderLayers(composition, encoding.layers)).video;
}

function writeFadeOut(seconds: number): string {
  const fade = Math.min(FADE_SECONDS, seconds / 4);
  return `aresample=44100,apad,atrim=0:${seconds},afade=t=out:st=${seconds - fade}:d=${fade}`;
}

/** A film as the source of a composition. */
const openFilm = (encoding: Encoding, tools: RenderTools): Source => ({
  ...encoding.film.size,
  duration: encoding.film.seconds,
  hasAudio: true,
  isPlayable: false,
  prepare: "null",
  rate: encoding.fps,
  pace: `fps=${encoding.fps}:start_time=0`,
  openSound: async () => encoding.sound,
  measureText: () => measureText(encoding.film),
  findSpeech: async () => [],
  findSight: async () => ({ seen: [], cuts: [] }),
  encode: (edit) => write(encoding, edit, tools),
});

/** Draws the film small, at the times at which text is looked for. */
function measureText(film: Film) {
  const size = scaleForText(film.size);
  const frames = drawFrames(film.resize(size), FPS / PICTURES_PER_SECOND);
  return findTextIn({ frames, size, fps: PICTURES_PER_SECOND, isOpaque: true }, size, film.seconds);
}

async function write(
  { film, frames, fps, sound, title, quality }: Encoding,
  { filters, inputs = [] }: Edit,
  { folder, encoder: usual }: RenderTools,
): Promise<string> {
  const file = join(folder, quality === "draft" ? "draft.mp4" : "video.mp4");
  const { crf, encoder = usual } = qualities[quality];
  await run({
    inputs: [{ frames, size: film.size, fps, isOpaque: true, sound }, ...inputs],
    filters,
    v: h264(crf, BT709, encoder),
    a: aac(),
    target: mp4(file, { title, comment: "Made by Vireo local-motion-1" }),
  });
  return file;
}
