import { hash, random } from "#plugins/local/draw/random";
import type { DrumHit } from "#plugins/local/music/percussion";
import { strike } from "#plugins/local/music/sound/drums";
import { StateVariable } from "#plugins/local/music/sound/filters";
import { KITS, type KitName } from "#plugins/local/music/sound/kits";
import { addTo, frames, SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

/** Different strokes of one drum, in turn, so that repeated hits do not sound like a machine gun. */
const STROKES = 3;

export function playDrums(hits: readonly DrumHit[], kitName: KitName, bus: Stereo): void {
  const kit = KITS[kitName];
  const made = new Map<string, Stereo>();
  hits.forEach((hit, k) => {
    const key = `${hit.piece} ${k % STROKES}`;
    let sound = made.get(key);
    if (!sound) {
      const mono = strike(kit[hit.piece], random(hash(key)));
      sound = { left: mono, right: mono };
      made.set(key, sound);
    }
    const { gain, pan } = kit[hit.piece];
    addTo(bus, sound, frames(hit.at), gain * hit.velocity ** 1.4, pan);
  });
}

/** Noise swells that rise in level and pitch up to a moment. */
export function playSwells(swells: readonly { at: number; length: number }[], bus: Stereo, seed: number): void {
  const noise = random(seed ^ 0x51f15e);
  for (const swell of swells) {
    const n = frames(swell.length);
    const start = frames(swell.at) - n;
    for (const x of [bus.left, bus.right]) {
      const f = new StateVariable(500, 1.6);
      for (let i = Math.max(0, -start); i < n && start + i < x.length; i++) {
        const p = i / n;
        if ((i & 63) === 0) f.tune(400 * 20 ** p, 1.6);
        f.step(noise() * 2 - 1);
        x[start + i]! += f.band * p * p * Math.min(1, ((n - i) / SAMPLE_RATE) * 60);
      }
    }
  }
}
