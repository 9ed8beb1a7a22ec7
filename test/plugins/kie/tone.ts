/** A second of a 440 Hz tone as a WAV file. */
export function tone(): Uint8Array<ArrayBuffer> {
  const rate = 8_000;
  const bytes = new DataView(new ArrayBuffer(44 + rate * 2));
  const text = (at: number, word: string) => {
    for (const [i, letter] of [...word].entries()) bytes.setUint8(at + i, letter.charCodeAt(0));
  };
  text(0, "RIFF");
  bytes.setUint32(4, 36 + rate * 2, true);
  text(8, "WAVEfmt ");
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, rate, true);
  bytes.setUint32(28, rate * 2, true);
  bytes.setUint16(32, 2, true);
  bytes.setUint16(34, 16, true);
  text(36, "data");
  bytes.setUint32(40, rate * 2, true);
  for (let at = 0; at < rate; at++) bytes.setInt16(44 + at * 2, 8_000 * Math.sin((at * 880 * Math.PI) / rate), true);
  return new Uint8Array(bytes.buffer);
}
