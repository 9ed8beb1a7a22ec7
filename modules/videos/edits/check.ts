/** Checks layers of requests and converts them to stored layers. */
import { explainTooLong } from "vireo/captions/reading";
import { readSubtitles } from "vireo/captions/subtitles";
import { invalid } from "vireo/errors";
import { checkUrls } from "vireo/generations";
import { LONGEST_HOLD, type ReframeShot, TRIM_SLACK } from "vireo/slots/edit";
import type { Cue } from "vireo/slots/transcribe";
import type { Videos } from "../context";
import { findFont } from "../font";
import { findSound, findTrack } from "../music";
import type { Layer } from "../schema";
import { resolveVoice } from "../speech";
import type {
  CaptionsLayer,
  LayerFont,
  MusicLayer,
  OverlayLayer,
  ReframeLayer,
  TightenLayer,
  TrimLayer,
  VersionLayer,
  VoiceoverLayer,
} from "./layers";
import { getLength, type Timeline, toOriginal, toOriginalCues, toOriginalShots } from "./timeline";

type Sent<Type extends Layer["type"]> = Omit<Extract<Layer, { type: Type }>, "id" | "type">;

/** The version that a layer is for, as its earlier layers leave it. */
export interface LayerState {
  accountId: string;
  timeline: Timeline;
  /** Length in seconds. Undefined if it is not known, such as after a voice-over that is not spoken yet. */
  length: number | undefined;
  /** True after a voice-over, whose words captions show by default. */
  isVoiced: boolean;
  /** True if nobody speaks in the original. */
  isSilent: boolean;
  /** Transcript of the original, in its seconds. */
  spoken?: Cue[] | undefined;
}

/** What is known of a changed layer, because the fields that it depends on are unchanged. */
export type Known = Partial<
  OverlayLayer["made"] & VoiceoverLayer["made"] & MusicLayer["made"] & ReframeLayer["made"]
> & {
  /** Of captions whose text is unchanged. */
  words?: Pick<CaptionsLayer["made"], "transcript" | "source">;
};

/** Checks a layer other than a trim, whose times are in seconds of the version. Throws ApiError. */
export async function checkLayer(
  videos: Videos,
  { id, type, ...fields }: Layer & { id: string },
  state: LayerState,
  known: Known = {},
): Promise<Exclude<VersionLayer, TrimLayer | TightenLayer>> {
  switch (type) {
    case "captions":
      return { id, type, ...(await checkCaptions(videos, fields as Sent<"captions">, state, known)) };
    case "overlay":
      return { id, type, ...(await checkOverlay(videos, fields as Sent<"overlay">, state, known)) };
    case "voiceover":
      return { id, type, ...(await checkVoiceover(videos, fields as Sent<"voiceover">, state, known)) };
    case "music":
      return { id, type, ...(await checkMusic(videos, fields as Sent<"music">, state, known)) };
    case "reframe":
      return { id, type, ...checkReframe(fields as Sent<"reframe">, state, known) };
    case "trim":
    case "tighten":
      throw new Error("Layers that cut are checked by checkTrim and checkTighten.");
  }
}

/** Minimum length of a video, in seconds. */
export const SHORTEST = 0.5;

const describeLength = (seconds: number): string => `The video is ${seconds.toFixed(1)} s long.`;

/** Checks a trim. Its times are in seconds of the video that it cuts. */
export function checkTrim({ start = 0, end }: Sent<"trim">, before: Timeline): TrimLayer["fields"] {
  if (start === 0 && end === undefined) throw invalid("start", "Send start, end or both.");
  const length = getLength(before);
  if (length !== undefined) {
    if (start >= length) throw invalid("start", describeLength(length));
    if (end !== undefined && end > length + TRIM_SLACK) throw invalid("end", describeLength(length));
  }
  const until = length === undefined ? end : Math.min(end ?? length, length);
  if (until === undefined) throw invalid("end", "Required, because the length of the video is not known.");
  if (until - start < SHORTEST) throw invalid("end", `Must be at least ${SHORTEST} s after start.`);
  return { start: toOriginal(before, start), end: toOriginal(before, until) };
}

/** Checks a layer that removes pauses. Its times are in seconds of the video that it cuts. */
export function checkTighten(sent: Sent<"tighten">, before: Timeline): TightenLayer["fields"] {
  const { removed: _, silences = 0.7, fillers = false, keep, ...fields } = sent;
  keep?.forEach(({ start, end }, at) => {
    if (end <= start) throw invalid(`keep.${at}.end`, "Must be after start.");
  });
  const toOwnPart = ({ start, end }: { start: number; end: number }) => ({
    start: toOriginal(before, start),
    end: toOriginal(before, end),
  });
  return { ...fields, silences, fillers, keep: keep?.map(toOwnPart) };
}

