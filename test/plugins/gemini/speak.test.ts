import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GenerateContentConfig } from "@google/genai";
import { probe } from "#core/media/probe";
import { asEngine, speakerConformance } from "#sdk/testing/conformance/speak";
import { vendorFaults } from "#sdk/testing/conformance/vendor";
import { enginesAt, runIn } from "./make";
import { type GeminiServer, startGemini } from "./server";

let server: GeminiServer;
let folder: string;
beforeAll(async () => {
  server = await startGemini();
  folder = await mkdtemp(join(tmpdir(), "vireo-gemini-"));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

speakerConformance("gemini", {
  speaker: () => enginesAt(server.url).speak,
  voice: "Puck",
  refused: [
    { request: { text: "[safety]" }, code: "moderated" },
    { request: { text: "[blocked]" }, code: "moderated" },
    { request: { text: "[words]" }, code: "provider_error" },
    { request: { text: "[poor]" }, code: "provider_out_of_credit" },
    { request: { text: "[gone]" }, code: "provider_model_retired" },
  ],
});

vendorFaults("gemini speak", {
  async start(timeoutMs) {
    const own = await startGemini();
    return { server: own, engine: asEngine(enginesAt(own.url, { timeoutMs }).speak) };
  },
  create: ["POST", /tts:generateContent/],
  request: { text: "Hello" },
});

test("the voice is sent as Google's package has it, and raw samples become a sound file", async () => {
  const { path } = await enginesAt(server.url).speak.speak(
    { text: "Twenty letters here.", voice: "Leda" },
    runIn(folder),
  );
  const { path: called, json } = server.calls.at(-1)!;
  expect(called).toBe("/v1beta/models/gemini-3.8-flash-tts:generateContent");
  expect(json).toEqual({
    contents: [{ role: "user", parts: [{ text: "Twenty letters here." }] }],
    generationConfig: {
      responseModalities: ["AUDIO"],
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Leda" } } },
    } satisfies GenerateContentConfig,
  });
  expect((await probe(path))?.duration).toBeCloseTo(1, 1);
});
