import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import type { Slots } from "#core/engine";
import { createEngineRegistry } from "#core/generations/engines";
import { createLog } from "#core/observability/log";
import { runChild } from "#core/process/child";
import { createEngines, type Settings } from "#plugins/openai/engines";
import type { Footage } from "#sdk/inputs/footage";
import { KEY } from "./server";

/** Decodes nothing, quickly: two pictures of one colour, and a sound of three bytes. */
export const plainFootage: Footage = {
  async frames(_path, { every }, { folder }) {
    return Promise.all(
      [0, every].map(async (timestamp) => {
        const path = join(folder, `${crypto.randomUUID()}.jpg`);
        await Bun.write(path, createCanvas(32, 64).toBuffer("image/jpeg"));
        return { timestamp, path };
      }),
    );
  },
  findVoice: async () => [],
  thumbnail: async (path) => path,
  async sound(_path, format, { folder }) {
    const path = join(folder, `sound.${format}`);
    await Bun.write(path, format === "wav" ? WAVE : "m4a");
    return path;
  },
};

/** A tenth of a second of silence. */
export const WAVE = (() => {
  const bytes = Buffer.alloc(44 + 3200);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(36 + 3200, 4);
  bytes.write("WAVEfmt ", 8);
  for (const [value, at] of [
    [16, 16],
    [16_000, 24],
    [32_000, 28],
    [3200, 40],
  ] as const)
    bytes.writeUInt32LE(value, at);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [2, 32],
    [16, 34],
  ] as const)
    bytes.writeUInt16LE(value, at);
  bytes.write("data", 36);
  return bytes;
})();

/** The plug-in's engines at this server, with a key unless `more` says otherwise. */
export function enginesAt(url: string, more: Partial<Settings> = {}, footage: Footage | undefined = plainFootage) {
  const slots = createEngineRegistry({});
  const settings: Settings = {
    apiKey: KEY,
    baseUrl: `${url}/v1`,
    chatModel: "sees-all",
    imageModel: "gpt-image-2.5-flare",
    transcriptionModel: "whisper-1",
    transcriptionDialect: "openai",
    speechVoice: "alloy",
    vision: true,
    timeoutSeconds: 0.4,
    ...more,
  };
  const { engines = {} } = createEngines({
    settings,
    footage,
    engines: slots,
    log: createLog({ level: "silent", format: "json" }),
    child: (task, input, options) => runChild({ plugins: [] }, "openai", task, input, options),
  });
  if (engines.transcribe) slots.add("transcribe", engines.transcribe);
  return engines as Partial<
    Pick<Slots, "image" | "analyse" | "plan" | "storyboard" | "judge" | "transcribe" | "speak">
  >;
}