const checkStart = (start: number | undefined, { length }: LayerState): void => {
  if (start !== undefined && length !== undefined && start >= length) throw invalid("start", describeLength(length));
};

/** Returns the font named by `fontFamily` if the account has uploaded it. */
async function placeFont(
  videos: Videos,
  { accountId }: LayerState,
  family: string | undefined,
  known: LayerFont | undefined,
): Promise<{ font?: LayerFont }> {
  if (known) return { font: known };
  const { font } = await findFont(videos, accountId, family);
  return font ? { font: { family: font.family, weight: font.weight, file: { url: font.url } } } : {};
}

/** Converts `start` and `end` to seconds of the original. */
const toOriginalTimes = (timeline: Timeline, { start, end }: { start?: number; end?: number }) => ({
  ...(start === undefined ? {} : { start: toOriginal(timeline, start) }),
  ...(end === undefined ? {} : { end: toOriginal(timeline, end) }),
});

async function checkOverlay(videos: Videos, body: Sent<"overlay">, state: LayerState, known: Known) {
  const { text, imageUrl, start, end, position = "center", opacity = 1 } = body;
  if ((text === undefined) === (imageUrl === undefined)) throw invalid("text", "Send either text or imageUrl.");
  if (end !== undefined && end <= (start ?? 0)) throw invalid("end", "Must be after start.");
  checkStart(start, state);
  if (!known.image) await checkUrls(videos.fetch, { imageUrl });
  const font = await placeFont(videos, state, body.fontFamily, known.font);
  const image = known.image ?? (imageUrl === undefined ? undefined : { url: imageUrl });
  const fields = { ...body, ...toOriginalTimes(state.timeline, body), position, opacity };
  return { fields, made: { ...font, image } };
}

/** Refuses a layer with no source, or with several. */
function requireOne(sources: Record<string, string | undefined>): void {
  const names = Object.keys(sources);
  const [first = "", ...others] = names;
  if (names.filter((name) => sources[name] !== undefined).length === 1) return;
  throw invalid(first, `Send one of ${first}, ${others.join(" and ")}.`);
}

/** Returns the URL of a sound file. */
async function findFile(
  videos: Videos,
  { accountId }: LayerState,
  { uploadId, audioUrl }: { uploadId: string | undefined; audioUrl: string | undefined },
): Promise<string> {
  await checkUrls(videos.fetch, { audioUrl });
  return (await findSound(videos, accountId, uploadId)) ?? audioUrl ?? "";
}

/** Maximum letters and digits per second of any voice. Typical voices speak 13. */
const MAX_SPEECH_RATE = 40;

/** Checks a voice-over. Its text is spoken later. */
async function checkVoiceover(
  videos: Videos,
  body: Sent<"voiceover">,
  state: LayerState,
  known: Known,
): Promise<Omit<VoiceoverLayer, "id" | "type">> {
  const { text, uploadId, audioUrl, speed, start = 0, volume = 1, originalVolume = 0.5 } = body;
  requireOne({ text, uploadId, audioUrl });
  checkStart(start, state);
  const fields = { ...body, start: toOriginal(state.timeline, start), volume, originalVolume };
  const { speech, recording, voice: spoken } = known;
  if (speech) return { fields, made: { speech, voice: spoken } };
  if (recording) return { fields, made: { recording, voice: spoken } };
  if (text === undefined) {
    for (const field of ["voice", "characterId", "speed"] as const)
      if (body[field] !== undefined) throw invalid(field, "Not allowed with a recording, which has its own voice.");
    return { fields, made: { recording: { url: await findFile(videos, state, { uploadId, audioUrl }) } } };
  }
  const voice = await resolveVoice(videos, state.accountId, body);
  checkFit(text, body, state);
  videos.services.voices.require(voice.engine);
  return { fields, made: { speech: { text, ...voice, speed } } };
}

/** Refuses a text that can never fit, before a vendor is paid to speak it. */
function checkFit(text: string, { speed = 1, start = 0 }: Sent<"voiceover">, { length }: LayerState): void {
  if (length === undefined) return;
  const shortest = (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) / (MAX_SPEECH_RATE * speed);
  if (start + shortest <= length + LONGEST_HOLD) return;
  throw invalid(
    "text",
    `Too long for the video: it is ${length.toFixed(1)} s long, and its last frame is held for at most ${LONGEST_HOLD} s.`,
  );
}

