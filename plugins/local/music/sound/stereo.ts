export const SAMPLE_RATE = 44100;

/** Two channels of equal length, in the range -1 to 1. A mono sound uses the same array for both. */
export interface Stereo {
  left: Float32Array;
  right: Float32Array;
}

export function silence(frames: number): Stereo {
  return { left: new Float32Array(frames), right: new Float32Array(frames) };
}

export function frames(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE);
}

export function decibels(db: number): number {
  return 10 ** (db / 20);
}

/**
 * Adds a sound to a bus, starting at frame `at`, which may be negative. `pan` is -1 (left) to 1 (right). Single
 * precision (`Math.fround`) saves a third of the time.
 */
export function addTo(bus: Stereo, sound: Stereo, at: number, gain: number, pan: number): void {
  const skip = at < 0 ? -at : 0;
  const count = Math.min(sound.left.length, bus.left.length - at);
  const gl = Math.fround(gain * Math.SQRT2 * Math.cos(((pan + 1) * Math.PI) / 4));
  const gr = Math.fround(gain * Math.SQRT2 * Math.sin(((pan + 1) * Math.PI) / 4));
  const { left, right } = bus;
  const { left: l, right: r } = sound;
  for (let i = skip; i < count; i++) {
    left[at + i] = Math.fround(left[at + i]! + Math.fround(l[i]! * gl));
    right[at + i] = Math.fround(right[at + i]! + Math.fround(r[i]! * gr));
  }
}

/** Adds a bus to two others of the same length, then clears it. */
export function pour(bus: Stereo, to: Stereo, gain: number, also: Stereo, alsoGain: number): void {
  pourSide(bus.left, to.left, gain, also.left, alsoGain);
  pourSide(bus.right, to.right, gain, also.right, alsoGain);
}

function pourSide(from: Float32Array, to: Float32Array, gain: number, also: Float32Array, alsoGain: number): void {
  for (let i = 0; i < from.length; i++) {
    const x = from[i]!;
    to[i]! += x * gain;
    also[i]! += x * alsoGain;
    from[i] = 0;
  }
}
