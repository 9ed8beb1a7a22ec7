import { existsSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { Group, Name } from "vireo/settings";
import { createSpeaker } from "./speaker";

/** Speech with a Kokoro model on this machine. Needs a configured model; nothing is downloaded without one. */
export const kokoro = defineModule({
  name: "kokoro",
  description: "English speech with word times by Kokoro, in a thread of this server.",
  settings: Group({
    model: Type.Optional(
      Name(
        "KOKORO_MODEL",
        "Kokoro model: a directory, or a name such as onnx-community/Kokoro-82M-v1.0-ONNX-timestamped, which is downloaded at first use. Enables speech on this machine.",
      ),
    ),
    voice: Name("KOKORO_VOICE", "Voice for requests that name none.", "af_heart"),
    dtype: Type.Union(
      ["q8", "q4", "fp16", "fp32"].map((dtype) => Type.Literal(dtype)),
      { default: "q8", description: "Precision of the model file: quantized, half or full." },
    ),
    offline: Type.Boolean({
      default: false,
      env: "KOKORO_OFFLINE",
      description: "Disables downloads. A named model must already be in models/<dtype>/<name> in the data directory.",
    }),
    sha256: Type.Optional(
      Type.String({
        pattern: "^[0-9a-f]{64}$",
        expected: "a SHA-256: 64 hexadecimal digits in lower case",
        env: "KOKORO_SHA256",
        description: "Expected digest of the model, as logged after a download. Other files are rejected.",
      }),
    ),
    hub: Type.Optional(
      Type.String({
        pattern: "^https?://",
        expected: "an http(s) address",
        env: "KOKORO_HUB",
        description: "URL to download the model from. Default: the hub of transformers.js.",
      }),
    ),
  }),
  start({ settings: { model, ...rest }, host, log }) {
    if (model === undefined) return {};
    if ((isAbsolute(model) || model.startsWith(".")) && !existsSync(resolve(model, "config.json")))
      throw new Error(`settings.kokoro.model: ${resolve(model)} is not a model directory (no config.json).`);
    const speak = createSpeaker({ model, ...rest, cacheDir: join(host.dataDir, "models"), log });
    return { engines: { speak }, stop: speak.stop };
  },
});
