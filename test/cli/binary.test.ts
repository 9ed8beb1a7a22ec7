/** The program in one file, as a newcomer meets it: an empty directory, an empty environment, nothing installed. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, existsSync, readdirSync, statSync, truncateSync, utimesSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { probe } from "#core/media/probe";
import { startEmbedded } from "#db/embedded";
import { mp4 } from "#plugins/local/codec/formats";
import { runMediaJob } from "#plugins/local/codec/media-job";
import { builtBinary, client, endAll, launch, memoryOf, type Running, until } from "#test/binary";
import { fastH264 } from "#test/plugins/local/edit-clips";

const example = new URL("../../examples/plugin/index.ts", import.meta.url).pathname;
let binary: string;
let folder: string;
let vireo: Running;
let api: ReturnType<typeof client>;
let key: string | undefined;
let idle: number;
const natives = () => join(folder, "data/natives");
const partsThere = () => readdirSync(natives()).filter((name) => /-[0-9a-f]{16}$/.test(name));

/** A still video, 1280 × 720, with a portrait at the right. */
async function encodePortrait(path: string): Promise<void> {
  const [width, height] = [1280, 720];
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#335544";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(await loadImage(join(import.meta.dir, "../plugins/local/reframe/portrait-1.jpg")), 864, 150, 320, 400);
  const picture = new Uint8Array(pen.getImageData(0, 0, width, height).data.buffer);
  const frames = (async function* () {
    for (let at = 0; at < 20; at++) yield picture;
  })();
  const input = { frames, size: { width, height }, fps: 10 };
  await runMediaJob({ inputs: [input], filters: "[0v]fps=10[v]", v: fastH264(), target: mp4(path) });
}

/** Milliseconds to make a database and start it, and to start one that is there. */
async function databaseAlone(): Promise<{ first: number; later: number }> {
  const directory = await mkdtemp(join(tmpdir(), "vireo-alone-"));
  const times: number[] = [];
  for (let i = 0; i < 2; i++) {
    const began = performance.now();
    const server = await startEmbedded({ directory: join(directory, "postgres") });
    times.push(performance.now() - began);
    await server.stop();
  }
  await rm(directory, { recursive: true, force: true });
  return { first: times[0]!, later: times[1]! };
}

const ended = (path: string) =>
  until(path, async () => {
    const { body } = await api("GET", path);
    return body.status === "completed" || body.status === "failed" ? body : undefined;
  });

beforeAll(async () => {
  const built = await builtBinary();
  binary = built.path;
  console.log(built.table);
  folder = await mkdtemp(join(tmpdir(), "vireo-binary-"));
});
afterAll(async () => {
  await endAll();
  await rm(folder, { recursive: true, force: true });
});

