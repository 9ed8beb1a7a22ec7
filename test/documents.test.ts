/** The documents only name what exists: links, headings, files, commands, settings. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { createClientCommands } from "#cli/client/index";
import { configCommands } from "#cli/commands/config";
import { commands } from "#cli/commands/index";
import { pluginCommands } from "#cli/commands/plugin";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { operations } from "#sdk/client/operations";
import { updatePage } from "#tools/docs";

const root = resolve(import.meta.dir, "..");
const folders = "cli|core|db|deploy|docs|examples|modules|plugins|sdk|test|tools";
const read = (path: string) => Bun.file(join(root, path)).text();
const exists = (path: string) => existsSync(join(root, path));

const scan = async (pattern: string) => {
  const files = await Array.fromAsync(new Bun.Glob(pattern).scan({ cwd: root }));
  return Promise.all(files.map(async (path) => ({ path, text: await read(path) })));
};
const documents = [
  ...(await scan("*.md")),
  ...(await scan(`{${folders.replaceAll("|", ",")}}/**/*.md`)),
  { path: "NOTICE", text: await read("NOTICE") },
];

/** Headings as GitHub names them in links. */
function toAnchors(text: string): Set<string> {
  const headings = text.replace(/```[\s\S]*?```/g, "").matchAll(/^#+ (.+)$/gm);
  const toAnchor = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
  return new Set([...headings].map(([, heading = ""]) => toAnchor(heading)));
}

test("docs/configuration.md has every setting; run `bun run docs` after a change", async () => {
  const page = await read("docs/configuration.md");
  expect(page).toBe(updatePage(page));
});

test("every relative link leads to a file, and to a heading in it", async () => {
  const broken: string[] = [];
  for (const { path, text } of documents) {
    for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?|mailto):/.test(target)) continue;
      const [file = "", anchor] = target.split("#");
      const to = file ? relative(root, resolve(root, dirname(path), file)) : path;
      const isThere = exists(to) && (anchor === undefined || toAnchors(await read(to)).has(anchor));
      if (!isThere) broken.push(`${path}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

test("every path that the documents mention exists", () => {
  const missing: string[] = [];
  const mention = new RegExp(`(?<![\\w./:@-])(?:${folders})/[\\w./*<>-]*\\w(?:/(?!\\w))?`, "g");
  for (const { path, text } of documents) {
    for (const [mentioned] of text.matchAll(mention)) {
      const isPattern = mentioned.includes("<") || mentioned.includes("*");
      if (!isPattern && !exists(mentioned)) missing.push(`${path}: ${mentioned}`);
    }
  }
  expect(missing).toEqual([]);
});

test("every command that the documents mention exists", () => {
  const plugin = pluginCommands(
    async () => modules,
    () => [],
  );
  const known = [
    ...commands,
    ...plugin,
    ...configCommands(async () => []),
    ...createClientCommands(() => []),
    ...[...modules, ...plugins].flatMap((module) => module.commands ?? []),
  ];
  // Operations are commands, too: by their names, and by endings of them.
  const remote = JSON.stringify(operations).matchAll(/"([a-z]\w*)":/g);
  const words = new Set([
    ...["serve", "worker", "doctor", "help", ...known.map(({ name }) => name.split(" ")[0])],
    ...[...remote].map(([, name]) => name),
  ]);
  const unknown: string[] = [];
  for (const { path, text } of documents) {
    for (const [, word = ""] of text.matchAll(/(?:`|^|\| |vireo )vireo ([a-z]+(?:-[a-z]+)*)/gm)) {
      if (!words.has(word)) unknown.push(`${path}: vireo ${word}`);
    }
  }
  expect(unknown).toEqual([]);
});

test("the documents that the code mentions exist", async () => {
  const missing: string[] = [];
  for (const { path, text } of await scan("{cli,core,db,examples,modules,plugins,sdk}/**/*.{ts,tsx}")) {
    for (const [mentioned] of text.matchAll(/(?<![\w/])docs\/[\w/-]+\.md/g)) {
      if (!exists(mentioned)) missing.push(`${path}: ${mentioned}`);
    }
  }
  expect(missing).toEqual([]);
});
