/** Transcripts of long recordings, which are sent in parts, by a server that fails in every way. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toUuid } from "#core/ids";
import { probe } from "#core/media/probe";
import { defineModule } from "#core/module";
import { createLog } from "#core/observability/log";
import { modules } from "#modules/index";
import type { Videos } from "#modules/videos/context";
import { hear } from "#modules/videos/hearing/hear";
import { dropInventions } from "#modules/videos/hearing/inventions";
import { joinParts } from "#modules/videos/hearing/join";
import { splitSpan } from "#modules/videos/hearing/split";
import { local } from "#plugins/local/index";
import type { Interval } from "#sdk/captions/align";
import { dropLoopedCues } from "#sdk/captions/loops";
import type { Cue, Transcriber } from "#sdk/slots/transcribe";
import { startApp, type TestApp } from "#test/app";
import { clipVideos } from "#test/engines";
import { clip, soundFile, tools } from "#test/plugins/local/edit-clips";
import { enginesAt, plainFootage, WAVE } from "#test/plugins/openai/make";
import { type OpenAi, startOpenAi } from "#test/plugins/openai/server";

const say = (text: string, start: number, seconds = 0.5): Cue => {
  const words = text.split(" ").map((word, i) => {
    const from = start + i * seconds;
    return { word, start: from, end: from + seconds };
  });
  return { start, end: words.at(-1)!.end, text, words };
};
const listWords = (cues: readonly Cue[]) => cues.flatMap(({ words = [] }) => words.map(({ word }) => word));

describe("a recording is cut", () => {
  test("in the longest pause near each place, so that no word is cut", async () => {
    const asked: Interval[] = [];
    const parts = await splitSpan({ start: 0, end: 3600 }, 600, async (near) => {
      asked.push(near);
      const { start } = near;
      return [
        { start, end: start + 10 },
        { start: start + 10.4, end: start + 20 },
        { start: start + 21, end: near.end },
      ];
    });
    for (const [i, { start, end }] of parts.entries()) {
      expect(start).toBe(parts[i - 1]?.end ?? 0);
      expect(end - start).toBeLessThanOrEqual(600);
      if (i > 0) expect(start).toBeCloseTo(asked[i - 1]!.start + 20.5, 3);
    }
    expect([parts.length, parts.at(-1)!.end]).toEqual([7, 3600]);
  });

  test("with an overlap where nobody pauses, and anywhere in silence", async () => {
    const [first, second] = await splitSpan({ start: 0, end: 700 }, 600, async (near) => [near]);
    expect(first!.end - second!.start).toBe(10);
    const silent = await splitSpan({ start: 0, end: 700 }, 600, async () => []);
    expect(silent).toEqual([
      { start: 0, end: 350 },
      { start: 350, end: 700 },
    ]);
  });
});

describe("parts are joined", () => {
  const spoken = "one two three four five six seven eight nine ten eleven twelve".split(" ");
  const hearSpan = ({ start, end }: Interval, late = 0): Cue[] => {
    const words = spoken
      .map((word, i) => ({ word, start: i + late, end: i + 0.9 + late }))
      .filter((word) => word.start >= start && word.end <= end);
    return [{ start: words[0]!.start, end: words.at(-1)!.end, text: words.map(({ word }) => word).join(" "), words }];
  };

  test("with each word of an overlap once, although the parts hear it at slightly other times", () => {
    const parts = [
      { start: 0, end: 8 },
      { start: 4, end: 13 },
    ];
    const cues = joinParts(parts.map((part, i) => ({ ...part, cues: hearSpan(part, i * 0.3) })));
    expect(listWords(cues)).toEqual(spoken);
    expect(cues.map(({ text }) => text).join(" ")).toBe(spoken.join(" "));
    for (const [i, { start }] of cues.entries()) expect(start).toBeGreaterThanOrEqual(cues[i - 1]?.end ?? 0);
  });

  test("at the middle of an overlap that they heard differently", () => {
    const cues = joinParts([
      { start: 0, end: 6, cues: [say("a b c d e f", 0, 1)] },
      { start: 4, end: 9, cues: [say("x y z", 5, 1)] },
    ]);
    expect(listWords(cues)).toEqual(["a", "b", "c", "d", "e", "x", "y", "z"]);
  });

  test("whole cues where words have no times", () => {
    const cues = joinParts([
      {
        start: 0,
        end: 6,
        cues: [
          { start: 0, end: 4, text: "First." },
          { start: 4, end: 6, text: "Second." },
        ],
      },
      { start: 6, end: 9, cues: [{ start: 6, end: 9, text: "Third." }] },
    ]);
    expect(cues.map(({ text }) => text)).toEqual(["First.", "Second.", "Third."]);
  });
});

describe("what a recogniser makes up", () => {
  const loop = Array.from({ length: 20 }, (_, i) => say("and that is how it works", 10 + i * 3));

  test("a phrase that it repeats for a minute is left out, with or without times of words", () => {
    const cues = [say("Hello everybody", 0), ...loop, say("Goodbye", 80)];
    const texts = ["Hello everybody", "Goodbye"];
    expect(dropLoopedCues(cues).map(({ text }) => text)).toEqual(texts);
    expect(dropLoopedCues(cues.map(({ words: _, ...cue }) => cue)).map(({ text }) => text)).toEqual(texts);
  });

  test("its usual lines and those that come again are left out where there is no voice, and kept where there is", async () => {
    const cues = [
      say("Thank you.", 5),
      say("Welcome back.", 10),
      ...[20, 40, 60].map((start) => say("Subtitles by me", start)),
      say("Thank you.", 90),
    ];
    const voice = [
      { start: 9, end: 12 },
      { start: 89, end: 92 },
    ];
    const kept = await dropInventions(cues, async () => voice);
    expect(kept.map(({ start }) => start)).toEqual([10, 90]);
    const trusted = [say("Welcome back.", 10)];
    expect(await dropInventions(trusted, () => Promise.reject(new Error("asked")))).toEqual(trusted);
  });
});

describe("at a server that transcribes", () => {
  let app: TestApp;
  let server: OpenAi;
  let folder: string;
  let recording: string;
  let videoId: string;
  let accountId: string;
  let name = 0;
  /** What was heard, as seconds of the recording. */
  let heard: string[] = [];
  let speak: (
    span: Interval,
    language: string | undefined,
  ) => { words?: Cue["words"]; text?: string; language?: string };

  /** Sound that says which part of the recording it is. */
  const footage = {
    ...plainFootage,
    findVoice: async (_path: string, span: Interval) => [{ start: span.start, end: (span.start + span.end) / 2 - 1 }],
    async sound(_path: string, _format: string, run: { folder: string }, part: Interval = { start: 0, end: 0 }) {
      const path = join(run.folder, `${crypto.randomUUID()}.wav`);
      const bytes = Buffer.from(WAVE);
      bytes.write(`${part.start}-${part.end};`, 44);
      await Bun.write(path, bytes);
      return path;
    },
  };

  beforeAll(async () => {
    server = await startOpenAi();
    folder = await mkdtemp(join(tmpdir(), "vireo-long-"));
    recording = await soundFile(join(folder, "talk.wav"), "anullsrc=r=8000:cl=mono,atrim=end=400");
    app = await startApp({ providers: { video: "clips" } }, [...modules, local, clipVideos(recording).module]);
    const { body } = await app.api("POST", "/videos/generate", { prompt: "Hello", duration: 3 });
    videoId = toUuid("vid", body.videoId)!;
    const row = app.vireo.db.selectFrom("generations").select("account_id").where("id", "=", videoId);
    accountId = (await row.executeTakeFirstOrThrow()).account_id;
  });
  afterAll(async () => {
    await app.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    heard = [];
    name++;
    speak = ({ start }) => ({ words: say(`word${start}`, 0).words, text: `word${start}`, language: "english" });
    server.control.heard = async (form: FormData) => {
      const file = Buffer.from(await (form.get("file") as File).arrayBuffer());
      const [start, end] = file.toString("latin1", 44).split(";")[0]!.split("-").map(Number);
      const language = form.get("language")?.toString();
      heard.push(`${Math.round(start!)}-${Math.round(end!)}${language ? ` ${language}` : ""}`);
      return { segments: [], ...speak({ start: start!, end: end! }, language) };
    };
  });
  afterEach(() => app.vireo.db.deleteFrom("heard_parts").execute());

  const transcribe = async (
    { signal = AbortSignal.timeout(60_000), language }: { signal?: AbortSignal; language?: string } = {},
    progress: (percent: number) => void = () => {},
  ) => {
    const transcriber: Transcriber = {
      ...enginesAt(server.url, { timeoutSeconds: 20 }).transcribe!,
      parts: { maxSeconds: 100, atOnce: 2 },
    };
    const log = createLog({ level: "silent", format: "json" });
    const { signal: stopping } = new AbortController();
    const videos = { db: app.vireo.db, services: { local: footage }, log, stopping } as unknown as Videos;
    const owner = { id: videoId, accountId, name: `version ${name}` };
    return hear(videos, transcriber, { path: recording, language, owner }, { folder, signal, progress });
  };

  test("parts are sent two at a time, and words have the times of the whole; progress is shown", async () => {
    const progress: number[] = [];
    const cues = await transcribe({ language: "en" }, (percent) => progress.push(percent));
    expect(heard.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))).toHaveLength(5);
    expect(cues.map(({ start }) => start)).toEqual(cues.map(({ text }) => Number(text.slice(4))));
    // Also within parts.
    expect(progress.length).toBeGreaterThan(5);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(100);
  });

  test("a part that fails is sent again, and no other", async () => {
    for (const fault of ["error-500-before", "reset-after", "refused-429"] as const)
      server.fail("POST", /transcriptions/, fault);
    const cues = await transcribe({ language: "en" });
    expect(cues).toHaveLength(5);
    // The connection that broke had been answered.
    expect(new Set(heard).size).toBe(5);
    expect(heard.length).toBe(6);
  });

  test("a refusal ends it once the other parts that were sent are stored, and the next attempt sends the rest", async () => {
    server.fail("POST", /transcriptions/, "refused-429-later");
    await expect(transcribe({ language: "en" })).rejects.toMatchObject({ code: "provider_rate_limited" });
    const [first] = heard;
    expect(heard).toHaveLength(1);
    heard = [];
    expect(await transcribe({ language: "en" })).toHaveLength(5);
    expect(heard).toHaveLength(4);
    expect(heard).not.toContain(first);
  });

  test("after an interruption, finished parts are not sent again", async () => {
    const ending = new AbortController();
    speak = ({ start }) => {
      if (start > 100) ending.abort(new Error("killed"));
      return { words: say("word", 0).words, text: "word" };
    };
    await expect(transcribe({ language: "en", signal: ending.signal })).rejects.toThrow("killed");
    const { length } = await app.vireo.db.selectFrom("heard_parts").select("part").execute();
    expect(length).toBeGreaterThan(0);
    heard = [];
    speak = () => ({ words: say("word", 0).words, text: "word" });
    expect(await transcribe({ language: "en" })).toHaveLength(5);
    expect(heard).toHaveLength(5 - length);
  });

  test("the language is that of most of three places, and a part in another one is heard again", async () => {
    const languages: Record<number, string> = { 80: "english", 160: "welsh", 320: "en" };
    speak = ({ start }, language) => {
      const near = Object.keys(languages).find((place) => Math.abs(Number(place) - start) < 10);
      return { words: say("word", 0).words, text: "word", language: language ?? languages[Number(near)] };
    };
    expect(await transcribe()).toHaveLength(5);
    const asked = heard.map((part) => part.split(" ")[1]);
    expect(asked.filter((language) => language === undefined)).toHaveLength(3);
    expect(asked.filter((language) => language === "en")).toHaveLength(3);
  });

  test("a part in which a phrase is repeated for minutes is heard again in halves", async () => {
    speak = ({ start, end }) => {
      const phrase = "and that is how it works and that is how it goes".split(" ");
      const isLoop = start > 70 && start < 100 && end - start > 60;
      const words = isLoop
        ? Array.from({ length: 80 }, (_, i) => ({ word: phrase[i % 6]!, start: i, end: i + 1 }))
        : say(`word${start}`, 0).words!;
      return { words, text: words.map(({ word }) => word).join(" ") };
    };
    const cues = await transcribe({ language: "en" });
    expect(heard).toHaveLength(7);
    expect(cues.map(({ text }) => text.slice(0, 4))).toEqual(Array.from({ length: 6 }, () => "word"));
  });
});

