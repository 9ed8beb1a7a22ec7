/**
 * Layers of videos that are still to be made. A model with `layers` draws them in the pass that makes the video. For any
 * other, an edit engine adds them to its file, as the second call of the same generation.
 */
import type { Transaction } from "vireo/database";
import type { Run } from "vireo/engine";
import { invalid } from "vireo/errors";
import { type Generation, review } from "vireo/generations";
import type * as slot from "vireo/slots/edit";
import type { Warning } from "vireo/slots/storyboard";
import type { VideoFacts, VideoRequest } from "vireo/slots/video";
import type { Videos } from "./context";
import { CAPTION_SOURCES } from "./edits/check";
import { composeLayers } from "./edits/compose";
import type { CaptionsLayer, VersionLayer } from "./edits/layers";
import { makeParts, prepareLayers, takeLayers } from "./edits/prepare";
import { priceLayers } from "./edits/price";
import { toSlotLayers } from "./edits/slot-layers";
import type { GenerateBody } from "./schema";
import { addVersion, type VersionRow } from "./versions";

/** Layers of a request, as they are stored with it. */
export interface Planned {
  layers: VersionLayer[];
  added: string[];
  credits: number;
  /** Edit engine and model that add the layers if the video's own engine does not. */
  engine: string;
  model: string;
}

/** The request of a video with its layers. Other engines receive it without them. */
export type Layered<Request extends object> = Request & { planned?: Planned | undefined };

/** What is known of the video when its layers are checked. */
interface Expected {
  /** Length in seconds, if known. */
  duration?: number | undefined;
  /** True if nobody will speak in it. */
  isSilent?: boolean;
}

/** The layers are applied to the first version. */
const ORIGINAL = 1;

/** Checks and prices the layers of a request. Undefined without any. Throws ApiError. */
export async function planLayers(
  videos: Videos,
  accountId: string,
  { layers: sent = [] }: GenerateBody,
  { duration, isSilent }: Expected,
): Promise<Planned | undefined> {
  if (sent.length === 0) return undefined;
  const kept = sent.findIndex(({ id }) => id !== undefined);
  if (kept >= 0) throw invalid(`layers.${kept}.id`, "Not allowed: a new video has no layers yet.");
  const base = { video: { account_id: accountId }, original: ORIGINAL, duration, layers: [], isSilent };
  const items = sent.map((layer) => ({ sent: layer }));
  const { layers } = await composeLayers(videos, base, items, (at) => `layers.${at}`);
  const { engine, model } = videos.engines.choose("edit");
  const drawn = toSlotLayers(layers, duration, { media: videos.media, voices: new Map() });
  review(engine, { model: model.id, sourceUrl: "", layers: drawn });
  const added = layers.map(({ id }) => id);
  return { layers, added, credits: priceLayers(videos, layers), engine: engine.name, model: model.id };
}

/** Refuses captions of a video that has captions of its own. */
export function refuseCaptions({ layers = [] }: GenerateBody): void {
  const at = layers.findIndex(({ type }) => type === "captions");
  if (at >= 0)
    throw invalid(`layers.${at}.type`, "A narrated video has captions already: send their look as `captions`.");
}

/** Gives captions of a speaking person without a text the script. */
export const addSpokenText = ({ layers, ...body }: GenerateBody): GenerateBody => ({
  ...body,
  layers: layers?.map((layer) =>
    layer.type !== "captions" || CAPTION_SOURCES.some((source) => layer[source] !== undefined)
      ? layer
      : { ...layer, text: body.script },
  ),
});

/** Adds the layers of a request to it, and their price. */
export const withLayers = async <Request extends object>(request: Request, planned: Promise<Planned | undefined>) => {
  const found = await planned;
  return (found ? { ...request, planned: found } : request) as Layered<Request>;
};

/** Returns the credits of the layers of a request. */
export const getLayersPrice = ({ planned }: Layered<object>): number => planned?.credits ?? 0;

const getPlanned = (row: Generation): Planned | undefined => (row.request as Layered<object>).planned;

/** Share of the progress bar for what layers need. */
const SHARE = 0.1;

