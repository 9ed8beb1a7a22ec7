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
import { checkThumbnail, describeMedia, type ResolvedMedia, resolveMedia, sketchMedia, toMediaColumns } from "./media";
import { findSocialAccounts, getFingerprint, mergeOverrides, mergeTikTok, refuseDuplicate, toDate } from "./post-body";
import { presentStored } from "./read-posts";
import { findFaults, findRules, type PostAccount, type PostCheck, refuse } from "./rules";
import { addTargets } from "./targets";

const STATUS = { draft: "draft", schedule: "scheduled", queue: "scheduled", now: "publishing" } as const;

export type OnStored = (trx: Transaction, postId: string) => Promise<void>;

interface CreateOptions {
  /** The submission key of the call. A repeated one returns the post that the first call stored. */
  idempotencyKey?: string;
  /** Writes additional rows in the transaction of the post. */
  onStored?: OnStored;
  /** The media of the post, if they were resolved already. */
  knownMedia?: ResolvedMedia;
}

/**
 * Stores a post with its targets and its event in one transaction, and wakes the work that publishes it. If the caller
 * needs an approval, the post waits for it. Throws `validation_error`, `unsafe_url`, `conflict` and `insufficient_scope`.
 */
export async function createPost(
  social: Social,
  caller: Caller,
  input: CreatePostBody,
  { idempotencyKey, onStored, knownMedia }: CreateOptions = {},
): Promise<Static<typeof PostView>> {
  const { accountId } = caller;
  const replayed = idempotencyKey && (await findReplayed(social, accountId, idempotencyKey));
  if (replayed) return replayed;
  const { socialAccounts, settings, media, isWaiting } = await preparePost(social, caller, input, { knownMedia });
  const { mode, content = "", title = null } = input;
  const { toInbox, ...columns } = settings;
  return social.db.transaction().execute(async (trx) => {
    const due = await findDueTime(social, trx, input, socialAccounts);
    const scheduledFor = mode === "queue" ? due : toDate(input.scheduledFor);
    const values = {
      id: newUuid(),
      account_id: accountId,
      status: STATUS[mode],
      ...(isWaiting ? toWaiting(caller, scheduledFor, social.now()) : {}),
      content,
      title,
      video_id: media.videoId,
      ...toMediaColumns(media),
      scheduled_for: scheduledFor,
      to_inbox: toInbox,
      ...columns,
      fingerprint: getFingerprint(content, media),
      idempotency_key: idempotencyKey ?? null,
    };
    const ids = socialAccounts.map(({ id }) => id);
    if (!input.allowDuplicate) await refuseDuplicate(trx, values, ids);
    const row = await trx.insertInto("social_posts").values(values).returningAll().executeTakeFirstOrThrow();
    await addTargets(trx, row, socialAccounts, isWaiting ? null : due);
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

/** Returns the state of a new post, with the rules of the platforms of these social accounts. */
export function toPostCheck(
  social: Social,
  input: Omit<CreatePostBody, "accountIds">,
  socialAccounts: readonly PostAccount[],
): PostCheck & { content: string } {
  const { mode, scheduledFor, content = "", title, timezone = "UTC", publishToInbox: toInbox = false } = input;
  const settings = { timezone, toInbox, tiktok: mergeTikTok(input), overrides: mergeOverrides(input) };
  return { mode, scheduledFor, content, title, ...settings, ...findRules(social, socialAccounts) };
}

/**
 * Checks everything that can be checked before a post is stored, and finds what it refers to. Throws `validation_error`,
 * `unsafe_url` and `insufficient_scope`.
 */
export async function preparePost(
  social: Social,
  caller: Caller,
  input: CreatePostBody,
  { knownMedia, isDryRun = false }: { knownMedia?: ResolvedMedia | undefined; isDryRun?: boolean } = {},
) {
  const { accountId } = caller;
  const isWaiting = input.mode !== "draft" && needsApproval(caller, await readRequirement(social.db, accountId));
  const socialAccounts = await findSocialAccounts(social.db, accountId, input.accountIds);
  const check = toPostCheck(social, input, socialAccounts);
  const { timezone, toInbox, tiktok, overrides } = check;
  const settings = { timezone, toInbox, tiktok, overrides };
  refuse(findFaults({ ...check, media: sketchMedia(input) }, social.now()));
  const names = [input.videoUrl, input.videoId, input.media];
  if (names.every((name) => name === undefined) && check.channels.some(({ info }) => !info.media.isOptional))
    throw invalid("videoUrl", "Send videoUrl, videoId or media. For a draft without any, send an empty media.");
  if (check.mode === "queue") requireSlots(socialAccounts);
  await checkThumbnail(social, input);
  // Pictures are fetched only for a post that is otherwise complete.
  const media = knownMedia ?? (await resolveMedia(social, accountId, input, isDryRun));
  refuse(findFaults({ ...check, media: describeMedia(social, media) }, social.now()));
  return { socialAccounts, settings, isWaiting, media };
}

async function findDueTime(
  { now }: Social,
  trx: Transaction,
  { mode, scheduledFor }: CreatePostBody,
  socialAccounts: readonly SocialAccount[],
): Promise<Date | null> {
  if (mode === "draft") return null;
  if (mode === "now") return readNow(trx);
  return mode === "queue" ? takePostingTime(trx, socialAccounts, now()) : toDate(scheduledFor);
}
