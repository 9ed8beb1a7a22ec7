/** Narrated videos: one call with a script and a voice. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { collectMigrations } from "#core/database/migrations";
import { type Engine, EngineError, type Outcome } from "#core/engine";
import { probe } from "#core/media/probe";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import type { ImageRequest } from "#sdk/slots/image";
import type { Speaker, SpeakRequest } from "#sdk/slots/speak";
import type { StockItem, StockLibrary, StockRequest } from "#sdk/slots/stock";
import type { NarrationRequest, StoryboardWriter } from "#sdk/slots/storyboard";
import type { VideoRequest } from "#sdk/slots/video";
import { toWords } from "#sdk/speech/words";
import { type Client, startApp, type TestApp } from "#test/app";
import { freshDatabase } from "#test/database";
import { PIXEL } from "#test/engines";
import { serveFiles } from "#test/files";
import { clip, tools } from "#test/plugins/local/edit-clips";
import { toneOf } from "#test/tone";
import { until } from "#test/until";

const files = serveFiles();
const SCRIPT =
  "Most people skip breakfast in the morning. Our new oat bar has 12 grams of protein in it. Order your first box today.";
const SENTENCES = SCRIPT.split(/(?<=\.) /);

/** What the engines were asked, and what becomes of it. */
const spoken: SpeakRequest[] = [];
const searched: StockRequest[] = [];
const painted: ImageRequest[] = [];
const filmed: VideoRequest[] = [];
const written: NarrationRequest[] = [];
let shelf: StockItem[] = [];
let refuses: Partial<Record<"speak" | "stock" | "image" | "write", EngineError>> = {};
/** Speech waits for it. */
let gate = Promise.resolve();
/** Calls that never return, as in a process that dies during them. */
let dies: "speak" | "stock" | "image" | undefined;
const obey = async (step: "speak" | "stock" | "image") => {
  if (refuses[step]) throw refuses[step];
  if (dies !== step) return;
  dies = undefined;
  await new Promise(() => {});
};

const speak: Speaker = {
  name: "mouth",
  voices: ["ann"],
  async speak(request, { folder }) {
    spoken.push(request);
    await obey("speak");
    await gate;
    const path = join(folder, "voice.wav");
    const wave = toneOf(request.text);
    wave.writeUInt32LE(wave.length - 44, 40);
    await Bun.write(path, wave);
    const characters = [...request.text];
    const starts = characters.map((_, at) => at * 0.05);
    return { path, words: toWords({ characters, starts, ends: starts.map((start) => start + 0.05) }) };
  },
};
const stock: StockLibrary = {
  name: "shelf",
  async search(request) {
    searched.push(request);
    await obey("stock");
    return shelf;
  },
};
const image: Engine<ImageRequest> = {
  name: "brush",
  models: [{ id: "brush-1", title: "Brush", aspectRatios: ["1:1", "9:16"] }],
  async create(request) {
    painted.push(request);
    if (refuses.image) throw refuses.image;
    return { state: "pending", task: `task-${painted.length}`, readAfterMs: 5 };
  },
  async read(_task, { folder }): Promise<Outcome> {
    await obey("image");
    const path = join(folder, `${crypto.randomUUID()}.png`);
    await Bun.write(path, PIXEL);
    return { state: "completed", files: { main: { path } } };
  },
};
const kit = tools();
const film: Engine<VideoRequest> = {
  name: "film",
  models: [
    {
      ...{ id: "film-1", title: "Film", scenes: true, narrates: { maxSeconds: 60 } },
      duration: { min: 3, max: 60, default: 8 },
    },
    { id: "mute-1", title: "Mute", scenes: true },
  ],
  repeatable: true,
  async create(request, { folder }) {
    filmed.push(request);
    expect((await probe(request.narration?.voicePath ?? ""))?.hasAudio).toBe(true);
    for (const path of Object.values(request.mediaPaths ?? {})) expect(await Bun.file(path).exists()).toBe(true);
    const path = join(folder, "film.mp4");
    await copyFile(join(kit.folder, "clip.mp4"), path);
    return {
      state: "completed",
      files: { main: { path } },
      facts: { scenes: request.scenes, warnings: request.warnings },
    };
  },
};
const writer: StoryboardWriter = {
  name: "writer",
  mode: "written",
  write: async () => ({ scenes: [], warnings: [] }),
  async narrate(request) {
    written.push(request);
    if (refuses.write) throw refuses.write;
    const texts = request.parts ?? SENTENCES;
    return texts.map((text, at) => ({
      text,
      headline: `Headline ${at}`,
      search: `search ${at}`,
      picture: `Picture ${at}`,
    }));
  },
};
const all = defineModule({ name: "all", start: () => ({ engines: { speak, stock, image, video: film } }) });
const silent = defineModule({ name: "all", start: () => ({ engines: { video: film } }) });
const poet = defineModule({ name: "poet", start: () => ({ engines: { storyboard: writer } }) });

