import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Ffmpeg, RenderTools } from "#plugins/local/render";

/** A new folder, gone when the tests are over. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "vireo-edit-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Tools with a folder of their own, and the percentages that were reported. */
export function tools(ffmpeg: Ffmpeg): RenderTools & { reported: number[]; limits: number[] } {
  const reported: number[] = [];
  const limits: number[] = [];
  const folder = scratch();
  return {
    ...{ folder, ffmpeg, reported, limits },
    progress: (percent) => reported.push(percent),
    limitCpu: (seconds) => limits.push(seconds),
  };
}

const SOUND = "sine=frequency=440:duration=";

/** A dark, silent-or-humming clip made by ffmpeg itself. `more` comes right before the name of the output. */
export async function clip(
  { folder, ffmpeg }: RenderTools,
  name: string,
  { size = "180x320", seconds = 2, sound = true, more = [] as string[] } = {},
): Promise<string> {
  const path = join(folder, name);
  const pictures = ["-f", "lavfi", "-i", `color=0x203040:size=${size}:rate=25:duration=${seconds}`];
  const hum = sound ? ["-f", "lavfi", "-i", `${SOUND}${seconds}`] : [];
  await ffmpeg.run([...pictures, ...hum, "-preset", "ultrafast", "-pix_fmt", "yuv420p", ...more, path]);
  return path;
}

/** The picture at a moment, as a function that gives the share of bright pixels in a part of it (all from 0 to 1). */
export async function brightness(
  { folder, ffmpeg }: RenderTools,
  video: string,
  at: number,
  width: number,
  height: number,
) {
  const raw = join(folder, "frame.raw");
  await ffmpeg.run(["-ss", String(at), "-i", video, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "gray", raw]);
  const pixels = await Bun.file(raw).bytes();
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

/** The packets of the sound, as they are in the file. */
export async function soundOf({ folder, ffmpeg }: RenderTools, video: string): Promise<string> {
  const path = join(folder, "sound.aac");
  await ffmpeg.run(["-i", video, "-map", "0:a:0", "-c", "copy", "-f", "adts", path]);
  return Bun.hash(await Bun.file(path).bytes()).toString();
}

const RATE = 8000;

/** Tells how loud a pitch is between two moments: 1 is a sine at full scale. */
export async function listen({ folder, ffmpeg }: RenderTools, video: string) {
  const raw = join(folder, "heard.raw");
  await ffmpeg.run(["-i", video, "-map", "0:a:0", "-ac", "1", "-ar", String(RATE), "-f", "f32le", raw]);
  const samples = new Float32Array(await Bun.file(raw).arrayBuffer());
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
