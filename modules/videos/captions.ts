import { EngineError, type Run } from "vireo/engine";
import { invalid } from "vireo/errors";
import { checkUrls } from "vireo/generations";
import type { Context } from "vireo/module";
import type { Exchange } from "vireo/request";
import type { CaptionsRequest } from "vireo/slots/edit";
import type { CaptionsEdit, Edits } from "./edits";
import type { Captions } from "./schema";

const SOURCES = ["transcript", "text", "subtitlesUrl"] as const;

export function createCaptions({ engines, fetch }: Pick<Context, "engines" | "fetch">, edits: Edits) {
  function checkSource(body: Captions): void {
    const given = SOURCES.filter((field) => body[field] !== undefined);
    if (given.length === 0 && engines.of("transcribe").length === 0) {
      throw invalid("text", "Send transcript, text or subtitlesUrl. No engine is configured that transcribes.");
    }
    if (given.length > 0 && body.language) {
      throw invalid("language", "Only for captions that are transcribed from the video.");
    }
    if (given.length > 1) throw invalid(given[1] ?? "text", `Send only one of ${given.join(", ")}.`);
    body.transcript?.forEach((cue, at) => {
      if (cue.end <= cue.start) throw invalid(`transcript.${at}.end`, "Must be after start.");
    });
  }

  return async function start(exchange: Exchange, accountId: string, id: string, body: Captions) {
    checkSource(body);
    const isTranscribed = SOURCES.every((field) => body[field] === undefined);
    const { video, url } = await edits.getSource(accountId, id);
    await checkUrls(fetch, { subtitlesUrl: body.subtitlesUrl });
    const { language, ...options } = body;
    return edits.run(exchange, video, {
      ...options,
      ...(isTranscribed ? { listen: { ...(language ? { language } : {}) } } : {}),
      operation: "captions",
      model: engines.choose("edit").model.id,
      sourceUrl: url,
      style: body.style ?? "bold",
      position: body.position ?? "bottom",
    });
  };
}

/** Transcribes the video, unless the caller has sent the text. */
export async function prepareCaptions(
  { engines }: Pick<Context, "engines">,
  { listen, ...request }: CaptionsEdit,
  run: Run,
): Promise<CaptionsRequest> {
  if (!listen) return request;
  const [transcriber] = engines.of("transcribe");
  if (!transcriber) throw new EngineError("engine_missing", "No engine is configured that transcribes.");
  const transcript = await transcriber.transcribe({ ...listen, path: await run.download(request.sourceUrl) }, run);
  if (transcript.length === 0) throw new EngineError("captions_empty", "The video has no speech.");
  return { ...request, transcript };
}
