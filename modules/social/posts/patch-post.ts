import type { Static } from "@sinclair/typebox";
import { invalid } from "vireo/errors";
import { fromNow, readNow } from "vireo/leases";
import type { Caller } from "vireo/request";
import { askForApproval } from "../approval/notify";
import { needsApproval, readRequirement, requireMayChange } from "../approval/requirement";
import { planNotice, toWaiting } from "../approval/waiting";
import type { Social } from "../context";
import { announceDue } from "../publishing/work";
import type { PostView } from "../schema";
import type { Overrides, Post, Requirement, SocialAccount, TargetRow } from "../tables";
import {
  checkThumbnail,
  describeMedia,
  getStoredMedia,
  type ResolvedMedia,
  resolveMedia,
  toMediaColumns,
} from "./media";
import {
  findSocialAccounts,
  getFingerprint,
  mergeOverrides,
  mergeTikTok,
  type Patch,
  refuseDuplicate,
  toDate,
} from "./post-body";
import { isAccountId, toAccountId } from "./present";
import { presentStored } from "./read-posts";
import { findFaults, findRules, type PostCheck, refuse } from "./rules";
import { findTargets, lockPostIn } from "./store";
import { addTargets, moveTargets } from "./targets";

const changesTime = ({ mode, scheduledFor }: Patch) => mode !== undefined || scheduledFor !== undefined;

/** Leaves out what is for social accounts that the post no longer goes to. */
const keepOverridesOf = (socialAccounts: readonly SocialAccount[], overrides: Overrides): Overrides =>
  Object.fromEntries(
    Object.entries(overrides).filter(
      ([name]) => !isAccountId(name) || socialAccounts.some(({ id }) => toAccountId(id) === name),
    ),
  );

/** Returns the state of a post after a patch. Throws `validation_error`. */
function applyPatch(
  social: Social,
  post: Post,
  patch: Patch,
  media: Pick<ResolvedMedia, "video" | "items">,
  socialAccounts: readonly SocialAccount[] | undefined,
  targets: readonly TargetRow[],
) {
  const check = {
    mode: patch.mode ?? (post.status === "draft" ? "draft" : "schedule"),
    scheduledFor: patch.scheduledFor ?? post.scheduled_for?.getTime(),
    timezone: patch.timezone ?? post.timezone,
    toInbox: patch.publishToInbox ?? post.to_inbox,
    content: patch.content ?? post.content,
    title: patch.title ?? post.title,
    tiktok: mergeTikTok(patch, post.tiktok),
    overrides: mergeOverrides(patch, socialAccounts ? keepOverridesOf(socialAccounts, post.overrides) : post.overrides),
    media: describeMedia(social, media),
    ...findRules(social, socialAccounts ?? targets),
  } satisfies PostCheck;
  const faults = findFaults(check, social.now());
  // The time of a post that waits for a limit may have passed since it was set.
  if (!changesTime(patch)) delete faults.scheduledFor;
  // A post in mode now that waits for a limit had its inbox setting checked when it was created.
  if (patch.publishToInbox === undefined && patch.mode === undefined && !socialAccounts) delete faults.publishToInbox;
  refuse(faults);
  return check;
}

/** True if the change concerns what is approved: text, media, settings or targets. */
function isRevised(
  post: Post,
  values: Pick<Post, "content" | "title" | "video_key" | "video_url" | "media" | "to_inbox" | "tiktok" | "overrides">,
  targets: readonly TargetRow[],
  socialAccounts: readonly SocialAccount[] | undefined,
): boolean {
  const { content, title, video_key, video_url, media, to_inbox, tiktok, overrides } = post;
  const before = { content, title, video_key, video_url, media, to_inbox, tiktok, overrides };
  const ids = targets.map((target) => target.social_account_id).sort();
  const newIds = socialAccounts?.map(({ id }) => id).sort() ?? ids;
  return !Bun.deepEquals(before, values) || !Bun.deepEquals(ids, newIds);
}

/**
 * Returns the columns of a post's approval after a change. A post that waits keeps waiting, and one that was approved
 * keeps that while its content is the same. Throws `insufficient_scope`.
 */
