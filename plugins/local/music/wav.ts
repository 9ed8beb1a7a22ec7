const HEADER = 44;

/**
 * A 16-bit stereo WAV file of two equally long channels in [-1, 1] (values beyond are clipped).
 * Rounded, not dithered: the same samples always give the same bytes.
 */
export function encodeWav(left: Float32Array, right: Float32Array, sampleRate: number): Uint8Array {
  const frames = left.length;
  const buffer = new ArrayBuffer(HEADER + frames * 4);
  writeHeader(new DataView(buffer), frames, sampleRate);
  // Typed arrays are little-endian on every platform Bun runs on, as WAV is.
  const samples = new Int16Array(buffer, HEADER);
  for (let i = 0, o = 0; i < frames; i++) {
    samples[o++] = toInt16(left[i]!);
    samples[o++] = toInt16(right[i]!);
  }
  return new Uint8Array(buffer);
}

function toInt16(x: number): number {
  return Math.round(Math.max(-1, Math.min(1, x)) * 32767);
}

function writeHeader(view: DataView, frames: number, sampleRate: number): void {
  const text = (at: number, s: string) => {
    for (let i = 0; i < s.length; i++) view.setUint8(at + i, s.charCodeAt(i));
  };
  text(0, "RIFF");
  view.setUint32(4, HEADER - 8 + frames * 4, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true); // size of the format chunk
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 2, true); // channels
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 4, true); // bytes a second
  view.setUint16(32, 4, true); // bytes a frame
  view.setUint16(34, 16, true); // bits a sample
  text(36, "data");
  view.setUint32(40, frames * 4, true);
}
