/** Makes what the layers of an edit need, so that the edit engine receives finished layers. */
import type { Interval } from "vireo/captions/align";
import { decodeSubtitles, readSubtitles } from "vireo/captions/subtitles";
import type { Transaction } from "vireo/database";
import { EngineError, type Run } from "vireo/engine";
import type { Generation } from "vireo/generations";
import { download } from "vireo/inputs/download";
import { probe } from "vireo/media";
import type * as slot from "vireo/slots/edit";
import type { Cue } from "vireo/slots/transcribe";
import { mergeJson, type StoredOutput } from "vireo/tables";
import type { Videos } from "../context";
import { keepFont } from "../font";
import { hear } from "../hearing/hear";
import { speak } from "../speech";
import { findOriginalSpeech, readVoice } from "../spoken";
import { runStep } from "../steps";
import { addVersion, type Operation, type VersionRow } from "../versions";
import {
  type Asset,
  type CaptionsLayer,
  type EditRequest,
  getShots,
  type LayerFont,
  type TightenLayer,
  type VersionLayer,
  type Voice,
  type VoiceoverLayer,
} from "./layers";
import { readRequest } from "./legacy";
import { toSlotLayers } from "./slot-layers";
import { listExactWords, planRemovals } from "./tighten";
import { readTimeline, toOriginalCues, toOriginalShots } from "./timeline";

/** Fraction of the progress for speech; the rest is for editing. */
const SPEECH_PROGRESS = 0.6;

/** Name of the step that stores the prepared layers. */
const LAYERS_STEP = "layers";

/** The layers of an edit with all that they need, and the files that were stored for them. */
interface Prepared {
  layers: VersionLayer[];
  files: Record<string, StoredOutput>;
}

/** What is rendered, and where its files are. */
type Order = Pick<EditRequest, "layers" | "added" | "duration" | "original" | "ownerId"> &
  Partial<Pick<EditRequest, "sourceUrl">>;

/** Layers while they are prepared. */
interface Work extends Prepared {
  videos: Videos;
  row: Generation;
  order: Order;
  run: Run;
  /** Paths of the voices, by the ids of their layers. */
  voices: Map<string, string>;
  /** Paths of files of the layers, by URL. */
  paths: Map<string, string>;
}

export async function prepareEdit(videos: Videos, row: Generation<EditRequest>, run: Run): Promise<slot.EditRequest> {
  const request = readRequest(row.request);
  const { model, sourceUrl, isUpload } = request;
  return { model, sourceUrl, isUpload, ...(await prepareLayers(videos, row, request, run)) };
}

/** Makes what layers need, each thing once in the life of the generation. Returns the layers for an engine. */
export async function prepareLayers(
  videos: Videos,
  row: Generation,
  order: Order,
  run: Run,
): Promise<Pick<slot.EditRequest, "layers" | "mediaPaths">> {
  const work = await makeParts(videos, row, order, run);
  const { layers, files, voices, paths } = work;
  await runStep<Prepared>(videos, row, LAYERS_STEP, run, {
    repeatable: true,
    create: async () => ({ facts: { layers, files } }),
  });
  const shown = toSlotLayers(layers, order.duration, { media: videos.media, voices });
  const isEmpty = ({ id, type }: VersionLayer) =>
    type === "captions" && order.added.includes(id) && !shown.some((layer) => layer.id === id);
  if (layers.some(isEmpty)) throw new EngineError("captions_empty", "No captions fall within the video.");
  return { layers: shown, mediaPaths: paths.size > 0 ? Object.fromEntries(paths) : undefined };
}

/** Makes what layers need, without the layers themselves: speech, and copies of files. */
export async function makeParts(videos: Videos, row: Generation, order: Order, run: Run): Promise<Work> {
  const work: Work = { videos, row, order, run, layers: [], files: {}, voices: new Map(), paths: new Map() };
  const range = readRange(order);
  for (const layer of order.layers) work.layers.push(await prepareLayer(work, layer, range));
  return work;
}

/** Adds the version that a completed edit has made. Files of its layers count as the account's, and are removed with the video. */
export async function storeVersion(
  trx: Transaction,
  row: Generation<EditRequest>,
  { videoId, operation }: { videoId: string; operation: Operation },
): Promise<VersionRow> {
  const { original, duration } = readRequest(row.request);
  const layers = await takeLayers(trx, row, duration);
  return addVersion(trx, row, { videoId, operation, layers, original });
}

/**
 * Takes the layers of a completed generation, as its version stores them. The files that were stored for them become its
 * own. `duration` is the length of the original in seconds, if known.
 */
