import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aac, BT709, FASTEST, mp4 } from "#plugins/local/codec/formats";
import { runMediaJob } from "#plugins/local/codec/media-job";
import { MediaSource, type Track } from "#plugins/local/codec/source";
import type { Encoding, Target } from "#plugins/local/codec/writer";
import type { RenderTools } from "#plugins/local/render-tools";

/** A new folder, gone when the tests are over. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "vireo-edit-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Tools with a folder of their own, x264's fastest settings, and the percentages that were reported. */
export function tools(): RenderTools & { reported: number[]; limits: number[] } {
  const reported: number[] = [];
  const limits: number[] = [];
  const folder = scratch();
  return {
    ...{ folder, reported, limits, encoder: FASTEST },
    progress: (percent) => reported.push(percent),
    limitCpu: (seconds) => limits.push(seconds),
  };
}

/** Quick to encode. */
export const fastH264 = (pixels = "yuv420p"): Encoding => ({
  codec: "libx264",
  options: { preset: "ultrafast" },
  format: `scale=out_color_matrix=bt709:out_range=tv,format=${pixels}`,
  color: BT709,
});

/** AAC in a fifth of the time. */
export const fastAac = (): Encoding => ({ ...aac(), options: { aac_coder: "fast" } });

interface Synthetic {
  /** FFmpeg's filters that make pictures, such as `testsrc2=s=180x320:r=15:d=2`, and sound. */
  pictures?: string;
  sound?: string;
  v?: Encoding;
  a?: Encoding;
  target?: Omit<Target, "path">;
}

/** Makes a file out of nothing but filters. Returns its path. */
export async function synthesize(path: string, { pictures, sound, v, a, target }: Synthetic): Promise<string> {
  await runMediaJob({
    filters: [...(pictures ? [`${pictures}[v]`] : []), ...(sound ? [`${sound}[a]`] : [])].join(";"),
    ...(pictures ? { v: v ?? fastH264() } : {}),
    ...(sound ? { a: a ?? fastAac() } : {}),
    target: { ...mp4(path), ...target },
  });
  return path;
}

/** A file of sound alone, made by a filter such as `sine=d=2`. */
export const soundFile = (path: string, sound: string): Promise<string> =>
  synthesize(path, {
    sound,
    ...(path.endsWith(".mp3")
      ? {
          a: { codec: "libmp3lame", format: "aformat=sample_fmts=s16p:sample_rates=44100,asetnsamples=n=1152:p=0" },
          target: { format: "mp3", options: {} },
        }
      : { a: { codec: "pcm_s16le", format: "aformat=sample_fmts=s16" }, target: { format: "wav", options: {} } }),
  });

const WEBM = {
  v: { codec: "libvpx", options: { deadline: "realtime" }, format: "format=yuv420p", bitRate: 200_000 },
  a: { codec: "libopus", format: "aformat=sample_fmts=s16:sample_rates=48000,asetnsamples=n=960:p=0" },
  target: { format: "webm", options: {} },
} as const;

/** A tone as loud as a render leaves it, in few samples. */
const LEVEL = "sample_rate=16000,volume=7.6dB";

/**
 * A dark, silent-or-humming clip. A name that ends with .webm gives a WebM. Without a filter for its
 * sound, an edit that keeps the sound does not encode it anew.
 */
export function clip(
  { folder }: RenderTools,
  name: string,
  { size = "180x320", seconds = 2, sound = true, pixels = "yuv420p", soundFilter = "" } = {},
): Promise<string> {
  return synthesize(join(folder, name), {
    pictures: `color=0x203040:size=${size}:rate=25:duration=${seconds}`,
    ...(sound
      ? { sound: `sine=frequency=440:duration=${seconds}:${soundFilter ? `sample_rate=44100,${soundFilter}` : LEVEL}` }
      : {}),
    v: fastH264(pixels),
    ...(name.endsWith(".webm") ? WEBM : {}),
  });
}

