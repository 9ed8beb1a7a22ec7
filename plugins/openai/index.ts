import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { ApiKey, Group, Name, TimeoutSeconds, Url } from "vireo/settings";
import { createEngines } from "./engines";

/**
 * OpenAI and compatible servers: Ollama, vLLM, LM Studio, llama.cpp, Gemini's compatible URL, whisper servers, Kokoro.
 * Chat, transcription and speech can each use another server than `baseUrl`. A key is only sent to its own server.
 */
export const openai = defineModule({
  name: "openai",
  description: "Images, analyses, plans, transcripts and speech by OpenAI or a compatible server.",
  title: "OpenAI",
  fills: ["image", "analyse", "plan", "storyboard", "judge", "transcribe", "speak"],
  keysAt: "https://platform.openai.com/api-keys",
  restartable: true,
  uses: ["local"],
  settings: Group({
    apiKey: ApiKey(
      "OPENAI_API_KEY",
      "API key of OpenAI, which enables images, analyses, plans, transcripts and speech; or of the server at OPENAI_URL.",
    ),
    baseUrl: Url(
      "OPENAI_URL",
      "URL of OpenAI or a compatible server (http://localhost:11434/v1).",
      "https://api.openai.com/v1",
    ),
    imageModel: Type.Optional(
      Name("OPENAI_IMAGE_MODEL", "Model for images. Required to enable images on a server other than OpenAI's."),
    ),
    imageQuality: Type.Optional(
      Name("OPENAI_IMAGE_QUALITY", "Quality of images: low, medium, high … Default: the model's own."),
    ),
    chatModel: Type.Optional(
      Name("OPENAI_CHAT_MODEL", "Model for analyses and plans. Required on a server other than OpenAI's."),
    ),
    chatUrl: Type.Optional(Url("OPENAI_CHAT_URL", "Server for analyses and plans. Default: OPENAI_URL.")),
    chatApiKey: ApiKey("OPENAI_CHAT_API_KEY", "API key for OPENAI_CHAT_URL, if it needs one."),
    vision: Type.Boolean({
      default: true,
      env: "OPENAI_CHAT_VISION",
      description: "True if the chat model accepts images. Otherwise analyses use the transcript and the caption.",
    }),
    transcriptionModel: Type.Optional(
      Name("OPENAI_TRANSCRIPTION_MODEL", "Model for transcripts. It must return word timestamps. Default: whisper-1."),
    ),
    transcriptionUrl: Type.Optional(Url("OPENAI_TRANSCRIPTION_URL", "Server for transcripts. Default: OPENAI_URL.")),
    transcriptionApiKey: ApiKey(
      "OPENAI_TRANSCRIPTION_API_KEY",
      "API key for OPENAI_TRANSCRIPTION_URL, if it needs one.",
    ),
    transcriptionDialect: Type.Union([Type.Literal("openai"), Type.Literal("whisper.cpp")], {
      default: "openai",
      env: "OPENAI_TRANSCRIPTION_DIALECT",
      description: "Set to whisper.cpp for whisper.cpp's own server, which is called at /inference.",
    }),
    speechModel: Type.Optional(
      Name("OPENAI_SPEECH_MODEL", "Model for speech. Default: gpt-4o-mini-tts at OpenAI, tts-1 elsewhere."),
    ),
    speechVoice: Name("OPENAI_SPEECH_VOICE", "Default voice.", "alloy"),
    speechUrl: Type.Optional(
      Url("OPENAI_SPEECH_URL", "Server for speech (http://localhost:8880/v1). Default: OPENAI_URL."),
    ),
    speechApiKey: ApiKey("OPENAI_SPEECH_API_KEY", "API key for OPENAI_SPEECH_URL, if it needs one."),
    timeoutSeconds: TimeoutSeconds(
      "OPENAI_TIMEOUT",
      "Time limit of one response, in seconds. Your own models may need more.",
    ),
  }),
  children: { mask: async () => (await import("./mask-child")).mask },
  start: ({ settings, services, engines, child, log }) =>
    createEngines({ settings, engines, child, log, footage: services.local }),
});