/**
 * Makes what the layers of a video need, before its engine is called: failures then cost nothing. Returns the layers if
 * that engine draws them.
 */
export async function prepareOwnLayers(
  videos: Videos,
  row: Generation,
  run: Run,
): Promise<Pick<slot.EditRequest, "layers" | "mediaPaths"> | undefined> {
  const planned = getPlanned(row);
  if (!planned) return undefined;
  const { layers, added } = planned;
  const { duration } = row.request as Partial<VideoRequest>;
  // Speech determines the length, which is only an estimate until then.
  const isSpoken = "order" in row.request || row.slot === "talk";
  const order = { layers, added, duration: isSpoken ? undefined : duration, original: ORIGINAL };
  const quiet = { ...run, progress: (percent: number) => run.progress(percent * SHARE) };
  if (drawsLayers(videos, row, layers)) return prepareLayers(videos, row, order, quiet);
  await makeParts(videos, row, order, quiet);
  return undefined;
}

/** True if the engine of a video draws its layers. Captions of what it says need the finished file. */
function drawsLayers(
  { engines }: Videos,
  { slot, engine, model }: Generation,
  layers: readonly VersionLayer[],
): boolean {
  if (slot !== null || layers.some(isHeard)) return false;
  return engines.get("video", engine)?.models.find(({ id }) => id === model)?.layers ?? false;
}

const isHeard = (layer: VersionLayer): boolean =>
  layer.type === "captions" && layer.made.source === "speech" && !layer.made.transcript;

/** Returns the edit engine that adds the layers, unless they have been drawn. */
export function findLayersCall(row: Generation, { files, facts }: { files: object; facts: Record<string, unknown> }) {
  const planned = getPlanned(row);
  if (!planned || "original" in files) return undefined;
  const { duration } = facts;
  return {
    slot: "edit" as const,
    engine: planned.engine,
    facts: typeof duration === "number" ? { ...facts, originalDuration: duration } : facts,
  };
}

/** Returns the request to the edit engine that adds the layers. */
export async function prepareLayersCall(videos: Videos, row: Generation, run: Run): Promise<slot.EditRequest> {
  const { layers, added, model } = getPlanned(row)!;
  const sourceUrl = videos.media.url(row.files.original?.key ?? "");
  const order = { layers, added, sourceUrl, original: ORIGINAL, ownerId: row.id, duration: getOriginalDuration(row) };
  return { model, sourceUrl, ...(await prepareLayers(videos, row, order, run)) };
}

/** Length of the video without its layers. */
function getOriginalDuration({ facts, request }: Generation): number | undefined {
  const { originalDuration, duration } = facts as VideoFacts & { duration?: number };
  return originalDuration ?? duration ?? (request as Partial<VideoRequest>).duration;
}

/** Completes a video without its layers, which could not be rendered. */
export function settleWithoutLayers(row: Generation, { code, message }: { code: string; message: string }) {
  const earlier = (row.facts.warnings ?? (row.request as Partial<VideoRequest>).warnings ?? []) as Warning[];
  const warning: Warning = {
    code: "layers_failed",
    message: `The layers are missing and were refunded: ${message} (${code}) Add them with POST /videos/{videoId}/render.`,
  };
  return { facts: { ...row.facts, warnings: [...earlier, warning] }, refund: getLayersPrice(row.request) };
}

/** Adds the versions of a video: without layers and with them, or a single one. `captions` are drawn below the others. */
export async function storeLayered(
  trx: Transaction,
  row: Generation,
  captions: readonly CaptionsLayer[] = [],
): Promise<VersionRow[]> {
  const planned = getPlanned(row);
  const first = { videoId: row.id, operation: "original" } as const;
  if (!row.files.original || (captions.length === 0 && !planned)) return [await addVersion(trx, row, first)];
  const original = await addVersion(trx, row, { ...first, role: "original" });
  const own = planned ? await takeLayers(trx, row, getOriginalDuration(row)) : [];
  const operation = planned ? "render" : "captions";
  const layers = [...captions, ...own];
  return [original, await addVersion(trx, row, { videoId: row.id, operation, layers, original: original.version })];
}
