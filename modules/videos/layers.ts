import { explainTooLong } from "vireo/captions/reading";
import { type Cue, readSubtitles } from "vireo/captions/subtitles";
import { ApiError, invalid } from "vireo/errors";
import { checkUrls } from "vireo/generations";
import { LONGEST_HOLD, type OverlayLayer, type TrimLayer } from "vireo/slots/edit";
import type { Videos } from "./context";
import type { CaptionsEdit, EditLayer, EditState, VoiceoverEdit } from "./edit-request";
import { findFont } from "./font";
import { toMusic } from "./music";
import type { Captions, Layer, MusicBed, Overlay, Trim, Voiceover } from "./schema";
import { resolveVoice } from "./speech";

const SOURCES = ["transcript", "text", "subtitles", "subtitlesUrl"] as const;

/** An edit as sent to its route. */
export type EditBody =
  | { operation: "captions"; body: Captions }
  | { operation: "overlay"; body: Overlay }
  | { operation: "voiceover"; body: Voiceover }
  | { operation: "trim"; body: Trim };

/** A layer of a render: an edit, or music, which has no separate route. */
type LayerBody = EditBody | { operation: "music"; body: MusicBed };

/** Checks an edit and converts it to the layer that an engine applies. */
export async function toLayer(videos: Videos, { operation, body }: EditBody, state: EditState) {
  switch (operation) {
    case "captions":
      return toCaptions(videos, body, state);
    case "overlay":
      return toOverlay(videos, body, state);
    case "voiceover":
      return toVoiceover(videos, body, state);
    case "trim":
      return toTrim(body, state);
  }
}

/** Checks the layers of a render in order, each with the state left by the previous ones. */
export async function toLayers(videos: Videos, layers: readonly Layer[], state: EditState): Promise<EditLayer[]> {
  const checked: EditLayer[] = [];
  let current = state;
  for (const [at, layer] of layers.entries()) {
    const body = toBody(layer, at);
    const checking = body.operation === "music" ? toMusic(videos, body.body, current) : toLayer(videos, body, current);
    const made: EditLayer = await checking.catch((error) => {
      throw nestError(error, `layers.${at}`);
    });
    checked.push(made);
    current = advance(current, made);
  }
  return checked;
}

/** Returns the body for the layer's own route. */
function toBody(layer: Layer, at: number): LayerBody {
  switch (layer.type) {
    case "overlay": {
      const { type: _, ...fields } = layer;
      if ((fields.text === undefined) === (fields.imageUrl === undefined)) {
        throw invalid(`layers.${at}.text`, "Send either text or imageUrl.");
      }
      return { operation: "overlay", body: { ...fields, type: fields.text === undefined ? "image" : "text" } };
    }
    default: {
      const { type: operation, ...body } = layer;
      return { operation, body } as LayerBody;
    }
  }
}

function advance(state: EditState, layer: EditLayer): EditState {
  if (layer.operation === "trim") return { ...state, duration: layer.end - layer.start };
  // The voice-over may extend the video by the length of its speech.
  if (layer.operation === "voiceover") return { ...state, duration: undefined, said: layer.speech.text };
  return state;
}

/** Moves the error of one layer to its fields below `path`. */
function nestError(error: unknown, path: string): unknown {
  if (!(error instanceof ApiError) || !error.extra.errors) return error;
  const errors = Object.fromEntries(
    Object.entries(error.extra.errors).map(([field, messages]) => [`${path}.${field}`, messages]),
  );
  return new ApiError(error.kind, `${path}.${error.message}`, { ...error.extra, errors });
}

/** Checks an overlay and converts it to a layer. */
async function toOverlay(
  videos: Videos,
  { fromVersion: _, ...body }: Overlay,
  { accountId }: EditState,
): Promise<OverlayLayer> {
  const [needed, other] = body.type === "text" ? (["text", "imageUrl"] as const) : (["imageUrl", "text"] as const);
  if (body[needed] === undefined) throw invalid(needed, `Required for overlays of type ${body.type}.`);
  if (body[other] !== undefined) throw invalid(other, `Not allowed for overlays of type ${body.type}.`);
  if (body.end !== undefined && body.end <= (body.start ?? 0)) throw invalid("end", "Must be after start.");
  await checkUrls(videos.fetch, { imageUrl: body.imageUrl });
  const font = await findFont(videos, accountId, body.fontFamily);
  return { ...body, ...font, operation: "overlay", position: body.position ?? "center" };
}

/** Maximum letters and digits per second of any voice. Typical voices speak 13. */
const MAX_SPEECH_RATE = 40;

