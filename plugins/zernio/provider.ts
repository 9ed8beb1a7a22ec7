import type { SocialProvider } from "vireo/slots/social";
import { listAccounts, readCreator } from "./accounts";
import { CallError } from "./call-error";
import { createClient } from "./client";
import { findPost } from "./find";
import { createMedia } from "./media";
import { outcomeOf } from "./outcome";
import { createPublish } from "./publish";
import { createQuota } from "./quota";

export interface ZernioOptions {
  apiKey: string;
  baseUrl: string;
  /** Only the social accounts of this profile; without it all of them. */
  profileId?: string;
  /** Profiles by Vireo account id. Where any are named, each account has those of its own profile alone. */
  profiles: Record<string, string>;
  requestsPerMinute: number;
  /** Limit of one publish call, seconds. */
  callSeconds: number;
}

/** Requests that a post takes: the creator or the upload, the post itself, and a look at what became of it. */
const REQUESTS_PER_POST = 3;
const MINUTE = 60_000;

/** Publishes through Zernio (https://zernio.com, formerly Late). */
export function createProvider(options: ZernioOptions): SocialProvider {
  const quota = createQuota();
  const client = createClient({ ...options, quota });
  const timeLimitMs = options.callSeconds * 1000;
  const profiles = new Map(Object.entries(options.profiles));
  const prepare = createMedia(client, quota, options.baseUrl);

  return {
    name: "zernio",
    perAccount: profiles.size > 0,
    timeLimitMs,
    pace: [{ count: Math.max(1, Math.floor(options.requestsPerMinute / REQUESTS_PER_POST)), ms: MINUTE }],
    // From what the last answers told: asking anew would take requests away from posts.
    async check() {
      return client.isKeyTaken
        ? { ok: true, detail: `publishes through ${new URL(options.baseUrl).host}` }
        : { ok: false, detail: "Zernio refuses the API key; set ZERNIO_API_KEY to one that is valid" };
    },
    async accounts(owner, signal) {
      if (profiles.size === 0) return listAccounts(client, options.profileId, signal);
      const profile = profiles.get(owner);
      return profile === undefined ? [] : listAccounts(client, profile, signal);
    },
    creatorInfo: (account, signal) => readCreator(client, account.externalId, signal),
    prepare: (_target, media, signal) => prepare(media, signal),
    publish: createPublish(client, timeLimitMs),
    async read(task, sent, signal) {
      try {
        const { post } = await client.ask("GET", `/v1/posts/${encodeURIComponent(task)}`, { signal });
        return (
          outcomeOf(post, sent) ?? { state: "unknown", message: "The post at Zernio does not mention the account." }
        );
      } catch (error) {
        if (error instanceof CallError && error.status === 404)
          return { state: "unknown", message: "Zernio no longer has the post." };
        throw error;
      }
    },
    find: (sent, signal) => findPost(client, sent, signal),
  };
}
