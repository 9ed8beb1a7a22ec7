/** The language of long recordings. */
import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTranscriber } from "#plugins/whisper/transcribe";
import { soundFile } from "#test/plugins/local/edit-clips";
import { plainFootage } from "#test/plugins/openai/make";

const RATE = 16_000;

/** Writes noise whose volume says which minute it is. */
async function write(path: string, minutes: number): Promise<string> {
  const samples = Int16Array.from({ length: minutes * 60 * RATE }, (_, i) => {
    const loudness = 1000 * (1 + Math.floor(i / (60 * RATE)));
    return i % 2 === 0 ? loudness : -loudness;
  });
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.write("data", 36);
  header.writeUInt32LE(samples.byteLength, 40);
  await Bun.write(path, Buffer.concat([header, Buffer.from(samples.buffer)]));
  return path;
}

test("the language of its first piece is used for the others, and reported", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vireo-long-"));
  const used: (string | undefined)[] = [];
  const transcriber = createTranscriber(
    {
      name: "fake",
      getFailure: () => undefined,
      async recognize(samples, language) {
        const minute = Math.round((Math.abs(samples[0]!) * 32_768) / 1000) - 1;
        used.push(language);
        const heard = minute < 1 ? "cy" : "en";
        return { type: "recognized", text: "", chunks: [], each: "word", language: language ?? heard };
      },
    },
    { ...plainFootage, sound: () => write(join(folder, "sound.wav"), 3) },
  );
  try {
    const detected: string[] = [];
    const detect = (language: string) => detected.push(language);
    const run = { folder, signal: AbortSignal.timeout(60_000), progress() {}, detect };
    await transcriber.transcribe({ path: await soundFile(join(folder, "talk.wav"), "sine=d=1") }, run);
    expect([used[0], new Set(used.slice(1)), detected]).toEqual([undefined, new Set(["cy"]), ["cy"]]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
