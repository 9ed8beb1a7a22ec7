import type { Static } from "@sinclair/typebox";
import { CAUSED_BY_FILE } from "vireo/engine";
import { ApiError, invalid, notFound } from "vireo/errors";
import { type Generation, type GenerationKind, NO_ENGINE, presentCommon } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Exchange } from "vireo/request";
import { fillBody, type TemplateOrigin } from "vireo/templates";
import type { Videos } from "../context";
import {
  type Captions,
  type EditResult,
  type EditStart,
  type Layer,
  MOST_LAYERS,
  type Overlay,
  type Render,
  type RenderRequest,
  type Trim,
  type Voiceover,
} from "../schema";
import {
  findEditVersion,
  findNewest,
  findOriginal,
  listVersions,
  presentVersion,
  readLayers,
  type VersionRow,
} from "../versions";
import { type Base, type Composed, composeLayers, type Item, matchLayers } from "./compose";
import { type EditRequest, listStoredKeys, type VersionLayer } from "./layers";
import { readRequest } from "./legacy";
import { prepareEdit, storeVersion } from "./prepare";
import { findWarnings, presentLayers } from "./present";
import { priceLayers } from "./price";
import { createEditRequest, isClip, type Order } from "./request";
import { getLength, readTimeline } from "./timeline";

/** An edit as sent to its route. */
export type EditBody =
  | { operation: "captions"; body: Captions }
  | { operation: "overlay"; body: Overlay }
  | { operation: "voiceover"; body: Voiceover }
  | { operation: "trim"; body: Trim };

/** A request for an edit, and how long it waits for the result. */
interface EditCall {
  exchange: Exchange;
  accountId: string;
  /** Id of the video. */
  id: string;
  waitMs: number;
}

/** The result of an edit, or, with its `id`, an edit that goes on after the response. */
type EditOutcome = Static<typeof EditResult> | (Omit<Static<typeof EditStart>, "editId"> & { id: string });

/** Failures caused by the caller's input. Any other failure is the engine's. */
const CALLER_ERRORS = new Set([
  "subtitles_unreadable",
  "captions_empty",
  "captions_too_long",
  "letters_unsupported",
  "overlay_out_of_range",
  "trim_out_of_range",
  "voiceover_out_of_range",
  "voiceover_too_long",
  "music_unreadable",
  "voice_unreadable",
  "music_out_of_range",
  // The speech engine refused the text or voice.
  "moderated",
  "provider_rejected",
  "image_unreadable",
  "image_too_large",
  "download_failed",
  "unsafe_url",
  "source_unreadable",
  "source_too_large",
  ...CAUSED_BY_FILE,
]);

const REASON = {
  captions: "Captions",
  overlay: "Overlay",
  voiceover: "Voice-over",
  trim: "Trim",
  render: "Render",
} as const;

/** An edit: a generation whose result becomes the next version of its video. */
export const defineEditKind = (videos: Videos): GenerationKind<EditRequest> => ({
  kind: "edit",
  slot: "edit",
  prefix: "edt",
  produces: "video",
  prepare: (row, run) => prepareEdit(videos, row, run),
  present: presentEdit,
  async onCompleted(trx, row) {
    const { operation, duration } = readRequest(row.request);
    const added = await storeVersion(trx, row, { videoId: row.parent_id ?? "", operation });
    return { ...presentResult(videos, added, duration), creditsUsed: row.credits };
  },
  events: { completed: "video.edited", failed: "video.edit_failed" },
});

/** Presents an edit, without the version that it makes. */
const presentEdit = (row: Generation<EditRequest>) => {
  const { model: _model, engine: _engine, prompt: _prompt, ...common } = presentCommon(row);
  const { operation } = row.request;
  return { editId: toPublicId("edt", row.id), videoId: toPublicId("vid", row.parent_id ?? ""), operation, ...common };
};

/** Returns the state of an edit, with its version once it is completed. Throws `not_found`. */
export async function readEdit(videos: Videos, accountId: string, id: string) {
  const row = await videos.generations.get<EditRequest>(accountId, "edit", id);
  const made = row.status === "completed" ? await findEditVersion(videos.db, row) : undefined;
  const version = made && presentVersion(made, videos.media);
  return { ...presentEdit(row), url: version?.url, version: version?.version };
}

/** A version, and what its layers are applied to. */
interface Target {
  video: Generation;
  /** Number of the newest version. */
  newest: number;
  version: VersionRow;
  /** The version whose file the layers are applied to. */
  original: VersionRow;
  base: Base;
}

/** Reads the layers of a version, which is one of all versions of the video. */
async function readTarget(
  { db }: Videos,
  video: Generation,
  versions: readonly VersionRow[],
  version: VersionRow,
): Promise<Target> {
  const original = await findOriginal(db, video, versions, version);
  const layers = await readLayers(db, version);
  const owner = { id: original.video_id, account_id: video.account_id };
  const base = { video: owner, original: original.version, duration: original.duration ?? undefined, layers };
  return { video, newest: versions.at(-1)!.version, version, original, base };
}

