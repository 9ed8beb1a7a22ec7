import { createProvider, type ZernioOptions } from "#plugins/zernio/provider";
import type { Outcome, PostMedia, Publication, SocialProvider } from "#sdk/slots/social";
import { createTestProgress } from "#sdk/testing/progress";
import { KEY } from "./faults";
import type { Zernio } from "./server";

export const VIDEO = new Uint8Array([0, 0, 0, 24, ...Buffer.from("ftypmp42"), 0, 0, 0, 0, ...Buffer.from("mp42isom")]);
export const { signal } = new AbortController();

export const providerOf = ({ url }: Pick<Zernio, "url">, more: Partial<ZernioOptions> = {}) =>
  createProvider({
    apiKey: KEY,
    baseUrl: url,
    profiles: {},
    requestsPerMinute: 600,
    callSeconds: 5,
    now: Date.now,
    ...more,
  });

export const mediaOf = (more: Partial<PostMedia> = {}): PostMedia => ({
  address: "http://localhost:3000/media/video.mp4",
  fileName: "video.mp4",
  file: async () => ({ size: VIDEO.length, contentType: "video/mp4", stream: () => new Blob([VIDEO]).stream() }),
  ...more,
});

/** An order to publish, to TikTok unless said. */
export function orderOf(
  zernio: Pick<Zernio, "accounts">,
  more: Partial<Publication> & { platform?: Publication["account"]["platform"] } = {},
): Publication {
  const { platform = "tiktok", ...rest } = more;
  const externalId = zernio.accounts.find((account) => account.platform === platform)?._id ?? "";
  return {
    targetId: Bun.randomUUIDv7(),
    postId: "post_01",
    owner: "owner",
    account: { externalId, platform, username: "shop" },
    content: `A caption ${crypto.randomUUID()}`,
    aiGenerated: false,
    toInbox: false,
    ...(platform === "tiktok" ? { tiktok: { privacyLevel: "PUBLIC_TO_EVERYONE" } } : {}),
    idempotencyKey: crypto.randomUUID(),
    attempt: 1,
    media: mediaOf(),
    prepared: undefined,
    ...rest,
  };
}

export const sentOf = (order: Publication, calledAt = Date.now()) => ({ ...order, calledAt });

/** As the module does it: what is prepared passes through JSON, then the one call is made. */
export async function send(provider: SocialProvider, order: Publication, until = signal): Promise<Outcome> {
  const prepared = JSON.parse(
    JSON.stringify((await provider.prepare?.(order, order.media, until, createTestProgress())) ?? null),
  );
  return provider.publish({ ...order, prepared }, until);
}
