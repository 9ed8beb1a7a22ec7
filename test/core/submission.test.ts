/** What plug-ins submit. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Generations } from "vireo/generations";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";

let app: TestApp;
let generations: Generations;
beforeAll(async () => {
  const plugin = defineModule({
    name: "plugin",
    start: (context) => {
      generations = context.generations;
      return {};
    },
  });
  app = await startApp({}, [...modules, plugin]);
});
afterAll(() => app.stop());

test("a submission with a slot that its kind does not have is refused, and charges nothing", async () => {
  const { accountId, api } = await app.account(10);
  const submission = {
    kind: "video",
    slot: "image",
    engine: "any",
    model: "any-1",
    prompt: "x",
    request: {},
    credits: 5,
  };
  const submit = generations.submit({ caller: { accountId } } as never, { ...submission, reason: "x" } as never);
  await expect(submit).rejects.toThrow("The kind video has no slot image.");
  expect((await api("GET", "/credits")).body.balance).toBe(10);
});
