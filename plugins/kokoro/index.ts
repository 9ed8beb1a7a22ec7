import { join } from "node:path";
import { requireModelFolder } from "vireo/models/place";
import { modelSettings } from "vireo/models/settings";
import { defineModule } from "vireo/module";
import { Group, Name } from "vireo/settings";
import { createSpeaker } from "./speaker";

/** Speech with a Kokoro model on this machine. Requires a configured model; nothing is downloaded without one. */
export const kokoro = defineModule({
  name: "kokoro",
  description: "English speech with word times by Kokoro, in a thread of this server.",
  settings: Group({
    ...modelSettings(
      "KOKORO",
      "Kokoro model: a directory, or a name such as onnx-community/Kokoro-82M-v1.0-ONNX-timestamped, which is downloaded at first use. Enables speech on this machine.",
    ),
    voice: Name("KOKORO_VOICE", "Default voice.", "af_heart"),
  }),
  start({ settings: { model, ...rest }, host, log }) {
    if (model === undefined) return {};
    requireModelFolder(model, "settings.kokoro.model");
    const speak = createSpeaker({ model, ...rest, cacheDir: join(host.dataDir, "models"), log });
    return { engines: { speak }, stop: speak.stop };
  },
});