describe("over the API", () => {
  let app: TestApp;
  const lengths: number[] = [];
  const transcribe: Transcriber = {
    name: "ears",
    parts: { maxSeconds: 1, atOnce: 2 },
    async transcribe({ path }) {
      const { duration = 0, kind } = (await probe(path)) ?? {};
      expect(kind).toBe("audio");
      lengths.push(duration);
      return [{ start: 0, end: duration - 0.1, text: "Hello" }];
    },
  };
  const ears = defineModule({ name: "ears", start: () => ({ engines: { transcribe } }) });
  beforeAll(async () => {
    const source = await clip(tools(), "clip.mp4");
    app = await startApp({ providers: { video: "clips" } }, [...modules, local, clipVideos(source).module, ears]);
  });
  afterAll(() => app.stop());

  test("the transcript of a video that is longer than a part has all of its parts", async () => {
    const { body } = await app.api("POST", "/videos/generate", { prompt: "Hello", duration: 3 });
    const { videoId, duration } = await app.ended(`/videos/${body.videoId}`);
    const { status, body: made } = await app.api("POST", `/videos/${videoId}/transcript`, {});
    expect({ status, count: made.cues?.length }).toEqual({ status: 200, count: lengths.length });
    expect(lengths.length).toBeGreaterThan(duration - 1);
    for (const length of lengths) expect(length).toBeLessThanOrEqual(1.1);
    expect(made.cues.at(-1).end).toBeWithin(duration - 0.4, duration + 0.1);
  });
});
