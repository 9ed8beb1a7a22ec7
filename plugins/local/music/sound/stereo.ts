export const SAMPLE_RATE = 44100;

/** Two channels of equal length, in the range -1 to 1. A mono sound uses the same array for both. */
export interface Stereo {
  left: Float32Array;
  right: Float32Array;
}

export function createSilence(toFrames: number): Stereo {
  return { left: allocate(toFrames), right: allocate(toFrames) };
}

/** Size of a memory page, and of a cache line. */
const [PAGE, CACHE_LINE] = [4096, 64];
let turn = 0;

/** Arrays that all begin at the same place of a page are slow to read and write together, so each begins at another. */
function allocate(count: number): Float32Array {
  turn = (turn + 37) % (PAGE / CACHE_LINE);
  return new Float32Array(new ArrayBuffer(count * 4 + PAGE), turn * CACHE_LINE, count);
}

export function frames(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE);
}

export function fromDecibels(db: number): number {
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

/** Frames that are processed at once. A function that is called often is compiled better than one long loop. */
export const BLOCK = 16_384;

/** Adds a bus to two others of the same length, then clears it. */
export function pour(bus: Stereo, to: Stereo, gain: number, also: Stereo, alsoGain: number): void {
  for (const side of ["left", "right"] as const)
    for (let start = 0; start < bus[side].length; start += BLOCK)
      pourBlock(bus[side], to[side], gain, also[side], alsoGain, start);
}

function pourBlock(
  from: Float32Array,
  to: Float32Array,
  gain: number,
  also: Float32Array,
  alsoGain: number,
  start: number,
): void {
  const end = Math.min(start + BLOCK, from.length);
  for (let i = start; i < end; i++) {
    const x = from[i]!;
    to[i]! += x * gain;
    also[i]! += x * alsoGain;
    from[i] = 0;
  }
}
