import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Context } from "vireo/module";
import type { Connections } from "vireo/oauth";
import { createAccountCalls, getFingerprint } from "vireo/oauth/calls";
import {
  type Outcome,
  PostLaterError,
  type PostMedia,
  type Progress,
  type Publication,
  RefusedError,
  type SocialProvider,
  type SocialTarget,
} from "vireo/slots/social";
import { pause } from "vireo/timing";
import { RetryLater, type Vendor } from "vireo/vendor";
import { getCategory, isRejectedToken } from "./api";
import {
  checkLimit,
  composeReel,
  createContainer,
  fillContainer,
  type Parts,
  parseContainer,
  readContainer,
} from "./container";
import { createMetrics } from "./metrics";
import { findReel, readReel } from "./reel";

export interface ProviderOptions extends Pick<Context, "now"> {
  api: Vendor;
  connections: Connections;
}

/** What `prepare` hands to `publish`: a finished container, or one that an earlier call has published after all. */
const Prepared = Type.Object({ container: Type.String({ minLength: 1 }), isPublished: Type.Boolean() });
const Published = Type.Object({ id: Type.Union([Type.String({ minLength: 1 }), Type.Integer()]) });

/** Instagram needs this long for most short videos; then the post gives its place to others. */
const LOOKS_MS = [0, 1_000, 2_000, 3_000];
const LATER_MS = 15_000;
const PUBLISH_MS = 60_000;
/** After this time, no call can be under way any more. */
const SETTLED_MS = 10 * 60_000;
const CAPTION_MAX = 2200;

/** Publishes reels to Instagram: a container is filled and processed first, and one call publishes it. */
export function createProvider({ api, connections, now }: ProviderOptions): SocialProvider {
  const calls = createAccountCalls(api, connections, isRejectedToken);
  const uploads = createAccountCalls(api, connections, isRejectedToken, "OAuth");
  const parts: Parts = { api, calls, uploads };

  /** Waits a little for Instagram to process the video. Throws PostLaterError if that takes longer. */
  async function awaitFinished(
    target: SocialTarget,
    container: string,
    signal: AbortSignal,
  ): Promise<"finished" | "published"> {
    for (const ms of LOOKS_MS) {
      await pause(ms, signal);
      const { code, why } = await readContainer(parts, target, container, signal);
      if (code === "FINISHED") return "finished";
      if (code === "PUBLISHED") return "published";
      if (code === "ERROR")
        throw new RefusedError("user_content", `Instagram could not process the video. ${why}`.trim());
      if (code === "EXPIRED") throw new Error("The container expired before it was published.");
    }
    throw new PostLaterError(LATER_MS, "Instagram is processing the video.");
  }

  /** A container of an earlier attempt. It is published once at most, so one that still works is used. */
  async function findContainer(target: SocialTarget, about: string, signal: AbortSignal, progress: Progress) {
    const saved = parseContainer(await progress.load());
    if (!saved?.isFilled) return undefined;
    const { code } = await readContainer(parts, target, saved.id, signal).catch((error) => {
      // Instagram no longer knows it.
      if (error instanceof RefusedError && error.category === "user_content") return { code: "EXPIRED" };
      throw error;
    });
    const isUsable = code === "PUBLISHED" || (saved.about === about && /^(FINISHED|IN_PROGRESS)$/.test(code));
    return isUsable ? saved.id : undefined;
  }

  /** A new container with the video. */
  async function fill(
    target: SocialTarget,
    media: PostMedia,
    signal: AbortSignal,
    progress: Progress,
  ): Promise<string> {
    await checkLimit(parts, target, signal);
    const reel = composeReel(target, media);
    const about = getFingerprint([reel, media.address]);
    const { id, uri } = await createContainer(parts, target, reel, signal);
    await progress.save({ id, isFilled: uri === undefined, about });
    if (uri === undefined) return id;
    await fillContainer(parts, target, uri, media, signal);
    await progress.save({ id, isFilled: true, about });
    return id;
  }

  async function publishContainer(order: Publication, container: string, signal: AbortSignal): Promise<Outcome> {
    const response = await calls.send(order, `/${order.account.externalId}/media_publish`, {
      json: { creation_id: container },
      timeoutMs: PUBLISH_MS,
      signal,
    });
    if (response instanceof RetryLater)
      return response.unsent
        ? { state: "failed", category: "provider_unavailable", message: response.reason }
        : { state: "unknown", message: response.reason };
    const { status, json } = response;
    if (status === 200 && Value.Check(Published, json)) {
      const id = String(json.id);
      return readReel(parts, order, id, signal).catch(() => ({ state: "published", platformPostId: id, task: id }));
    }
    const category = getCategory(response);
    if (category)
      return { state: "failed", category, message: `Instagram rejected the post: ${api.errorMessage(response)}` };
    return { state: "unknown", message: `Instagram responded with ${status}.` };
  }

  return {
    name: "instagram",
    perAccount: true,
    timeLimitMs: PUBLISH_MS + 30_000,
    // The limit is read before each post.
    paces: {},
    metrics: createMetrics(parts),

    async check() {
      return { ok: true, detail: "publishes reels with your Meta app" };
    },

    accounts: (owner) => connections.list(owner),

    async prepare(target, media, signal, progress) {
      if ([...target.content].length > CAPTION_MAX)
        throw new RefusedError("user_content", `Instagram accepts captions of ${CAPTION_MAX} characters.`);
      const about = getFingerprint([composeReel(target, media), media.address]);
      const container =
        (await findContainer(target, about, signal, progress)) ?? (await fill(target, media, signal, progress));
      const state = await awaitFinished(target, container, signal);
      return { container, isPublished: state === "published" };
    },

    async publish(order, signal) {
      const { prepared } = order;
      if (!Value.Check(Prepared, prepared))
        return { state: "failed", category: "media_unavailable", message: "The video was not sent to Instagram." };
      if (prepared.isPublished) return { state: "unknown", message: "An earlier call has published the video." };
      return publishContainer(order, prepared.container, signal).catch((error) => {
        // Without a token nothing was sent.
        if (error instanceof RefusedError) return { state: "failed", category: error.category, message: error.message };
        throw error;
      });
    },

    read: (task, sent, signal) => readReel(parts, sent, task, signal),

    async find(sent, signal) {
      const saved = parseContainer(await sent.progress?.load());
      if (!saved) return undefined;
      const { code, why } = await readContainer(parts, sent, saved.id, signal);
      if (code === "PUBLISHED") return findReel(parts, sent, signal);
      if (code === "ERROR")
        return {
          state: "failed",
          category: "platform_error",
          message: `Instagram could not publish the video. ${why}`.trim(),
        };
      // It is not published, and nothing publishes it any more.
      if (code === "EXPIRED" || (code === "FINISHED" && now() - sent.calledAt > SETTLED_MS))
        return {
          state: "failed",
          category: "provider_unavailable",
          message: "Instagram did not receive the call. Nothing was published. Retry the post.",
        };
      return undefined;
    },
  };
}