async function checkMusic(videos: Videos, body: Sent<"music">, state: LayerState, known: Known) {
  const { musicId, uploadId, audioUrl, volume = 0.5, start = 0, fadeIn = 0, fadeOut = 1, originalVolume = 1 } = body;
  requireOne({ musicId, uploadId, audioUrl });
  checkStart(start, state);
  const fields = { ...body, start: toOriginal(state.timeline, start), volume, fadeIn, fadeOut, originalVolume };
  if (known.track) return { fields, made: { track: known.track } };
  const url =
    (await findTrack(videos, state.accountId, musicId)) ?? (await findFile(videos, state, { uploadId, audioUrl }));
  return { fields, made: { track: { url } } };
}

function checkReframe(body: Sent<"reframe">, { timeline, length }: LayerState, { shots: known }: Known) {
  const { focus, shots, mode = focus ? "center" : "auto" } = body;
  if (focus && mode !== "center") throw invalid("focus", "Only allowed with the mode center.");
  const own = shots && { shots: toOriginalShots(timeline, checkShots(shots, length)) };
  return { fields: { ...body, mode, ...own }, made: known ? { shots: known } : {} };
}

/** Checks that shots are in order, and do not overlap. Returns them without what is after the end. */
function checkShots(shots: readonly ReframeShot[], length = Number.POSITIVE_INFINITY): ReframeShot[] {
  let last = 0;
  return shots.map((shot, at) => {
    const { start, end, path } = shot;
    if (start < last) throw invalid(`shots.${at}.start`, "Shots must be in order and must not overlap.");
    if (end <= start) throw invalid(`shots.${at}.end`, "Must be after start.");
    if (start >= length || end > length + TRIM_SLACK) throw invalid(`shots.${at}.end`, describeLength(length));
    const isOrdered = path?.every(({ time }, i) => time >= (path[i - 1]?.time ?? start) && time <= end) ?? true;
    if (!isOrdered) throw invalid(`shots.${at}.path`, "Times must be in order, and within the shot.");
    last = end;
    return { ...shot, end: Math.min(end, length) };
  });
}

/** Fields of a captions layer that say what it shows. */
export const CAPTION_SOURCES = ["transcript", "text", "subtitles", "subtitlesUrl"] as const;

async function checkCaptions(
  videos: Videos,
  { subtitles, ...body }: Sent<"captions">,
  state: LayerState,
  known: Known,
): Promise<Omit<CaptionsLayer, "id" | "type">> {
  const { text, subtitlesUrl, style = "bold", position = "bottom" } = body;
  if (!known.words) checkSource(videos, { ...body, subtitles }, state);
  const problem = text && state.length !== undefined ? explainTooLong(text, state.length) : undefined;
  if (problem) throw invalid("text", problem);
  await checkUrls(videos.fetch, { subtitlesUrl });
  const transcript = subtitles === undefined ? body.transcript : parseSubtitles(subtitles);
  const font = await placeFont(videos, state, body.fontFamily, known.font);
  const isGiven = [transcript, text, subtitlesUrl].some((source) => source !== undefined);
  const words = known.words ?? (isGiven ? {} : chooseSource(state, body.language));
  const cues = transcript && { transcript: toOriginalCues(state.timeline, transcript) };
  return { fields: { ...body, ...cues, style, position }, made: { ...words, ...font } };
}

function checkSource({ engines }: Videos, body: Sent<"captions">, { isVoiced, isSilent, spoken }: LayerState): void {
  const sources = CAPTION_SOURCES.filter((field) => body[field] !== undefined);
  const isHeard = !isSilent && engines.of("transcribe").length > 0;
  if (sources.length === 0 && !isVoiced && !spoken && !isHeard) {
    const reason = isSilent ? "Nobody speaks in this video." : "No engine is configured that transcribes.";
    throw invalid("text", `Send transcript, text, subtitles or subtitlesUrl. ${reason}`);
  }
  if (sources.length > 1) throw invalid(sources[1] ?? "text", `Send only one of ${sources.join(", ")}.`);
  if (body.transcript?.length === 0) throw invalid("transcript", "Send at least one cue.");
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

/** Chooses the source of the text if captions have none. With a language, the video is transcribed again. */
function chooseSource({ isVoiced, spoken }: LayerState, language: string | undefined): CaptionsLayer["made"] {
  if (isVoiced) return { source: "voices" };
  return { source: "speech", transcript: language === undefined ? spoken : undefined };
}
