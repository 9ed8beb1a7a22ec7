import { createRandom, hash } from "#plugins/local/draw/random";
import type { DrumHit } from "#plugins/local/music/percussion";
import { strike } from "#plugins/local/music/sound/drums";
import { Band } from "#plugins/local/music/sound/filters";
import { type DrumPiece, KITS, type KitName } from "#plugins/local/music/sound/kits";
import { addTo, frames, SAMPLE_RATE, type Stereo } from "#plugins/local/music/sound/stereo";

/**
 * Number of renders of a drum. Repeated hits cycle through them, so that they do not sound mechanical. A crash is never
 * repeated quickly, and one render of it takes as long as those of all other drums.
 */
const countStrokes = (piece: DrumPiece) => (piece === "crash" ? 1 : 3);

export function playDrums(hits: readonly DrumHit[], kitName: KitName, bus: Stereo): void {
  const kit = KITS[kitName];
  const made = new Map<string, Stereo>();
  hits.forEach((hit, k) => {
    const key = `${hit.piece} ${k % countStrokes(hit.piece)}`;
    let sound = made.get(key);
    if (!sound) {
      const mono = strike(kit[hit.piece], createRandom(hash(key)));
      sound = { left: mono, right: mono };
      made.set(key, sound);
    }
    const { gain, pan } = kit[hit.piece];
    addTo(bus, sound, frames(hit.at), gain * hit.velocity ** 1.4, pan);
  });
}

/** Samples between updates of the filter. */
const CONTROL = 64;

/** Adds noise risers that get louder and higher until `at`. Times in seconds. */
export function playSwells(swells: readonly { at: number; length: number }[], bus: Stereo, seed: number): void {
  const noise = createRandom(seed ^ 0x51f15e);
  for (const swell of swells) {
    const n = frames(swell.length);
    const start = frames(swell.at) - n;
    for (const x of [bus.left, bus.right]) {
      const hiss = new Float32Array(n);
      for (let i = 0; i < n; i++) hiss[i] = noise() * 2 - 1;
      const swelling = new Float32Array(n);
      const f = new Band(500, 1.6);
      for (let i = 0; i < n; i += CONTROL) {
        f.tune(400 * 20 ** (i / n), 1.6);
        f.add(hiss, swelling, i, Math.min(i + CONTROL, n), 1);
      }
      for (let i = Math.max(0, -start); i < n && start + i < x.length; i++) {
        const p = i / n;
        x[start + i]! += swelling[i]! * p * p * Math.min(1, ((n - i) / SAMPLE_RATE) * 60);
      }
    }
  }
}
