import type { Sound } from "./feeds";
import { runMediaJob } from "./media-job";
import { MediaSource } from "./source";

/** Decodes the first `seconds` of a file's sound into memory. Throws CodecError if it has no sound. */
export async function readSound(
  path: string,
  { sampleRate, seconds }: { sampleRate: number; seconds: number },
): Promise<Sound> {
  const size = Math.ceil(sampleRate * seconds);
  const [left, right] = [new Float32Array(size), new Float32Array(size)];
  let length = 0;
  await runMediaJob({
    inputs: [await MediaSource.open(path, { sound: true })],
    filters: `[0a]aresample=${sampleRate},atrim=end=${seconds}[a]`,
    a: {
      format: "aformat=sample_fmts=flt:channel_layouts=stereo",
      read(frame) {
        const bytes = frame.toBuffer();
        const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
        for (let at = 0; at + 1 < samples.length && length < size; at += 2) {
          left[length] = samples[at]!;
          right[length++] = samples[at + 1]!;
        }
      },
    },
  });
  return { left: left.subarray(0, length), right: right.subarray(0, length), sampleRate };
}