let app: TestApp;
let poetic: TestApp;
let mute: TestApp;
let api: Client;
beforeAll(async () => {
  await clip(kit, "clip.mp4", { seconds: 1 });
  const config = { allowHosts: ["127.0.0.1"] };
  [app, poetic, mute] = await Promise.all([
    startApp(config, [...modules, all]),
    startApp(config, [...modules, all, poet]),
    startApp(config, [...modules, silent]),
  ]);
});
afterAll(() => Promise.all([app.stop(), poetic.stop(), mute.stop()]));
beforeEach(async () => {
  for (const list of [spoken, searched, painted, filmed, written]) list.length = 0;
  shelf = [media("video", files.clip, "1"), media("image", files.picture, "2")];
  refuses = {};
  await app.vireo.db.deleteFrom("stock_searches").execute();
  ({ api } = await app.account(500));
});

const media = (kind: "video" | "image", url: string, id: string): StockItem => ({
  ...{ kind, url, width: 1080, height: 1920, ...(kind === "video" ? { seconds: 20 } : {}) },
  attribution: { source: "Shelf", author: "Ann", url: `https://shelf.example/${id}`, license: "Free" },
});
const generate = async (body: object, client = api) => {
  const { status, body: started } = await client("POST", "/videos/generate", body);
  expect([status, started.errors]).toEqual([202, undefined]);
  return started;
};
const finish = async (body: object, client = api, on = app) =>
  on.ended(`/videos/${(await generate(body, client)).videoId}`, client);
const types = async () =>
  (await api("GET", "/credits/transactions")).body.transactions.map(({ type }: { type: string }) => type);

test("a script is spoken once; a clip, a photo or a design goes with each sentence; makers are credited", async () => {
  const { body: storyboard } = await api("POST", "/videos/storyboard", { script: SCRIPT, voice: "ann" });
  const video = await finish({ script: SCRIPT, voice: "ann" });
  expect(spoken).toEqual([{ text: SCRIPT, voice: "ann" }]);
  const [request] = filmed;
  expect(request?.scenes).toEqual([
    { kind: "media", narration: SENTENCES[0]!, mediaUrl: files.clip, attribution: shelf[0]!.attribution },
    {
      ...{ kind: "media", narration: SENTENCES[1]!, attribution: shelf[1]!.attribution },
      // Photos are stored here, because libraries want no links to them.
      mediaUrl: expect.stringMatching(/\/media\/.+\.png$/),
    },
    { kind: "cta", narration: SENTENCES[2]!, text: "Order your first box today" },
  ]);
  expect(request?.narration).toMatchObject({ start: 0.25, musicVolume: 0.5, captions: { style: "bold" } });
  expect(request?.narration?.words).toHaveLength(SCRIPT.split(" ").length);
  expect(searched[0]).toEqual({ query: "people skip breakfast", language: "en", orientation: "portrait" });
  expect(video).toMatchObject({ status: "completed", warnings: [{ code: "no_stock" }] });
  expect(video.attributions).toEqual(shelf.map(({ attribution }) => attribution));
  // The storyboard names each step with its price, and all of them are what is charged.
  expect(storyboard.costs.map(({ step, credits }: { step: string; credits: number }) => [step, credits])).toEqual([
    ["speech", 3],
    ...SENTENCES.map(() => ["stock", 0]),
    ["render", storyboard.credits - 3],
  ]);
  expect(video.creditsUsed).toBe(storyboard.credits);
  // Captions that are added later know what is said, too.
  expect((await api("GET", `/videos/${video.videoId}`)).body.scenes[0].narration).toBe(SENTENCES[0]);
  const { status, body: transcript } = await api("GET", `/videos/${video.videoId}/transcript`);
  const words = transcript.cues.flatMap((cue: { words: { word: string }[] }) => cue.words);
  expect([status, words.map(({ word }: { word: string }) => word).join(" ")]).toEqual([200, SCRIPT]);
  expect((await api("GET", `/videos/${video.videoId}/transcript?version=9`)).status).toBe(404);
});

