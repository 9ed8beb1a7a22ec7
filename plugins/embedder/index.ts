import { join } from "node:path";
import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { unpacked } from "vireo/process";
import { createEmbedder } from "./embedder";

/** Embeds text on this machine, with the bundled model or another transformers.js model. */
export const embedder = defineModule({
  name: "embedder",
  description: "Text embeddings for semantic search, computed in a thread of this server.",
  settings: Type.Object(
    {
      model: Type.Optional(
        Type.String({
          minLength: 1,
          env: "EMBED_MODEL",
          description:
            "Feature-extraction model: a directory, or a name such as Xenova/all-MiniLM-L6-v2, which is downloaded once. Default: the bundled model.",
        }),
      ),
      dtype: Type.Union(
        ["q8", "fp16", "fp32"].map((dtype) => Type.Literal(dtype)),
        { default: "q8", description: "Precision of the model file: quantized, half or full." },
      ),
      offline: Type.Boolean({
        default: false,
        env: "EMBED_OFFLINE",
        description:
          "Disables downloads. A named model must already be in models/<dtype>/<name> in the data directory.",
      }),
      sha256: Type.Optional(
        Type.String({
          pattern: "^[0-9a-f]{64}$",
          expected: "a SHA-256: 64 hexadecimal digits in lower case",
          env: "EMBED_SHA256",
          description:
            "Expected digest of the model, as logged after a download (SHA-256 of its SHA256SUMS). Other files are rejected.",
        }),
      ),
      hub: Type.Optional(
        Type.String({
          pattern: "^https?://",
          expected: "an http(s) address",
          env: "EMBED_HUB",
          description: "URL to download models from. Default: the hub of transformers.js.",
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
