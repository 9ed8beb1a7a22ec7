import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { newUuid } from "vireo/ids";
import type { Context } from "vireo/module";
import type { Outcome, Platform, Publication, SocialProvider } from "vireo/slots/social";
import type { SandboxPost } from "./migrations";
import { wordIn } from "./words";

export const platforms: readonly Platform[] = ["tiktok", "instagram", "youtube"];
export const names: Record<Platform, string> = { tiktok: "TikTok", instagram: "Instagram", youtube: "YouTube" };

/** How long `late` and `pending` take. */
const WAIT_MS = 3_000;

const refused = (category: Extract<Outcome, { state: "failed" }>["category"], message: string): Outcome => ({
  state: "failed",
  category,
  message,
});

type SandboxContext = Pick<Context, "db" | "host">;

/** The account's feed, made when first asked for. */
export async function tokenOf(db: Context["db"], owner: string): Promise<string> {
  const find = () => db.selectFrom("sandbox_feeds").select("token").where("account_id", "=", owner).executeTakeFirst();
  const known = await find();
  if (known) return known.token;
  const token = randomBytes(24).toString("base64url");
  await db
    .insertInto("sandbox_feeds")
    .values({ account_id: owner, token })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find())?.token ?? token;
}

/** A scheduling provider of our own: what it publishes stands on a page of this server, and nowhere else. */
export function createProvider({ db, host }: SandboxContext): SocialProvider {
  const tokens = new Map<string, string>();
  const feedUrl = async (owner: string) => {
    const token = tokens.get(owner) ?? (await tokenOf(db, owner));
    if (tokens.size >= 1000) tokens.clear();
    tokens.set(owner, token);
    return `${host.origin}/open/sandbox/${token}`;
  };

  /** Puts the post on the page; once for a key, however often it is asked. */
  async function put(order: Publication, delayMs: number, inInbox: boolean): Promise<SandboxPost> {
    const { address } = order.media;
    const own = address.startsWith(`${host.origin}/media/`);
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
        video: own ? address.slice(host.origin.length) : address,
        shown: {
          ...(order.title ? { title: order.title } : {}),
          ...(order.tiktok ? { tiktok: { ...order.tiktok } } : {}),
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

  async function outcomeOf(row: SandboxPost): Promise<Outcome> {
    const left = row.published_at.getTime() - Date.now();
    if (left > 0) return { state: "pending", task: row.id, readAfterMs: left };
    if (row.in_inbox) return { state: "in_inbox", platformPostId: row.id };
    return {
      state: "published",
      platformPostId: row.id,
      platformPostUrl: `${await feedUrl(row.account_id)}?post=${row.id}`,
      publishedAt: row.published_at.getTime(),
    };
  }

  return {
    name: "sandbox",
    perAccount: true,
    paces: {},
    async check() {
      return { ok: true, detail: "posts appear on a page of this server; see an account's profileUrl" };
    },
    async accounts(owner) {
      const url = await feedUrl(owner);
      return platforms.map((platform) => ({
        externalId: platform,
        platform,
        username: `sandbox.${platform}`,
        displayName: `Sandbox for ${names[platform]}`,
        profileUrl: `${url}?platform=${platform}`,
        avatarUrl: `${host.origin}/open/sandbox/avatar/${platform}.svg`,
        status: "active",
      }));
    },
    async creatorInfo({ platform }) {
      return {
        nickname: `Sandbox for ${names[platform]}`,
        avatarUrl: `${host.origin}/open/sandbox/avatar/${platform}.svg`,
        maxVideoSeconds: 600,
        privacyLevels: ["PUBLIC_TO_EVERYONE", "MUTUAL_FOLLOW_FRIENDS", "FOLLOWER_OF_CREATOR", "SELF_ONLY"],
        interactions: { comment: true, duet: true, stitch: true },
        canPostMore: true,
      };
    },
    async publish(order, signal) {
      const word = wordIn(order.content, order.account.platform);
      if (word === "fail" || (word === "fail-once" && order.attempt === 1))
        return refused("platform_rejected", "The sandbox refused it, as its caption asks.");
      if (word === "rate-limit")
        return refused("platform_rate_limit", "The sandbox acts as if the account had posted too much.");
      if (word === "expired")
        return refused("auth_expired", "The sandbox acts as if the account must be connected again.");
      if (word === "hang") return untilCut(signal);
      const row = await put(order, word === "pending" ? WAIT_MS : 0, order.toInbox || word === "inbox");
      if (word === "lose") throw new Error("The sandbox loses this answer, as the caption asks.");
      if (word === "late") await Bun.sleep(WAIT_MS);
      return outcomeOf(row);
    },
    async read(task) {
      const row = await db.selectFrom("sandbox_posts").selectAll().where("id", "=", task).executeTakeFirst();
      return row ? outcomeOf(row) : { state: "unknown", message: "The sandbox knows no such task." };
    },
    async find({ idempotencyKey }) {
      const row = await db
        .selectFrom("sandbox_posts")
        .selectAll()
        .where("idempotency_key", "=", idempotencyKey)
        .executeTakeFirst();
      return row && outcomeOf(row);
    },
  };
}

function untilCut(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const cut = () => reject(signal.reason);
  if (signal.aborted) cut();
  signal.addEventListener("abort", cut, { once: true });
  return promise;
}
