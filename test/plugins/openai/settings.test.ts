import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TObject } from "@sinclair/typebox";
import { parseSettings } from "#core/config/settings";
import { createEngineRegistry } from "#core/generations/engines";
import type { Module } from "#core/module";
import { openai as plugin } from "#plugins/openai/index";
import { plainFootage } from "./make";
import { KEY, type OpenAi, startOpenAi } from "./server";

let server: OpenAi;
beforeAll(async () => {
  server = await startOpenAi();
});
afterAll(() => server.stop());

const parsed = (env: Record<string, string>) => parseSettings(plugin.settings as TObject, {}, env, "openai");

async function started(env: Record<string, string>, services: object = { local: plainFootage }) {
  const { settings, mistakes } = parsed(env);
  expect(mistakes).toEqual([]);
  const context = { settings, services, engines: createEngineRegistry({}) };
  return plugin.start(context as unknown as Parameters<Module["start"]>[0]);
}
const slots = async (env: Record<string, string>, services?: object) =>
  Object.keys((await started(env, services)).engines ?? {}).sort();

test("without a setting it offers nothing", async () => {
  expect(await started({})).toEqual({});
});

test("OpenAI's key turns everything on", async () => {
  expect(await slots({ OPENAI_API_KEY: KEY })).toEqual([
    "analyse",
    "image",
    "judge",
    "plan",
    "speak",
    "storyboard",
    "transcribe",
  ]);
});

test("a server of one's own, without a key, offers what models are named for", async () => {
  const own = { OPENAI_URL: "http://localhost:11434/v1" };
  expect(await slots(own)).toEqual([]);
  expect(await slots({ ...own, OPENAI_CHAT_MODEL: "llama" })).toEqual(["analyse", "judge", "plan", "storyboard"]);
  expect(await slots({ ...own, OPENAI_IMAGE_MODEL: "flux" })).toEqual(["image"]);
  expect(await slots({ OPENAI_TRANSCRIPTION_URL: "http://localhost:8080" })).toEqual(["transcribe"]);
  expect(await slots({ OPENAI_SPEECH_URL: "http://localhost:8880/v1" })).toEqual(["speak"]);
  expect(await slots({ ...own, OPENAI_SPEECH_MODEL: "kokoro" })).toEqual(["speak"]);
});

test("without anybody who decodes media nothing is looked at", async () => {
  expect(await slots({ OPENAI_API_KEY: KEY }, {})).toEqual([
    "image",
    "judge",
    "plan",
    "speak",
    "storyboard",
    "transcribe",
  ]);
});

test("a server for chat needs a model, and never gets the key of another server", async () => {
  await expect(started({ OPENAI_CHAT_URL: server.url }).then(() => "started")).rejects.toThrow("OPENAI_CHAT_MODEL");
  const env = { OPENAI_API_KEY: KEY, OPENAI_CHAT_URL: `${server.url}/v1`, OPENAI_CHAT_MODEL: "sees-all" };
  const { engines } = await started(env);
  expect(await engines?.plan?.check?.()).toMatchObject({ ok: true });
  expect(server.calls.at(-1)?.headers.authorization).toBeUndefined();
  const keyed = await started({ ...env, OPENAI_CHAT_API_KEY: "wrong-key" });
  expect(await keyed.engines?.plan?.check?.()).toMatchObject({
    ok: false,
    detail: expect.stringContaining("OPENAI_CHAT_API_KEY"),
  });
});

test("mistakes in the settings are told without the key", () => {
  const { mistakes } = parsed({ OPENAI_API_KEY: "two words", OPENAI_URL: "openai.example", OPENAI_TIMEOUT: "soon" });
  expect(mistakes.map(({ where }) => where).sort()).toEqual(["OPENAI_API_KEY", "OPENAI_TIMEOUT", "OPENAI_URL"]);
  expect(JSON.stringify(mistakes)).not.toContain("two words");
});
