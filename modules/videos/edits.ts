import { CAUSED_BY_FILE } from "vireo/engine";
import { ApiError } from "vireo/errors";
import { type Generation, type GenerationKind, NO_ENGINE, review } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Context } from "vireo/module";
import type { Exchange } from "vireo/request";
import { chooseBase } from "./base-version";
import { type EditLayer, type EditRequest, type EditState, listLayers } from "./edit-request";
import type { createLayers, EditBody } from "./layers";
import type { Render } from "./schema";
import { findSpokenCues } from "./spoken";
import { findEditVersion, presentVersion, readVersions } from "./versions";

/** Time that a request waits for its edit. A longer edit completes anyway and appears in `versions`. */
const WAIT_MS = 4 * 60_000;
/** Failures caused by the caller's input. Any other failure is the engine's. */
const CALLER_ERRORS = new Set([
  "subtitles_unreadable",
  "captions_empty",
  "captions_too_long",
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

export type Edits = ReturnType<typeof createEdits>;

/**
 * Edits a video and waits for the result. An edit builds on the newest version by default, so edits of one video run
 * one after another.
 */
export function createEdits(
  context: Pick<Context, "db" | "credits" | "engines" | "generations" | "media" | "prices" | "stopping">,
  kind: GenerationKind<EditRequest>,
  { toLayer, toLayers }: ReturnType<typeof createLayers>,
) {
  const { db, engines, generations, media, prices, stopping } = context;

  /** Finds the video and the version to edit. */
  async function getSource({ accountId, id, ...asked }: Target) {
    const video = await generations.get(accountId, "video", id);
    if (video.status !== "completed") {
      throw new ApiError("conflict", `The video is ${video.status}. Only completed videos can be edited.`);
    }
    const versions = (await readVersions(db, accountId, [video.id])).get(video.id) ?? [];
    const source = chooseBase(versions, asked);
    const spoken = await findSpokenCues(context, video, source.version);
    const state: EditState = {
      accountId,
      duration: source.duration ?? undefined,
      ...(spoken?.length ? { spoken } : {}),
    };
    const origin = { sourceUrl: media.url(source.file.key), baseVersion: source.version, ...toOrigin(video) };
    return { video, state, origin };
  }

  /** Applies one edit. */
  async function apply(exchange: Exchange, accountId: string, id: string, edit: EditBody) {
    const addsCaptions = edit.operation === "captions";
    const replace = addsCaptions ? edit.body.replace : undefined;
    const { fromVersion } = edit.body;
    const { video, state, origin } = await getSource({ accountId, id, fromVersion, addsCaptions, replace });
    const layer = await toLayer(edit, state);
    return run(exchange, video, { ...layer, ...origin, model: engines.choose("edit").model.id });
  }

  /** Applies several edits as one version. */
  async function render(exchange: Exchange, accountId: string, id: string, { layers, fromVersion, replace }: Render) {
    const addsCaptions = layers.some(({ type }) => type === "captions");
    const { video, state, origin } = await getSource({ accountId, id, fromVersion, addsCaptions, replace });
    const checked = await toLayers(layers, state);
    const model = engines.choose("edit").model.id;
    return run(exchange, video, { operation: "render", layers: checked, model, ...origin });
  }

  async function run(exchange: Exchange, video: Generation, request: EditRequest) {
    const { engine } = engines.choose("edit");
    review(engine, request);
    const { operation } = request;
    const { row } = await generations.submit(exchange, {
      kind: kind as GenerationKind,
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
    const ended = await generations.wait(row.id, WAIT_MS, stopping);
    if (ended?.status === "failed") throw await toError(context, exchange, ended);
    const version = ended && (await findEditVersion(db, ended));
    if (!version) {
      const message = "The edit is still running. It will appear in the video's versions.";
      throw new ApiError("provider_unavailable", message);
    }
    const { url, version: number } = presentVersion(version, media);
    return { videoId: toPublicId("vid", video.id), url, version: number, operation, creditsUsed: row.credits };
  }

  return { apply, render };
}

/** Creates the error of a failed edit, whose charge has been refunded unless the file is the cause. */
async function toError(
  { credits, db, generations }: Pick<Context, "credits" | "db" | "generations">,
  exchange: Exchange,
  edit: Generation,
): Promise<ApiError> {
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