test("media of the request come first, in order; what is left over is named", async () => {
  const referenceImageUrls = [files.picture, files.clip, `${files.picture}?2`, `${files.picture}?3`];
  const video = await finish({ script: SCRIPT, referenceImageUrls });
  expect(filmed[0]?.scenes?.map(({ mediaUrl }) => mediaUrl)).toEqual(referenceImageUrls.slice(0, 3));
  expect([searched.length, video.warnings, video.attributions]).toEqual([
    0,
    [expect.objectContaining({ code: "media_unused" })],
    undefined,
  ]);
});

test("images are made for each sentence, at the price of an image each", async () => {
  const body = { script: SCRIPT, visuals: "generated", imageUrl: files.picture };
  const { body: storyboard } = await api("POST", "/videos/storyboard", body);
  const video = await finish(body);
  expect(painted.map(({ prompt, aspectRatio }) => [prompt.includes("no text"), aspectRatio])).toEqual([
    [true, "9:16"],
    [true, "9:16"],
  ]);
  expect(filmed[0]?.scenes?.map(({ mediaUrl }) => mediaUrl)).toEqual([
    files.picture,
    ...[1, 2].map(() => expect.stringMatching(/\/media\//)),
  ]);
  expect(storyboard.costs.filter(({ step }: { step: string }) => step === "image")).toEqual([
    { step: "image", scene: 1, engine: "brush", credits: 6 },
    { step: "image", scene: 2, engine: "brush", credits: 6 },
  ]);
  expect(video.creditsUsed).toBe(storyboard.credits);
});

test("scenes of a storyboard are kept, and options reach the engines", async () => {
  const { body: storyboard } = await api("POST", "/videos/storyboard", { script: SCRIPT, visuals: "designed" });
  expect(storyboard.scenes.map(({ kind, text }: { kind: string; text: string }) => [kind, text])).toEqual([
    ["hook", "People skip breakfast"],
    ["point", "Oat bar has 12 grams"],
    ["cta", "Order your first box today"],
  ]);
  const scenes = storyboard.scenes.with(1, { ...storyboard.scenes[1], text: "Only mine" });
  await finish({ scenes, speed: 1.5, musicVolume: 0, captions: { style: "karaoke", position: "top" } });
  expect(spoken).toEqual([{ text: SCRIPT, speed: 1.5 }]);
  expect(filmed[0]?.scenes?.[1]).toMatchObject({ text: "Only mine" });
  expect(filmed[0]?.narration).toMatchObject({ musicVolume: 0, captions: { style: "karaoke", position: "top" } });
  await finish({ script: SCRIPT, captions: { style: "none" } });
  expect(filmed[1]?.narration?.captions).toBeUndefined();
});

describe("with a language model", () => {
  test("a prompt and a voice are enough: the script is written, once, and footage is searched by its words", async () => {
    const { api } = await poetic.account(500);
    const body = { prompt: "Oat bars", voice: "ann", duration: 20 };
    const { body: storyboard } = await api("POST", "/videos/storyboard", body);
    expect(storyboard.costs[0]).toEqual({ step: "script", credits: 0 });
    written.length = 0;
    const video = await finish(body, api, poetic);
    expect(video.status).toBe("completed");
    expect(written).toEqual([{ prompt: "Oat bars", seconds: 20, brief: {} }]);
    expect(spoken).toEqual([{ text: SCRIPT, voice: "ann" }]);
    expect(searched[0]).toEqual({ query: "search 0", language: "en", orientation: "portrait" });
  });

  test("the storyboard names the price of the images that are made; 503 if the script has too few parts for them", async () => {
    const { api } = await poetic.account(500);
    const ask = (duration: number) => ({ prompt: "Oat bars", voice: "ann", duration, visuals: "generated" });
    const { body: storyboard } = await api("POST", "/videos/storyboard", ask(14));
    const video = await finish(ask(14), api, poetic);
    expect(video).toMatchObject({ status: "completed", creditsUsed: storyboard.credits });
    expect(storyboard.costs.filter(({ step }: { step: string }) => step === "image")).toHaveLength(3);
    expect((await api("POST", "/videos/storyboard", ask(20))).body).toMatchObject({
      status: 503,
      detail: expect.stringContaining("fewer parts than the 4 images"),
    });
  });

  test("400 for a length that the model does not narrate, 503 if the script cannot be written", async () => {
    const ask = (duration: number) =>
      poetic.api("POST", "/videos/storyboard", { prompt: "Oats", voice: "ann", duration });
    expect((await ask(600)).body.errors).toHaveProperty("duration");
    refuses.write = new EngineError("provider_error", "No usable answer.");
    expect(await ask(20)).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining("No usable answer.") },
    });
  });

  test("a given script is kept word for word; only its media are suggested", async () => {
    const { api } = await poetic.account(500);
    await finish({ script: SCRIPT, visuals: "generated" }, api, poetic);
    expect(written[0]?.parts).toEqual(SENTENCES);
    expect(spoken[0]?.text).toBe(SCRIPT);
    expect(painted.map(({ prompt }) => prompt.slice(0, 9)).toSorted()).toEqual(["Picture 0", "Picture 1", "Picture 2"]);
  });
});

