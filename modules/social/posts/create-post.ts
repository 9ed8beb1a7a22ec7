import type { Static } from "@sinclair/typebox";
import type { Transaction } from "vireo/database";
import { invalid } from "vireo/errors";
import { newUuid } from "vireo/ids";
import { readNow } from "vireo/leases";
import { type Caller, isReplayed } from "vireo/request";
import { askForApproval } from "../approval/notify";
import { needsApproval, readRequirement } from "../approval/requirement";
import { toWaiting } from "../approval/waiting";
import type { Social } from "../context";
import { requireSlots, takePostingTime } from "../posting-times";
import { announceDue } from "../publishing/work";
import type { CreatePostBody, PostView } from "../schema";
import type { SocialAccount } from "../tables";
import { checkThumbnail, findShown, listShown, type Shown, sketchMedia, toMediaColumns } from "./media";
import { findAccounts, getFingerprint, mergeOverrides, mergeTikTok, refuseDuplicate, toDate } from "./post-body";
import { presentStored } from "./read-posts";
import { findFaults, findRules, type Plan, type PostAccount, refuse } from "./rules";
import { addTargets } from "./targets";

const STATUS = { draft: "draft", schedule: "scheduled", queue: "scheduled", now: "publishing" } as const;

export type OnStored = (trx: Transaction, postId: string) => Promise<void>;

interface CreateOptions {
  /** A repeated key returns the post that the first call stored. */
  idempotencyKey?: string;
  /** Writes additional rows in the transaction of the post. */
  onStored?: OnStored;
  /** What the post shows, if it was found already. */
  shown?: Shown;
}

/**
 * Stores a post with its targets and its event in one transaction, and wakes the work that publishes it. If the caller
 * needs an approval, the post waits for it. Throws `validation_error`, `unsafe_url`, `conflict` and `insufficient_scope`.
 */
export async function createPost(
  social: Social,
  caller: Caller,
  input: CreatePostBody,
  { idempotencyKey, onStored, shown: found }: CreateOptions = {},
): Promise<Static<typeof PostView>> {
  const { accountId } = caller;
  const replayed = idempotencyKey && (await findReplayed(social, accountId, idempotencyKey));
  if (replayed) return replayed;
  const { accounts, settings, shown, isWaiting } = await planPost(social, caller, input, { shown: found });
  const { mode, content = "", title = null } = input;
  const { toInbox, ...columns } = settings;
  return social.db.transaction().execute(async (trx) => {
    const due = await findDueTime(social, trx, input, accounts);
    const scheduledFor = mode === "queue" ? due : toDate(input.scheduledFor);
    const values = {
      id: newUuid(),
      account_id: accountId,
      status: STATUS[mode],
      ...(isWaiting ? toWaiting(caller, scheduledFor, social.now()) : {}),
      content,
      title,
      video_id: shown.videoId,
      ...toMediaColumns(shown),
      scheduled_for: scheduledFor,
      to_inbox: toInbox,
      ...columns,
      fingerprint: getFingerprint(content, shown),
      idempotency_key: idempotencyKey ?? null,
    };
    const ids = accounts.map(({ id }) => id);
    if (!input.allowDuplicate) await refuseDuplicate(trx, values, ids);
    const row = await trx.insertInto("social_posts").values(values).returningAll().executeTakeFirstOrThrow();
    await addTargets(trx, row, accounts, isWaiting ? null : due);
    if (due && !isWaiting) await announceDue(social, trx, due);
    const post = await presentStored(social, trx, row);
    if (row.status === "scheduled") await social.events.emit(trx, accountId, "post.scheduled", post);
    if (isWaiting) await askForApproval(social, trx, row, post);
    await onStored?.(trx, row.id);
    return post;
  });
}

/** Finds the post that an earlier request with the same Idempotency-Key has created. */
async function findReplayed(social: Social, accountId: string, key: string) {
  const { db } = social;
  const post = await db
    .selectFrom("social_posts")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  if (post && isReplayed(post.created_at)) return presentStored(social, db, post);
  if (post) await db.updateTable("social_posts").set({ idempotency_key: null }).where("id", "=", post.id).execute();
  return undefined;
}

/** The state of a new post, with the rules of the platforms of these accounts. */
export function toPlan(
  social: Social,
  input: Omit<CreatePostBody, "accountIds">,
  accounts: readonly PostAccount[],
): Plan & { content: string } {
  const { mode, scheduledFor, content = "", title, timezone = "UTC", publishToInbox: toInbox = false } = input;
  const settings = { timezone, toInbox, tiktok: mergeTikTok(input), overrides: mergeOverrides(input) };
  return { mode, scheduledFor, content, title, ...settings, ...findRules(social, accounts) };
}

/**
 * Checks everything that can be checked before a post is stored. Throws `validation_error`, `unsafe_url` and
 * `insufficient_scope`.
 */
export async function planPost(
  social: Social,
  caller: Caller,
  input: CreatePostBody,
  { shown: found, isDryRun = false }: { shown?: Shown | undefined; isDryRun?: boolean } = {},
) {
  const { accountId } = caller;
  const isWaiting = input.mode !== "draft" && needsApproval(caller, await readRequirement(social.db, accountId));
  const accounts = await findAccounts(social.db, accountId, input.accountIds);
  const plan = toPlan(social, input, accounts);
  const { timezone, toInbox, tiktok, overrides } = plan;
  const settings = { timezone, toInbox, tiktok, overrides };
  const media = sketchMedia(input);
  refuse(findFaults({ ...plan, media }, social.now()));
  const names = [input.videoUrl, input.videoId, input.media];
  if (names.every((name) => name === undefined) && plan.channels.some(({ info }) => !info.media.isOptional))
    throw invalid("videoUrl", "Send videoUrl, videoId or media. For a draft without any, send an empty media.");
  if (plan.mode === "queue") requireSlots(accounts);
  await checkThumbnail(social, input);
  // Pictures are fetched only for a post that is otherwise complete.
  const shown = found ?? (await findShown(social, accountId, input, isDryRun));
  refuse(findFaults({ ...plan, media: listShown(social, shown) }, social.now()));
  return { accounts, settings, isWaiting, shown };
}

async function findDueTime(
  { now }: Social,
  trx: Transaction,
  { mode, scheduledFor }: CreatePostBody,
  accounts: readonly SocialAccount[],
): Promise<Date | null> {
  if (mode === "draft") return null;
  if (mode === "now") return readNow(trx);
  return mode === "queue" ? takePostingTime(trx, accounts, now()) : toDate(scheduledFor);
}
