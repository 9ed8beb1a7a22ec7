/** Reads what the bodies of requests say about a post: accounts, settings, and whether it is a duplicate. */
import type { Static } from "@sinclair/typebox";
import type { Database, Transaction } from "vireo/database";
import { ApiError, type FieldErrors } from "vireo/errors";
import { toUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import type { TikTokSettings } from "vireo/slots/social";
import { lockUntilEnd } from "vireo/transaction";
import type { CreatePostBody, PatchPost } from "../schema";
import type { Overrides, Post, SocialAccount } from "../tables";
import type { ResolvedMedia } from "./media";
import { tiktokNames, toPostId } from "./present";
import { refuse } from "./rules";
import { postTime } from "./store";

export type Patch = Static<typeof PatchPost>;

const DAY_MS = 86_400_000;

/** Merges the TikTok settings of a body over existing ones. `aiGenerated` is stored as its alias for TikTok. */
export function mergeTikTok(
  body: Pick<CreatePostBody, (typeof tiktokNames)[keyof TikTokSettings] | "aiGenerated">,
  before: TikTokSettings = {},
): TikTokSettings {
  const present = Object.entries(tiktokNames).filter(([, field]) => body[field] !== undefined);
  return {
    ...before,
    ...Object.fromEntries(present.map(([name, field]) => [name, body[field]])),
    ...(body.aiGenerated === undefined ? {} : { madeWithAi: body.aiGenerated }),
  };
}

/** Merges the overrides of a body over existing ones, by platform. */
export const mergeOverrides = (
  { overrides = {} }: Pick<CreatePostBody, "overrides">,
  before: Overrides = {},
): Overrides => ({
  ...before,
  ...overrides,
});

/** Finds the social accounts of `accountIds`, in their order. Throws `validation_error` at `accountIds.N`. */
export async function findSocialAccounts(
  db: Database,
  accountId: string,
  ids: readonly string[],
): Promise<SocialAccount[]> {
  const uuids = ids.map((id) => toUuid("soc", id));
  const known = uuids.filter((uuid) => uuid !== undefined);
  const rows = await db
    .selectFrom("social_accounts")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("id", "in", known)
    .execute();
  const faults: FieldErrors = {};
  const socialAccounts = uuids.flatMap((uuid, at) => {
    const row = rows.find(({ id }) => id === uuid);
    const first = uuids.indexOf(uuid);
    if (!row) faults[`accountIds.${at}`] = ["Account not found. List connected accounts with GET /social/accounts."];
    else if (row.status === "disconnected")
      faults[`accountIds.${at}`] = ["This account is disconnected. Reconnect it, then call POST /social/accounts."];
    else if (first < at) faults[`accountIds.${at}`] = [`Duplicate of accountIds.${first}.`];
    return row ? [row] : [];
  });
  refuse(faults);
  return socialAccounts;
}

export function getFingerprint(content: string, { video, items }: Pick<ResolvedMedia, "video" | "items">): Uint8Array {
  const names = items
    ? items.map((item) => (item.kind === "image" ? (item.source ?? item.key) : (item.key ?? item.url)))
    : [video?.key ?? video?.url];
  return new Bun.CryptoHasher("sha256").update(`${names.join(" ")}\n${content}`).digest();
}

/**
 * Refuses the same content and video for the same account within 24 hours of each other's scheduled time. Calls with
 * the same fingerprint run one after another, so that the second of two parallel calls sees the first.
 */
export async function refuseDuplicate(
  trx: Transaction,
  post: Pick<Post, "id" | "account_id" | "fingerprint" | "scheduled_for">,
  socialAccountIds: readonly string[],
): Promise<void> {
  await lockUntilEnd(trx, `social.fingerprint:${post.fingerprint.toHex()}`);
  const { scheduled_for: planned } = post;
  const shift = (ms: number) => (planned ? new Date(planned.getTime() + ms) : fromNow(ms));
  const same = await trx
    .selectFrom("social_posts as p")
    .innerJoin("social_targets as t", "t.post_id", "p.id")
    .select(["p.id", "t.social_account_id"])
    .where("p.account_id", "=", post.account_id)
    .where("p.fingerprint", "=", post.fingerprint)
    .where("t.status", "not in", ["failed", "cancelled"])
    .where("t.social_account_id", "in", socialAccountIds)
    .where(postTime, ">", shift(-DAY_MS))
    .where(postTime, "<", shift(DAY_MS))
    .where("p.id", "<>", post.id)
    .orderBy("p.created_at")
    .limit(1)
    .executeTakeFirst();
  if (!same) return;
  const existingPostId = toPostId(same.id);
  throw new ApiError(
    "conflict",
    `The post ${existingPostId} has the same content and media for one of these accounts within 24 hours. To post it anyway, send allowDuplicate: true.`,
    { members: { existingPostId } },
  );
}

export const toDate = (ms: number | undefined) => (ms === undefined ? null : new Date(ms));
