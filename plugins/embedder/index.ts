import { join } from "node:path";
import { modelSettings } from "vireo/models/settings";
import { defineModule } from "vireo/module";
import { unpacked } from "vireo/process";
import { Group } from "vireo/settings";
import { createEmbedder } from "./embedder";

/** Embeds text on this machine, with the bundled model or another transformers.js model. */
export const embedder = defineModule({
  name: "embedder",
  description: "Text embeddings for semantic search, computed in a thread of this server.",
  settings: Group(
    modelSettings(
      "EMBED",
      "Feature-extraction model: a directory, or a name such as Xenova/all-MiniLM-L6-v2, which is downloaded once. Default: the bundled model.",
      ["q8", "fp16", "fp32"],
    ),
  ),
  async start({ settings, host, log }) {
    await unpacked("encoder");
    const { engine, stop } = createEmbedder({ ...settings, cacheDir: join(host.dataDir, "models"), log });
    return { engines: { embed: engine }, stop };
  },
});