test("searches are kept for a day", async () => {
  await finish({ script: SCRIPT });
  const before = searched.length;
  await finish({ script: SCRIPT });
  expect(searched.length).toBe(before);
  await app.vireo.db
    .updateTable("stock_searches")
    .set({ searched_at: new Date(Date.now() - 25 * 3_600_000) })
    .execute();
  await finish({ script: SCRIPT });
  expect(searched.length).toBe(2 * before);
});

test("a library that fails, a file that is missing, and one that is no video: the scene is designed", async () => {
  refuses.stock = new EngineError("provider_rate_limited", "No more searches now.");
  expect(await finish({ script: SCRIPT })).toMatchObject({ status: "completed", warnings: [{ code: "no_stock" }] });
  refuses = {};
  shelf = [
    media("video", files.missing, "1"),
    media("video", files.text, "2"),
    media("video", "http://10.0.0.1/x", "3"),
  ];
  expect(await finish({ script: SCRIPT })).toMatchObject({ status: "completed", warnings: [{ code: "no_stock" }] });
  expect(filmed[1]?.scenes?.every(({ text }) => text)).toBe(true);
});

test.each([
  ["speak", { script: SCRIPT }, "moderated"],
  ["image", { script: SCRIPT, visuals: "generated" }, "provider_out_of_credit"],
] as const)("a step that fails (%s) is refunded", async (step, body, code) => {
  refuses[step] = new EngineError(code, "No.");
  expect(await finish(body)).toMatchObject({ status: "failed", failCode: code });
  expect([await types(), filmed.length]).toEqual([["refund", "charge", "grant"], 0]);
});