/** Checks a voice-over and converts it to a layer. Its text is spoken later, by `prepareEdit`. */
async function toVoiceover(
  videos: Videos,
  body: Voiceover,
  { accountId, duration }: EditState,
): Promise<VoiceoverEdit> {
  const { text, speed, start = 0, volume = 1, originalVolume = 0.5 } = body;
  const voice = await resolveVoice(videos, accountId, body);
  if (duration !== undefined) checkFit(body, duration);
  videos.services.voices.require(voice.engine);
  const request = { text, ...voice, ...(speed === undefined ? {} : { speed }) };
  return { operation: "voiceover", speech: request, start, volume, originalVolume };
}

/** Refuses a text that can never fit, before a vendor is paid to speak it. */
function checkFit({ text, speed = 1, start = 0 }: Voiceover, duration: number): void {
  if (start >= duration) throw invalid("start", `The video is ${duration.toFixed(1)} s long.`);
  const shortest = (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) / (MAX_SPEECH_RATE * speed);
  if (start + shortest <= duration + LONGEST_HOLD) return;
  throw invalid(
    "text",
    `Too long for the video: it is ${duration.toFixed(1)} s long, and its last frame is held for at most ${LONGEST_HOLD} s.`,
  );
}

/** Minimum length of a video, in seconds. */
const SHORTEST = 0.5;
/** Tolerance for a cut behind the end, in seconds, because lengths are rounded. */
const SLACK = 0.1;

/** Checks a cut and converts it to a layer. */
function toTrim({ start = 0, end }: Trim, { duration }: EditState): TrimLayer {
  if (start === 0 && end === undefined) throw invalid("start", "Send start, end or both.");
  if (duration !== undefined) {
    const length = `The video is ${duration.toFixed(1)} s long.`;
    if (start >= duration) throw invalid("start", length);
    if (end !== undefined && end > duration + SLACK) throw invalid("end", length);
  }
  const until = end ?? duration;
  if (until === undefined) throw invalid("end", "Required, because the length of the video is not known.");
  if (until - start < SHORTEST) throw invalid("end", `Must be at least ${SHORTEST} s after start.`);
  return { operation: "trim", start, end: until };
}

/** Checks captions and converts them to a layer. */
async function toCaptions(videos: Videos, body: Captions, state: EditState): Promise<CaptionsEdit> {
  checkSource(videos, body, state);
  const { duration } = state;
  const problem = body.text && duration !== undefined ? explainTooLong(body.text, duration) : undefined;
  if (problem) throw invalid("text", problem);
  await checkUrls(videos.fetch, { subtitlesUrl: body.subtitlesUrl });
  const { subtitles, fromVersion: _from, replace: _replace, ...options } = body;
  const isGiven = SOURCES.some((field) => body[field] !== undefined);
  return {
    ...options,
    ...(subtitles === undefined ? {} : { transcript: parseSubtitles(subtitles) }),
    ...(isGiven ? {} : chooseSource(state, body.language)),
    ...(await findFont(videos, state.accountId, body.fontFamily)),
    operation: "captions",
    style: body.style ?? "bold",
    position: body.position ?? "bottom",
  };
}

function checkSource({ engines }: Videos, body: Captions, { said, spoken }: EditState): void {
  const sources = SOURCES.filter((field) => body[field] !== undefined);
  if (sources.length === 0 && said === undefined && !spoken && engines.of("transcribe").length === 0) {
    throw invalid(
      "text",
      "Send transcript, text, subtitles or subtitlesUrl. No engine is configured that transcribes.",
    );
  }
  if (sources.length > 1) throw invalid(sources[1] ?? "text", `Send only one of ${sources.join(", ")}.`);
  body.transcript?.forEach((cue, at) => {
    if (cue.end <= cue.start) throw invalid(`transcript.${at}.end`, "Must be after start.");
  });
}

function parseSubtitles(file: string): Cue[] {
  const cues = readSubtitles(file);
  if (!cues) throw invalid("subtitles", "Must be an SRT, WebVTT, SBV or ASS file. No cue with times was found.");
  if (cues.every(({ text }) => text === "")) throw invalid("subtitles", "The file contains no text.");
  return cues;
}

/** Chooses the source of the text if a captions request has none. `language` only applies to transcription. */
function chooseSource({ said, spoken }: EditState, language: string | undefined): Partial<CaptionsEdit> {
  if (said !== undefined) return { text: said, said: true };
  if (spoken && language === undefined) return { spoken };
  return { listen: { language: language || undefined } };
}
