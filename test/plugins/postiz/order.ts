import { PostizApi } from "#plugins/postiz/api";
import { createProvider } from "#plugins/postiz/provider";
import type { Outcome, PostMedia, SocialProvider, SocialTarget } from "#sdk/slots/social";
import { createTestProgress } from "#sdk/testing/progress";
import { KEY } from "./faults";
import type { Postiz } from "./server";

export type Order = Parameters<SocialProvider["publish"]>[0];

export const VIDEO = new Uint8Array([0, 0, 0, 24, ...Buffer.from("ftypmp42"), 0, 0, 0, 0, ...Buffer.from("mp42isom")]);
export const { signal } = new AbortController();

export const providerOf = (
  { url }: Pick<Postiz, "url">,
  more: { group?: string; publishMs?: number; apiKey?: string } = {},
) => {
  const { apiKey = KEY, ...options } = more;
  return createProvider(new PostizApi({ apiKey, baseUrl: url }), { postsPerHour: 90, ...options });
};

export const mediaOf = (more: Partial<PostMedia> = {}): PostMedia => ({
  address: "http://localhost:3000/media/video.mp4",
  fileName: "video.mp4",
  file: async () => ({ size: VIDEO.length, contentType: "video/mp4", stream: () => new Blob([VIDEO]).stream() }),
  ...more,
});

/** An order to publish, to TikTok unless said. */
export function orderOf(
  more: Partial<SocialTarget> & { platform?: SocialTarget["account"]["platform"]; channel?: string } = {},
): Order {
  const { platform = "tiktok", channel = `int-${platform}`, ...target } = more;
  return {
    targetId: crypto.randomUUID(),
    postId: "post_01",
    owner: "owner",
    account: { externalId: channel, platform, username: "shop" },
    content: "A caption",
    aiGenerated: false,
    toInbox: false,
    ...(platform === "tiktok" ? { tiktok: { privacyLevel: "PUBLIC_TO_EVERYONE" } } : {}),
    idempotencyKey: crypto.randomUUID(),
    attempt: 1,
    media: mediaOf(),
    prepared: undefined,
    ...target,
  };
}

export const sentOf = (order: Order, calledAt = Date.now()) => ({ ...order, calledAt });

/** As the module does it: what is prepared passes through JSON, then the one call is made. */
export async function send(provider: SocialProvider, order: Order, until = signal): Promise<Outcome> {
  const prepared = JSON.parse(
    JSON.stringify((await provider.prepare?.(order, order.media, until, createTestProgress())) ?? null),
  );
  return provider.publish({ ...order, prepared }, until);
}
