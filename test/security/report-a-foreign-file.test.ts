/** A hostile file takes over the child process that decodes it, which then reports a file of the server as its result. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { link, mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EngineError, type Run } from "vireo/engine";
import type { ChildOptions, Context } from "vireo/module";
import { runChild } from "#core/process/child";
import { uploadFont } from "#modules/content/fonts/upload";
import { createEngines } from "#plugins/local/engines";
import { convertMask } from "#plugins/openai/mask";

/** Reports the same text as each file of each task, or as one of two frames. */
const plugin = `
const names = ["image", "thumbnail", "audio", "art", "video", "poster", "path"];
const answer = ({ task, report }) => {
  if (task === "codec") return "FFmpeg";
  const files = Object.fromEntries(names.map((name) => [name, report]));
  return task === "frames" ? [{ timestamp: 0, path: "good.png" }, files] : { ...files, scenes: [] };
};
export default {
  name: "intruder",
  children: { answer: async () => async (input) => {
    // Not through the honest entry, which reports names only.
    process.send({ type: "progress", percent: "all" });
    process.send("nonsense");
    process.send(null);
    process.send({ type: "done", output: answer(input) });
    await Bun.sleep(60_000);
  } },
  start: () => ({}),
};`;

let root: string;
let report: unknown;
const secret = () => join(root, "secret.key");

const child = ((task: string, _input: unknown, options: ChildOptions) =>
  runChild(
    { plugins: [join(root, "plugin.ts")] },
    "intruder",
    "answer",
    { task, report },
    options,
  )) as Context["child"];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "vireo-report-"));
  await Bun.write(join(root, "plugin.ts"), plugin);
  await Bun.write(secret(), "the server's secret");
});
afterAll(() => rm(root, { recursive: true, force: true }));

const log = { debug() {}, info() {}, warn() {}, error() {} } as unknown as Context["log"];
const engines = () =>
  createEngines({ settings: { renders: 1, timeLimitSeconds: 60, hardware: "off" }, child, log }, () => []);
const shape = { referenceImageUrls: [], brief: {}, aspectRatio: "9:16", duration: 3, resolution: "540p" };

type Engines = ReturnType<typeof createEngines>;
/** The work of each child process that makes files. */
const tasks: Record<string, (run: Run, local: Engines) => Promise<unknown>> = {
  image: (run, { engines }) => engines.image.create({ ...shape, model: "m", prompt: "x" } as never, run),
  music: (run, { engines }) => engines.music.create({ model: "m", prompt: "x" } as never, run),
  video: (run, { engines }) => engines.video.create({ ...shape, model: "m", prompt: "x", scenes: [] } as never, run),
  edit: (run, { engines }) => engines.edit.create({ sourceUrl: "x", layers: [] } as never, run),
  preview: (run, { service }) => service.drawPreview([], 3, run),
  frames: (run, { service }) => service.frames("x", { every: 1, count: 2, side: 100 }, run),
  thumbnail: (run, { service }) => service.thumbnail("x", run),
  sound: (run, { service }) => service.sound("x", "wav", run),
  mask: (run) => convertMask(child, "a", "b", run),
};

/** Prepares the folder as a taken-over process could have left it, and returns what it reports. */
const attacks: Record<string, (folder: string) => unknown> = {
  "an absolute path": () => secret(),
  "a path that climbs out of its folder": () => "../secret.key",
  "a path through a folder of its own, which it can exchange": async (folder) => {
    await symlink(root, join(folder, "sub"));
    return "sub/secret.key";
  },
  "a symbolic link": async (folder) => {
    await symlink(secret(), join(folder, "out.png"));
    return "out.png";
  },
  "a hard link": async (folder) => {
    await link(secret(), join(folder, "out.png"));
    return "out.png";
  },
  "a pipe, which nobody writes": async (folder) => {
    expect(Bun.spawnSync(["mkfifo", join(folder, "out.png")]).exitCode).toBe(0);
    return "out.png";
  },
  "a folder": async (folder) => {
    await mkdir(join(folder, "out.png"));
    return "out.png";
  },
  "its own folder": () => ".",
  "the folder above": () => "..",
  "a name with a zero": () => "good.png\0",
  "a backslash": () => "..\\secret.key",
  "no text": () => ({ path: "good.png" }),
  "a file that does not exist": () => "missing.png",
};

/** Runs the work in a folder with one good file. Returns what the server got. */
async function attempt(prepare: (folder: string) => unknown, work: (run: Run, local: Engines) => Promise<unknown>) {
  const folder = await mkdtemp(join(root, "run-"));
  await Bun.write(join(folder, "good.png"), "a file of its own");
  report = await prepare(folder);
  const local = engines();
  const run = {
    ...{ id: "x", folder, signal: AbortSignal.timeout(30_000), progress() {} },
    download: async () => join(folder, "good.png"),
  };
  try {
    return await work(run, local).catch((error: Error) => error);
  } finally {
    await local.stop();
  }
}

describe.skipIf(process.platform !== "linux")("a decoder that is taken over", () => {
  test.each(Object.keys(attacks))("cannot make the server use %s", async (attack) => {
    const result = await attempt(attacks[attack]!, tasks.thumbnail!);
    expect(result).toBeInstanceOf(Error);
    expect((result as Error).message).toStartWith("The child process reported ");
  });

  test.each(Object.keys(tasks))("cannot do so as %s", async (task) => {
    const result = await attempt(attacks["an absolute path"]!, tasks[task]!);
    expect(result).toBeInstanceOf(Error);
    expect(result).not.toBeInstanceOf(EngineError);
    expect((result as Error).message).toStartWith("The child process reported ");
  });

  test("cannot have the server's key stored as a font", async () => {
    const stored: unknown[] = [];
    const form = new FormData();
    form.set("file", new Blob(["OTTO font"]), "font.otf");
    const nothing = { execute: async () => {} };
    const context = {
      ...{
        child,
        log,
        stopping: AbortSignal.timeout(30_000),
        host: { dataDir: root },
      },
      db: { transaction: () => nothing },
      quotas: {
        admit: (_: string, size: number, work: (permit: object) => unknown) => work({ size, watch: (x: unknown) => x }),
      },
      media: { storage: { put: async (...file: unknown[]) => void stored.push(file) } },
    } as unknown as Parameters<typeof uploadFont>[0];
    report = secret();
    const request = new Request("http://localhost/", { method: "POST", body: form });
    await expect(uploadFont(context, "account", request)).rejects.toThrow("The font is damaged and cannot be read.");
    expect(stored).toEqual([]);
    expect(await readFile(secret(), "utf8")).toBe("the server's secret");
  });

  test("gets its own files used", async () => {
    const path = await attempt(() => "good.png", tasks.thumbnail!);
    expect(await readFile(String(path), "utf8")).toBe("a file of its own");
  });
});
