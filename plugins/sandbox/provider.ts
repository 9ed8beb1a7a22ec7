import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { newUuid } from "vireo/ids";
import type { Context } from "vireo/module";
import { getPlatformTitle } from "vireo/platform-titles";
import { instagram, instagramCarousel, type PlatformInfo, tiktok, tiktokPhotos, youtube } from "vireo/platforms";
import type { Figures, MediaItem, MetricsReader, Outcome, Publication, SocialProvider } from "vireo/slots/social";
import { findCommand } from "./commands";
import type { SandboxPost } from "./migrations";

const HOUR = 3_600_000;

/** As the real platforms, without their rules for apps. */
const infos: readonly PlatformInfo[] = [
  { ...tiktok, media: tiktokPhotos },
  { ...instagram, media: instagramCarousel },
  youtube,
];
export const platforms = ["tiktok", "instagram", "youtube"] as const;

/** Delay of `late` and `pending`. */
const DELAY_MS = 3_000;

const failed = (category: Extract<Outcome, { state: "failed" }>["category"], message: string): Outcome => ({
  state: "failed",
  category,
  message,
});

type SandboxContext = Pick<Context, "db" | "host" | "now" | "secrets">;

/** Purpose of a feed's token, for `context.secrets`. */
export const FEED = "feed";

export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Returns the token of the account's feed, which is created on first use. */
async function getFeedToken({ db, secrets }: Pick<Context, "db" | "secrets">, owner: string): Promise<string> {
  /** The token of an earlier version is sealed at the first start, and is found by its hash from then on. */
  const setHash = (token: string) =>
    db
      .updateTable("sandbox_feeds")
      .set({ token_hash: hashToken(token) })
      .where("account_id", "=", owner)
      .execute();
  const find = async () => {
    const feed = await db
      .selectFrom("sandbox_feeds")
      .select(["token", "token_hash"])
      .where("account_id", "=", owner)
      .where("token", "is not", null)
      .executeTakeFirst();
    if (!feed?.token) return undefined;
    const token = secrets.open(feed.token, FEED, owner);
    if (feed.token_hash === null) await setHash(token);
    return token;
  };
  const known = await find();
  if (known !== undefined) return known;
  const token = randomBytes(24).toString("base64url");
  const values = { token: secrets.seal(token, FEED, owner), token_hash: hashToken(token) };
  await db
    .insertInto("sandbox_feeds")
    .values({ account_id: owner, ...values })
    .onConflict((conflict) =>
      conflict.column("account_id").doUpdateSet(values).where("sandbox_feeds.token", "is", null),
    )
    .execute();
  return (await find()) ?? token;
}

