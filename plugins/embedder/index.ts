import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { unpacked } from "vireo/process";
import { createEmbedder } from "./embedder";

/** Turns texts into vectors on this machine, by the bundled model or any other of its kind. */
export const embedder = defineModule({
  name: "embedder",
  description: "Embeds texts with a transformers.js model, in a thread of its own.",
  settings: Type.Object(
    {
      model: Type.Optional(
        Type.String({
          minLength: 1,
          env: "EMBED_MODEL",
          description:
            "A feature-extraction model: a directory, or a name such as Xenova/all-MiniLM-L6-v2, which is downloaded once. Default: the bundled one.",
        }),
      ),
      dtype: Type.Union(
        ["q8", "fp16", "fp32"].map((dtype) => Type.Literal(dtype)),
        { default: "q8", description: "Which of the model's files: quantized, half or full precision." },
      ),
      offline: Type.Boolean({
        default: false,
        env: "EMBED_OFFLINE",
        description:
          "Downloads nothing: a named model must lie in the data directory already, in models/<dtype>/<name>.",
      }),
      sha256: Type.Optional(
        Type.String({
          pattern: "^[0-9a-f]{64}$",
          expected: "a SHA-256: 64 hexadecimal digits in lower case",
          env: "EMBED_SHA256",
          description:
            "The model's digest, as the log tells it after the download (SHA-256 of its SHA256SUMS). Other files are refused.",
        }),
      ),
      hub: Type.Optional(
        Type.String({
          pattern: "^https?://",
          expected: "an http(s) address",
          env: "EMBED_HUB",
          description: "Where models are downloaded from, if not from the hub that transformers.js knows.",
        }),
      ),
    },
    { additionalProperties: false, default: {} },
  ),
  async start({ settings, host, log }) {
    await unpacked("encoder");
    const { engine, stop } = createEmbedder({ ...settings, cacheDir: join(host.dataDir, "models"), log });
    return { engines: { embed: engine }, stop };
  },
});
