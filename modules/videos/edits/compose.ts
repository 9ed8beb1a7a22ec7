/** Composes the layers of a new version: kept, changed and new ones. */
import { ApiError, invalid } from "vireo/errors";
import type { Generation } from "vireo/generations";
import type { Videos } from "../context";
import type { Layer, ReframeFields } from "../schema";
import { findOriginalSpeech } from "../spoken";
import { checkLayer, checkTighten, checkTrim, type Known, type LayerState, SHORTEST } from "./check";
import { type CaptionsLayer, createLayerId, getCues, getShots, type LayerType, type VersionLayer } from "./layers";
import { presentLayers } from "./present";
import { getLength, mergeCues, mergeShots, readTimeline, type Timeline } from "./timeline";

/** Minimum length of the part before the last frame is held, in seconds. */
const SHORTEST_PICTURE = 0.1;

/** The version that an edit starts from. */
export interface Base {
  /** The video that the original belongs to. Its `id` is missing while it is still to be made. */
  video: Partial<Pick<Generation, "id">> & Pick<Generation, "account_id">;
  /** Number of the version whose file the layers are applied to. */
  original: number;
  /** Length of the original in seconds, if known. */
  duration: number | undefined;
  layers: readonly VersionLayer[];
  /** True if nobody speaks in the original. */
  isSilent?: boolean;
}

export interface Composed {
  layers: VersionLayer[];
  /** Layers that are new or changed. */
  added: VersionLayer[];
}

/** A layer of the new version: a stored one, what replaces it, or both. */
export interface Item {
  stored?: VersionLayer | undefined;
  sent?: Layer | undefined;
}

const voice = ["text", "voice", "characterId", "speed", "uploadId", "audioUrl"];
/** Fields that the parts of `made` depend on. While they are unchanged, so are the parts. */
const inputs: Record<LayerType, Record<string, readonly string[]>> = {
  captions: { font: ["fontFamily"], words: ["transcript", "text", "subtitles", "subtitlesUrl", "language"] },
  overlay: { font: ["fontFamily"], image: ["imageUrl"] },
  voiceover: { speech: voice, recording: voice, voice },
  music: { track: ["musicId", "uploadId", "audioUrl"] },
  trim: {},
  reframe: { shots: ["aspectRatio", "mode", "focus", "shots"] },
  tighten: {},
};

/** Matches the layers of a request with those of the version. Throws `validation_error`. */
export function matchLayers({ layers: stored, duration }: Base, sent: readonly ({ id: string } | Layer)[]): Item[] {
  const shown = presentLayers(stored, duration);
  const seen = new Set<string>();
  return sent.map((layer, at) => {
    const { id } = layer;
    if (id === undefined) return { sent: layer as Layer };
    const place = stored.findIndex((one) => one.id === id);
    if (place < 0) throw invalid(`layers.${at}.id`, "The version has no layer with this id.");
    if (seen.has(id)) throw invalid(`layers.${at}.id`, "This layer is listed twice.");
    seen.add(id);
    if (!("type" in layer) || Bun.deepEquals(layer, shown[place])) return { stored: stored[place] };
    if (layer.type !== stored[place]!.type)
      throw invalid(`layers.${at}.type`, `This layer is of type ${stored[place]!.type}.`);
    return { stored: stored[place], sent: layer };
  });
}

/**
 * Checks the new and changed layers of a version. `path` returns where a layer is in the request, for errors. Throws
 * ApiError.
 */
export async function composeLayers(
  videos: Videos,
  base: Base,
  items: readonly Item[],
  path: (at: number) => string,
): Promise<Composed> {
  const shown = presentLayers(base.layers, base.duration);
  const showStored = (layer: VersionLayer) => shown[base.layers.indexOf(layer)]! as Layer & Record<string, unknown>;
  const before = readTimeline(base.layers, base.duration);
  const made: (VersionLayer | undefined)[] = [];
  // The layers that cut determine the times of all others.
  for (const [at, { stored, sent }] of items.entries()) {
    const cut = readTimeline(made.filter(isMade), base.duration);
    const id = stored?.id ?? createLayerId();
    if (sent?.type === "trim")
      made.push({ id, type: "trim", fields: await nest(path(at), () => checkTrim(sent, cut)), made: {} });
    else if (sent?.type === "tighten")
      made.push({ id, type: "tighten", fields: await nest(path(at), () => checkTighten(sent, cut)), made: {} });
    else made.push(sent ? undefined : stored);
  }
  const timeline = readTimeline(made.filter(isMade), base.duration);
  refuseEmpty(timeline, items, path);
  for (const type of ["reframe", "tighten"] as const) refuseSecond(type, items, path);
  const { video, original } = base;
  const hasCaptions = items.some(({ sent }) => sent?.type === "captions");
  const { id, account_id: accountId } = video;
  const spoken = hasCaptions && id ? await findOriginalSpeech(videos, { ...video, id }, original) : undefined;
  const { isSilent = false } = base;
  const state: LayerState = { accountId, spoken, timeline, length: getLength(timeline), isVoiced: false, isSilent };
  for (const [at, { stored, sent }] of items.entries()) {
    if (sent && sent.type !== "trim" && sent.type !== "tighten") {
      made[at] = await nest(path(at), () =>
        stored
          ? changeLayer(videos, stored, showStored(stored), sent, { ...state, before })
          : checkLayer(videos, { ...sent, id: createLayerId() }, state),
      );
    }
    const layer = made[at]!;
    if (layer.type === "voiceover") {
      // The words of a recording have to be transcribed.
      state.isVoiced ||= layer.fields.text !== undefined || videos.engines.of("transcribe").length > 0;
      // A voice that is not spoken yet may extend the video.
      if (!layer.made.voice) state.length = undefined;
    }
  }
  const layers = made.filter(isMade);
  return { layers, added: layers.filter((_, at) => items[at]!.sent !== undefined) };
}

