import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Run } from "#core/engine";
import type { PlanFacts, PlanRequest } from "#sdk/slots/plan";
import { engineConformance } from "#sdk/testing/conformance/engine";
import { judgePlan } from "#sdk/testing/conformance/plan";
import { vendorFaults } from "#sdk/testing/conformance/vendor";
import { enginesAt } from "./make";
import { type OpenAi, sensible, startOpenAi } from "./server";

const request: PlanRequest = {
  model: "sees-all",
  niche: "home coffee",
  platforms: ["tiktok", "youtube"],
  days: 3,
  postsPerDay: 3,
  language: "de",
  seed: 1,
  brief: {
    product: { name: "Brewer", description: "A brewer of clay", photos: [] },
    inspo: { name: "Spring", description: "", niche: "coffee", brand: "Brewly" },
  },
  inspiration: [
    { id: "vlv_1", description: "Latte", username: "mia", hashtags: [], views: 9, hook: "Stop", tags: [], score: 0.9 },
    { id: "vlv_2", description: "Moka", username: "joe", hashtags: [], views: 8, hook: "Wait", tags: [], score: 0.8 },
  ],
};

let server: OpenAi;
beforeAll(async () => {
  server = await startOpenAi();
});
afterAll(() => server.stop());
afterEach(() => {
  Object.assign(server.control, { formats: ["json_schema", "json_object", "none"], says: [] });
});
const planner = (more = {}) => enginesAt(server.url, { timeoutSeconds: 20, ...more }).plan!;
const run = (): Run => ({
  id: crypto.randomUUID(),
  folder: "/nonexistent",
  signal: AbortSignal.timeout(30_000),
  progress() {},
  download: () => Promise.reject(new Error("nothing is to be fetched")),
});
const chats = () => server.calls.filter(({ path }) => path.endsWith("/chat/completions")).map(({ json }) => json);

engineConformance("openai plan", {
  engine: () => planner(),
  produces: "facts",
  requests: [
    request,
    { ...request, days: 1, postsPerDay: 1, platforms: ["instagram"], inspiration: [], brief: {} },
    { ...request, days: 30, postsPerDay: 5, platforms: ["tiktok", "instagram", "youtube"] },
  ],
  judge: judgePlan,
});

vendorFaults("openai plan", {
  async start(timeoutMs) {
    const own = await startOpenAi();
    return { server: own, engine: enginesAt(own.url, { timeoutSeconds: timeoutMs / 1000 }).plan! };
  },
  create: ["POST", /chat\/completions/],
  request: { ...request, days: 1 },
});

test("a plan is written in chunks of whole days, each told what there is already and what it is about", async () => {
  const before = chats().length;
  const outcome = await planner().create({ ...request, days: 5, postsPerDay: 3 }, run());
  const [first, second, third, ...rest] = chats().slice(before);
  expect(rest).toEqual([]);
  expect([first, second, third].map(({ messages }) => messages[1].content.match(/^slot \d+/gm).length)).toEqual([
    6, 6, 3,
  ]);
  const { content } = second.messages[1];
  for (const words of ["Idea 6 for youtube", "German (de)", "home coffee", "A brewer of clay", "Brewly", "id vlv_1"]) {
    expect(content).toContain(words);
  }
  expect(outcome).toMatchObject({ state: "completed" });
});

test("ids that nobody gave are left out, and overlong titles and captions are cut at a word", async () => {
  const told = sensible([{ role: "user", content: "id vlv_1: x\nslot 1: day 1, tiktok" }]);
  Object.assign(told.items[0], { title: "word ".repeat(60), caption: "long ".repeat(900), hashtags: ["#A b", "c,d"] });
  server.control.says = [JSON.stringify(told)];
  const outcome = await planner().create({ ...request, days: 1, postsPerDay: 1 }, run());
  const [item] = (outcome as unknown as { facts: PlanFacts }).facts.items;
  expect(item?.inspiredBy).toEqual(["vlv_1"]);
  expect(item?.title).toMatch(/^(word )+word…$/);
  expect(item?.title.length).toBeLessThanOrEqual(100);
  expect(item?.caption.length).toBeLessThanOrEqual(2200);
  expect(item?.hashtags).toEqual(["ab", "cd"]);
});

