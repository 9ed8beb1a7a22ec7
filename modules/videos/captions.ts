import { explainTooLong } from "vireo/captions/reading";
import { invalid } from "vireo/errors";
import { checkUrls } from "vireo/generations";
import type { Videos } from "./context";
import type { CaptionsEdit, EditState } from "./edit-request";
import { findFont } from "./font";
import type { Captions } from "./schema";

const SOURCES = ["transcript", "text", "subtitlesUrl"] as const;

/** Checks captions and converts them to a layer. */
export async function toCaptions(videos: Videos, body: Captions, state: EditState): Promise<CaptionsEdit> {
  checkSource(videos, body, state);
  const { duration } = state;
  const problem = body.text && duration !== undefined ? explainTooLong(body.text, duration) : undefined;
  if (problem) throw invalid("text", problem);
  await checkUrls(videos.fetch, { subtitlesUrl: body.subtitlesUrl });
  const { language, fromVersion: _from, replace: _replace, ...options } = body;
  const isGiven = SOURCES.some((field) => body[field] !== undefined);
  return {
    ...options,
    ...(isGiven ? {} : chooseSource(state, language)),
    ...(await findFont(videos, state.accountId, body.fontFamily)),
    operation: "captions",
    style: body.style ?? "bold",
    position: body.position ?? "bottom",
  };
}

function checkSource({ engines }: Videos, body: Captions, { said, spoken }: EditState): void {
  const sources = SOURCES.filter((field) => body[field] !== undefined);
  if (sources.length === 0 && said === undefined && !spoken && engines.of("transcribe").length === 0) {
    throw invalid("text", "Send transcript, text or subtitlesUrl. No engine is configured that transcribes.");
  }
  if ((sources.length > 0 || said !== undefined) && body.language) {
    throw invalid("language", "Only for captions that are transcribed from the video.");
  }
  if (sources.length > 1) throw invalid(sources[1] ?? "text", `Send only one of ${sources.join(", ")}.`);
  body.transcript?.forEach((cue, at) => {
    if (cue.end <= cue.start) throw invalid(`transcript.${at}.end`, "Must be after start.");
  });
}

/** Chooses the source of the text if a captions request has none. `language` only applies to transcription. */
function chooseSource({ said, spoken }: EditState, language: string | undefined): Partial<CaptionsEdit> {
  if (said !== undefined) return { text: said, said: true };
  if (spoken && language === undefined) return { spoken };
  return { listen: { language: language || undefined } };
}