export async function takeLayers(
  trx: Transaction,
  row: Generation,
  duration: number | undefined,
): Promise<VersionLayer[]> {
  const step = await trx
    .deleteFrom("generation_steps")
    .where("generation_id", "=", row.id)
    .where("account_id", "=", row.account_id)
    .where("step", "=", LAYERS_STEP)
    .returning("facts")
    .executeTakeFirst();
  const { layers, files } = (step?.facts as unknown as Prepared) ?? { layers: [], files: {} };
  if (Object.keys(files).length > 0)
    await mergeJson(trx, ["generations", "files"], { id: row.id, accountId: row.account_id }, files);
  const timeline = readTimeline(layers, duration);
  const { transcripts = {}, shots = {} } = row.facts as slot.EditFacts;
  const addFacts = (layer: VersionLayer): VersionLayer => {
    const [cues, added] = [transcripts[layer.id], shots[layer.id]];
    if (layer.type === "captions" && cues)
      return { ...layer, made: { ...layer.made, transcript: toOriginalCues(timeline, cues) } };
    if (layer.type !== "reframe" || !added) return layer;
    const all = [...(getShots(layer) ?? []), ...toOriginalShots(timeline, added)];
    return { ...layer, made: { shots: all.sort((a, b) => a.start - b.start) } };
  };
  return layers.map(addFacts);
}

/** Returns the part of the original that its trims leave. */
function readRange({ layers, duration }: Order): Interval {
  const { start, pictureEnd } = readTimeline(layers, duration);
  return { start, end: pictureEnd ?? Number.POSITIVE_INFINITY };
}

async function prepareLayer(work: Work, layer: VersionLayer, range: Interval): Promise<VersionLayer> {
  switch (layer.type) {
    case "voiceover":
      return { ...layer, made: { ...layer.made, voice: await prepareVoice(work, layer) } };
    case "captions":
      return {
        ...layer,
        made: { ...layer.made, ...(await keepLayerFont(work, layer)), ...(await findWords(work, layer)) },
      };
    case "overlay": {
      const { image } = layer.made;
      const kept = image ? { image: await keepFile(work, layer.id, image) } : {};
      return { ...layer, made: { ...layer.made, ...(await keepLayerFont(work, layer)), ...kept } };
    }
    case "music":
      return { ...layer, made: { track: await keepFile(work, layer.id, layer.made.track) } };
    case "tighten":
      return { ...layer, made: await findRemovals(work, layer, range) };
    case "trim":
    case "reframe":
      return layer;
  }
}

/** Finds what to remove, unless it is known for at least this part of the original. */
async function findRemovals(
  { videos, row, order, run }: Work,
  { id, fields, made }: TightenLayer,
  range: Interval,
): Promise<TightenLayer["made"]> {
  if (made.range && made.range.start <= range.start && made.range.end >= range.end) return made;
  const { local } = videos.services;
  if (!local) throw new EngineError("engine_missing", "The plug-in `local`, which finds pauses, is disabled.");
  const { sourceUrl = "", original, ownerId = row.parent_id ?? "" } = order;
  const { facts } = await runStep<TightenLayer["made"]>(videos, row, id, run, {
    repeatable: true,
    async create() {
      const owner = { id: ownerId, account_id: row.account_id };
      const cues = (await findOriginalSpeech(videos, owner, original)) ?? [];
      const path = await run.download(sourceUrl);
      const end = Number.isFinite(range.end) ? range.end : ((await probe(path))?.duration ?? 0);
      const heard = { start: range.start, end };
      const voice = await local.findVoice(path, heard, run);
      const removed = planRemovals(fields, { range: heard, voice, cues });
      return { facts: { removed, range: heard, hasWords: listExactWords(cues).length > 0 } };
    },
  });
  return facts;
}

/** Speaks the text of a voice-over, or stores its recording, once for all versions that have it. */
async function prepareVoice(work: Work, { id, made, fields }: VoiceoverLayer): Promise<Voice> {
  const { videos, row, run, files, voices } = work;
  if (made.voice) {
    voices.set(id, await run.download(videos.media.url(made.voice.file.key)));
    return made.voice;
  }
  const progress = (percent: number) => run.progress(percent * SPEECH_PROGRESS);
  const { path, file, words, seconds } = made.speech
    ? await speak(videos, row, id, { speech: made.speech, start: fields.start }, { ...run, progress })
    : await record(work, id, made.recording);
  const length = seconds ?? (await probe(path))?.duration;
  if (length === undefined) throw new EngineError("engine_bad_result", "The speech is not a readable audio file.");
  voices.set(id, path);
  files[id] = file;
  return { file: { key: file.key }, seconds: length, words: words.length > 0 ? words : undefined };
}

/** Stores a copy of a recording. */
async function record({ videos, row, run }: Work, id: string, recording: Asset | undefined) {
  const unreadable = () => new EngineError("voice_unreadable", "The voice-over is not a readable audio file.");
  if (!recording || "key" in recording) throw unreadable();
  const create = async () => {
    const path = await download(run, recording.url);
    const { hasAudio, duration } = (await probe(path)) ?? {};
    if (!hasAudio || !duration) throw unreadable();
    return { facts: { seconds: duration }, path };
  };
  const { path, file, facts } = await runStep(videos, row, id, run, { repeatable: true, create });
  if (path === undefined || !file) throw unreadable();
  return { path, file, words: [], seconds: facts.seconds };
}

