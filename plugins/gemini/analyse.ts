import type { Engine } from "vireo/engine";
import { readVideo } from "vireo/inputs/video";
import { ANALYSIS_SCHEMA, describeVideo, formatTranscript, getAnalysisPrompt, parseAnalysis } from "vireo/llm/analysis";
import { sniffFile } from "vireo/media";
import type { AnalyseRequest, AnalysisFacts } from "vireo/slots/analyse";
import type { Ask } from "./ask";
import type { GeminiClient } from "./client";
import { type Uploaded, withUploadedFile } from "./files";

const SYSTEM = getAnalysisPrompt(
  "video and metrics",
  "each scene, at most one a second, at the second in which it begins; a second is a number such as 12.5",
);

interface Options {
  ask: Ask;
  model: string;
  /** Interval of polling until the video is ready, in milliseconds. */
  everyMs?: number;
}

/** Analyses the video itself, with picture and audio, by Gemini. */
export function createAnalyser(
  client: GeminiClient,
  { ask, model, everyMs }: Options,
): Omit<Engine<AnalyseRequest>, "name" | "check"> {
  return {
    models: [{ id: model, title: model, description: "Sees and hears the whole video." }],
    concurrency: 2,
    timeLimitMs: 2 * client.timeoutMs + 20 * 60_000,
    estimateSeconds: () => 60,
    async create(request, run) {
      const { path, duration } = await readVideo(request.url, run);
      const { contentType = "video/mp4" } = (await sniffFile(path)) ?? {};
      run.progress(10);
      const analyse = ({ uri, mimeType }: Uploaded) => {
        run.progress(50);
        return ask<AnalysisFacts>(
          {
            schema: ANALYSIS_SCHEMA,
            system: SYSTEM,
            parts: [{ fileData: { fileUri: uri, mimeType } }],
            content: [...describeVideo(request, duration), formatTranscript(request.transcript)]
              .filter(Boolean)
              .join("\n"),
            parse: (json) => parseAnalysis(json, duration),
          },
          run.signal,
        );
      };
      const facts = await withUploadedFile(client, { path, contentType }, run, analyse, everyMs);
      return { state: "completed", facts: { ...facts } };
    },
  };
}
