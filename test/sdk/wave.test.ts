import { expect, test } from "bun:test";
import { joinWaves, wrapPcm } from "#sdk/speech/wave";

test("a WAV file has a header that describes its samples", () => {
  const samples = new Uint8Array([1, 0, 2, 0, 3, 0, 4, 0]);
  const wav = wrapPcm(samples, 44_100, 2);
  const view = new DataView(wav.buffer, wav.byteOffset);
  const text = (at: number) => new TextDecoder().decode(wav.subarray(at, at + 4));
  expect([text(0), text(8), text(12), text(36)]).toEqual(["RIFF", "WAVE", "fmt ", "data"]);
  expect(view.getUint32(4, true)).toBe(wav.length - 8);
  expect(view.getUint16(22, true)).toBe(2);
  expect(view.getUint32(24, true)).toBe(44_100);
  expect(view.getUint32(28, true)).toBe(4 * 44_100);
  expect(view.getUint32(40, true)).toBe(samples.length);
  expect(joinWaves([wav])).toEqual(wav);
  expect(joinWaves([wav, wav])?.slice(44)).toEqual(Buffer.concat([samples, samples]));
});
