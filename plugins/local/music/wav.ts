const HEADER = 44;

/**
 * Encodes two channels as a 16-bit stereo WAV file. Clips values outside -1 to 1. No dithering, so it is deterministic.
 */
export function encodeWav(left: Float32Array, right: Float32Array, sampleRate: number): Uint8Array {
  const frames = left.length;
  const buffer = new ArrayBuffer(HEADER + frames * 4);
  writeHeader(new DataView(buffer), frames, sampleRate);
  // WAV is little-endian, like typed arrays on every platform that Bun supports.
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
  view.setUint32(28, sampleRate * 4, true); // bytes per second
  view.setUint16(32, 4, true); // bytes per frame
  view.setUint16(34, 16, true); // bits per sample
  text(36, "data");
  view.setUint32(40, frames * 4, true);
}
