import { invalid } from "vireo/errors";
import { fromNow, readNow } from "vireo/leases";
import type { Context } from "vireo/module";
import type { Post } from "../tables";
import { queueDueJob } from "./due-job";
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
import { presentPost } from "./present";
import { findFaults, refuse } from "./rules";
import { lockPostIn, readTargets } from "./store";
import { addTargets, moveTargets } from "./targets";
import { checkThumbnail, createVideos } from "./video";

/** Changes a draft or scheduled post. Time, job and event change in one transaction. */
export function createPatch(context: Context<unknown, never, "videos">) {
  const { db, events, media, now } = context;
  const findVideo = createVideos(context);

  return async function patch(owner: string, id: string, body: Patch) {
    const { allowDuplicate, ...fields } = body;
    if (Object.keys(fields).length === 0) throw invalid("body", "Send at least one field to change.");
    // Do slow checks before taking the lock.
    const accounts = body.accountIds && (await findAccounts(db, owner, body.accountIds));
    await checkThumbnail(context, body);
    const asksVideo = body.videoUrl !== undefined || body.videoId !== undefined;
    const newVideo = asksVideo ? await findVideo(owner, body) : undefined;
    return db.transaction().execute(async (trx) => {
      const post = await lockPostIn(trx, owner, id, "changed", ["draft", "scheduled"]);
      const targets = (await readTargets(trx, [post.id])).get(post.id) ?? [];
      const mode = body.mode ?? (post.status === "draft" ? "draft" : "schedule");
      const scheduledFor = body.scheduledFor ?? post.scheduled_for?.getTime();
      const timing = body.mode !== undefined || body.scheduledFor !== undefined;
      const plan = {
        mode,
        scheduledFor,
        timezone: body.timezone ?? post.timezone,
        toInbox: body.publishToInbox ?? post.to_inbox,
        content: body.content ?? post.content,
        tiktok: mergeTikTok(body, post.tiktok),
        overrides: mergeOverrides(body, post.overrides),
        platforms: (accounts ?? targets).map(({ platform }) => platform),
      };
      const faults = findFaults(plan, now());
      // The time of a post that waits for a limit may have passed since it was set.
      if (!timing) delete faults.scheduledFor;
      // A post in mode now that waits for a limit had its inbox setting checked when it was created.
      if (body.publishToInbox === undefined && body.mode === undefined && !accounts) delete faults.publishToInbox;
      refuse(faults);
      const content = body.content ?? post.content;
      const video = newVideo?.video ?? getVideo(post);
      const status: Post["status"] = mode === "draft" ? "draft" : "scheduled";
      const values = {
        status,
        content,
        ...(body.title === undefined ? {} : { title: body.title }),
        ...(body.videoId === undefined ? {} : { video_id: newVideo?.videoId ?? null }),
        ...toVideoColumns(video),
        scheduled_for: toDate(scheduledFor),
        timezone: plan.timezone,
        to_inbox: plan.toInbox,
        tiktok: plan.tiktok,
        overrides: plan.overrides,
        fingerprint: getFingerprint(content, video),
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
      } else if (timing) await moveTargets(trx, post, due);
      if (due && (timing || accounts)) await queueDueJob(context, trx, due);
      const shown = presentPost(changed, (await readTargets(trx, [post.id])).get(post.id) ?? [], media);
      const moved = changed.scheduled_for?.getTime() !== post.scheduled_for?.getTime();
      if (status === "scheduled" && (post.status === "draft" || moved))
        await events.emit(trx, owner, "post.scheduled", shown);
      return shown;
    });
  };
}
