import { existsSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { Group, Name } from "vireo/settings";
import { createRecognizer } from "./recognizer";
import { createTranscriber } from "./transcribe";

/** Transcribes speech with a Whisper model on this machine. Needs a configured model; nothing is downloaded without one. */
export const whisper = defineModule({
  name: "whisper",
  description: "Transcription with a Whisper model, in a thread of this server.",
  uses: ["local"],
  settings: Group({
    model: Type.Optional(
      Name(
        "WHISPER_MODEL",
        "Whisper model: a directory, or a name such as onnx-community/whisper-base_timestamped, which is downloaded at first use. Enables transcription on this machine.",
      ),
    ),
    dtype: Type.Union(
      ["q8", "q4", "fp16", "fp32"].map((dtype) => Type.Literal(dtype)),
      { default: "q8", description: "Precision of the model file: quantized, half or full." },
    ),
    offline: Type.Boolean({
      default: false,
      env: "WHISPER_OFFLINE",
      description: "Disables downloads. A named model must already be in models/<dtype>/<name> in the data directory.",
    }),
    sha256: Type.Optional(
      Type.String({
        pattern: "^[0-9a-f]{64}$",
        expected: "a SHA-256: 64 hexadecimal digits in lower case",
        env: "WHISPER_SHA256",
        description: "Expected digest of the model, as logged after a download. Other files are rejected.",
      }),
    ),
    hub: Type.Optional(
      Type.String({
        pattern: "^https?://",
        expected: "an http(s) address",
        env: "WHISPER_HUB",
        description: "URL to download the model from. Default: the hub of transformers.js.",
      }),
    ),
  }),
  start({ settings: { model, ...rest }, services: { local }, host, log }) {
    if (model === undefined) return {};
    if ((isAbsolute(model) || model.startsWith(".")) && !existsSync(resolve(model, "config.json")))
      throw new Error(`settings.whisper.model: ${resolve(model)} is not a model directory (no config.json).`);
    if (!local) {
      log.warn("whisper is disabled: no plug-in is loaded that can extract audio");
      return {};
    }
    const recognizer = createRecognizer({ model, ...rest, cacheDir: join(host.dataDir, "models"), log });
    return { engines: { transcribe: createTranscriber(recognizer, local) }, stop: recognizer.stop };
  },
});