/** A scheduling provider that publishes to a page of this server. */
export function createProvider({ db, host, now, secrets }: SandboxContext): SocialProvider {
  const tokens = new Map<string, string>();
  const getFeedUrl = async (owner: string) => {
    const token = tokens.get(owner) ?? (await getFeedToken({ db, secrets }, owner));
    if (tokens.size >= 1000) tokens.clear();
    tokens.set(owner, token);
    return `${host.origin}/open/sandbox/${token}`;
  };

  /** Adds the post to the feed, once per idempotency key. */
  async function addPost(order: Publication, delayMs: number, inInbox: boolean): Promise<SandboxPost> {
    const toSource = ({ address }: Pick<MediaItem, "address">) =>
      address.startsWith(`${host.origin}/media/`) ? address.slice(host.origin.length) : address;
    return db
      .insertInto("sandbox_posts")
      .values({
        id: newUuid(),
        account_id: order.owner,
        platform: order.account.platform,
        target_id: order.targetId,
        idempotency_key: order.idempotencyKey,
        username: order.account.username,
        content: order.content,
        video: toSource(order.media),
        shown: {
          title: order.title || undefined,
          tiktok: order.tiktok ? { ...order.tiktok } : undefined,
          items: order.media.items?.map((item) => ({ kind: item.kind, src: toSource(item) })),
        },
        in_inbox: inInbox,
        published_at: new Date(Date.now() + delayMs),
      })
      .onConflict((conflict) =>
        conflict.column("idempotency_key").doUpdateSet({ calls: sql<number>`sandbox_posts.calls + 1` }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  async function toOutcome(row: SandboxPost): Promise<Outcome> {
    const left = row.published_at.getTime() - Date.now();
    if (left > 0) return { state: "pending", task: row.id, readAfterMs: left };
    if (row.in_inbox) return { state: "in_inbox", platformPostId: row.id };
    return {
      state: "published",
      platformPostId: row.id,
      platformPostUrl: `${await getFeedUrl(row.account_id)}?post=${row.id}`,
      publishedAt: row.published_at.getTime(),
    };
  }

  return {
    name: "sandbox",
    perAccount: true,
    platforms: infos,
    paces: {},
    metrics: createMetrics(now),
    async check() {
      return { ok: true, detail: "posts appear on a page of this server, see an account's profileUrl" };
    },
    async accounts(owner) {
      const url = await getFeedUrl(owner);
      return platforms.map((platform) => ({
        externalId: platform,
        platform,
        username: `sandbox.${platform}`,
        displayName: `Sandbox for ${getPlatformTitle(platform)}`,
        profileUrl: `${url}?platform=${platform}`,
        avatarUrl: `${host.origin}/open/sandbox/avatar/${platform}.svg`,
        status: "active",
      }));
    },
    async creatorInfo({ platform }) {
      return {
        nickname: `Sandbox for ${getPlatformTitle(platform)}`,
        avatarUrl: `${host.origin}/open/sandbox/avatar/${platform}.svg`,
        maxVideoSeconds: 600,
        privacyLevels: ["PUBLIC_TO_EVERYONE", "MUTUAL_FOLLOW_FRIENDS", "FOLLOWER_OF_CREATOR", "SELF_ONLY"],
        interactions: { comment: true, duet: true, stitch: true },
        canPostMore: true,
      };
    },
    async publish(order, signal) {
      const command = findCommand(order.content, order.account.platform);
      if (command === "fail" || (command === "fail-once" && order.attempt === 1))
        return failed("platform_rejected", "The sandbox rejected the post, as its caption requests.");
      if (command === "rate-limit")
        return failed("platform_rate_limit", "The sandbox simulates an account that posted too much.");
      if (command === "expired")
        return failed("auth_expired", "The sandbox simulates an account that must be reconnected.");
      if (command === "hang") return waitForAbort(signal);
      const row = await addPost(order, command === "pending" ? DELAY_MS : 0, order.toInbox || command === "inbox");
      if (command === "lose") throw new Error("The sandbox drops this response, as the caption requests.");
      if (command === "late") await Bun.sleep(DELAY_MS);
      return toOutcome(row);
    },
    async read(task) {
      const row = await db.selectFrom("sandbox_posts").selectAll().where("id", "=", task).executeTakeFirst();
      return row ? toOutcome(row) : { state: "unknown", message: "The sandbox does not have this task." };
    },
    async find({ idempotencyKey }) {
      const row = await db
        .selectFrom("sandbox_posts")
        .selectAll()
        .where("idempotency_key", "=", idempotencyKey)
        .executeTakeFirst();
      return row && toOutcome(row);
    },
  };
}

function waitForAbort(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  return promise;
}

/**
 * Simulates metrics that grow like those of a short video: fast on the first day, then hardly at all. They are marked
 * as simulated.
 */
function simulate(id: string, ageMs: number): Figures {
  const hash = createHash("sha256").update(id).digest();
  const chance = (at: number) => hash.readUInt16LE(at) / 65_536;
  // Most videos perform poorly, and a few perform very well.
  const total = Math.round(150 * 10 ** (2.2 * chance(0) ** 2));
  const views = Math.round(total * (1 - Math.exp(-Math.max(0, ageMs) / (30 * HOUR))));
  const share = (at: number, least: number, most: number) => Math.round(views * (least + (most - least) * chance(at)));
  return {
    views,
    likes: share(2, 0.03, 0.12),
    comments: share(4, 0.001, 0.01),
    shares: share(6, 0.002, 0.015),
    saves: share(8, 0.002, 0.02),
    watchSeconds: Math.round(views * (3 + 9 * chance(10))),
  };
}

const createMetrics = (now: () => number): MetricsReader => ({
  batch: 100,
  pace: { count: 10_000, ms: 60_000 },
  isSimulated: true,
  read: async ({ posts }) =>
    new Map(
      posts.map(({ platformPostId, publishedAt }) => [platformPostId, simulate(platformPostId, now() - publishedAt)]),
    ),
});
