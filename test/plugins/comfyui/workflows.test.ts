import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TObject } from "@sinclair/typebox";
import { parseSettings } from "#core/config/settings";
import { fillGraph, findProblems } from "#plugins/comfyui/graph";
import { comfyui } from "#plugins/comfyui/index";
import { readWorkflows } from "#plugins/comfyui/workflows";
import { log, picture } from "./make";

const text = (words: string) => picture({ 5: { class_type: "Note", inputs: { text: words } } });

test("what is wrong with a workflow is told in words", () => {
  expect(findProblems(picture())).toEqual([]);
  expect(findProblems(text("{{promt}} {{Seed}}"))).toEqual([
    expect.stringContaining("unknown placeholder {{promt}}; use seed,"),
    expect.stringContaining("unknown placeholder {{Seed}}"),
  ]);
  expect(findProblems({ 1: { class_type: "SaveImage", inputs: {} } })).toEqual([expect.stringContaining("{{prompt}}")]);
  expect(findProblems(text("{{image}} {{image3}}"))).toEqual(["has {{image3}} but not {{image2}}"]);
  expect(findProblems({ nodes: [], links: [], version: 0.4 })).toEqual([expect.stringContaining("Export (API)")]);
  expect(findProblems({ 1: { inputs: {} } })).toEqual(["has no class_type and inputs in node 1"]);
  for (const nothing of [null, [], "graph", {}]) expect(findProblems(nothing)).toHaveLength(1);
});

test("a graph is left as it is, and lists and numbers in it stay what they are", () => {
  const graph = text("{{prompt}}");
  const before = structuredClone(graph);
  const made = fillGraph(graph, { prompt: "a", seed: 5, width: 16, height: 32, negative: "" });
  expect(graph).toEqual(before);
  expect(made[3]!.inputs).toEqual({ seed: 5, steps: 20, model: ["1", 0], negative: "" });
});

test("all mistakes are told at the start, by the workflow's id; files are read from where the server was started", async () => {
  const folder = await mkdtemp(join(tmpdir(), "vireo-workflows-"));
  await Bun.write(join(folder, "good.json"), JSON.stringify(picture()));
  await Bun.write(join(folder, "bad.json"), "{");
  const at = (name: string) => ({ kind: "image" as const, file: join(folder, name) });
  const [good] = await readWorkflows({ good: at("good.json") }, log);
  expect(good?.model).toEqual({ id: "good", title: "good" });
  const wrong = {
    bad: at("bad.json"),
    gone: at("gone.json"),
    none: { kind: "video" as const },
    typo: { kind: "image" as const, graph: text("{{promt}}") },
  };
  const told: string = await readWorkflows(wrong, log).then(
    () => "",
    ({ message }) => message,
  );
  for (const words of [
    '["bad"] names',
    "not JSON",
    '["gone"] names',
    "cannot be read",
    '["none"] needs either',
    '["typo"] has',
  ])
    expect(told).toContain(words);
  await rm(folder, { recursive: true });
});

test("settings that are none are told by their place", () => {
  const { mistakes } = parseSettings(
    comfyui.settings as TObject,
    { workflows: { x: { kind: "music", graph: {} }, "two words": { kind: "image" } } },
    { COMFYUI_URL: "comfy" },
    "settings.comfyui",
  );
  expect(mistakes.map(({ where }) => where).sort()).toEqual([
    "COMFYUI_URL",
    "settings.comfyui.workflows.two words",
    "settings.comfyui.workflows.x.kind",
  ]);
});
