import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Context } from "vireo/module";
import type { Connections } from "vireo/oauth";
import { createAccountCalls } from "vireo/oauth/calls";
import { instagram, instagramCarousel } from "vireo/platforms";
import {
  type Figures,
  type MetricsReader,
  type Outcome,
  RefusedError,
  readCount,
  type Sent,
  type SocialProvider,
} from "vireo/slots/social";
import type { Vendor } from "vireo/vendor";
import { isRejectedToken, toError } from "./api";
import { type Parts, parseNotes, readContainer } from "./container";
import { findStatusMeaning, getPause } from "./errors";
import { PUBLISH_MS, prepareContainer, publishContainer } from "./publish";
import { findReel, readReel } from "./reel";

const Insights = Type.Object({
  data: Type.Array(Type.Object({ name: Type.String(), values: Type.Array(Type.Object({ value: Type.Unknown() })) })),
});

const fields: Record<string, [name: keyof Figures, divisor: number]> = {
  views: ["views", 1],
  likes: ["likes", 1],
  comments: ["comments", 1],
  shares: ["shares", 1],
  saved: ["saves", 1],
  ig_reels_video_view_total_time: ["watchSeconds", 1000],
};

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
    platforms: [{ ...instagram, media: instagramCarousel }],
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
      return prepareContainer(parts, target, media, signal, progress);
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

    find: (sent, signal) => findPublication(parts, sent, now(), signal),
  };
}

/** The container can only be published once, so another call is safe. */
const again = {
  state: "later",
  afterMs: getPause(1),
  message: "Instagram did not publish the post. Trying again.",
} as const;

/** Looks up a post by its container. */
async function findPublication(
  parts: Parts,
  sent: Sent,
  now: number,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const saved = parseNotes(await sent.progress?.load());
  if (!saved?.id) return undefined;
  const { code, why } = await readContainer(parts, sent, saved.id, signal);
  if (code === "PUBLISHED") return findReel(parts, sent, signal);
  // After a restore, another server may have gone on with this attempt.
  const isOwnCall = saved.calledBy === sent.attempt;
  if (code === "ERROR") {
    if (isOwnCall && findStatusMeaning(why)?.kind === "temporary") return again;
    const message = `Instagram could not publish the video. ${why}`.trim();
    return { state: "failed", category: "platform_error", message };
  }
  const isSettled = code === "EXPIRED" || (code === "FINISHED" && now - sent.calledAt > SETTLED_MS);
  if (!isSettled) return undefined;
  if (code === "FINISHED" && isOwnCall) {
    const reel = await findReel(parts, sent, signal);
    return reel.state === "published" && reel.platformPostId ? reel : again;
  }
  return {
    state: "failed",
    category: "provider_unavailable",
    message: "Instagram did not receive the call. Nothing was published. Retry the post.",
  };
}

/** Insights of reels, read with one call each. They may be delayed by two days. */
const createMetrics = ({ api, calls }: Pick<Parts, "api" | "calls">): MetricsReader => ({
  batch: 1,
  // Meta allows an app 4800 calls a day for each account and impression, including publish calls.
  pace: { count: 150, ms: 3_600_000 },
  isPacedByAccount: true,
  async read({ owner, account, posts }, signal) {
    const figures = new Map<string, Figures>();
    for (const { platformPostId } of posts) {
      const path = `/${encodeURIComponent(platformPostId)}/insights?metric=${Object.keys(fields).join(",")}`;
      const response = await calls.request({ owner, account }, path, { signal });
      // The reel was deleted.
      if (response.status === 400 || response.status === 404) continue;
      if (response.status !== 200 || !Value.Check(Insights, response.json)) throw toError(api, response);
      const known = response.json.data.flatMap(({ name, values }) => {
        const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
        const value = field && readCount(values[0]?.value, field[1]);
        return field && value !== undefined ? [[field[0], value] as const] : [];
      });
      figures.set(platformPostId, Object.fromEntries(known));
    }
    return figures;
  },
});