describe("a newcomer's first start", () => {
  test("answers, is ready, shows its reference and its dashboard, and says how to get a key", async () => {
    vireo = await launch(binary, folder);
    key = vireo.key;
    expect(key).toBeString();
    api = client(vireo, key);
    expect((await api("GET", "/ready")).body).toMatchObject({ status: "ready" });
    for (const path of ["/docs", "/"]) {
      const page = await (await fetch(`${vireo.origin}${path}`)).text();
      const scripts = new Set([...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path = ""]) => path));
      const responses = await Promise.all([...scripts].map((path) => fetch(new URL(path, vireo.origin))));
      const sizes = await Promise.all(responses.map(async (one) => (one.ok ? (await one.text()).length : Number.NaN)));
      expect([path, sizes.reduce((sum, size) => sum + size, 0) > 100_000]).toEqual([path, true]);
    }
    await until("all parts", async () => (partsThere().length >= 7 ? true : undefined));
    idle = await memoryOf(vireo.pid);
  });

  test("makes an image, and a video with captions", async () => {
    const size = { aspectRatio: "1:1", resolution: "720p" };
    const [image, video] = await Promise.all([
      api("POST", "/api/v1/images/generate", { prompt: "Summer sale. Half price" }),
      api("POST", "/api/v1/videos/generate", { prompt: "Cold brew that hits different", duration: 3, ...size }),
    ]);
    expect(await ended(`/api/v1/images/${image.body.imageId}`)).toMatchObject({ status: "completed" });
    const path = `/api/v1/videos/${video.body.videoId}`;
    expect(await ended(path)).toMatchObject({ status: "completed" });
    const edit = await api("POST", `${path}/captions`, { text: "I stopped buying lattes.", style: "karaoke" });
    expect(edit.status).toBe(200);
    const captioned = await ended(`/api/v1/videos/${edit.body.videoId}`);
    const file = join(folder, "captioned.mp4");
    await Bun.write(file, await fetch(captioned.url));
    expect(await probe(file)).toMatchObject({ kind: "video", videoCodec: "avc", width: 720, height: 720 });
  });

  test("finds a face, which an upright version of a wide video follows", async () => {
    const file = join(folder, "wide.mp4");
    await encodePortrait(file);
    const form = new FormData();
    form.append("file", Bun.file(file), "wide.mp4");
    const sent = await fetch(`${vireo.origin}/api/v1/upload`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
      body: form,
    });
    const { videoId } = (await sent.json()) as { videoId: string };
    const layers = [{ type: "reframe", aspectRatio: "9:16" }];
    const edit = await api("POST", `/api/v1/videos/${videoId}/render`, { layers });
    expect(edit.status).toBe(200);
    const { body } = await api("GET", `/api/v1/videos/${videoId}/versions/2`);
    expect(body.layers[0].shots).toMatchObject([{ mode: "fill", focus: { x: expect.closeTo(0.8, 1) } }]);
  });

  test("searches the demo library by meaning", async () => {
    expect((await api("POST", "/api/v1/viral-library/demo")).body).toMatchObject({ imported: 301 });
    const query = new URLSearchParams({ q: "cheap dinner ideas", limit: "3" });
    const found = await until("the index", async () => {
      const { body } = await api("GET", `/api/v1/viral-library/search?${query}`);
      return body.results?.length === 3 ? body.results : undefined;
    });
    expect(found[0].video.hashtags).toContain("budgetmeals");
  });
});

