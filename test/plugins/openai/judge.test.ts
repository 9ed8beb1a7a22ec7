import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { JudgeRequest } from "#sdk/slots/judge";
import { enginesAt } from "./make";
import { type OpenAi, startOpenAi } from "./server";

let server: OpenAi;
beforeAll(async () => {
  server = await startOpenAi();
});
afterAll(() => server.stop());
afterEach(() => {
  server.control.says = [];
});

const request: JudgeRequest = {
  moments: [
    { id: "m1", seconds: 30, transcript: "Why do most people never pay off their house?" },
    { id: "m2", seconds: 25, transcript: `Start here. ${"word ".repeat(2000)}That is the end.` },
  ],
  prompt: "the part about houses",
  language: "en",
};
const judge = () => enginesAt(server.url, { timeoutSeconds: 0.5 }).judge!.judge(request, AbortSignal.timeout(10_000));
const chats = () => server.calls.filter(({ path }) => path.endsWith("/chat/completions"));

test("moments are judged in one request, which names the wish and shortens long passages", async () => {
  const before = chats().length;
  const judgements = await judge();
  expect(judgements.map(({ id }) => id)).toEqual(["m1", "m2"]);
  const [chat, ...others] = chats().slice(before);
  expect(others).toEqual([]);
  const { content } = chat!.json.messages[1];
  for (const text of ["the part about houses", "Start here.", "[…]", "That is the end."])
    expect(content).toContain(text);
  expect(content.length).toBeLessThan(2200);
});

const fault = (status: number) => ({ status, json: { error: { message: "No", type: "", param: null, code: "" } } });
test.each([
  ["prose", "I like the first one.", "provider_error"],
  ["no list", '{"moments": "none"}', "provider_error"],
  ["an empty response", { json: { choices: [] } }, "provider_error"],
  ["an error", fault(500), "provider_error"],
  ["a refusal", { json: { choices: [{ message: { content: null, refusal: "No" } }] } }, "moderated"],
])("%s is a failure after one request", async (_, said, code) => {
  const before = chats().length;
  server.control.says = [said, said];
  const error = await judge().catch((error) => error);
  expect([error.name, error.code]).toEqual(["EngineError", code]);
  expect(chats().length).toBe(before + 1);
});