const isMade = (layer: VersionLayer | undefined): layer is VersionLayer => layer !== undefined;

function refuseEmpty(timeline: Timeline, items: readonly Item[], path: (at: number) => string): void {
  const { start, pictureEnd } = timeline;
  const length = getLength(timeline);
  const at = items.findLastIndex(({ stored, sent }) => (sent ?? stored)?.type === "trim");
  if (at < 0) return;
  const field = [path(at), "start"].filter(Boolean).join(".");
  if (length !== undefined && length < SHORTEST)
    throw invalid(field, `Together, the trims leave less than ${SHORTEST} s of the video.`);
  if (pictureEnd !== undefined && pictureEnd - start < SHORTEST_PICTURE)
    throw invalid(field, "The trims leave only the last frame, which is held until the voice-over ends.");
}

function refuseSecond(type: LayerType, items: readonly Item[], path: (at: number) => string): void {
  const isOfType = ({ stored, sent }: Item) => (sent ?? stored)?.type === type;
  const [first, last] = [items.findIndex(isOfType), items.findLastIndex(isOfType)];
  if (first !== last) throw invalid(`${path(last)}.type`, `A version has at most one ${type}.`);
}

/** The times of a version before and after a change. */
interface Changed {
  before: Timeline;
  timeline: Timeline;
}

/** Returns changed cues and shots together with what the version does not show of the stored ones. */
function keepHidden(stored: VersionLayer, sent: Layer, { before, timeline }: Changed) {
  if (stored.type === "captions" && sent.type === "captions" && sent.transcript)
    return { transcript: mergeCues(getCues(stored) ?? [], sent.transcript, { before, timeline }) };
  if (stored.type === "reframe" && sent.type === "reframe" && sent.shots && isSameShape(stored.fields, sent))
    return { shots: mergeShots(getShots(stored) ?? [], sent.shots, timeline) };
  return {};
}

const isSameShape = (stored: ReframeFields, sent: ReframeFields): boolean =>
  stored.aspectRatio === sent.aspectRatio && stored.mode === sent.mode;

/** Checks a changed layer. Fields and files that are as before stay as they are stored. */
async function changeLayer(
  videos: Videos,
  stored: VersionLayer,
  shown: Layer & Record<string, unknown>,
  sent: Layer,
  state: LayerState & Changed,
): Promise<VersionLayer> {
  const { id, type } = stored;
  const body = { ...sent, id } as Layer & { id: string } & Record<string, unknown>;
  const own = stored.fields as Record<string, unknown>;
  const isSame = (field: string) => Bun.deepEquals(body[field], shown[field]);
  const known: Record<string, unknown> = {};
  const kept: Record<string, unknown> = {};
  for (const [name, fields] of Object.entries(inputs[type])) {
    if (!fields.every(isSame)) continue;
    known[name] = (stored.made as Record<string, unknown>)[name];
    if (name !== "words") continue;
    const { transcript, source } = stored.made as CaptionsLayer["made"];
    known.words = { transcript, source };
    for (const field of fields) {
      kept[field] = own[field];
      delete body[field];
    }
  }
  // A cut layer shows times that no new layer may have, and a reframed video shots that the engine chose.
  for (const field of ["start", "end", "shots"].filter(isSame)) {
    kept[field] = own[field];
    delete body[field];
  }
  const checked = await checkLayer(videos, body, state, known as Known);
  const fields = Object.entries({ ...checked.fields, ...keepHidden(stored, body, state), ...kept }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...checked, fields: Object.fromEntries(fields) } as VersionLayer;
}

/** Moves the errors of one layer to its fields below `path`. */
async function nest<T>(path: string, check: () => T | Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (path === "" || !(error instanceof ApiError) || !error.extra.errors) throw error;
    const errors = Object.fromEntries(
      Object.entries(error.extra.errors).map(([field, messages]) => [`${path}.${field}`, messages]),
    );
    throw new ApiError(error.kind, `${path}.${error.message}`, { ...error.extra, errors });
  }
}