describe("the next start", () => {
  const before = new Map<string, number>();

  beforeAll(async () => {
    await Bun.write(
      join(folder, "shout.ts"),
      `import { readFileSync } from "node:fs";
      import type { Module } from "vireo/module";
      import { EngineError } from "vireo/engine";
      export default {
        name: "shout",
        children: {
          refuse: async () => async () => { throw new EngineError("too_quiet", "Say it louder."); },
          look: async () => async (paths) => paths.map((path) => { try { return readFileSync(path).length; } catch ({ code }) { return code; } }),
        },
        start: ({ router, child, host }) => ({ routes: router().get("", async () => {
          const options = { folder: host.dataDir, signal: AbortSignal.timeout(30_000), timeLimitMs: 30_000 };
          const refusal = await child("refuse", {}, options).catch((error) => error);
          const secrets = await child("look", ["secret.key", "postgres/password"].map((name) => host.dataDir + "/" + name), options);
          return { isEngineError: refusal instanceof EngineError, code: refusal.code, message: refusal.message, secrets };
        }, { auth: "any" }) }),
      } satisfies Module;`,
    );
    const plugin = join(folder, "node_modules/@acme/vireo-echo");
    await mkdir(join(plugin, "src"), { recursive: true });
    await Bun.write(
      join(plugin, "package.json"),
      '{"name":"@acme/vireo-echo","type":"module","exports":"./src/main.js"}',
    );
    await Bun.write(
      join(plugin, "src/main.js"),
      `import { echo } from "echo-words";
      export default { name: "echo", start: ({ router }) => ({ routes: router().get("", () => ({ echo: echo("hello") }), { auth: "any" }) }) };`,
    );
    const words = join(folder, "node_modules/echo-words");
    await Bun.write(join(words, "package.json"), '{"name":"echo-words","main":"lib.cjs"}');
    await Bun.write(join(words, "lib.cjs"), "exports.echo = (word) => word + word;");
    // Not the program's: a stranger's settings and secrets lie in the directory that it is started in.
    await Bun.write(join(folder, ".env"), "VIREO_ADMIN_KEY=short\n");
    await Bun.write(join(folder, "bunfig.toml"), 'preload = ["./missing.ts"]\n');
  });

  test("stops at SIGTERM, its database too, and starts with what is unpacked", async () => {
    for (const name of partsThere()) before.set(name, statSync(join(natives(), name)).ino);
    const busy = await memoryOf(vireo.pid);
    const [postmaster] = (await readFile(join(folder, "data/postgres/cluster/postmaster.pid"), "utf8")).split("\n");
    vireo.kill("SIGTERM");
    expect(await vireo.exited).toBe(0);
    expect(existsSync(`/proc/${postmaster}`)).toBe(false);
    expect(await vireo.log()).not.toMatch(/ (error|warn) /);

    const first = vireo.firstAnswerMs;
    vireo = await launch(binary, folder, { VIREO_PLUGINS: `./shout.ts,@acme/vireo-echo,${example}` });
    api = client(vireo, key);
    expect(vireo.key).toBeUndefined();
    for (const [name, inode] of before) expect([name, statSync(join(natives(), name)).ino]).toEqual([name, inode]);
    const alone = await databaseAlone();
    const ms = (value: number) => `${value.toFixed(0)} ms`;
    console.log(
      `first start ${ms(first)} (its database alone ${ms(alone.first)}); next start ${ms(vireo.firstAnswerMs)} (alone ${ms(alone.later)})`,
      `\nmemory with the database: ${idle} MB idle, ${busy} MB after renders and a search`,
    );
  });

  test("loads a plug-in from a file: its error classes, and its child processes, which find no secrets", async () => {
    expect((await api("GET", "/api/v1/shout")).body).toEqual({
      isEngineError: true,
      code: "too_quiet",
      message: "Say it louder.",
      secrets: ["EACCES", "EACCES"],
    });
  });

  test("loads the example plug-in: its engine, its table and its page", async () => {
    const { body } = await api("POST", "/api/v1/images/generate", { prompt: "dusk", model: "gradient-1" });
    expect(await ended(`/api/v1/images/${body.imageId}`)).toMatchObject({ status: "completed", engine: "gradients" });
    expect((await api("POST", "/api/v1/gradients/favourites", { prompt: "dusk" })).status).toBe(201);
    expect(await (await fetch(`${vireo.origin}/open/gradients/page.js`)).text()).toContain(
      "export async function mount",
    );
  });

  test("loads a plug-in that is an npm package, with a package of its own", async () => {
    expect((await api("GET", "/api/v1/echo")).body).toEqual({ echo: "hellohello" });
  });
});

describe("after kill -9", () => {
  test("it starts again, repairs what is damaged of its parts, and removes what lies about", async () => {
    vireo.kill("SIGKILL");
    await vireo.exited;
    const canvas = partsThere().find((name) => name.startsWith("canvas-"))!;
    truncateSync(join(natives(), canvas, "canvas.node"), 1000);
    const leftovers = ["new-abcdef", "canvas-0123456789abcdef"].map((name) => join(natives(), name));
    for (const path of leftovers) {
      cpSync(join(natives(), canvas), path, { recursive: true });
      utimesSync(path, 0, 0);
    }
    vireo = await launch(binary, folder);
    api = client(vireo, key);
    const { body } = await api("POST", "/api/v1/images/generate", { prompt: "Back again" });
    expect(await ended(`/api/v1/images/${body.imageId}`)).toMatchObject({ status: "completed" });
    expect(leftovers.filter(existsSync)).toEqual([]);
    vireo.kill("SIGTERM");
    expect(await vireo.exited).toBe(0);
  });
});
