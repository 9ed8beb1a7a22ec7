import type { Frame } from "node-av/lib";
import { run } from "../codec/run";
import { Source as MediaSource } from "../codec/source";
import type { Source } from "./common";

export interface Interval {
  start: number;
  end: number;
}

/** A pause between sentences: this long, this quiet. */
const SILENCE = "silencedetect=noise=-35dB:duration=0.3";
const SHORTEST_SPEECH = 0.15;

/** Returns intervals of likely speech: the sound between pauses, or the whole length if silent. */
export async function speechIntervals(source: Pick<Source, "path" | "duration" | "hasAudio">): Promise<Interval[]> {
  const whole = [{ start: 0, end: source.duration }];
  if (!source.hasAudio) return whole;
  const speech = soundBetween(await findEdges(source.path), source.duration);
  const spoken = speech.reduce((sum, { start, end }) => sum + end - start, 0);
  // A click or two in silence is no speech to follow.
  return spoken > Math.max(0.5, source.duration * 0.1) ? speech : whole;
}

interface Edge {
  /** Of a silence. */
  type: "start" | "end";
  /** Seconds. */
  time: number;
}

async function findEdges(path: string): Promise<Edge[]> {
  const edges: Edge[] = [];
  const read = (frame: Frame): undefined => {
    const facts = frame.getMetadata().getAll();
    for (const type of ["end", "start"] as const) {
      const time = facts[`lavfi.silence_${type}`];
      if (time !== undefined) edges.push({ type, time: Number(time) });
    }
  };
  await run({
    inputs: [await MediaSource.open(path, { sound: true })],
    filters: `[0a]${SILENCE}[a]`,
    a: { format: "anull", read },
  });
  return edges;
}

/** The gaps between silences. */
function soundBetween(edges: readonly Edge[], duration: number): Interval[] {
  const sound: Interval[] = [];
  let from: number | undefined = 0;
  for (const { type, time } of edges) {
    if (type === "end") from = time;
    else if (from !== undefined) {
      sound.push({ start: from, end: time });
      from = undefined;
    }
  }
  if (from !== undefined) sound.push({ start: from, end: duration });
  return sound.filter(({ start, end }) => end - start >= SHORTEST_SPEECH);
}