/** Stores a copy of a layer's file with the video. A file of a type that storage does not take stays where it is. */
async function keepFile({ videos, row, run, files, paths }: Work, step: string, asset: Asset): Promise<Asset> {
  if ("key" in asset) return asset;
  const create = async () => ({ facts: {}, path: await download(run, asset.url) });
  try {
    const { file, path, url } = await runStep(videos, row, step, run, { repeatable: true, create });
    if (!file) return asset;
    files[step] = file;
    if (path !== undefined && url !== undefined) paths.set(url, path);
    return { key: file.key };
  } catch (error) {
    if (error instanceof EngineError && error.code === "engine_bad_result") return asset;
    throw error;
  }
}

/** Stores a copy of a layer's font with the video. */
async function keepLayerFont(
  { videos, row, run, files, paths }: Work,
  { id, made: { font } }: { id: string; made: { font?: LayerFont | undefined } },
): Promise<{ font?: LayerFont }> {
  if (!font) return {};
  if ("key" in font.file) return { font };
  const step = `${id}-font`;
  const { file, path } = await keepFont(videos, row, step, run, font.file.url);
  files[step] = file;
  if (path !== undefined) paths.set(videos.media.url(file.key), path);
  return { font: { ...font, file: { key: file.key } } };
}

/** Finds the cues of captions without own times. The engine determines those of a text. */
async function findWords(
  work: Work,
  { id, fields, made }: CaptionsLayer,
): Promise<Pick<CaptionsLayer["made"], "transcript">> {
  const { order, run, layers } = work;
  const { source } = made;
  if (source === "voices") {
    const voices = layers.filter((layer) => layer.type === "voiceover");
    // Without a voice, the captions keep what the last ones said. The engine aligns the text of a single one.
    if (voices.length === 0) return {};
    const cues: Cue[][] = [];
    for (const voice of voices) cues.push(await timeVoice(work, voice));
    const isAligned = cues.length === 1 && cues[0]!.length === 1 && !cues[0]![0]!.words;
    return { transcript: isAligned ? undefined : cues.flat().sort((a, b) => a.start - b.start) };
  }
  const { subtitlesUrl, language } = fields;
  if (made.transcript || (source === undefined && subtitlesUrl === undefined)) return {};
  if (source) {
    const { sourceUrl } = order;
    // The video is still to be made.
    if (sourceUrl === undefined) return {};
    const transcript = await readCues(work, id, async () => listen(work, id, await run.download(sourceUrl), language));
    if (transcript.length === 0) throw new EngineError("captions_empty", "The video has no speech.");
    return { transcript };
  }
  return { transcript: await readCues(work, id, () => fetchSubtitles(run, subtitlesUrl!)) };
}

/** Returns the cues of a voice; a single one if its engine reports no word times. */
async function timeVoice(work: Work, layer: VoiceoverLayer): Promise<Cue[]> {
  const {
    id,
    fields: { start, text },
    made: { voice },
  } = layer;
  if (!voice) return [];
  if (text !== undefined) return readVoice(layer) ?? [{ start, end: start + voice.seconds, text }];
  if (work.videos.engines.of("transcribe").length === 0) return [];
  // Once for all versions.
  voice.heard ??= await readCues(work, `${id}-heard`, () => listen(work, `${id}-heard`, work.voices.get(id)!));
  return readVoice(layer) ?? [];
}

/** Finds cues, once in the life of the edit. */
async function readCues({ videos, row, run }: Work, step: string, find: () => Promise<Cue[]>): Promise<Cue[]> {
  const create = async () => ({ facts: { cues: await find() } });
  return (await runStep(videos, row, step, run, { repeatable: true, create })).facts.cues;
}

/** Transcribes a file for a step of the edit. */
async function listen({ videos, row, run }: Work, name: string, path: string, language?: string): Promise<Cue[]> {
  const [transcriber] = videos.engines.of("transcribe");
  if (!transcriber) throw new EngineError("engine_missing", "No engine is configured that transcribes.");
  const owner = { id: row.id, accountId: row.account_id, name };
  return hear(videos, transcriber, { path, language, owner }, run);
}

/** Longer files are not subtitles of a video that can be edited. */
const MOST_SUBTITLE_BYTES = 500_000;

async function fetchSubtitles(run: Run, url: string): Promise<Cue[]> {
  const file = Bun.file(await download(run, url));
  const cues = file.size <= MOST_SUBTITLE_BYTES ? readSubtitles(decodeSubtitles(await file.bytes())) : undefined;
  if (cues) return cues;
  throw new EngineError(
    "subtitles_unreadable",
    `The subtitles are not an SRT, WebVTT, SBV or ASS file of at most ${MOST_SUBTITLE_BYTES / 1000} kB: no cue with times was found.`,
  );
}
