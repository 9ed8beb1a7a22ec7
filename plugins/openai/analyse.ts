import { type Engine, EngineError, type Run } from "vireo/engine";
import { download } from "vireo/inputs/download";
import type { Footage, Frame } from "vireo/inputs/footage";
import { ANALYSIS_SCHEMA, analysisFacts } from "vireo/llm/analysis";
import { probe } from "vireo/media";
import type { Context } from "vireo/module";
import type { AnalyseRequest } from "vireo/slots/analyse";
import type { Cue } from "vireo/slots/transcribe";
import { promptFor, SYSTEM } from "./analyse-prompt";
import type { Chat, Part } from "./chat";

const MOST_FRAMES = 24;
/** Longer side of a frame, pixels: what one tile of a model that sees costs least. */
const SIDE = 512;

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
          schema: ANALYSIS_SCHEMA,
          system: SYSTEM,
          content: [
            {
              type: "text",
              text: promptFor(request, { duration, every, transcript, hasAudio, seen: frames.length > 0 }),
            },
            ...(await picturesOf(frames)),
          ],
          read: (json) => analysisFacts(json, duration),
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
