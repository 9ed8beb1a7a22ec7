import { defineModule, type Module } from "#core/module";
import { instagram, tiktokWithChoice, youtubeWithTitle } from "#sdk/platforms";
import type { Outcome, Platform, ProviderAccount, Publication, SocialProvider } from "#sdk/slots/social";
import type { Client } from "#test/app";
import { until as poll } from "#test/until";

/** Platforms that require what TikTok and YouTube do. */
export const strictPlatforms = [tiktokWithChoice, instagram, youtubeWithTitle];

export const VIDEO = "https://93.184.216.34/video.mp4";

export const listed = (externalId: string, platform: ProviderAccount["platform"] = "tiktok"): ProviderAccount => ({
  externalId,
  platform,
  username: externalId,
  status: "active",
});

/** A provider that keeps a record of its calls, and does what the test says. */
export function recorder(own: Partial<SocialProvider> = {}) {
  const record = {
    calls: [] as Publication[],
    accounts: [listed("tik"), listed("insta", "instagram"), listed("tube", "youtube")],
    /** By caption; what is not named is published. */
    outcomes: {} as Record<string, (order: Publication, signal: AbortSignal) => Promise<Outcome>>,
    callsFor: (content: string) => record.calls.filter((call) => call.content === content).length,
  };
  const provider: SocialProvider = {
    name: "recorder",
    perAccount: true,
    paces: {},
    accounts: async () => record.accounts,
    async publish(order, signal) {
      record.calls.push(order);
      const outcome = record.outcomes[order.content];
      return outcome ? outcome(order, signal) : { state: "published", platformPostId: `p-${order.targetId}` };
    },
    find: async () => undefined,
    ...own,
  };
  const module: Module = defineModule({ name: "recorder", start: () => ({ engines: { social: provider } }) });
  return { record, provider, module };
}

/** The account ids of a caller, by platform. */
export async function accountsBy(api: Client): Promise<Record<Platform, string>> {
  const { body } = await api("GET", "/social/accounts");
  const accounts = body.accounts as { platform: Platform; accountId: string }[];
  return Object.fromEntries(accounts.map(({ platform, accountId }) => [platform, accountId])) as Record<
    Platform,
    string
  >;
}

/** Polls a post until it is as wanted. */
export const until = <Post extends { status: string; targets: { status: string }[] }>(
  api: Client,
  postId: string,
  wanted: (post: Post) => boolean = ({ status }) => ["published", "partial", "failed"].includes(status),
): Promise<Post> =>
  poll(async () => {
    const { body } = await api("GET", `/social/posts/${postId}`);
    return wanted(body) && body;
  });
