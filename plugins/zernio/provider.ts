import { findMissingPrivacy, type SocialProvider } from "vireo/slots/social";
import { listAccounts, readCreator } from "./accounts";
import { ZernioClient, ZernioError } from "./client";
import { findPost } from "./find";
import { prepareMedia } from "./media";
import { createMetrics } from "./metrics";
import { failed, parsePost } from "./outcome";
import { platforms } from "./platforms";
import { publish } from "./publish";
import { createQuota } from "./quota";
import { setThumbnail } from "./thumbnail";

export interface ZernioOptions {
  apiKey: string;
  baseUrl: string;
  /** Limits the social accounts to this profile. */
  profileId?: string;
  /** Profiles by Vireo account id. If set, each account only has those of its own profile. */
  profiles: Record<string, string>;
  requestsPerMinute: number;
  /** Time limit of one publish call, in seconds. */
  callSeconds: number;
  now(): number;
}

/** Requests per post: the creator or the upload, the post itself, and reading its status. */
const REQUESTS_PER_POST = 3;
const MINUTE = 60_000;

/** Publishes through Zernio (https://zernio.com, formerly Late). */
export function createProvider(options: ZernioOptions): SocialProvider {
  const quota = createQuota();
  const client = new ZernioClient({ ...options, quota });
  const timeLimitMs = options.callSeconds * 1000;
  const profiles = new Map(Object.entries(options.profiles));

  return {
    name: "zernio",
    platforms,
    perAccount: profiles.size > 0,
    timeLimitMs,
    pace: [{ count: Math.max(1, Math.floor(options.requestsPerMinute / REQUESTS_PER_POST)), ms: MINUTE }],
    metrics: createMetrics(client, options.requestsPerMinute, options.now),
    // Based on earlier responses, because another request would count against the quota.
    async check() {
      return client.isKeyAccepted
        ? { ok: true, detail: `publishes through ${new URL(options.baseUrl).host}` }
        : { ok: false, detail: "Zernio rejected the API key. Set ZERNIO_API_KEY to a valid one" };
    },
    async accounts(owner, signal) {
      if (profiles.size === 0) return listAccounts(client, options.profileId, signal);
      const profile = profiles.get(owner);
      return profile === undefined ? [] : listAccounts(client, profile, signal);
    },
    creatorInfo: (account, signal) => readCreator(client, account.externalId, signal),
    async prepare(target, media, signal) {
      const missing = findMissingPrivacy(target);
      if (missing) return { failed: failed("user_content", missing) };
      const prepared = await prepareMedia(client, media, signal);
      // Count the publish request here, where there is time to wait.
      if ("media" in prepared) await quota.take(signal);
      return prepared;
    },
    publish: (order, signal) => publish(client, order, timeLimitMs, signal),
    async read(task, sent, signal) {
      try {
        const { post } = await client.get(`/v1/posts/${encodeURIComponent(task)}`, { signal });
        const outcome = parsePost(post, sent);
        if (!outcome) return { state: "unknown", message: "The post at Zernio does not include the account." };
        return await setThumbnail(client, outcome, task, sent, signal);
      } catch (error) {
        if (error instanceof ZernioError && error.status === 404)
          return { state: "unknown", message: "Zernio no longer has the post." };
        throw error;
      }
    },
    find: (sent, signal) => findPost(client, sent, signal),
  };
}
