import { join } from "node:path";
import { requireModelFolder } from "vireo/models/place";
import { modelSettings } from "vireo/models/settings";
import { defineModule } from "vireo/module";
import { Group } from "vireo/settings";
import { createRecognizer } from "./recognizer";
import { createTranscriber } from "./transcribe";

/**
 * Transcribes speech with a Whisper model on this machine. Requires a configured model; nothing is downloaded without
 * one.
 */
export const whisper = defineModule({
  name: "whisper",
  description: "Transcription with a Whisper model, in a thread of this server.",
  uses: ["local"],
  settings: Group(
    modelSettings(
      "WHISPER",
      "Whisper model: a directory, or a name such as onnx-community/whisper-base_timestamped, which is downloaded at first use. Enables transcription on this machine.",
    ),
  ),
  start({ settings: { model, ...rest }, services: { local }, host, log }) {
    if (model === undefined) return {};
    requireModelFolder(model, "settings.whisper.model");
    if (!local) {
      log.warn("whisper is disabled: no plug-in is loaded that can extract audio");
      return {};
    }
    const recognizer = createRecognizer({ model, ...rest, cacheDir: join(host.dataDir, "models"), log });
    return { engines: { transcribe: createTranscriber(recognizer, local) }, stop: recognizer.stop };
  },
});
