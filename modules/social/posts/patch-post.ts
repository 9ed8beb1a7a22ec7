import type { Static } from "@sinclair/typebox";
import { invalid } from "vireo/errors";
import { fromNow, readNow } from "vireo/leases";
import type { Social } from "../context";
import { announceDue } from "../publishing/work";
import type { PostView } from "../schema";
import type { Post, SocialAccount, Target } from "../tables";
import {
  findAccounts,
  getFingerprint,
  getVideo,
  mergeOverrides,
  mergeTikTok,
  type Patch,
  refuseDuplicate,
  toDate,
  toVideoColumns,
} from "./plan";
import { presentStored } from "./read-posts";
import { findFaults, type Plan, refuse } from "./rules";
import { lockPostIn, readTargets } from "./store";
import { addTargets, moveTargets } from "./targets";
import { checkThumbnail, findVideo } from "./video";

const changesTime = ({ mode, scheduledFor }: Patch) => mode !== undefined || scheduledFor !== undefined;

/** Returns the state of a post after a patch. Throws `validation_error`. */
function planPatch(
  { now }: Social,
  post: Post,
  patch: Patch,
  accounts: readonly SocialAccount[] | undefined,
  targets: readonly Target[],
) {
  const plan = {
    mode: patch.mode ?? (post.status === "draft" ? "draft" : "schedule"),
    scheduledFor: patch.scheduledFor ?? post.scheduled_for?.getTime(),
    timezone: patch.timezone ?? post.timezone,
    toInbox: patch.publishToInbox ?? post.to_inbox,
    content: patch.content ?? post.content,
    tiktok: mergeTikTok(patch, post.tiktok),
    overrides: mergeOverrides(patch, post.overrides),
    platforms: (accounts ?? targets).map(({ platform }) => platform),
  } satisfies Plan;
  const faults = findFaults(plan, now());
  // The time of a post that waits for a limit may have passed since it was set.
  if (!changesTime(patch)) delete faults.scheduledFor;
  // A post in mode now that waits for a limit had its inbox setting checked when it was created.
  if (patch.publishToInbox === undefined && patch.mode === undefined && !accounts) delete faults.publishToInbox;
  refuse(faults);
  return plan;
}

/** Changes a draft or scheduled post. Time, job and event change in one transaction. */
export async function patchPost(
  social: Social,
  accountId: string,
  postId: string,
  { allowDuplicate, ...patch }: Patch,
): Promise<Static<typeof PostView>> {
  if (Object.keys(patch).length === 0) throw invalid("body", "Send at least one field to change.");
  // Do slow checks before taking the lock.
  const accounts = patch.accountIds && (await findAccounts(social.db, accountId, patch.accountIds));
  await checkThumbnail(social, patch);
  const hasVideo = patch.videoUrl !== undefined || patch.videoId !== undefined;
  const newVideo = hasVideo ? await findVideo(social, accountId, patch) : undefined;
  return social.db.transaction().execute(async (trx) => {
    const post = await lockPostIn(trx, accountId, postId, "changed", ["draft", "scheduled"]);
    const targets = (await readTargets(trx, [post.id])).get(post.id) ?? [];
    const { mode, scheduledFor, toInbox, ...plan } = planPatch(social, post, patch, accounts, targets);
    const video = newVideo?.video ?? getVideo(post);
    const status: Post["status"] = mode === "draft" ? "draft" : "scheduled";
    const values = {
      status,
      content: plan.content,
      title: patch.title,
      video_id: patch.videoId === undefined ? undefined : (newVideo?.videoId ?? null),
      ...toVideoColumns(video),
      scheduled_for: toDate(scheduledFor),
      timezone: plan.timezone,
      to_inbox: toInbox,
      tiktok: plan.tiktok,
      overrides: plan.overrides,
      fingerprint: getFingerprint(plan.content, video),
      updated_at: fromNow(),
    };
    const same = accounts === undefined && Buffer.compare(values.fingerprint, post.fingerprint) === 0;
    if (!same && !allowDuplicate) {
      const ids = accounts?.map((account) => account.id) ?? targets.map((target) => target.social_account_id);
      await refuseDuplicate(trx, { ...post, ...values }, ids);
    }
    const changed = await trx
      .updateTable("social_posts")
      .set(values)
      .where("id", "=", post.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const due = mode === "draft" ? null : (toDate(scheduledFor) ?? (await readNow(trx)));
    if (accounts) {
      await trx.deleteFrom("social_targets").where("post_id", "=", post.id).execute();
      await addTargets(trx, post, accounts, due);
    } else if (changesTime(patch)) await moveTargets(trx, post, due);
    if (due && (changesTime(patch) || accounts)) await announceDue(social, trx, due);
    const shown = await presentStored(social, trx, changed);
    const moved = changed.scheduled_for?.getTime() !== post.scheduled_for?.getTime();
    if (status === "scheduled" && (post.status === "draft" || moved))
      await social.events.emit(trx, accountId, "post.scheduled", shown);
    return shown;
  });
}