/** Finds the version that an edit starts from, the newest by default. Throws `conflict` or `validation_error`. */
async function findTarget(
  videos: Videos,
  { accountId, id }: EditCall,
  fromVersion: number | undefined,
): Promise<Target> {
  const video = await videos.generations.get(accountId, "video", id);
  if (video.status !== "completed")
    throw new ApiError("conflict", `The video is ${video.status}. Only completed videos can be edited.`);
  const versions = await listVersions(videos.db, video);
  const newest = versions.at(-1);
  if (!newest) throw new ApiError("conflict", "The video has no file to edit.");
  const version = fromVersion === undefined ? newest : versions.find((one) => one.version === fromVersion);
  if (!version) throw invalid("fromVersion", `The video has versions 1 to ${newest.version}.`);
  return readTarget(videos, video, versions, version);
}

/** Finds a version of a video, with its layers. Throws `not_found`. */
export async function findComposition(videos: Videos, accountId: string, id: string, wanted: number): Promise<Target> {
  const video = await videos.generations.get(accountId, "video", id);
  const versions = await listVersions(videos.db, video);
  const version = versions.find((one) => one.version === wanted);
  if (!version) throw notFound("version");
  return readTarget(videos, video, versions, version);
}

/** Returns a version with all its layers. Throws `not_found`. */
export async function readVersion(videos: Videos, accountId: string, id: string, wanted: number) {
  const { video, version, base, original } = await findComposition(videos, accountId, id, wanted);
  const { url, operation, baseVersion, createdAt } = presentVersion(version, videos.media);
  const { duration } = version;
  const warnings = findWarnings(base.layers, base.duration);
  return {
    videoId: toPublicId("vid", video.id),
    version: version.version,
    url,
    operation,
    baseVersion,
    originalVideoId: original.video_id === video.id ? undefined : toPublicId("vid", original.video_id),
    originalVersion: original.version,
    duration: duration ?? undefined,
    layers: presentLayers(base.layers, base.duration),
    warnings: warnings.length > 0 ? warnings : undefined,
    createdAt,
  };
}

/**
 * Applies one edit and waits for the result. It changes the layers of the newest version by default, so edits of one video
 * run one after another.
 */
export async function applyEdit(videos: Videos, call: EditCall, edit: EditBody): Promise<EditOutcome> {
  const target = await findTarget(videos, call, edit.body.fromVersion);
  const { layers } = target.base;
  const replaces = edit.operation === "captions" && edit.body.replace !== false;
  const kept = replaces ? layers.filter(({ type }) => type !== "captions") : layers;
  if (kept.length >= MOST_LAYERS)
    throw invalid(
      "fromVersion",
      `The version has ${kept.length} layers, which is the maximum. Leave some out with POST /videos/{videoId}/render.`,
    );
  const items: Item[] = [...kept.map((stored) => ({ stored })), { sent: toLayer(edit) }];
  const path = (at: number) => (at < kept.length ? `layers.${at}` : "");
  const composed = await composeLayers(videos, target.base, items, path);
  return startEdit(videos, call, target, { operation: edit.operation, ...composed });
}

/** Replaces the layers of a version, and waits for the result. With `dryRun`, only checks and prices them. */
export async function renderLayers(videos: Videos, call: EditCall, use: RenderRequest) {
  const { services } = videos;
  const filled = await fillBody<Partial<Render>>(services.templates, call.accountId, "render", use);
  const { layers } = filled.body;
  if (!layers) throw invalid("layers", "Required without templateId.");
  return filled.check(() => renderBody(videos, call, { ...filled.body, layers }, filled.template));
}

async function renderBody(videos: Videos, call: EditCall, body: Render, template?: TemplateOrigin) {
  const { fromVersion, baseVersion, dryRun } = body;
  const target = await findTarget(videos, call, fromVersion);
  refuseStale(target.newest, baseVersion);
  const items = matchLayers(target.base, body.layers);
  const composed = await composeLayers(videos, target.base, items, (at) => `layers.${at}`);
  if (isClip(target.video) && !composed.layers.some(({ type }) => type === "trim"))
    throw invalid("layers", "A clip must keep a trim. To make the clip longer, move the edges of its trim.");
  if (dryRun) return presentPlan(videos, target, composed);
  return startEdit(videos, call, target, { operation: "render", ...composed }, template);
}

/** Returns the layer that an edit route adds. */
function toLayer({ operation, body }: EditBody): Layer {
  const { fromVersion: _, ...fields } = body;
  if (operation === "captions") {
    const { replace: _r, ...captions } = fields as Captions;
    return { type: operation, ...captions };
  }
  if (operation !== "overlay") return { type: operation, ...fields } as Layer;
  const { type, ...overlay } = fields as Overlay;
  const [needed, other] = type === "text" ? (["text", "imageUrl"] as const) : (["imageUrl", "text"] as const);
  if (overlay[needed] === undefined) throw invalid(needed, `Required for overlays of type ${type}.`);
  if (overlay[other] !== undefined) throw invalid(other, `Not allowed for overlays of type ${type}.`);
  return { type: operation, ...overlay };
}

