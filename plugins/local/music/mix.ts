import { hash, random } from "#plugins/local/draw/random";
import { GENRES } from "#plugins/local/music/genres";
import type { MusicPlan } from "#plugins/local/music/plan";
import { tape } from "#plugins/local/music/sound/inserts";
import { reverb } from "#plugins/local/music/sound/reverb";
import { addTo, frames, type Stereo, silence } from "#plugins/local/music/sound/stereo";
import type { PlayedStem, Stem } from "#plugins/local/music/stems";

/** Part of each stem that goes to the reverb, times the genre's amount. */
const SEND: Readonly<Record<Stem, number>> = {
  drums: 0.28,
  bass: 0,
  chords: 1,
  pad: 1.2,
  lead: 1.3,
  arp: 1.2,
  fx: 1.5,
};

/** Adds up the stems in the order in which they come, with the genre's reverb and finish. */
export async function mixDown(plan: MusicPlan, stems: AsyncIterable<PlayedStem>): Promise<Stereo> {
  const genre = GENRES[plan.genre];
  const length = frames(plan.seconds);
  const out = silence(length);
  const send = silence(length);
  for await (const played of stems) {
    addTo(out, played, 0, played.gain, 0);
    if (SEND[played.stem]) addTo(send, played, 0, played.gain * SEND[played.stem] * genre.reverb[1], 0);
  }
  addTo(out, reverb(send, genre.reverb[0]), 0, 1, 0);
  if (genre.finish === "tape") tape(out, random(hash(`tape ${plan.seed}`)));
  return out;
}
