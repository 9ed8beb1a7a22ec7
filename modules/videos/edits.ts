import { EngineError, type Run } from "vireo/engine";
import { ApiError, invalid, notFound } from "vireo/errors";
import type { Generation } from "vireo/generations";
import { checkUrls, review } from "vireo/generations";
import { toPublicId } from "vireo/ids";
import type { Context } from "vireo/module";
import type { Exchange } from "vireo/request";
import type { CaptionsRequest, OverlayRequest, VoiceoverRequest } from "vireo/slots/edit";
import type { Captions, Overlay } from "./schema";
import { presentVersion, versionBy, versionsOf } from "./versions";

/** How long a request waits for its edit; a longer one is finished all the same, and shows up in `versions`. */
const WAIT_MS = 4 * 60_000;
/** Reasons that lie in what the caller sent; any other failure is the engine's. */
const CALLERS_FAULT = new Set([
  "subtitles_unreadable",
  "captions_empty",
  "overlay_out_of_range",
  "voiceover_out_of_range",
  "voiceover_too_long",
  // Words or a voice that the engine which speaks does not take.
  "moderated",
  "provider_rejected",
  "image_unreadable",
  "image_too_large",
  "download_failed",
  "unsafe_url",
  "source_unreadable",
]);

const REASON = { captions: "Captions", overlay: "Overlay", voiceover: "Voice-over" } as const;

/** Captions whose words are still to be heard in the video. */
interface Listening {
  listen?: { language?: string };
}

type EditContext = Pick<Context, "db" | "engines" | "generations" | "fetch" | "media" | "prices" | "stopping">;

type EditRequest = (CaptionsRequest & Listening) | OverlayRequest | VoiceoverRequest;

export type Edits = ReturnType<typeof createEdits>;

export function createEdits(context: EditContext) {
  const { db, engines, generations, fetch, media, prices, stopping } = context;

  /** The video, and the address and the seconds of its newest version. */
  async function source(accountId: string, id: string) {
    const video = await generations.find(accountId, "video", id);
    if (!video) throw notFound("video");
    if (video.status !== "completed")
      throw new ApiError("conflict", `The video is ${video.status}; only a completed one can be edited.`);
    const newest = (await versionsOf(db, accountId, [video.id])).get(video.id)?.at(-1);
    if (!newest) throw new ApiError("conflict", "The video has no file to edit.");
    return { video, url: media.url(newest.file.key), duration: newest.duration ?? undefined };
  }

  async function run(exchange: Exchange, video: Generation, request: EditRequest) {
    const { engine } = engines.choose("edit");
    review(engine, request);
    const { operation } = request;
    const { row } = await generations.submit(exchange, {
      kind: "edit",
      engine: engine.name,
      model: request.model,
      prompt: operation,
      request,
      credits: prices.get(operation),
      reason: REASON[operation],
      parentId: video.id,
      async before(trx) {
        // Each edit builds on the newest version, so edits of one video follow one another.
        await trx.selectFrom("generations").select("id").where("id", "=", video.id).forUpdate().execute();
        const busy = await trx
          .selectFrom("generations")
          .select("id")
          .where("parent_id", "=", video.id)
          .where("status", "in", ["pending", "processing"])
          .limit(1)
          .executeTakeFirst();
        if (busy) throw new ApiError("conflict", "Another edit of this video is still running.");
      },
    });
    const ended = await generations.wait(row.id, WAIT_MS, stopping);
    if (ended?.status === "failed") throw await refused(exchange, ended);
    const made = ended && (await versionBy(db, ended));
    if (!made)
      throw new ApiError(
        "provider_unavailable",
        "The edit is still running; it will appear among the video's versions.",
      );
    const { url, version } = presentVersion(made, media);
    return { videoId: toPublicId("vid", video.id), url, version, operation, creditsUsed: row.credits };
  }

  async function refused(exchange: Exchange, { fail_code, fail_message, account_id }: Generation): Promise<ApiError> {
    const row = await db.selectFrom("accounts").select("balance").where("id", "=", account_id).executeTakeFirst();
    exchange.credits = { used: 0, remaining: row?.balance ?? 0 };
    const detail = `${fail_message} (${fail_code}) Nothing was charged.`;
    const members = { failCode: fail_code, failMessage: fail_message };
    return new ApiError(CALLERS_FAULT.has(fail_code ?? "") ? "validation_error" : "provider_error", detail, {
      members,
    });
  }

  async function captions(exchange: Exchange, accountId: string, id: string, body: Captions) {
    const given = (["transcript", "text", "subtitlesUrl"] as const).filter((field) => body[field] !== undefined);
    if (given.length === 0 && engines.of("transcribe").length === 0) {
      throw invalid(
        "text",
        "Give transcript, text or subtitlesUrl: what the captions say. No engine is configured that listens.",
      );
    }
    if (given.length > 0 && body.language) throw invalid("language", "Only where the captions are heard in the video.");
    if (given.length > 1) throw invalid(given[1] ?? "text", `Give only one of ${given.join(", ")}.`);
    body.transcript?.forEach((cue, at) => {
      if (cue.end <= cue.start) throw invalid(`transcript.${at}.end`, "Must be after start.");
    });
    const { video, url } = await source(accountId, id);
    await checkUrls(fetch, { subtitlesUrl: body.subtitlesUrl });
    const { language, ...asked } = body;
    return run(exchange, video, {
      ...asked,
      ...(given.length === 0 ? { listen: { ...(language ? { language } : {}) } } : {}),
      operation: "captions",
      model: engines.choose("edit").model.id,
      sourceUrl: url,
      style: body.style ?? "bold",
      position: body.position ?? "bottom",
    });
  }

  async function overlay(exchange: Exchange, accountId: string, id: string, body: Overlay) {
    const needed = body.type === "text" ? "text" : "imageUrl";
    const other = body.type === "text" ? "imageUrl" : "text";
    if (body[needed] === undefined) throw invalid(needed, `An overlay of type ${body.type} needs it.`);
    if (body[other] !== undefined) throw invalid(other, `An overlay of type ${body.type} has none.`);
    if (body.end !== undefined && body.end <= (body.start ?? 0)) throw invalid("end", "Must be after start.");
    const { video, url } = await source(accountId, id);
    await checkUrls(fetch, { imageUrl: body.imageUrl });
    return run(exchange, video, {
      ...body,
      operation: "overlay",
      model: engines.choose("edit").model.id,
      sourceUrl: url,
      position: body.position ?? "center",
    });
  }

  /** Hears what captions are to say, where the caller did not. */
  async function prepare(row: Generation, work: Run): Promise<object> {
    const { listen, ...request } = row.request as unknown as CaptionsRequest & Listening;
    if (!listen) return request;
    const [transcriber] = engines.of("transcribe");
    if (!transcriber) throw new EngineError("engine_missing", "No engine is configured that listens.");
    const transcript = await transcriber.transcribe({ ...listen, path: await work.download(request.sourceUrl) }, work);
    if (transcript.length === 0) throw new EngineError("captions_empty", "Nothing is said in this video.");
    return { ...request, transcript };
  }

  return { captions, overlay, prepare, source, run };
}