function planApproval(
  { now }: Social,
  caller: Caller,
  requirement: Requirement,
  {
    post,
    mode,
    scheduledFor,
    isNew,
  }: { post: Post; mode: PostCheck["mode"]; scheduledFor: Date | null; isNew: boolean },
) {
  const revision = isNew ? post.revision + 1 : post.revision;
  const isApproved = post.approval === "approved" && !isNew;
  const settled = { revision, overdue: false, notice_at: null };
  if (mode === "draft") {
    const approval = isApproved || post.approval === "rejected" ? post.approval : ("none" as const);
    return { ...settled, status: "draft" as const, approval };
  }
  if (post.status === "needs_approval") {
    const isSameTime = scheduledFor?.getTime() === post.scheduled_for?.getTime();
    const time = isSameTime ? {} : { overdue: false, notice_at: planNotice(scheduledFor, now()) };
    return { revision, status: post.status, ...time };
  }
  const mustAsk = needsApproval(caller, requirement);
  if (isApproved) return { ...settled, status: "scheduled" as const };
  if (mustAsk) return { ...settled, ...toWaiting(caller, scheduledFor, now()) };
  return { ...settled, status: "scheduled" as const, approval: "none" as const };
}

/** Changes a draft, a post that waits for approval, or a scheduled one. Time, job and event change in one transaction. */
export async function patchPost(
  social: Social,
  caller: Caller,
  postId: string,
  { allowDuplicate, ...patch }: Patch,
): Promise<Static<typeof PostView>> {
  if (Object.keys(patch).length === 0) throw invalid("body", "Send at least one field to change.");
  const { accountId } = caller;
  // Do slow checks before taking the lock.
  const socialAccounts = patch.accountIds && (await findSocialAccounts(social.db, accountId, patch.accountIds));
  await checkThumbnail(social, patch);
  const isMediaNew = patch.videoUrl !== undefined || patch.videoId !== undefined || patch.media !== undefined;
  const newMedia = isMediaNew ? await resolveMedia(social, accountId, patch) : undefined;
  return social.db.transaction().execute(async (trx) => {
    const post = await lockPostIn(trx, accountId, postId, "changed", ["draft", "needs_approval", "scheduled"]);
    const requirement = await readRequirement(trx, accountId);
    requireMayChange(caller, requirement, post);
    const targets = await findTargets(trx, post);
    const media = newMedia ?? getStoredMedia(post);
    const { mode, scheduledFor, toInbox, ...patched } = applyPatch(social, post, patch, media, socialAccounts, targets);
    const content = {
      content: patched.content,
      title: patched.title,
      ...toMediaColumns(media),
      to_inbox: toInbox,
      tiktok: patched.tiktok,
      overrides: patched.overrides,
    };
    const isNew = isRevised(post, content, targets, socialAccounts);
    const scheduledAt = toDate(scheduledFor);
    const approval = planApproval(social, caller, requirement, { post, mode, scheduledFor: scheduledAt, isNew });
    const values = {
      ...content,
      ...approval,
      video_id: patch.videoId === undefined && !patch.media ? undefined : (newMedia?.videoId ?? null),
      scheduled_for: scheduledAt,
      timezone: patched.timezone,
      fingerprint: getFingerprint(patched.content, media),
      updated_at: fromNow(),
    };
    const same = socialAccounts === undefined && Buffer.compare(values.fingerprint, post.fingerprint) === 0;
    if (!same && !allowDuplicate) {
      const ids = socialAccounts?.map(({ id }) => id) ?? targets.map((target) => target.social_account_id);
      await refuseDuplicate(trx, { ...post, fingerprint: values.fingerprint, scheduled_for: scheduledAt }, ids);
    }
    const isDue = approval.status === "scheduled";
    const due = isDue ? (scheduledAt ?? (await readNow(trx))) : null;
    const isMoved = changesTime(patch) || approval.status !== post.status;
    const changed = await trx
      .updateTable("social_posts")
      .set(values)
      .where("id", "=", post.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (socialAccounts) {
      await trx.deleteFrom("social_targets").where("post_id", "=", post.id).execute();
      await addTargets(trx, post, socialAccounts, due);
    } else if (isMoved) await moveTargets(trx, post, due);
    if (due && (isMoved || socialAccounts)) await announceDue(social, trx, due);
    const view = await presentStored(social, trx, changed);
    const isRescheduled = changed.scheduled_for?.getTime() !== post.scheduled_for?.getTime();
    if (isDue && (post.status === "draft" || isRescheduled))
      await social.events.emit(trx, accountId, "post.scheduled", view);
    if (changed.status === "needs_approval" && (post.status !== changed.status || isNew))
      await askForApproval(social, trx, changed, view);
    return view;
  });
}
