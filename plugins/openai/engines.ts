import type { Engine } from "vireo/engine";
import type { Footage } from "vireo/inputs/footage";
import { judgeMoments } from "vireo/llm/judge";
import { writeNarration } from "vireo/llm/narration";
import { writePlan } from "vireo/llm/plan";
import { writeStoryboard } from "vireo/llm/storyboard";
import type { Context, Started } from "vireo/module";
import type { MomentJudge } from "vireo/slots/judge";
import type { PlanRequest } from "vireo/slots/plan";
import type { StoryboardWriter } from "vireo/slots/storyboard";
import { createAnalyser } from "./analyse";
import { type Chat, createChat } from "./chat";
import { createEndpoint, type Endpoint, isOpenAi } from "./endpoint";
import { createImages } from "./images";
import { createSpeaker } from "./speak";
import { createTranscriber } from "./transcribe";

export interface Settings {
  apiKey?: string;
  baseUrl: string;
  imageModel?: string;
  imageQuality?: string;
  chatModel?: string;
  chatUrl?: string;
  chatApiKey?: string;
  vision: boolean;
  transcriptionModel?: string;
  transcriptionUrl?: string;
  transcriptionApiKey?: string;
  transcriptionDialect: "openai" | "whisper.cpp";
  speechModel?: string;
  speechVoice: string;
  speechUrl?: string;
  speechApiKey?: string;
  timeoutSeconds: number;
}

interface Parts extends Pick<Context, "engines" | "child" | "log"> {
  settings: Settings;
  /** Extracts frames and audio. Analyses are not available without it. */
  footage: Footage | undefined;
}

/** Default model: accepts images, is cheap, and has no announced shutdown (2026-11). */
const OPENAI_CHAT_MODEL = "gpt-5.4-mini";
/** OpenAI's only model with word timestamps. Its shutdown is announced for 2027-02-26. */
const TRANSCRIPTION_MODEL = "whisper-1";
const OPENAI_SPEECH_MODEL = "gpt-4o-mini-tts";
/** Usual model name of self-hosted servers. */
const SPEECH_MODEL = "tts-1";

/** Creates the engines that the settings enable. */
export function createEngines({ settings, footage, engines, child, log }: Parts): Started {
  const timeoutMs = settings.timeoutSeconds * 1000;
  const atOpenAi = isOpenAi(settings.baseUrl);
  // Self-hosted servers may not need a key.
  const main =
    settings.apiKey || !atOpenAi
      ? createEndpoint({ baseUrl: settings.baseUrl, apiKey: settings.apiKey, keyName: "OPENAI_API_KEY", timeoutMs })
      : undefined;
  const own = (baseUrl: string | undefined, apiKey: string | undefined, keyName: string): Endpoint | undefined =>
    baseUrl === undefined ? undefined : createEndpoint({ baseUrl, apiKey, keyName, timeoutMs });

  const started: NonNullable<Started["engines"]> = {};

  if (main && (atOpenAi || settings.imageModel)) {
    const { imageModel, imageQuality } = settings;
    started.image = createImages(main, {
      child,
      own: !atOpenAi,
      model: imageModel,
      quality: imageQuality,
    });
  }

  const chatServer = own(settings.chatUrl, settings.chatApiKey, "OPENAI_CHAT_API_KEY") ?? main;
  const chatModel = settings.chatModel ?? (atOpenAi && !settings.chatUrl ? OPENAI_CHAT_MODEL : undefined);
  if (settings.chatUrl && !chatModel)
    throw new Error("OPENAI_CHAT_URL needs OPENAI_CHAT_MODEL: the model to use there.");
  if (chatServer && chatModel) {
    const chat = createChat(chatServer, chatModel);
    Object.assign(started, createWritingEngines(chat));
    if (footage) started.analyse = createAnalyser(chat, { footage, engines, log, vision: settings.vision });
  }

  const { transcriptionModel, transcriptionUrl } = settings;
  const listener = own(transcriptionUrl, settings.transcriptionApiKey, "OPENAI_TRANSCRIPTION_API_KEY") ?? main;
  if (listener && (transcriptionUrl || transcriptionModel || atOpenAi)) {
    started.transcribe = createTranscriber(listener, {
      model: transcriptionModel ?? TRANSCRIPTION_MODEL,
      dialect: settings.transcriptionDialect,
      footage,
    });
  }

  const { speechModel, speechUrl, speechVoice: voice } = settings;
  const speaker = own(speechUrl, settings.speechApiKey, "OPENAI_SPEECH_API_KEY") ?? main;
  if (speaker && (speechUrl || speechModel || atOpenAi)) {
    const ownServer = !isOpenAi(speechUrl ?? settings.baseUrl);
    const model = speechModel ?? (ownServer ? SPEECH_MODEL : OPENAI_SPEECH_MODEL);
    started.speak = createSpeaker(speaker, { model, voice, own: ownServer });
  }
  return Object.keys(started).length > 0 ? { engines: started } : {};
}

/** Returns the engines that only ask the language model: content plans, storyboards and the choice of moments. */
function createWritingEngines(chat: Chat): {
  plan: Engine<PlanRequest>;
  storyboard: StoryboardWriter;
  judge: MomentJudge;
} {
  return {
    plan: {
      name: "openai",
      models: [{ id: chat.model, title: chat.model, description: "Writes content plans." }],
      concurrency: 2,
      repeatable: !chat.paid,
      // A month of five posts a day takes thirty calls.
      timeLimitMs: 2 * 60 * 60_000,
      check: chat.check,
      estimateSeconds: ({ days, postsPerDay }) => 10 + 4 * days * postsPerDay,
      create: async (request, run) => ({ state: "completed", facts: { ...(await writePlan(request, run, chat.ask)) } }),
    },
    storyboard: {
      name: "openai",
      mode: "written",
      check: chat.check,
      write: (request, signal) => writeStoryboard(request, signal, chat.ask),
      narrate: (request, signal) => writeNarration(request, signal, chat.ask),
    },
    judge: {
      name: "openai",
      repeatable: !chat.paid,
      check: chat.check,
      judge: (request, signal) => judgeMoments(request, signal, chat.ask),
    },
  };
}
