import type { Static } from "@sinclair/typebox";
import { CAUSED_BY_FILE } from "vireo/engine";
import { ApiError, invalid } from "vireo/errors";
import { type Generation, type GenerationKind, NO_ENGINE, presentCommon, review } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Exchange } from "vireo/request";
import type { Videos } from "./context";
import { type EditLayer, type EditRequest, type EditState, listLayers } from "./edit-request";
import { type EditBody, toLayer, toLayers } from "./layers";
import { prepareEdit } from "./prepare-edit";
import type { EditResult, EditStart, Render } from "./schema";
import { findSpokenCues } from "./spoken";
import { addVersion, findEditVersion, listEdits, presentVersion, readVersions, type VersionRow } from "./versions";

interface Asked {
  fromVersion: number | undefined;
  /** True if the edit adds captions. */
  addsCaptions: boolean;
  /** Start before the last captions, discarding later edits. False adds captions on top of captions. */
  replace: boolean | undefined;
}

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

/** Names of prices. `music` is the price of a new track. */
const PRICE = {
  captions: "captions",
  overlay: "overlay",
  voiceover: "voiceover",
  trim: "trim",
  music: "musicLayer",
} as const satisfies Record<EditLayer["operation"], string>;

const toOrigin = ({ engine }: Generation) => (engine === NO_ENGINE ? { isUpload: true } : {});

/** The video to edit, and the version to start from. */
interface Target {
  accountId: string;
  id: string;
  fromVersion: number | undefined;
  addsCaptions: boolean;
  replace: boolean | undefined;
}

