import type { Run } from "#core/engine";
import { createEngines } from "#plugins/gemini/engines";
import { createRun } from "#sdk/testing/conformance/shared";
import { KEY } from "./server";

export const enginesAt = (url: string, more: Partial<Parameters<typeof createEngines>[0]> = {}) =>
  createEngines({
    apiKey: KEY,
    baseUrl: url,
    timeoutMs: 20_000,
    textModel: "gemini-flash-latest",
    speechModel: "gemini-3.8-flash-tts",
    speechVoice: "Kore",
    everyMs: 5,
    ...more,
  });

export const runIn = (folder: string, signal = AbortSignal.timeout(30_000)): Run => createRun(folder, signal).run;
