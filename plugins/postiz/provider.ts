import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import {
  type Failed,
  type Outcome,
  type ProviderAccount,
  type SocialProvider,
  type SocialTarget,
  toUnsent,
} from "vireo/slots/social";
import { RetryLater, type VendorResponse } from "vireo/vendor";
import type { PostizApi } from "./api";
import { toHtml } from "./caption";
import { createMetrics } from "./metrics";
import { describeDropped, findMissing, getSettings } from "./platform-settings";
import { findPlatformName, platforms } from "./platforms";
import { isSentPost, listAround, MARK, toOutcome, toPending } from "./posts";
import { failed, parseRefusal } from "./refusal";
import { Uploaded, upload, uploadPicture } from "./upload";

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Integration = Type.Object({
  id: Type.String({ minLength: 1 }),
  identifier: Type.String(),
  name: Text,
  picture: Text,
  profile: Text,
  disabled: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
});

interface Channel extends ProviderAccount {
  /** Disabled in Postiz, by its user or the limits of the plan. Postiz does not list expired authorisations. */
  isDisabled: boolean;
  /** Postiz's name of the platform: the `__type` of a post's settings. */
  identifier: string;
}

const LIST_MS = 20_000;

interface Options {
  /** Only the channels of this group. */
  group?: string;
  postsPerHour: number;
  /** Time limit of the publish call, in milliseconds. */
  publishMs?: number;
  now?(): number;
}

/** A picture or video of a post. */
const PostItem = Type.Object({ ...Uploaded.properties, alt: Type.Optional(Type.String()) });

/** Result of `prepare` for `publish`: how to send the post, or why it cannot be sent. */
const Ready = Type.Object({
  identifier: Type.String(),
  media: Type.Array(PostItem),
  thumbnail: Type.Optional(Uploaded),
});
type Prepared = Static<typeof Ready> | { refused: Failed };

const Created = Type.Tuple([Type.Object({ postId: Type.String({ minLength: 1 }), integration: Type.String() })]);

const HOUR = 3_600_000;
const CHECK_MS = 4_000;
const FIRST_READ_MS = 5_000;

/** Builds the body of the publish call. A post has a single channel, so it is published completely or not at all. */
const composePost = (target: SocialTarget, key: string, { identifier, media, thumbnail }: Static<typeof Ready>) => ({
  type: "now",
  date: new Date().toISOString(),
  shortLink: false,
  tags: [],
  posts: [
    {
      integration: { id: target.account.externalId },
      value: [{ content: toHtml(target.content), image: media }],
      settings: { ...getSettings(target, identifier, thumbnail), [MARK]: key },
    },
  ],
});

/**
 * Publishes through Postiz. Its API has no idempotency keys and cannot read a post by id, so posts are found by our own
 * key in the list of posts around the time of the call.
 */
