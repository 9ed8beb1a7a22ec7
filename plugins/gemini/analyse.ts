import { type Engine, EngineError } from "vireo/engine";
import { download } from "vireo/inputs/download";
import { ANALYSIS_SCHEMA, analysisFacts, analysisSystem, knownOf, saidIn } from "vireo/llm/analysis";
import { probe, sniff } from "vireo/media";
import type { AnalyseRequest, AnalysisFacts } from "vireo/slots/analyse";
import type { createAsk } from "./ask";
import type { Client } from "./client";
import { createFiles } from "./files";

const SYSTEM = analysisSystem(
  "video and figures",
  "each scene, at most one a second, at the second in which it begins; a second is a number such as 12.5",
);
const HEAD_BYTES = 4096;

interface Parts {
  ask: ReturnType<typeof createAsk>;
  model: string;
  /** Pause between looks whether the video is ready, milliseconds. */
  everyMs?: number;
}

/** Gemini sees and hears the video itself. */
export function createAnalyser(
  client: Client,
  { ask, model, everyMs }: Parts,
): Omit<Engine<AnalyseRequest>, "name" | "check"> {
  const withFile = createFiles(client, everyMs);
  return {
    models: [{ id: model, title: model, description: "Sees and hears the whole video." }],
    concurrency: 2,
    timeLimitMs: 2 * client.timeoutMs + 20 * 60_000,
    estimateSeconds: () => 60,
    async create(request, run) {
      const path = await download(run, request.url);
      const found = await probe(path);
      if (!found?.hasVideo || !found.duration)
        throw new EngineError("source_not_video", "The source is not a video that can be read.");
      const { duration } = found;
      const { contentType = "video/mp4" } = sniff(await Bun.file(path).slice(0, HEAD_BYTES).bytes()) ?? {};
      run.progress(10);
      const facts = await withFile({ path, contentType }, run, ({ uri, mimeType }) => {
        run.progress(50);
        return ask<AnalysisFacts>(
          {
            schema: ANALYSIS_SCHEMA,
            system: SYSTEM,
            parts: [{ fileData: { fileUri: uri, mimeType } }],
            content: [...knownOf(request, duration), saidIn(request.transcript)].filter(Boolean).join("\n"),
            read: (json) => analysisFacts(json, duration),
          },
          run.signal,
        );
      });
      return { state: "completed", facts: { ...facts } };
    },
  };
}