test("an answer that is not what was asked for is mended once, with the reason", async () => {
  const before = chats().length;
  server.control.says = ['{"items": []}'];
  await planner().create({ ...request, days: 1, postsPerDay: 1 }, run());
  const [, again] = chats().slice(before);
  expect(again.messages.length).toBe(4);
  expect(again.messages[3].content).toContain("there is no item with slot 1");
});

test("a place that is left to be filled in is not a plan", async () => {
  const told = sensible([{ role: "user", content: "slot 1: day 1, tiktok" }]);
  told.items[0].script = "Meet [Your Brand], it is great.";
  server.control.says = [JSON.stringify(told)];
  await planner().create({ ...request, days: 1, postsPerDay: 1 }, run());
  expect(chats().at(-1).messages[3].content).toContain("[Your Brand]");
});

test("a model that gives no usable answer twice is a failure, not a third call", async () => {
  const before = chats().length;
  server.control.says = ["I cannot do that.", '{"items": [{"slot": 1, "title": ""}]}'];
  const work = planner().create({ ...request, days: 1, postsPerDay: 1 }, run());
  await expect(work).rejects.toMatchObject({
    code: "provider_error",
    message: expect.stringContaining("shots of slot 1"),
  });
  expect(chats().length).toBe(before + 2);
});

test("servers without schemas are asked for JSON, and plain ones with words alone; once learnt it is not tried again", async () => {
  const one = { ...request, days: 1, postsPerDay: 1 };
  for (const [formats, used] of [
    [
      ["json_object", "none"],
      ["json_schema", "json_object", "json_object"],
    ],
    [["none"], ["json_schema", "json_object", undefined, undefined]],
  ] as const) {
    server.control.formats = [...formats];
    const before = chats().length;
    const engine = planner();
    await engine.create(one, run());
    await engine.create(one, run());
    expect(
      chats()
        .slice(before)
        .map(({ response_format }) => response_format?.type),
    ).toEqual([...used]);
    expect(chats().at(-1).messages[0].content).toContain('"additionalProperties":false');
  }
});

test("an answer with thoughts, a code block or braces around it is read", async () => {
  const json = JSON.stringify(sensible([{ role: "user", content: "slot 1: day 1, tiktok" }]), null, 2);
  for (const said of [
    `<think>{so many} slots</think>\n${json}`,
    `Here {you} are:\n\`\`\`json\n${json}\n\`\`\`\nEnjoy {it}!`,
  ]) {
    const before = chats().length;
    server.control.says = [said];
    await planner().create({ ...request, days: 1, postsPerDay: 1 }, run());
    expect(chats().length).toBe(before + 1);
  }
});

test("a refusal is moderated, and a model that is gone is told apart", async () => {
  const refusal = { choices: [{ message: { role: "assistant", content: null, refusal: "I can't help with that" } }] };
  const one = { ...request, days: 1, postsPerDay: 1 };
  server.control.says = [{ json: refusal }];
  await expect(planner().create(one, run())).rejects.toMatchObject({ code: "moderated" });
  server.control.says = [{ json: { choices: [{ finish_reason: "content_filter", message: { content: "{" } }] } }];
  await expect(planner().create(one, run())).rejects.toMatchObject({ code: "moderated" });
  await expect(planner({ chatModel: "gone" }).create(one, run())).rejects.toMatchObject({
    code: "provider_model_retired",
  });
  expect(await planner({ chatModel: "gone" }).check?.()).toMatchObject({
    ok: false,
    detail: expect.stringContaining("gone"),
  });
  expect(await planner().check?.()).toMatchObject({ ok: true });
});

test("a cut-off run may be made again where the server is one's own, never where it is paid for", () => {
  expect(planner().repeatable).toBe(false);
  expect(enginesAt(server.url, { apiKey: "" }).plan?.repeatable).toBe(true);
});