export function createProvider(
  api: PostizApi,
  { group, postsPerHour, publishMs = 60_000, now = Date.now }: Options,
): SocialProvider {
  return {
    name: "postiz",
    platforms,
    pace: [{ count: postsPerHour, ms: HOUR }],
    metrics: createMetrics(api, now),
    // Check the limit of the call first, because its message is better.
    timeLimitMs: publishMs + 5_000,

    async check() {
      const { status, json } = await api.request("/is-connected", {
        signal: new AbortController().signal,
        timeoutMs: CHECK_MS,
      });
      const ok = status === 200 && (json as { connected?: unknown } | null | undefined)?.connected === true;
      if (ok) return { ok, detail: "Postiz accepts the key" };
      const why =
        status === 401 ? "rejected the API key (POSTIZ_API_KEY)" : "does not respond as expected (POSTIZ_URL)";
      return { ok, detail: `Postiz ${why}` };
    },

    async accounts(_owner, signal) {
      const channels = await listChannels(api, group, signal);
      return channels.map(({ identifier, isDisabled, ...account }) => account);
    },

    async prepare(target, media, signal): Promise<Prepared> {
      const missing = findMissing(target);
      if (missing) return { refused: failed("user_content", missing) };
      const channels = await listChannels(api, group, signal);
      const channel = channels.find(({ externalId }) => externalId === target.account.externalId);
      if (!channel) return { refused: failed("account_issue", "The account is no longer connected in Postiz.") };
      if (channel.isDisabled)
        return {
          refused: failed(
            "account_issue",
            "The channel is disabled in Postiz. Enable it there, or check the plan's limit.",
          ),
        };
      const uploaded: Static<typeof PostItem>[] = [];
      for (const item of media.items ?? [media]) {
        const file = await upload(api, item, signal);
        if ("state" in file) return { refused: file };
        uploaded.push(item.altText === undefined ? file : { ...file, alt: item.altText });
      }
      const { thumbnailUrl } = (target.account.platform === "youtube" && target.youtube) || {};
      const thumbnail = thumbnailUrl === undefined ? undefined : await uploadPicture(api, thumbnailUrl, signal);
      return { identifier: channel.identifier, media: uploaded, thumbnail: thumbnail || undefined };
    },

    async publish(order, signal): Promise<Outcome> {
      const prepared = order.prepared as Prepared;
      if (!Value.Check(Ready, prepared))
        return prepared?.refused ?? failed("media_unavailable", "The video was not uploaded to Postiz.");
      const json = composePost(order, order.idempotencyKey, prepared);
      const response = await api.send("/posts", { json, signal, timeoutMs: publishMs });
      if (response instanceof RetryLater) {
        const { unsent, reason } = response;
        return unsent ? toUnsent(reason) : { state: "unknown", message: reason };
      }
      const notices = [describeDropped(order)];
      if (order.youtube?.thumbnailUrl && !prepared.thumbnail)
        notices.push("Postiz did not accept the thumbnail. It needs a public https URL of a JPEG or PNG.");
      return addNotice(parseCreated(api, response, order.account.externalId), notices.filter(Boolean).join(" "));
    },

    async read(task, sent, signal) {
      const post = (await listAround(api, sent, signal)).find(({ id }) => id === task);
      return post ? toOutcome(post, sent) : toPending(task);
    },

    async find(sent, signal) {
      const [post, ...others] = (await listAround(api, sent, signal)).filter((candidate) =>
        isSentPost(candidate, sent),
      );
      if (!post) return undefined;
      if (others.length > 0) return { state: "unknown", message: "Postiz lists several posts that match this one." };
      return addNotice(toOutcome(post, sent), describeDropped(sent));
    },
  };
}

/** Adds a note for the user to the outcome of a post that was or will be published. */
const addNotice = (outcome: Outcome, notice: string | undefined): Outcome =>
  notice && (outcome.state === "published" || outcome.state === "pending") ? { ...outcome, notice } : outcome;

/** Parses the outcome from the response to the publish call. */
function parseCreated(api: PostizApi, response: VendorResponse, channel: string): Outcome {
  const { status, json } = response;
  if (status < 200 || status > 299) {
    const refusal = parseRefusal(status, api.errorMessage(response));
    return refusal ?? { state: "unknown", message: `Postiz responded with status ${status}.` };
  }
  if (Value.Check(Created, json) && json[0].integration === channel)
    return { state: "pending", task: json[0].postId, readAfterMs: FIRST_READ_MS };
  return { state: "unknown", message: "Postiz accepted the post, but its response is not readable." };
}

/** Lists the accounts connected in Postiz on platforms that Vireo supports. Throws if Postiz is not available. */
async function listChannels(api: PostizApi, group: string | undefined, signal: AbortSignal): Promise<Channel[]> {
  const query = group ? `?group=${encodeURIComponent(group)}` : "";
  const response = await api.request(`/integrations${query}`, { signal, timeoutMs: LIST_MS });
  if (response.status !== 200 || !Array.isArray(response.json)) throw api.unexpected("list channels", response);
  return response.json.flatMap((channel) => {
    if (!Value.Check(Integration, channel)) return [];
    const platform = findPlatformName(channel.identifier);
    if (!platform) return [];
    return {
      externalId: channel.id,
      identifier: channel.identifier,
      platform,
      username: channel.profile || channel.name || channel.id,
      displayName: channel.name || undefined,
      avatarUrl: channel.picture && /^https?:\/\//.test(channel.picture) ? channel.picture : undefined,
      // The API has no other status for an account that cannot publish.
      status: channel.disabled ? ("expired" as const) : ("active" as const),
      isDisabled: channel.disabled === true,
    };
  });
}