/** The first picture at or after a moment as grey levels; undefined if there is none. */
export async function pictureAt(video: string, at: number): Promise<Uint8Array | undefined> {
  let pixels: Uint8Array | undefined;
  await runMediaJob({
    inputs: [await MediaSource.open(video)],
    filters: `[0v]trim=start=${at}[v]`,
    v: {
      format: "format=gray",
      read(frame) {
        pixels = frame.toBuffer();
        return false;
      },
    },
  });
  return pixels;
}

/** The picture at a moment, as a function that gives the share of bright pixels in a part of it (all from 0 to 1). */
export async function brightness(video: string, at: number, width: number, height: number) {
  const pixels = (await pictureAt(video, at))!;
  return (left: number, top: number, right: number, bottom: number): number => {
    const [x1, y1, x2, y2] = [left * width, top * height, right * width, bottom * height].map(Math.round) as [
      number,
      number,
      number,
      number,
    ];
    let bright = 0;
    for (let y = y1; y < y2; y++) for (let x = x1; x < x2; x++) if (pixels[y * width + x]! > 120) bright++;
    return bright / ((x2 - x1) * (y2 - y1));
  };
}

/** The packets of a track, as they are in the file. */
async function packetsOf(video: string, pick: (source: MediaSource) => Track, format: string): Promise<string> {
  const path = `${video}.${format}`;
  const source = await MediaSource.open(video);
  await runMediaJob({ inputs: [source], copy: [pick(source)], target: { path, format } });
  return Bun.hash(await Bun.file(path).bytes()).toString();
}
export const soundOf = (video: string) => packetsOf(video, ({ audio }) => audio!, "adts");
export const picturesOf = (video: string) => packetsOf(video, (source) => source.video!, "h264");

/** Loudness in LUFS, and the true peak in dB. */
export async function loudnessOf(video: string): Promise<{ loudness: number; peak: number }> {
  let [loudness, peak] = [Number.NaN, Number.NaN];
  await runMediaJob({
    inputs: [await MediaSource.open(video, { sound: true })],
    filters: "[0a]ebur128=peak=true:metadata=1[a]",
    a: {
      format: "anull",
      read(frame) {
        const facts = frame.getMetadata().getAll();
        loudness = Number(facts["lavfi.r128.I"] ?? loudness);
        peak = 20 * Math.log10(Number(facts["lavfi.r128.true_peak"] ?? peak));
        return undefined;
      },
    },
  });
  return { loudness, peak };
}

const RATE = 8000;

/** Tells how loud a pitch is between two moments: 1 is a sine at full scale. */
export const listen = (video: string) => listenTo([video], "[0a]anull[a]");

/** Tells how loud a pitch is in what filters make of the sound of files. */
export async function listenTo(paths: readonly string[], filters: string) {
  const chunks: Buffer[] = [];
  await runMediaJob({
    inputs: await Promise.all(paths.map((path) => MediaSource.open(path, { sound: true }))),
    filters,
    a: {
      format: `aresample=${RATE},aformat=sample_fmts=flt:channel_layouts=mono`,
      read: (frame) => void chunks.push(Buffer.from(frame.toBuffer())),
    },
  });
  const bytes = Buffer.concat(chunks);
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  return (pitch: number, from: number, to: number): number => {
    let [re, im] = [0, 0];
    const [first, end] = [Math.round(from * RATE), Math.min(samples.length, Math.round(to * RATE))];
    for (let at = first; at < end; at++) {
      const turn = (2 * Math.PI * pitch * at) / RATE;
      re += samples[at]! * Math.cos(turn);
      im += samples[at]! * Math.sin(turn);
    }
    return (2 * Math.hypot(re, im)) / (end - first);
  };
}

/** Pictures of a video as RGB bytes, so many per second. */
export async function readPictures(
  video: string,
  { width, height, rate }: { width: number; height: number; rate: number },
): Promise<Uint8Array[]> {
  const pictures: Uint8Array[] = [];
  await runMediaJob({
    inputs: [await MediaSource.open(video)],
    filters: `[0v]fps=${rate}:start_time=0,scale=${width}:${height}:flags=area[v]`,
    v: { format: "format=rgb24", read: (frame) => void pictures.push(new Uint8Array(frame.toBuffer())) },
  });
  return pictures;
}
