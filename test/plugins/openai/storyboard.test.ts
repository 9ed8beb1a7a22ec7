import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import type { Scene, StoryboardRequest } from "#sdk/slots/storyboard";
import { enginesAt } from "./make";
import { type OpenAi, startOpenAi } from "./server";

let server: OpenAi;
beforeAll(async () => {
  server = await startOpenAi();
});
afterAll(() => server.stop());
afterEach(() => {
  Object.assign(server.control, { says: [] });
});

const request: StoryboardRequest = {
  prompt: "Make an ad for BrewLab. 20% off with code BREW20. Order at brewlab.example/shop",
  duration: 9,
  brief: { product: { name: "BrewLab", description: "Coffee of 3 farms", photos: [] } },
  media: ["https://files.example/cup.jpg"],
  draft: {
    scenes: [
      { kind: "hook", text: "BrewLab" },
      { kind: "price", text: "20% off", subtext: "With code BREW20" },
      { kind: "cta", text: "Order at brewlab.example/shop" },
    ],
    warnings: [],
  },
};
const good: Scene[] = [
  { kind: "hook", text: "Your coffee is lying to you" },
  { kind: "point", text: "BrewLab: 3 farms, nothing else" },
  { kind: "price", text: "20% off", subtext: "Code BREW20" },
  { kind: "cta", text: "Order at brewlab.example/shop" },
];
const say = (...answers: (Scene[] | string)[]) => {
  server.control.says.push(
    ...answers.map((scenes) =>
      typeof scenes === "string"
        ? scenes
        : JSON.stringify({ scenes: scenes.map((scene) => ({ subtext: "", ...scene })) }),
    ),
  );
};
const write = () =>
  enginesAt(server.url, { timeoutSeconds: 20 }).storyboard!.write(request, AbortSignal.timeout(60_000));

test("a storyboard is written in scenes that fill the time, with the images in their order", async () => {
  say(good);
  const { scenes } = await write();
  expect(scenes.map(({ kind, text }) => ({ kind, text }))).toEqual(
    good.map(({ kind, text }) => ({ kind, text: text! })),
  );
  expect(scenes.reduce((sum, { seconds = 0 }) => sum + seconds, 0)).toBeCloseTo(9, 5);
  expect(scenes[0]!.mediaUrl).toBe("https://files.example/cup.jpg");
});

test.each([
  ["a lost discount", "20%", good.filter(({ kind }) => kind !== "price")],
  ["a changed address", "brewlab.example/shop", good.with(3, { kind: "cta", text: "Order at brewlab.example" })],
  [
    "an invented figure",
    "500",
    [...good.slice(0, 3), { kind: "point", text: "500 happy customers" } as Scene, good[3]!],
  ],
  ["a missing name", "BrewLab", good.with(1, { kind: "point", text: "3 farms, nothing else" })],
  ["an unknown kind", "kind", good.with(1, { kind: "explosion" as Scene["kind"], text: "Boom" })],
])("the model is asked again after %s", async (_name, problem, bad) => {
  say(bad, good);
  expect((await write()).scenes).toHaveLength(4);
  expect(JSON.stringify(server.calls.at(-1)!.json)).toContain(problem);
});

test("a model that will not keep to the facts is an error, so that the draft takes over", async () => {
  say(good.slice(0, 2), good.slice(0, 2));
  await expect(write()).rejects.toMatchObject({ code: "provider_error" });
});
