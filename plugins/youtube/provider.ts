import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { PictureContext } from "vireo/inputs/picture";
import type { Context } from "vireo/module";
import type { Connections } from "vireo/oauth";
import { type AccountCalls, createAccountCalls, getFingerprint } from "vireo/oauth/calls";
import { youtubeWithTitle } from "vireo/platforms";
import {
  type Figures,
  type MediaFile,
  type MetricsReader,
  type Outcome,
  type Publication,
  RefusedError,
  readFigures,
  type SocialProvider,
  toUnsent,
} from "vireo/slots/social";
import { RetryLater, type Vendor } from "vireo/vendor";
import { getReason, toError } from "./errors";
import {
  checkDescription,
  composeVideo,
  parseSession,
  readSession,
  readVideoId,
  Session,
  sendAhead,
  sendLast,
  startSession,
} from "./upload";
import { finishVideo, readVideo, toPending } from "./video";

const Count = Type.Optional(Type.Unknown());
const Videos = Type.Object({
  items: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        statistics: Type.Optional(Type.Object({ viewCount: Count, likeCount: Count, commentCount: Count })),
      }),
    ),
  ),
});

export interface ProviderOptions extends PictureContext, Pick<Context, "now"> {
  log: Pick<Context["log"], "warn">;
  api: Vendor;
  connections: Connections;
  uploadsPerDay: number;
}

/**
 * Result of `prepare` for `publish`: a session that only lacks the last bytes, or the video that an earlier one
 * created.
 */
const Prepared = Type.Union([
  Type.Object({ session: Session }),
  Type.Object({ videoId: Type.String({ minLength: 1 }) }),
]);

const DAY = 86_400_000;
const PUBLISH_MS = 3 * 60_000;
/** Age after which no bytes of the call can be in transit anymore. */
const SETTLED_MS = 15 * 60_000;
const MAX_BYTES = 256 * 1024 ** 3;
/** Statuses of the last bytes after which no video can exist. */
const REFUSED = new Set([400, 401, 403, 404, 410, 413]);

/** Sends the last bytes, which create the video. */
async function publishLast(
  calls: AccountCalls,
  order: Publication,
  session: Session,
  file: MediaFile,
  signal: AbortSignal,
): Promise<Outcome> {
  const response = await sendLast(calls, order, session, file, signal);
  if (response instanceof RetryLater)
    return response.unsent ? toUnsent(response.reason) : { state: "unknown", message: response.reason };
  const videoId = readVideoId(response);
  if (videoId) return toPending(videoId);
  const { status, json } = response;
  if (REFUSED.has(status) && (json !== undefined || status === 404 || status === 410))
    return {
      state: "failed",
      category:
        status === 401
          ? "auth_expired"
          : getReason(response) === "quotaExceeded"
            ? "quota_exhausted"
            : "platform_error",
      message: toError(response).message,
    };
  return { state: "unknown", message: `YouTube responded with ${status}.` };
}

/** Publishes to YouTube. Vertical videos of up to three minutes become Shorts. */
export function createProvider({ api, connections, uploadsPerDay, ...context }: ProviderOptions): SocialProvider {
  const { now } = context;
  const calls = createAccountCalls(api, connections);

  return {
    name: "youtube",
    perAccount: true,
    platforms: [youtubeWithTitle],
    timeLimitMs: PUBLISH_MS,
    paces: {},
    pace: [{ count: uploadsPerDay, ms: DAY }],

    async check() {
      return { ok: true, detail: `publishes with your Google app, up to ${uploadsPerDay} videos a day` };
    },

    metrics: createMetrics(calls),
    accounts: (owner) => connections.list(owner),

    async prepare(target, media, signal, progress) {
      checkDescription(target);
      const file = await media.file();
      if (file.size > MAX_BYTES) throw new Error("YouTube accepts videos of at most 256 GB.");
      const saved = parseSession(await progress.load());
      const state = saved && (await readSession(calls, target, saved, signal));
      if (state?.state === "complete") {
        // A call that seemed to fail has created the video after all.
        const { state: outcome } = await readVideo(calls, target, state.videoId, signal);
        if (outcome !== "failed") return { videoId: state.videoId };
      }
      const isSame = saved?.size === file.size && saved.about === getFingerprint(composeVideo(target));
      const isOpen = saved !== undefined && isSame && state?.state === "open";
      const session = isOpen ? saved : await startSession(calls, target, file, signal);
      if (!isOpen) await progress.save(session);
      await sendAhead(calls, target, session, file, isOpen ? state.sent : 0, signal);
      return { session };
    },

    async publish(order, signal) {
      const { prepared } = order;
      if (!Value.Check(Prepared, prepared))
        return { state: "failed", category: "media_unavailable", message: "The video was not uploaded to YouTube." };
      if ("videoId" in prepared) return toPending(prepared.videoId);
      const file = await order.media.file();
      return publishLast(calls, order, prepared.session, file, signal).catch((error) => {
        // Without a token nothing was sent.
        if (error instanceof RefusedError) return { state: "failed", category: error.category, message: error.message };
        throw error;
      });
    },

    read: (task, sent, signal) => finishVideo({ calls, ...context }, sent, task, signal),

    async find(sent, signal) {
      const session = parseSession(await sent.progress?.load());
      if (!session) return undefined;
      const state = await readSession(calls, sent, session, signal);
      if (state.state === "complete") return finishVideo({ calls, ...context }, sent, state.videoId, signal);
      if (state.state === "gone") return { state: "unknown", message: "YouTube no longer has the upload." };
      // The session lacks bytes, so there is no video, and nothing sends the rest.
      if (now() - sent.calledAt < SETTLED_MS) return undefined;
      return {
        state: "failed",
        category: "provider_unavailable",
        message: "YouTube did not receive the whole video. Nothing was published. Retry the post.",
      };
    },
  };
}

const toFigures = ({ statistics = {} }: NonNullable<Static<typeof Videos>["items"]>[number]): Figures =>
  readFigures({
    views: statistics.viewCount,
    likes: statistics.likeCount,
    comments: statistics.commentCount,
  });

/** Reads public statistics: one unit of quota for 50 videos. */
const createMetrics = (calls: AccountCalls): MetricsReader => ({
  batch: 50,
  // A tenth of the daily quota of a new app.
  pace: { count: 1000, ms: 86_400_000 },
  async read({ owner, account, posts }, signal) {
    const ids = posts.map(({ platformPostId }) => platformPostId).join(",");
    const query = new URLSearchParams({ part: "statistics", id: ids, maxResults: "50" });
    const response = await calls.request({ owner, account }, `/youtube/v3/videos?${query}`, { signal });
    if (response.status !== 200 || !Value.Check(Videos, response.json)) throw toError(response);
    return new Map((response.json.items ?? []).map((video) => [video.id, toFigures(video)]));
  },
});
