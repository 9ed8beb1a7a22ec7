import { expect, test } from "bun:test";
import type { Engine } from "#core/engine";
import { createEngineRegistry } from "#core/generations/engines";

const engine = (name: string, models: string[], open = false): Engine<never> => ({
  name,
  models: models.map((id) => ({ id, title: id })),
  ...(open ? { accepts: (model: string) => model.includes("/") } : {}),
  create: () => Promise.reject(new Error("never called")),
});
function make(preferred: Record<string, string[]> = {}) {
  const engines = createEngineRegistry(preferred);
  engines.add("image", engine("one", ["a", "b"]));
  engines.add("image", engine("two", ["b", "c"], true));
  engines.add("image", engine("three", ["x/y"], true));
  const chosen = (model?: string) => {
    const found = engines.choose("image", model);
    return [found.engine.name, found.model.id, ...found.fallbacks];
  };
  return chosen;
}

test.each<[string | undefined, string[]]>([
  [undefined, ["one", "a"]],
  ["b", ["one", "b"]],
  ["c", ["two", "c"]],
  ["x/y", ["three", "x/y"]],
  ["any/thing", ["two", "any/thing"]],
  ["two:b", ["two", "b"]],
  ["three:any/thing", ["three", "any/thing"]],
])("the model %s is made by %j", (model, expected) => {
  expect(make()(model)).toEqual(expected);
});

test.each(["d", "one:c", "four:a", "one:any/thing"])("there is no model %s", (model) => {
  expect(() => make()(model)).toThrow("Unknown model");
});

test("the configuration's list is the order, and who takes over", () => {
  const chosen = make({ image: ["three", "one", "gone"] });
  expect(chosen()).toEqual(["three", "x/y", "one"]);
  expect(chosen("a")).toEqual(["one", "a"]);
});