test("killed during a step: free steps and tasks go on, a paid call is never repeated", async () => {
  const start = async (step: typeof dies, body: object) => {
    dies = step;
    const { videoId } = await generate(body);
    while (dies) await Bun.sleep(10);
    return `/videos/${videoId}`;
  };
  const paths = [
    await start("speak", { script: SCRIPT }),
    await start("stock", { script: SCRIPT }),
    await start("image", { script: SCRIPT, visuals: "generated" }),
  ];
  await app.vireo.db
    .updateTable("generations")
    .set({ lease_until: new Date(0) })
    .where("status", "=", "processing")
    .execute();
  const [unknown, ...others] = await Promise.all(paths.map((path) => app.ended(path, api)));
  expect(unknown).toMatchObject({ status: "failed", failCode: "outcome_unknown" });
  for (const video of others) expect(video).toMatchObject({ status: "completed" });
  expect([spoken.length, painted.length]).toEqual([3, 3]);
  expect((await types()).filter((type: string) => type === "refund")).toEqual(["refund"]);
});

test("a video that is deleted after its speech was paid for keeps its charge", async () => {
  dies = "stock";
  const { videoId } = await generate({ script: SCRIPT });
  await until(() => dies === undefined);
  expect((await api("DELETE", `/videos/${videoId}`)).status).toBe(204);
  expect([spoken.length, await types()]).toEqual([1, ["charge", "grant"]]);
});

test("a server that stops finishes a paid call first, and the next one goes on after it", async () => {
  const database = await freshDatabase(collectMigrations([...modules, all]));
  const env = { DATABASE_URL: database.url, DATA_DIR: join(kit.folder, "data") };
  const start = () => startApp({ allowHosts: ["127.0.0.1"] }, [...modules, all], env);
  const first = await start();
  const { api, key } = await first.account(500);
  const open = Promise.withResolvers<void>();
  gate = open.promise;
  const { videoId } = await generate({ script: SCRIPT }, api);
  await until(() => spoken.length);
  const stopped = first.stop();
  await Promise.race([stopped, Bun.sleep(500)]);
  open.resolve();
  await stopped;
  const second = await start();
  expect(await second.ended(`/videos/${videoId}`, second.as(key))).toMatchObject({ status: "completed" });
  expect([spoken.length, filmed.length]).toEqual([1, 1]);
  await second.stop();
  await database.drop();
});

test.each([
  ["a prompt without a language model", { prompt: "Oat bars", voice: "ann" }, "script"],
  ["a script and scenes", { script: SCRIPT, scenes: [{ kind: "hook", text: "x" }] }, "scenes"],
  ["a silent scene", { voice: "ann", scenes: [{ kind: "hook", text: "x" }] }, "scenes.0.narration"],
  ["a length", { script: SCRIPT, duration: 9 }, "duration"],
  ["a script that is too long", { script: SCRIPT.repeat(12) }, "script"],
  ["a model that does not speak", { script: SCRIPT, model: "mute-1" }, "script"],
  ["captions of a video without a script", { prompt: "Oat bars", captions: { style: "bold" } }, "captions"],
  ["a private address", { script: SCRIPT, imageUrl: "http://10.0.0.1/x.png" }, "imageUrl"],
])("400 for %s, and nothing is charged", async (_, body, field) => {
  for (const path of ["generate", "storyboard"]) {
    const { status, body: problem } = await api("POST", `/videos/${path}`, body);
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, [field]]);
  }
  expect(await types()).toEqual(["grant"]);
});

test.each([
  [{}, "ELEVENLABS_API_KEY"],
  [{ visuals: "stock" }, "PEXELS_API_KEY"],
  [{ visuals: "generated" }, "FAL_KEY"],
])("503 for %j without an engine names %s", async (more, name) => {
  const { status, body: problem } = await mute.api("POST", "/videos/generate", { script: SCRIPT, ...more });
  expect([status, problem.detail]).toEqual([503, expect.stringContaining(name)]);
});