function refuseStale(newest: number, known: number | undefined): void {
  if (known === undefined || known === newest) return;
  if (known > newest) throw invalid("baseVersion", `The newest version is ${newest}.`);
  throw new ApiError("version_changed", `Version ${newest} is newer than version ${known}. Read it, then try again.`);
}

/** Presents a dry run: the edited version, and what would be made of it. */
function presentPlan(videos: Videos, { version, base }: Target, { layers, added }: Composed) {
  const isSpoken = layers.every((layer) => layer.type !== "voiceover" || layer.made.voice);
  const duration = isSpoken ? getLength(readTimeline(layers, base.duration)) : undefined;
  const warnings = findWarnings(layers, base.duration);
  return {
    ...presentResult(videos, version, base.duration),
    creditsUsed: 0,
    credits: priceLayers(videos, added),
    layers: presentLayers(layers, base.duration),
    warnings,
    duration,
  };
}

/** Refuses layers whose files no longer exist. */
async function requireFiles({ media }: Videos, layers: readonly VersionLayer[]): Promise<void> {
  const files = layers.flatMap((layer, at) => listStoredKeys(layer).map(({ field, key }) => ({ at, field, key })));
  const found = await Promise.all(files.map(({ key }) => media.storage.open(key)));
  const missing = files.find((_, i) => !found[i]);
  if (missing) throw invalid(`layers.${missing.at}.${missing.field}`, "The file of this layer no longer exists.");
}

async function startEdit(
  videos: Videos,
  { exchange, waitMs }: Pick<EditCall, "exchange" | "waitMs">,
  { video, newest, version, original, base }: Target,
  { operation, layers, added }: Pick<Order, "operation" | "layers" | "added">,
  template?: TemplateOrigin,
): Promise<EditOutcome> {
  const { db, generations, stopping } = videos;
  const isUnchanged = added.length === 0 && Bun.deepEquals(layers, [...base.layers]);
  if (isUnchanged) return { ...presentResult(videos, version, base.duration), creditsUsed: 0 };
  await requireFiles(videos, layers);
  const { engine, request } = createEditRequest(videos, {
    operation,
    base,
    layers,
    added,
    baseVersion: version.version,
    key: original.file.key,
    isUpload: video.engine === NO_ENGINE,
  });
  const { row } = await generations.submit(exchange, {
    kind: "edit",
    engine,
    model: request.model,
    prompt: operation,
    request: template ? { ...request, template } : request,
    credits: priceLayers(videos, added),
    reason: REASON[operation],
    parentId: video.id,
    async before(trx) {
      await generations.lock(trx, video.id);
      if (await generations.hasRunningChildren(trx, video.id)) {
        throw new ApiError("conflict", "Another edit of this video is still running.");
      }
      // An edit may have completed since the layers were read.
      refuseStale(await findNewest(trx, video), newest);
    },
  });
  const ended = waitMs > 0 ? await generations.wait(row.id, waitMs, stopping) : undefined;
  if (ended?.status === "failed") throw await toError(videos, exchange, ended);
  const made = ended && (await findEditVersion(db, ended));
  if (made) return { ...presentResult(videos, made, base.duration), creditsUsed: ended.credits };
  const { id, status, credits, created_at } = ended ?? row;
  return {
    id: toPublicId("edt", id),
    videoId: toPublicId("vid", video.id),
    operation,
    status,
    creditsUsed: credits,
    createdAt: created_at.getTime(),
  };
}

/** Presents a version as the result of an edit. `duration` is the length of the original in seconds. */
function presentResult({ media }: Videos, row: VersionRow, duration: number | undefined) {
  const { url, version, videoId, operation } = presentVersion(row, media);
  const warnings = findWarnings(row.layers ?? [], duration);
  return { videoId, url, version, operation, warnings: warnings.length > 0 ? warnings : undefined };
}

/** Creates the error of a failed edit, whose charge has been refunded unless the file is the cause. */
async function toError({ credits, db, generations }: Videos, exchange: Exchange, edit: Generation): Promise<ApiError> {
  const { fail_code, fail_message, account_id } = edit;
  const code = fail_code ?? "";
  const used = CAUSED_BY_FILE.has(code) ? edit.credits : 0;
  exchange.credits = { used, remaining: await credits.balance(db, account_id) };
  const members = { failCode: fail_code, failMessage: fail_message };
  const charge = used === 0 ? "Nothing was charged." : `${used} credits were charged.`;
  const errorKind = code === "cancelled" ? "conflict" : CALLER_ERRORS.has(code) ? "validation_error" : "provider_error";
  // A 400 is not stored under the Idempotency-Key, so the next call with it runs again.
  if (errorKind === "validation_error") await generations.releaseKey(edit);
  return new ApiError(errorKind, `${fail_message} (${fail_code}) ${charge}`, { members });
}
