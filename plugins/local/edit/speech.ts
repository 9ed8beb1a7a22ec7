import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { RenderTools } from "../render";
import { inputArgs, type Source } from "./common";

export interface Interval {
  start: number;
  end: number;
}

/** A pause between sentences: this long, this quiet. */
const SILENCE = "silencedetect=noise=-35dB:duration=0.3";
const SHORTEST_SPEECH = 0.15;

/** Returns intervals of likely speech: the sound between pauses, or the whole length if silent. */
export async function speechIntervals(source: Source, tools: RenderTools): Promise<Interval[]> {
  const whole = [{ start: 0, end: source.duration }];
  if (!source.hasAudio) return whole;
  const filter = `${SILENCE},ametadata=mode=print:file=silence.txt`;
  const nowhere = join(tools.folder, "nowhere");
  await tools.ffmpeg.run([...inputArgs(source.path), "-map", "0:a:0", "-af", filter, "-f", "null", nowhere]);
  const log = await readFile(join(tools.folder, "silence.txt"), "utf8");
  const speech = soundBetween(log, source.duration);
  const spoken = speech.reduce((sum, { start, end }) => sum + end - start, 0);
  // A click or two in silence is no speech to follow.
  return spoken > Math.max(0.5, source.duration * 0.1) ? speech : whole;
}

/** The gaps between the silences that the filter printed. */
function soundBetween(log: string, duration: number): Interval[] {
  const sound: Interval[] = [];
  let from: number | undefined = 0;
  for (const [, edge, time] of log.matchAll(/lavfi\.silence_(start|end)=([\d.]+)/g)) {
    if (edge === "end") from = Number(time);
    else if (from !== undefined) {
      sound.push({ start: from, end: Number(time) });
      from = undefined;
    }
  }
  if (from !== undefined) sound.push({ start: from, end: duration });
  return sound.filter(({ start, end }) => end - start >= SHORTEST_SPEECH);
}
