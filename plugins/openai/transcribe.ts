import { cuesOf, type Heard } from "vireo/captions/cues";
import { EngineError } from "vireo/engine";
import type { Footage } from "vireo/inputs/footage";
import { probe, sniff } from "vireo/media";
import type { Transcriber } from "vireo/slots/transcribe";
import type { Endpoint } from "./endpoint";

interface Options {
  model: string;
  dialect: "openai" | "whisper.cpp";
  /** What takes the sound out of a video; without it files go as they are. */
  footage: Footage | undefined;
}

/** What OpenAI takes at most. */
const MAX_BYTES = 25 * 1024 ** 2;
const HEAD_BYTES = 4096;
const PATHS = { openai: "/audio/transcriptions", "whisper.cpp": "/inference" } as const;

export function createTranscriber({ vendor, timeoutMs }: Endpoint, { model, dialect, footage }: Options): Transcriber {
  type Work = Parameters<Transcriber["transcribe"]>[1];

  /** The file to send, small and of a kind that the server takes; undefined where there is no sound in it. */
  async function soundOf(path: string, run: Work): Promise<string | undefined> {
    const found = await probe(path);
    if (!found || found.kind === "image")
      throw new EngineError("source_unreadable", "The source has no sound that can be read.");
    if (!found.hasAudio) return undefined;
    const small = Bun.file(path).size <= MAX_BYTES;
    // whisper.cpp's server reads nothing but plain sound.
    if (dialect === "openai" && small && !found.hasVideo) return path;
    if (footage) return footage.sound(path, dialect === "openai" ? "m4a" : "wav", run);
    if (dialect === "openai" && small) return path;
    throw new EngineError("engine_unavailable", "No engine is loaded that takes the sound out of this file.");
  }

  return {
    name: "openai",
    check: () => vendor.check(dialect === "openai" ? "/models" : "/"),
    async transcribe({ path, language }, run) {
      const sound = await soundOf(path, run);
      if (sound === undefined) return [];
      run.progress(20);
      const file = Bun.file(sound);
      if (file.size > MAX_BYTES && dialect === "openai")
        throw new EngineError("source_too_large", "The sound is longer than the server takes: 25 MB, some 70 minutes.");
      const extension = sniff(await file.slice(0, HEAD_BYTES).bytes())?.extension ?? "m4a";
      const form = new FormData();
      form.set("file", file, `sound.${extension}`);
      form.set("response_format", "verbose_json");
      if (dialect === "openai") {
        form.set("model", model);
        for (const each of ["word", "segment"]) form.append("timestamp_granularities[]", each);
      }
      // Servers know languages by their two letters: pt for pt-BR.
      if (language) form.set("language", language.split("-")[0]!.toLowerCase());
      const { json } = await vendor.create(PATHS[dialect], { body: form, signal: run.signal, timeoutMs });
      run.progress(95);
      const heard = json as Heard;
      const cues = cuesOf(heard);
      if (
        cues.length === 0 &&
        !Array.isArray(heard.segments) &&
        !Array.isArray(heard.words) &&
        String(heard.text ?? "").trim()
      )
        throw vendor.error("provider_error", `${model} tells no times of what is said; choose a model that does.`);
      return cues;
    },
  };
}
