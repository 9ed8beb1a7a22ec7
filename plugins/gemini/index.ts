import { defineModule } from "vireo/module";
import { ApiKey, Group, Name, TimeoutSeconds, Url } from "vireo/settings";
import { createEngines } from "./engines";
import { SPEECH_MODELS, VOICES } from "./voices";

/** Images, Omni's videos, video analyses, plans and speech by Google's Gemini. Requires a key. */
export const gemini = defineModule({
  name: "gemini",
  description: "Images, videos, analyses, plans and speech by Google's Gemini.",
  title: "Google Gemini",
  fills: ["image", "video", "analyse", "plan", "storyboard", "judge", "speak"],
  keysAt: "https://aistudio.google.com/apikey",
  restartable: true,
  settings: Group({
    apiKey: ApiKey("GEMINI_API_KEY", "Gemini API key. Enables its images, videos, analyses, plans and speech."),
    baseUrl: Url("GEMINI_URL", "URL of the Gemini API.", "https://generativelanguage.googleapis.com"),
    textModel: Name("GEMINI_TEXT_MODEL", "Gemini model for analyses and plans.", "gemini-flash-latest"),
    speechModel: Name("GEMINI_SPEECH_MODEL", "Gemini model for speech.", SPEECH_MODELS[0]?.id),
    speechVoice: Name("GEMINI_SPEECH_VOICE", "Default voice.", VOICES[0]?.id),
    timeoutSeconds: TimeoutSeconds("GEMINI_TIMEOUT", "Time limit of one image or response, in seconds."),
  }),
  start: ({ settings: { apiKey, timeoutSeconds, ...rest } }) =>
    apiKey ? { engines: createEngines({ apiKey, timeoutMs: timeoutSeconds * 1000, ...rest }) } : {},
});
