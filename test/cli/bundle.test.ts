import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { findBundle, type Made, RECORD, stamp } from "#cli/bundle/find";
import { createOptions } from "#cli/bundle/options";
import { WORKERS } from "#cli/bundle/workers";
import type * as Media from "#core/media/probe";
import { toneOf } from "#test/tone";

const repository = join(import.meta.dir, "../..");
let folder: string;
let source: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-bundle-"));
  source = join(folder, "source.ts");
  await Bun.write(source, "export {};");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function record(more: Partial<Made> = {}): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  await Bun.write(
    path,
    JSON.stringify({ bun: Bun.version, repository, entry: "/bundle", files: [stamp(source)], ...more }),
  );
  return path;
}

test("the program of these tests runs from a bundle", () => {
  expect(findBundle()).toStartWith(join(repository, "node_modules/.cache/vireo/program/"));
});

test("renders load a bundle of their own, which has less than half of the program", () => {
  const program = findBundle()!;
  expect(statSync(join(dirname(program), "local-child.js")).size).toBeLessThan(statSync(program).size / 2);
});

test("a bundle has the dashboard's pages, compressed, and is made again when a source of theirs changes", () => {
  const pages = readdirSync(join(dirname(findBundle()!), "../pages"));
  const scripts = pages.filter((name) => name.endsWith(".js"));
  expect(pages).toContain("index.html");
  expect(scripts.length).toBeGreaterThan(1);
  expect(pages).toEqual(expect.arrayContaining(scripts.map((name) => `${name}.br`)));
  const { files } = JSON.parse(readFileSync(RECORD, "utf8")) as Made;
  const sources = files.map(([path]) => relative(repository, path));
  const web = ["index.html", "app.tsx", "style.css"].map((name) => `plugins/dashboard/web/${name}`);
  expect(sources).toEqual(expect.arrayContaining(web));
});

test("a bundle is used until a source changes", async () => {
  const made = await record();
  expect(findBundle(made)).toBe("/bundle");
  await utimes(source, new Date(), new Date(Date.now() + 5_000));
  expect(findBundle(made)).toBeUndefined();
  await Bun.write(source, "export const longer = true;");
  expect(findBundle(made)).toBeUndefined();
});

test("a bundle of another Bun, of another place, of a source that is gone, or half a record is not used", async () => {
  const gone = [join(folder, "gone.ts"), 0, 0] as const;
  for (const more of [{ bun: "1.0.0" }, { repository: "/elsewhere" }, { files: [gone] }])
    expect(findBundle(await record(more))).toBeUndefined();
  const half = join(folder, "half.json");
  await Bun.write(half, '{"bun":');
  expect([findBundle(half), findBundle(join(folder, "none.json"))]).toEqual([undefined, undefined]);
});

test("a server whose bundle later ones have replaced still reads media", async () => {
  const outdir = join(folder, "old");
  const entry = join(repository, "core/media/probe.ts");
  const { outputs } = await Bun.build({
    entrypoints: [entry, ...WORKERS.map((path) => join(repository, path))],
    ...createOptions(outdir, new Set()),
    bytecode: false,
  });
  const { probe } = (await import(outputs.find(({ path }) => path.endsWith("probe.js"))!.path)) as typeof Media;
  const sound = join(folder, "sound.wav");
  await Bun.write(sound, toneOf("a"));
  expect(await probe(sound)).toMatchObject({ kind: "audio" });
  await rm(outdir, { recursive: true });
  expect(await probe(sound)).toMatchObject({ kind: "audio" });
});
