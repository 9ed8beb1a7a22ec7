import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Failed, Outcome, SocialProvider, SocialTarget } from "vireo/slots/social";
import type { Api } from "./api";
import { toHtml } from "./caption";
import { listChannels } from "./channels";
import { NoAnswer } from "./no-answer";
import { lackOf, settingsFor } from "./platform-settings";
import { awaited, isOurs, listAround, MARK, outcomeOf } from "./posts";
import { failed, refusalOf } from "./refusal";
import { Uploaded, upload } from "./upload";

interface Options {
  /** Channels of one group alone. */
  group?: string;
  postsPerHour: number;
  /** Limit of the call that publishes, milliseconds. */
  publishMs?: number;
}

/** What `prepare` hands to `publish`: how the post is sent, or why it never can be. */
const Ready = Type.Object({ identifier: Type.String(), media: Uploaded });
type Prepared = Static<typeof Ready> | { refused: Failed };

const Created = Type.Tuple([Type.Object({ postId: Type.String({ minLength: 1 }), integration: Type.String() })]);

const HOUR = 3_600_000;
const CHECK_MS = 4_000;
const FIRST_READ_MS = 5_000;

/** The one order that publishes. A post names one channel, so that no part of it can be out while another is not. */
const orderOf = (target: SocialTarget, key: string, { identifier, media }: Static<typeof Ready>) => ({
  type: "now",
  date: new Date().toISOString(),
  shortLink: false,
  tags: [],
  posts: [
    {
      integration: { id: target.account.externalId },
      value: [{ content: toHtml(target.content), image: [media] }],
      settings: { ...settingsFor(target, identifier), [MARK]: key },
    },
  ],
});

/**
 * Postiz's public API. It takes no idempotency key and has no reading by id: what became of a post is
 * told by the list of posts around the call, in which each attempt is known by a mark of its own.
 */
export function createProvider(api: Api, { group, postsPerHour, publishMs = 60_000 }: Options): SocialProvider {
  return {
    name: "postiz",
    pace: [{ count: postsPerHour, ms: HOUR }],
    // Our own limit comes first, for it has the better words.
    timeLimitMs: publishMs + 5_000,

    async check() {
      const { status, json } = await api("/is-connected", {
        signal: new AbortController().signal,
        timeoutMs: CHECK_MS,
      });
      const ok = status === 200 && (json as { connected?: unknown } | null | undefined)?.connected === true;
      if (ok) return { ok, detail: "Postiz accepts the key" };
      const why =
        status === 401 ? "does not accept the key (POSTIZ_API_KEY)" : "does not answer as it should (POSTIZ_URL)";
      return { ok, detail: `Postiz ${why}` };
    },

    async accounts(_owner, signal) {
      const channels = await listChannels(api, group, signal);
      return channels.map(({ identifier, ...account }) => account);
    },

    async prepare(target, media, signal): Promise<Prepared> {
      const lack = lackOf(target);
      if (lack) return { refused: failed("user_content", lack) };
      const channels = await listChannels(api, group, signal);
      const channel = channels.find(({ externalId }) => externalId === target.account.externalId);
      if (!channel) return { refused: failed("account_issue", "The account is no longer connected in Postiz.") };
      if (channel.status === "expired")
        return { refused: failed("auth_expired", "The account must be connected again in Postiz.") };
      const uploaded = await upload(api, media, signal);
      return "state" in uploaded ? { refused: uploaded } : { identifier: channel.identifier, media: uploaded };
    },

    async publish(order, signal): Promise<Outcome> {
      const prepared = order.prepared as Prepared;
      if (!Value.Check(Ready, prepared))
        return prepared?.refused ?? failed("media_unavailable", "The video was not brought to Postiz.");
      let answer: Awaited<ReturnType<Api>>;
      try {
        answer = await api("/posts", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(orderOf(order, order.idempotencyKey, prepared)),
          alone: true,
          signal,
          timeoutMs: publishMs,
        });
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        const { isUnsent, message } = error;
        return isUnsent ? failed("provider_unavailable", message) : { state: "unknown", message };
      }
      const { status, json } = answer;
      const isTaken = status >= 200 && status <= 299;
      if (isTaken && Value.Check(Created, json) && json[0].integration === order.account.externalId)
        return { state: "pending", task: json[0].postId, readAfterMs: FIRST_READ_MS };
      if (isTaken) return { state: "unknown", message: "Postiz took it with an answer that cannot be read." };
      return refusalOf(answer) ?? { state: "unknown", message: `Postiz answered with status ${status}.` };
    },

    async read(task, sent, signal) {
      const post = (await listAround(api, sent, signal)).find(({ id }) => id === task);
      return post ? outcomeOf(post, sent) : awaited(task);
    },

    async find(sent, signal) {
      const [post, ...others] = (await listAround(api, sent, signal)).filter((one) => isOurs(one, sent));
      if (!post) return undefined;
      if (others.length > 0) return { state: "unknown", message: "Postiz lists several posts that could be this one." };
      return outcomeOf(post, sent);
    },
  };
}
