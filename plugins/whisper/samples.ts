import { EngineError } from "vireo/engine";

export const RATE = 16_000;

/** Reads the samples of a 16-bit mono WAV at 16 kHz in parts, because an hour has 115 MB. Values range from -1 to 1. */
export async function openWave(path: string) {
  const file = Bun.file(path);
  const head = new DataView(await file.slice(0, 4096).arrayBuffer());
  const word = (at: number) =>
    at + 4 <= head.byteLength ? String.fromCharCode(...new Uint8Array(head.buffer, at, 4)) : "";
  let at = 12;
  while (word(at) !== "data" && word(at) !== "")
    at += 8 + head.getUint32(at + 4, true) + (head.getUint32(at + 4, true) % 2);
  if (word(0) !== "RIFF" || word(at) !== "data")
    throw new EngineError("source_unreadable", "The source has no audio that can be read.");
  const start = at + 8;
  return {
    length: Math.floor((file.size - start) / 2),
    async read(from: number, to: number): Promise<Float32Array> {
      const bytes = await file.slice(start + from * 2, start + to * 2).arrayBuffer();
      return Float32Array.from(new Int16Array(bytes), (value) => value / 32_768);
    },
  };
}

/** Samples in a tenth of a second. */
const WINDOW = RATE / 10;
/** Volume below that of a whisper. Models hallucinate words in silence. */
const SILENCE = 0.004;

function getVolumes(samples: Float32Array): number[] {
  return Array.from({ length: Math.floor(samples.length / WINDOW) }, (_, at) => {
    const part = samples.subarray(at * WINDOW, (at + 1) * WINDOW);
    return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / WINDOW);
  });
}

export const isSilent = (samples: Float32Array): boolean => getVolumes(samples).every((volume) => volume < SILENCE);

/** Finds the quietest sample after `from`, to cut between words. */
export function findQuietest(samples: Float32Array, from: number): number {
  const windows = getVolumes(samples.subarray(from));
  const at = windows.indexOf(Math.min(...windows));
  return from + Math.max(0, at) * WINDOW + WINDOW / 2;
}
