/**
 * No default model and no live check rests on a model that ends. Dates are compared with the day on which the vendor was
 * checked (tools/vendors/sources.ts), not with today: time alone must not fail the tests. `vireo doctor` compares them
 * with today.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { LiveCheck, Model } from "#core/engine";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { models as falModels } from "#plugins/fal/models";
import { plugins } from "#plugins/index";
import { models as kieModels } from "#plugins/kie/models";
import { models as replicateModels } from "#plugins/replicate/models";
import { startApp, type TestApp } from "#test/app";
import { sources } from "#tools/vendors/sources";

const KEYS = "KIE_API_KEY FAL_KEY REPLICATE_API_TOKEN OPENAI_API_KEY GEMINI_API_KEY ELEVENLABS_API_KEY HEYGEN_API_KEY";
const DAYS = 30;

interface Listed {
  name: string;
  models?: readonly Model[];
  live?: readonly LiveCheck[];
}
const SLOTS = ["image", "video", "music", "speak", "talk", "transcribe", "plan", "storyboard", "analyse"] as const;

let app: TestApp;
let engines: { of(slot: string): readonly Listed[] };
beforeAll(async () => {
  const env = Object.fromEntries(KEYS.split(" ").map((name) => [name, "a-key-of-no-vendor"]));
  const spy = defineModule({
    name: "spy",
    start: (context) => {
      engines = context.engines as never;
      return {};
    },
  });
  app = await startApp({}, [...modules, ...plugins, spy], env);
});
afterAll(() => app.stop());

/** When a model ends, at the vendor or at its maker. */
const ends = new Map(
  [...falModels, ...kieModels, ...replicateModels].flatMap(({ id, retiredAt, makerEndedAt }) => {
    const end = [retiredAt, makerEndedAt].filter((date) => date !== undefined).toSorted()[0];
    return end ? [[id, end] as const] : [];
  }),
);
const isEnding = (end: string | undefined, name: string) =>
  end !== undefined && Date.parse(end) < Date.parse(sources[name]?.checkedOn ?? "") + DAYS * 86_400_000;

test("every vendor of models has a date on which it was checked", () => {
  for (const name of ["elevenlabs", "fal", "gemini", "heygen", "kie", "openai", "replicate"])
    expect([name, sources[name]?.checkedOn]).toEqual([name, expect.stringMatching(/^2\d{3}-\d\d-\d\d$/)]);
});

test("no default and no live check is a model that has ended, or ends within a month of the last check", () => {
  const found: string[] = [];
  let checked = 0;
  for (const slot of SLOTS)
    for (const { name, live = [], models = [] } of engines.of(slot)) {
      if (!Object.hasOwn(sources, name)) continue;
      const named = [models[0], ...live.map(({ title }) => models.find(({ id }) => id === /^[^ ,]+/.exec(title)?.[0]))];
      for (const model of named) {
        if (!model) continue;
        checked++;
        const end = [model.retiredAt, ends.get(model.id)].filter((date) => date !== undefined).toSorted()[0];
        if (isEnding(end, name)) found.push(`${slot}:${name} ${model.id} ends on ${end}`);
      }
    }
  expect(found).toEqual([]);
  expect(checked).toBeGreaterThan(20);
});
