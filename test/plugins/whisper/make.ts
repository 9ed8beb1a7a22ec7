import { join } from "node:path";
import { createLog } from "#core/observability/log";
import { createRecognizer, type RecognizerOptions } from "#plugins/whisper/recognizer";
import { createTranscriber } from "#plugins/whisper/transcribe";
import type { Footage } from "#sdk/inputs/footage";

export const silent = createLog({ level: "silent", format: "json" });

const RATE = 16_000;

/** A tone with a gap of near silence in every ten seconds; all of it silent where `volume` is 0. */
export function wave(seconds: number, volume = 0.3): Uint8Array {
  const samples = Int16Array.from({ length: seconds * RATE }, (_, at) => {
    const gap = (at / RATE) % 10 > 9.5 ? 0.001 : 1;
    return Math.sin((at * 2 * Math.PI * 220) / RATE) * volume * gap * 32_767;
  });
  const head = Buffer.alloc(52);
  head.write("RIFF", 0);
  head.writeUInt32LE(44 + samples.byteLength, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [2, 32],
    [16, 34],
  ] as const)
    head.writeUInt16LE(value, at);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(2 * RATE, 28);
  // A chunk between that nobody reads.
  head.write("LIST", 36);
  head.writeUInt32LE(0, 40);
  head.write("data", 44);
  head.writeUInt32LE(samples.byteLength, 48);
  return Buffer.concat([head, new Uint8Array(samples.buffer)]);
}

/** Gives the sound that a test wants, whatever the file. */
export const footageOf = (sound: () => Uint8Array): Footage => ({
  frames: async () => [],
  findVoice: async () => [],
  thumbnail: async (path) => path,
  async sound(_path, format, { folder }) {
    const path = join(folder, `${crypto.randomUUID()}.${format}`);
    await Bun.write(path, sound());
    return path;
  },
});

export function makeEars(
  more: Partial<RecognizerOptions> & Pick<RecognizerOptions, "model" | "cacheDir">,
  sound: () => Uint8Array,
) {
  const ears = createRecognizer({ dtype: "q8", offline: false, log: silent, ...more });
  return { ears, transcriber: createTranscriber(ears, footageOf(sound)), stop: ears.stop };
}
