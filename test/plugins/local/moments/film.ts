import { mp4 } from "#plugins/local/codec/formats";
import { runMediaJob } from "#plugins/local/codec/media-job";
import type { Cue } from "#sdk/slots/transcribe";
import { fastAac, fastH264 } from "#test/plugins/local/edit-clips";
import type { Spoken } from "./talks";

/**
 * Makes a video in which a tone is heard while words are spoken, as loud as a render leaves it. One channel, which is encoded
 * in a sixth of the time. Returns its path.
 */
export async function film({ cues, duration }: Pick<Spoken, "cues" | "duration">, path: string): Promise<string> {
  const rate = 16_000;
  const left = new Float32Array(Math.round(duration * rate));
  for (const { words = [] } of cues)
    for (const { start, end } of words)
      for (let at = Math.round(start * rate); at < end * rate; at++)
        left[at] = 0.237 * Math.sin((2 * Math.PI * 400 * at) / rate);
  await runMediaJob({
    inputs: [{ left, right: left, sampleRate: rate }],
    filters: `color=0x203040:size=320x180:rate=4:duration=${duration}[v];[0a]aformat=channel_layouts=mono[a]`,
    v: fastH264(),
    a: fastAac(),
    target: mp4(path),
  });
  return path;
}

const toClock = (seconds: number) => new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23).replace(".", ",");

/** Writes cues as an SRT file. */
export const toSrt = (cues: readonly Cue[]) =>
  cues.map(({ start, end, text }, at) => `${at + 1}\n${toClock(start)} --> ${toClock(end)}\n${text}\n`).join("\n");
