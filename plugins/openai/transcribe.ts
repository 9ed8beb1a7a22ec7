import { buildCues, type Heard } from "vireo/captions/cues";
import { EngineError } from "vireo/engine";
import type { Footage } from "vireo/inputs/footage";
import { probe, sniffFile } from "vireo/media";
import type { Transcriber } from "vireo/slots/transcribe";
import { checkModels, type Endpoint } from "./endpoint";
import { SHUTDOWNS } from "./models";

interface Options {
  model: string;
  dialect: "openai" | "whisper.cpp";
  /** Extracts the audio of videos. Without it, files are sent unchanged. */
  footage: Footage | undefined;
}

/** OpenAI's limit. */
const MAX_BYTES = 25 * 1024 ** 2;
const PATHS = { openai: "/audio/transcriptions", "whisper.cpp": "/inference" } as const;

export function createTranscriber({ vendor, timeoutMs }: Endpoint, { model, dialect, footage }: Options): Transcriber {
  const isOfOpenAi = vendor.title === "OpenAI";
  type Work = Parameters<Transcriber["transcribe"]>[1];

  /** Returns the audio file to send, in a format and size that the server accepts. Undefined for a silent source. */
  async function extractSound(path: string, run: Work): Promise<string | undefined> {
    const file = await probe(path);
    if (!file || file.kind === "image")
      throw new EngineError("source_unreadable", "The source has no audio that can be read.");
    if (!file.hasAudio) return undefined;
    const small = Bun.file(path).size <= MAX_BYTES;
    // whisper.cpp's server only reads WAV.
    if (dialect === "openai" && small && !file.hasVideo) return path;
    if (footage) return footage.sound(path, dialect === "openai" ? "m4a" : "wav", run);
    if (dialect === "openai" && small) return path;
    throw new EngineError("engine_unavailable", "No engine is loaded that can extract the audio of this file.");
  }

  return {
    name: "openai",
    // OpenAI's limit of 25 MB is an hour of sound. A server of one's own may take as long as the sound for it.
    parts: isOfOpenAi ? { maxSeconds: 600, atOnce: 3 } : { maxSeconds: 300, atOnce: 1 },
    async check() {
      if (dialect !== "openai") return vendor.check("/");
      const health = await checkModels(vendor, (id) => id === model);
      const known = isOfOpenAi && Object.hasOwn(SHUTDOWNS, model) ? { [model]: SHUTDOWNS[model]! } : {};
      return { ...health, shutdowns: { ...known, ...health.shutdowns } };
    },
    async transcribe({ path, language }, run) {
      const sound = await extractSound(path, run);
      if (sound === undefined) return [];
      run.progress(20);
      const file = Bun.file(sound);
      if (file.size > MAX_BYTES && dialect === "openai")
        throw new EngineError(
          "source_too_large",
          "The audio is larger than 25 MB (about 70 minutes), the server's limit.",
        );
      const extension = (await sniffFile(sound))?.extension ?? "m4a";
      const form = new FormData();
      form.set("file", file, `sound.${extension}`);
      form.set("response_format", "verbose_json");
      if (dialect === "openai") {
        form.set("model", model);
        for (const each of ["word", "segment"]) form.append("timestamp_granularities[]", each);
      }
      // Servers expect two-letter codes: pt for pt-BR.
      if (language) form.set("language", language.split("-")[0]!.toLowerCase());
      const { json } = await vendor.create(PATHS[dialect], { body: form, signal: run.signal, timeoutMs });
      run.progress(95);
      const heard = json as Heard & { language?: unknown };
      if (typeof heard.language === "string" && heard.language) run.detect?.(heard.language);
      const cues = buildCues(heard);
      if (
        cues.length === 0 &&
        !Array.isArray(heard.segments) &&
        !Array.isArray(heard.words) &&
        String(heard.text ?? "").trim()
      )
        throw vendor.error("provider_error", `${model} returns no timestamps. Choose a model that does.`);
      return cues;
    },
  };
}
