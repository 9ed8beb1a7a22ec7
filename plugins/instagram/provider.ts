import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Context } from "vireo/module";
import type { Connections } from "vireo/oauth";
import { createAccountCalls, getFingerprint } from "vireo/oauth/calls";
import { RefusedError, type SocialProvider } from "vireo/slots/social";
import type { Vendor } from "vireo/vendor";
import { isRejectedToken } from "./api";
import { composeReel, type Parts, parseContainer, readContainer } from "./container";
import { createMetrics } from "./metrics";
import { awaitFinished, fill, findContainer, PUBLISH_MS, publishContainer } from "./publish";
import { findReel, readReel } from "./reel";

export interface ProviderOptions extends Pick<Context, "now"> {
  api: Vendor;
  connections: Connections;
}

/** Result of `prepare` for `publish`: a finished container, or one that an earlier call did publish. */
const Prepared = Type.Object({ container: Type.String({ minLength: 1 }), isPublished: Type.Boolean() });

/** Age at which no call can be in progress anymore. */
const SETTLED_MS = 10 * 60_000;
const CAPTION_MAX = 2200;

/** Publishes reels to Instagram: fills a container, waits until it is processed, and publishes it with one call. */
export function createProvider({ api, connections, now }: ProviderOptions): SocialProvider {
  const calls = createAccountCalls(api, connections, isRejectedToken);
  const uploads = createAccountCalls(api, connections, isRejectedToken, "OAuth");
  const parts: Parts = { api, calls, uploads };

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
        (await findContainer(parts, target, about, signal, progress)) ??
        (await fill(parts, target, media, signal, progress));
      const state = await awaitFinished(parts, target, container, signal);
      return { container, isPublished: state === "published" };
    },

    async publish(order, signal) {
      const { prepared } = order;
      if (!Value.Check(Prepared, prepared))
        return { state: "failed", category: "media_unavailable", message: "The video was not sent to Instagram." };
      if (prepared.isPublished) return { state: "unknown", message: "An earlier call has published the video." };
      return publishContainer(parts, order, prepared.container, signal).catch((error) => {
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
      // It was not published, and nothing will publish it anymore.
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
