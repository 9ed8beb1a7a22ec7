import { download } from "#core/download";
import { type AnalyseRequest, type AnalysisFacts, type Cue, type Engine, EngineError, type Run } from "#core/engine";
import type { Footage, Frame } from "#core/footage";
import { probe } from "#core/media";
import type { Context } from "#core/module";
import { promptFor, SCHEMA, SYSTEM } from "./analyse-prompt";
import { type Chat, type Part, Wrong } from "./chat";
import { listOf, objectOf, someText, tagsOf, textOf, textsOf } from "./read";

const MOST_FRAMES = 24;
const MOST_KEYFRAMES = 60;
/** Longer side of a frame, pixels: what one tile of a model that sees costs least. */
const SIDE = 512;
const SENTENCE = 600;

interface Parts extends Pick<Context, "engines" | "log"> {
  footage: Footage;
  vision: boolean;
}

export function createAnalyser(chat: Chat, { footage, engines, log, vision }: Parts): Engine<AnalyseRequest> {
  /** What is said, where it can be heard; an analysis goes on without it. */
  async function listen(path: string, run: Run): Promise<Cue[] | undefined> {
    const [transcriber] = engines.chain("transcribe");
    if (!transcriber) return undefined;
    try {
      return await transcriber.transcribe({ path }, { folder: run.folder, signal: run.signal, progress() {} });
    } catch (error) {
      run.signal.throwIfAborted();
      log.warn("an analysis goes without a transcript", { id: run.id, engine: transcriber.name, error });
      return undefined;
    }
  }

  return {
    name: "openai",
    models: [{ id: chat.model, title: chat.model, description: "Looks at pictures of the video and its transcript." }],
    concurrency: 2,
    repeatable: !chat.paid,
    timeLimitMs: 2 * chat.timeoutMs + 15 * 60_000,
    check: chat.check,
    estimateSeconds: () => 60,
    async create(request, run) {
      const path = await download(run, request.url);
      const found = await probe(path);
      if (!found?.hasVideo || !found.duration)
        throw new EngineError("source_not_video", "The source is not a video that can be read.");
      const { duration, hasAudio } = found;
      run.progress(5);
      const every = Math.max(1, Math.ceil(duration / MOST_FRAMES));
      const frames = vision ? await footage.frames(path, { every, count: MOST_FRAMES, side: SIDE }, run) : [];
      run.progress(30);
      const transcript = request.transcript ?? (hasAudio ? await listen(path, run) : []);
      run.progress(50);
      if (!vision && !transcript?.length)
        throw new EngineError(
          "engine_unavailable",
          "The configured model sees no pictures, and there is no transcript: nothing can be told of this video.",
        );
      const facts = await chat.ask(
        {
          name: "video_analysis",
          schema: SCHEMA,
          system: SYSTEM,
          content: [
            {
              type: "text",
              text: promptFor(request, { duration, every, transcript, hasAudio, seen: frames.length > 0 }),
            },
            ...(await picturesOf(frames)),
          ],
          read: (json) => factsOf(json, duration),
        },
        run.signal,
      );
      return { state: "completed", facts: { ...facts } };
    },
  };
}

async function picturesOf(frames: readonly Frame[]): Promise<Part[]> {
  const parts = frames.map(async ({ timestamp, path }): Promise<Part[]> => {
    const url = `data:image/jpeg;base64,${Buffer.from(await Bun.file(path).bytes()).toString("base64")}`;
    return [
      { type: "text", text: `At ${timestamp} s:` },
      { type: "image_url", image_url: { url, detail: "low" } },
    ];
  });
  return (await Promise.all(parts)).flat();
}

/** The model's JSON as facts: keyframes inside the video, one a second at most, and lists bounded. Throws Wrong. */
export function factsOf(json: unknown, duration: number): AnalysisFacts {
  const told = objectOf(json, "The answer");
  const durationSeconds = Math.round(duration * 10) / 10;
  const keyframes = new Map<number, AnalysisFacts["keyframes"][number]>();
  for (const one of listOf(told.keyframes, "keyframes")) {
    const frame = objectOf(one, "A keyframe");
    const timestamp = Number(frame.timestamp);
    const second = Math.floor(timestamp);
    if (!(timestamp >= 0 && timestamp <= durationSeconds) || keyframes.has(second)) continue;
    const words = (name: string) => textOf(frame[name], SENTENCE);
    keyframes.set(second, {
      timestamp,
      type: wordOf(frame.type),
      description: words("description"),
      visual: words("visual"),
      audio: words("audio"),
      text: words("text"),
    });
  }
  if (keyframes.size === 0) throw new Wrong(`keyframes has none between 0 and ${durationSeconds} seconds.`);
  const lists = (name: string) => {
    const texts = textsOf(told[name], 8, SENTENCE);
    if (texts.length === 0) throw new Wrong(`${name} is empty.`);
    return texts;
  };
  return {
    hook: someText(told.hook, SENTENCE, "hook"),
    summary: someText(told.summary, 2000, "summary"),
    whyItPerformed: lists("whyItPerformed"),
    attributesToCopy: lists("attributesToCopy"),
    hooksToTest: lists("hooksToTest"),
    keyframes: [...keyframes.values()].sort((a, b) => a.timestamp - b.timestamp).slice(0, MOST_KEYFRAMES),
    durationSeconds,
    tags: tagsOf(told.tags, 12),
  };
}

/** A category: "Product shot" as product_shot. */
function wordOf(type: unknown): string {
  const word = textOf(type, 40)
    .toLowerCase()
    .replace(/[^a-z]+/g, "_");
  return word.replace(/^_+|_+$/g, "") || "scene";
}
