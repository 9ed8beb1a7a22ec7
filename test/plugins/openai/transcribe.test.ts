import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TranscriptionCreateParams } from "openai/resources/audio/transcriptions";
import { transcriberConformance } from "#sdk/testing/conformance/transcribe";
import { serveFiles } from "#test/files";
import { enginesAt, plainFootage, WAVE } from "./make";
import { KEY, type OpenAi, SPEECH, startOpenAi } from "./server";

const files = serveFiles();
let server: OpenAi;
let folder: string;
let clip: string;
let wave: string;
beforeAll(async () => {
  server = await startOpenAi();
  folder = await mkdtemp(join(tmpdir(), "vireo-openai-"));
  [clip, wave] = [join(folder, "clip"), join(folder, "sound")];
  await Bun.write(clip, await fetch(files.clip));
  await Bun.write(wave, WAVE);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  server.control.heard = SPEECH;
});

const make = (more = {}, footage: typeof plainFootage | undefined = plainFootage) =>
  enginesAt(server.url, { timeoutSeconds: 20, ...more }, footage).transcribe!;
const work = () => ({ folder, signal: AbortSignal.timeout(60_000), progress() {} });
const holding = async (path: RegExp) => {
  const before = server.count("POST", path);
  server.fail("POST", path, "silent-before");
  while (server.count("POST", path) === before) await Bun.sleep(5);
};
const SILENT = { task: "transcribe", text: "", segments: [], words: [] };

transcriberConformance("openai", {
  transcriber: () => make(),
  spoken: () => clip,
  seconds: 2,
  quiet: { path: () => clip, hush: () => Object.assign(server.control, { heard: SILENT }) },
  unreadable: () => import.meta.path,
  hold: () => holding(/transcriptions/),
});

transcriberConformance("whisper.cpp", {
  transcriber: () => make({ transcriptionUrl: server.url, transcriptionDialect: "whisper.cpp" }),
  spoken: () => clip,
  seconds: 2,
  quiet: { path: () => clip, hush: () => Object.assign(server.control, { heard: SILENT }) },
  hold: () => holding(/inference/),
});

test("the sound of a video is sent small, with a name that tells its kind, and the times of words are asked for", async () => {
  await make().transcribe({ path: clip, language: "pt-BR" }, work());
  const form = server.forms.at(-1)!;
  const file = form.get("file") as File;
  expect([file.name, await file.text()]).toEqual(["sound.m4a", "m4a"]);
  const fields = { model: "whisper-1", response_format: "verbose_json", language: "pt" } satisfies Omit<
    TranscriptionCreateParams,
    "file"
  >;
  expect(Object.fromEntries([...form].filter(([name]) => name !== "file"))).toMatchObject(fields);
  expect(form.getAll("timestamp_granularities[]")).toEqual(["word", "segment"]);
});

test("a small sound file goes as it is", async () => {
  await make().transcribe({ path: wave }, work());
  const file = server.forms.at(-1)?.get("file") as File;
  expect([file.name, file.size]).toEqual(["sound.wav", WAVE.length]);
});

test("whisper.cpp's server is sent plain sound at its own path, and no key of another server", async () => {
  const ears = make({ transcriptionUrl: server.url, transcriptionDialect: "whisper.cpp" });
  expect(await ears.check?.()).toMatchObject({ ok: true });
  await ears.transcribe({ path: clip }, work());
  const call = server.calls.at(-1);
  expect([call?.path, call?.headers.authorization]).toEqual(["/inference", undefined]);
  const file = server.forms.at(-1)?.get("file") as File;
  expect([file.name, file.size]).toEqual(["sound.wav", WAVE.length]);
});

test("a model that tells no times is a failure that says so", async () => {
  server.control.heard = { text: "Words without times" };
  await expect(make().transcribe({ path: clip }, work())).rejects.toMatchObject({
    code: "provider_error",
    message: expect.stringContaining("returns no timestamps"),
  });
});

test("faults have their codes, and no key is told", async () => {
  const code = (more = {}) =>
    make(more)
      .transcribe({ path: clip }, work())
      .catch(({ code, message }) => ({ code, message: String(message) }));
  const refused = await code({ apiKey: "sk-wrong-key-1" });
  expect(refused).toMatchObject({ code: "provider_unauthorized" });
  expect(JSON.stringify(refused)).not.toContain("sk-wrong-key-1");
  server.fail("POST", /transcriptions/, "reset-after");
  expect(await code()).toMatchObject({ code: "outcome_unknown" });
  server.fail("POST", /transcriptions/, "silent-before");
  expect(await code({ timeoutSeconds: 0.3 })).toMatchObject({ code: "outcome_unknown" });
  expect(JSON.stringify(server.calls.map(({ path, query }) => `${path}?${query}`))).not.toContain(KEY);
});
