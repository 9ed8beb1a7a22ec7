import { wrapPcm } from "#sdk/speech/wave";

/** Sounds that are known, as samples of one channel at 16 kHz. */
const RATE = 16_000;

type Wave = (time: number) => number;
const samples = (seconds: number, wave: Wave) =>
  Float32Array.from({ length: seconds * RATE }, (_, i) => wave(i / RATE));

/** Noise that is the same on each run. */
function noise(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Syllables of uneven length on a gliding voice, with pauses between words. */
function speech(seconds: number): Float32Array {
  const draw = noise();
  const out = new Float32Array(seconds * RATE);
  let phase = 0;
  for (let at = 0; at < out.length; ) {
    const length = Math.round(RATE * (0.12 + 0.05 * (draw() + 1)));
    const gap = Math.round(RATE * (draw() > 0.4 ? 0.22 : 0.05));
    const [from, to] = [120 + 40 * draw(), 120 + 40 * draw()];
    const loud = 0.6 + 0.35 * draw();
    for (let i = 0; i < length && at + i < out.length; i++) {
      phase += (2 * Math.PI * (from + ((to - from) * i) / length)) / RATE;
      let value = 0;
      for (let k = 1; k <= 14; k++) value += Math.sin(k * phase) / k;
      out[at + i] = 0.25 * loud * value * Math.sin((Math.PI * i) / length);
    }
    at += length + gap;
  }
  return out;
}

/** Chords that stand for half a second each. */
const chords = [
  [220, 277, 330],
  [196, 247, 294],
  [262, 330, 392],
  [175, 220, 262],
];
const music: Wave = (time) =>
  chords[Math.floor(time * 2) % 4]!.reduce(
    (sum, hertz) => sum + 0.12 * (Math.sin(2 * Math.PI * hertz * time) + 0.4 * Math.sin(4 * Math.PI * hertz * time)),
    0,
  ) *
  (1 - 0.5 * ((time * 2) % 1));

const white = noise();
export const sounds: Readonly<Record<string, (seconds: number) => Float32Array>> = {
  speech,
  music: (seconds) => samples(seconds, music),
  tone: (seconds) => samples(seconds, (time) => 0.2 * Math.sin(2 * Math.PI * 440 * time)),
  noise: (seconds) => samples(seconds, () => 0.2 * white()),
  silence: (seconds) => new Float32Array(seconds * RATE),
};

/** The same on both sides, in turn. */
export const both = (mono: Float32Array): Float32Array =>
  Float32Array.from({ length: 2 * mono.length }, (_, i) => mono[i >> 1]!);

/** A 16-bit stereo WAV file. Values outside -1 to 1 are clipped. */
export function encodeWav(left: Float32Array, right: Float32Array, rate: number): Uint8Array {
  const samples = new Int16Array(left.length * 2);
  for (const [side, channel] of [left, right].entries())
    for (const [i, value] of channel.entries())
      samples[2 * i + side] = Math.round(Math.max(-1, Math.min(1, value)) * 32767);
  return wrapPcm(new Uint8Array(samples.buffer), rate, 2);
}
