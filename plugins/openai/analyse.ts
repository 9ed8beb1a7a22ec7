import { type Engine, EngineError, type Run } from "vireo/engine";
import type { Footage, Frame } from "vireo/inputs/footage";
import { readVideo } from "vireo/inputs/video";
import { ANALYSIS_SCHEMA, describeVideo, formatTranscript, getAnalysisPrompt, parseAnalysis } from "vireo/llm/analysis";
import type { Context } from "vireo/module";
import type { AnalyseRequest } from "vireo/slots/analyse";
import type { Cue } from "vireo/slots/transcribe";
import type { Chat, Part } from "./chat";

const SYSTEM = getAnalysisPrompt("pictures, transcript and figures", "each picture, at its time in seconds");

const MAX_FRAMES = 24;
/** Longer side of a frame in pixels: the cheapest tile size of vision models. */
const SIDE = 512;

interface Parts extends Pick<Context, "engines" | "log"> {
  footage: Footage;
  vision: boolean;
}

export function createAnalyser(chat: Chat, { footage, engines, log, vision }: Parts): Engine<AnalyseRequest> {
  /** Returns the transcript, if possible. An analysis works without it. */
  async function transcribe(path: string, run: Run): Promise<Cue[] | undefined> {
    const [transcriber] = engines.chain("transcribe");
    if (!transcriber) return undefined;
    try {
      return await transcriber.transcribe({ path }, { folder: run.folder, signal: run.signal, progress() {} });
    } catch (error) {
      run.signal.throwIfAborted();
      log.warn("analysis without a transcript", { id: run.id, engine: transcriber.name, error });
      return undefined;
    }
  }

  return {
    name: "openai",
    models: [{ id: chat.model, title: chat.model, description: "Uses frames of the video and its transcript." }],
    concurrency: 2,
    repeatable: !chat.paid,
    timeLimitMs: 2 * chat.timeoutMs + 15 * 60_000,
    check: chat.check,
    estimateSeconds: () => 60,
    async create(request, run) {
      const { path, duration, hasAudio } = await readVideo(request.url, run);
      run.progress(5);
      const every = Math.max(1, Math.ceil(duration / MAX_FRAMES));
      const frames = vision ? await footage.frames(path, { every, count: MAX_FRAMES, side: SIDE }, run) : [];
      run.progress(30);
      const transcript = request.transcript ?? (hasAudio ? await transcribe(path, run) : []);
      run.progress(50);
      if (!vision && !transcript?.length)
        throw new EngineError(
          "engine_unavailable",
          "This video has no transcript, and the configured model does not accept images.",
        );
      const facts = await chat.ask(
        {
          name: "video_analysis",
          schema: ANALYSIS_SCHEMA,
          system: SYSTEM,
          content: [
            {
              type: "text",
              text: buildPrompt(request, { duration, every, transcript, hasAudio, hasFrames: frames.length > 0 }),
            },
            ...(await toParts(frames)),
          ],
          parse: (json) => parseAnalysis(json, duration),
        },
        run.signal,
      );
      return { state: "completed", facts: { ...facts } };
    },
  };
}

async function toParts(frames: readonly Frame[]): Promise<Part[]> {
  const parts = frames.map(async ({ timestamp, path }): Promise<Part[]> => {
    const url = `data:image/jpeg;base64,${Buffer.from(await Bun.file(path).bytes()).toString("base64")}`;
    return [
      { type: "text", text: `At ${timestamp} s:` },
      { type: "image_url", image_url: { url, detail: "low" } },
    ];
  });
  return (await Promise.all(parts)).flat();
}

interface Material {
  duration: number;
  /** Seconds between two frames. */
  every: number;
  transcript: readonly Cue[] | undefined;
  hasAudio: boolean;
  hasFrames: boolean;
}

function buildPrompt(request: AnalyseRequest, { duration, every, transcript, hasAudio, hasFrames }: Material): string {
  return [
    ...describeVideo(request, duration),
    describeSpeech(transcript, hasAudio),
    hasFrames
      ? `The pictures follow, one every ${every} s.`
      : `There are no pictures: give a keyframe for each thing said, at its time, with empty visual and text.`,
  ]
    .filter(Boolean)
    .join("\n");
}

function describeSpeech(transcript: readonly Cue[] | undefined, hasAudio: boolean): string {
  if (transcript?.length) return formatTranscript(transcript);
  if (!hasAudio) return "The video has no sound.";
  return transcript ? "Nothing is said in it." : "What is said is not known.";
}