/** An edit: a generation whose result becomes the next version of its video. */
export const defineEditKind = (videos: Videos): GenerationKind<EditRequest> => ({
  kind: "edit",
  slot: "edit",
  prefix: "edt",
  produces: "video",
  prepare: (row, run) => prepareEdit(videos, row, run),
  present: presentEdit,
  async onCompleted(trx, row) {
    const { operation } = row.request;
    const added = await addVersion(trx, row, row.parent_id ?? "", operation);
    const { url, version, videoId } = presentVersion(added, videos.media);
    return { videoId, url, version, operation, creditsUsed: row.credits };
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
  const row = await videos.generations.get(accountId, defineEditKind(videos), id);
  const made = row.status === "completed" ? await findEditVersion(videos.db, row) : undefined;
  const version = made && presentVersion(made, videos.media);
  return { ...presentEdit(row), ...(version ? { url: version.url, version: version.version } : {}) };
}

/**
 * Applies one edit and waits for the result. An edit builds on the newest version by default, so edits of one video run
 * one after another.
 */
export async function applyEdit(videos: Videos, { exchange, accountId, id, waitMs }: EditCall, edit: EditBody) {
  const addsCaptions = edit.operation === "captions";
  const replace = addsCaptions ? edit.body.replace : undefined;
  const { fromVersion } = edit.body;
  const { video, state, origin } = await findSource(videos, { accountId, id, fromVersion, addsCaptions, replace });
  const layer = await toLayer(videos, edit, state);
  const model = videos.engines.choose("edit").model.id;
  return runEdit(videos, { exchange, waitMs }, video, { ...layer, ...origin, model });
}

/** Applies several edits as one version, and waits for it. */
export async function renderEdits(
  videos: Videos,
  { exchange, accountId, id, waitMs }: EditCall,
  { layers, fromVersion, replace }: Render,
) {
  const addsCaptions = layers.some(({ type }) => type === "captions");
  const { video, state, origin } = await findSource(videos, { accountId, id, fromVersion, addsCaptions, replace });
  const checked = await toLayers(videos, layers, state);
  const model = videos.engines.choose("edit").model.id;
  return runEdit(videos, { exchange, waitMs }, video, { operation: "render", layers: checked, model, ...origin });
}

/** Finds the video and the version to edit. */
async function findSource(videos: Videos, { accountId, id, ...asked }: Target) {
  const { db, generations, media } = videos;
  const video = await generations.get(accountId, "video", id);
  if (video.status !== "completed") {
    throw new ApiError("conflict", `The video is ${video.status}. Only completed videos can be edited.`);
  }
  const versions = (await readVersions(db, accountId, [video.id])).get(video.id) ?? [];
  const source = chooseBase(versions, asked);
  const spoken = await findSpokenCues(videos, video, source.version);
  const state: EditState = {
    accountId,
    duration: source.duration ?? undefined,
    ...(spoken?.length ? { spoken } : {}),
  };
  const origin = { sourceUrl: media.url(source.file.key), baseVersion: source.version, ...toOrigin(video) };
  return { video, state, origin };
}

async function runEdit(
  videos: Videos,
  { exchange, waitMs }: Pick<EditCall, "exchange" | "waitMs">,
  video: Generation,
  request: EditRequest,
): Promise<EditOutcome> {
  const { db, engines, generations, media, prices, stopping } = videos;
  const { engine } = engines.choose("edit");
  review(engine, request);
  const { operation } = request;
  const { row } = await generations.submit(exchange, {
    kind: defineEditKind(videos) as GenerationKind,
    engine: engine.name,
    model: request.model,
    prompt: operation,
    request,
    credits: listLayers(request).reduce((sum, layer) => sum + prices.get(PRICE[layer.operation]), 0),
    reason: REASON[operation],
    parentId: video.id,
    async before(trx) {
      await generations.lock(trx, video.id);
      if (await generations.hasRunningChildren(trx, video.id)) {
        throw new ApiError("conflict", "Another edit of this video is still running.");
      }
    },
  });
  const ended = waitMs > 0 ? await generations.wait(row.id, waitMs, stopping) : undefined;
  if (ended?.status === "failed") throw await toError(videos, exchange, ended);
  const version = ended && (await findEditVersion(db, ended));
  const videoId = toPublicId("vid", video.id);
  if (!version) {
    const { id, status, credits, created_at } = ended ?? row;
    return {
      ...{ id: toPublicId("edt", id), videoId, operation, status },
      ...{ creditsUsed: credits, createdAt: created_at.getTime() },
    };
  }
  const { url, version: number } = presentVersion(version, media);
  return { videoId, url, version: number, operation, creditsUsed: row.credits };
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

/** Chooses the version that an edit builds on. New captions replace old ones. */
function chooseBase(versions: readonly VersionRow[], { fromVersion, addsCaptions, replace }: Asked): VersionRow {
  const newest = versions.at(-1);
  if (!newest) throw new ApiError("conflict", "The video has no file to edit.");
  const source = fromVersion === undefined ? newest : versions.find(({ version }) => version === fromVersion);
  if (!source) throw invalid("fromVersion", `The video has versions 1 to ${newest.version}.`);
  if (!addsCaptions || replace === false || (fromVersion !== undefined && !replace)) return source;
  return skipCaptions(versions, source, replace ?? false);
}

/** Finds the version before the captions of a version, if it has any. */
function skipCaptions(versions: readonly VersionRow[], source: VersionRow, discards: boolean): VersionRow {
  const chain = listChain(versions, source);
  const last = chain.findIndex((row) => listEdits(row).includes("captions"));
  if (last < 0) return source;
  const isOnTop = last === 0 && source.operation === "captions";
  if (!isOnTop && !discards) {
    const { version, operation } = source;
    throw new ApiError(
      "conflict",
      `Version ${version} (${operation}) already contains captions, which new ones would cover. Send replace: true to start before them, which drops later edits, or send fromVersion.`,
    );
  }
  const base = chain[last + 1];
  return base ? skipCaptions(versions, base, discards) : source;
}

/** Lists a version and its ancestors, newest first. */
function listChain(versions: readonly VersionRow[], source: VersionRow): VersionRow[] {
  const chain: VersionRow[] = [];
  for (let row: VersionRow | undefined = source; row; ) {
    chain.push(row);
    const before: number = row.base_version ?? row.version - 1;
    row = versions.find(({ version }) => version === before);
  }
  return chain;
}
