import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import { transact } from "vireo/transaction";
import type { Social } from "../context";
import { presentAll } from "../posts/read-posts";
import { readTargets } from "../posts/store";
import { FIRST_READ } from "../results/read-metrics";
import type { Post, PostStatus, TargetRow, TargetStatus } from "../tables";
import { PUBLISH, READ } from "./work-kinds";

/** What changes in a target. Fields without a value are cleared, except those returned by the platform. */
export interface TargetChange {
  status: TargetStatus;
  /** Next time at which a `pending` target is published. */
  dueAt?: Date;
  /** True if the provider's call certainly published nothing, so that a `pending` target can be called for again. */
  isUncalled?: boolean;
  /** Reason why a `pending` target waits, shown to users. */
  delayReason?: string;
  task?: string;
  nextReadAt?: Date;
  reads?: number;
  platformPostId?: string;
  platformPostUrl?: string;
  publishedAt?: Date;
  errorCategory?: string;
  errorMessage?: string;
  /** Note about a published target, shown to users. */
  notice?: string;
}

/** The change of one target, which applies to this attempt only. */
export interface Verdict extends TargetChange {
  target: Pick<TargetRow, "id" | "post_id" | "attempts">;
}

const ENDINGS = { published: "post.published", partial: "post.partial", failed: "post.failed" } as const;
const isEnding = (status: string): status is keyof typeof ENDINGS => Object.hasOwn(ENDINGS, status);
const MESSAGE_MAX = 1000;
/** Maximum number of verdicts in one transaction. */
const BATCH = 100;

/** Encodes rows for a statement, as text because the driver would treat a list of objects as an SQL array. */
const toRecordset = (rows: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)`;

/**
 * Derives the status of a post from its targets: `scheduled` while all of them wait for a later time, `partial` if they
 * ended differently or one outcome is unknown.
 */
export function derivePostStatus(targets: readonly Pick<TargetRow, "status" | "due_at">[], now: number): PostStatus {
  const count = (...statuses: TargetStatus[]) => targets.filter(({ status }) => statuses.includes(status)).length;
  const waiting = targets.filter(({ status }) => status === "pending");
  if (waiting.length === targets.length && waiting.every(({ due_at }) => due_at && due_at.getTime() > now))
    return "scheduled";
  if (waiting.length > 0 || count("publishing") > 0) return "publishing";
  if (count("published", "in_inbox") === targets.length) return "published";
  return count("failed") === targets.length ? "failed" : "partial";
}

/** A verdict only applies to its own attempt, and only while that attempt is open. */
async function writeVerdicts(trx: Transaction, verdicts: readonly Verdict[]): Promise<void> {
  const rows = verdicts.map(({ target: { id, attempts }, ...verdict }) => ({
    ...verdict,
    id,
    attempts,
    platformPostUrl: verdict.platformPostUrl?.slice(0, 2000),
    errorMessage: verdict.errorMessage?.slice(0, MESSAGE_MAX),
    notice: verdict.notice?.slice(0, MESSAGE_MAX),
  }));
  await sql`
    update social_targets t set
      status = r.status,
      due_at = r."dueAt",
      delay_reason = r."delayReason",
      claimed_at = case when r.status = 'pending' then null else t.claimed_at end,
      called_at = case when r.status = 'pending' then null else t.called_at end,
      lease_until = null,
      holder = null,
      task = r.task,
      next_read_at = r."nextReadAt",
      reads = coalesce(r.reads, 0),
      platform_post_id = coalesce(r."platformPostId", t.platform_post_id),
      platform_post_url = coalesce(r."platformPostUrl", t.platform_post_url),
      published_at = case when t.status = 'published' then t.published_at
        else coalesce(r."publishedAt", t.published_at) end,
      error_category = r."errorCategory",
      error_message = r."errorMessage",
      notice = coalesce(r.notice, t.notice),
      metrics_at = case when r.status = 'published' and t.status <> 'published' then ${FIRST_READ} else t.metrics_at end
    from ${toRecordset(rows)} as r(
      id uuid, attempts int, status text, "isUncalled" boolean, "dueAt" timestamptz, "delayReason" text,
      task text, "nextReadAt" timestamptz, reads int, "platformPostId" text, "platformPostUrl" text,
      "publishedAt" timestamptz, "errorCategory" text, "errorMessage" text, notice text)
    where t.id = r.id and t.attempts = r.attempts
      and (t.status in ('publishing', 'unconfirmed') or (t.status = 'pending' and t.called_at is null)
        or (t.status = 'published' and r.status = 'published'))
      and not (r.status = 'pending' and t.called_at is not null and r."isUncalled" is not true)`.execute(trx);
}

/** Writes verdicts together with the status and events of their posts, in one transaction. */
export async function settleVerdicts(social: Social, trx: Transaction, verdicts: readonly Verdict[]): Promise<void> {
  if (verdicts.length === 0) return;
  const { events, work } = social;
  const ids = [...new Set(verdicts.map(({ target }) => target.post_id))].sort();
  const before = await trx
    .selectFrom("social_posts")
    .select(["id", "status", sql<Date>`clock_timestamp()`.as("now")])
    .where("id", "in", ids)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  await writeVerdicts(trx, verdicts);
  const now = before[0]?.now.getTime() ?? 0;
  const wake = (kind: string, times: readonly (Date | undefined)[]) => {
    const next = Math.min(...times.map((time) => time?.getTime() ?? Number.POSITIVE_INFINITY));
    return Number.isFinite(next) ? work.wake(trx, kind, next - now) : undefined;
  };
  await wake(
    PUBLISH,
    verdicts.map(({ dueAt }) => dueAt),
  );
  await wake(
    READ,
    verdicts.map(({ nextReadAt }) => nextReadAt),
  );
  const targets = await readTargets(trx, ids);
  const states = before.flatMap(({ id, status, now }) => {
    if (status === "cancelled" || status === "draft" || status === "needs_approval") return [];
    const parts = targets.get(id) ?? [];
    const firstPublished = Math.min(...parts.flatMap(({ published_at }) => published_at?.getTime() ?? []));
    const published = Number.isFinite(firstPublished) ? new Date(firstPublished) : null;
    return [{ id, status: derivePostStatus(parts, now.getTime()), published }];
  });
  const { rows } = await sql<Post>`
    update social_posts p set status = r.status, published_at = r.published, updated_at = clock_timestamp()
    from ${toRecordset(states)} as r(id uuid, status text, published timestamptz)
    where p.id = r.id returning p.*`.execute(trx);
  const statusBefore = new Map(before.map(({ id, status }) => [id, status]));
  const ended = rows.filter(({ id, status }) => isEnding(status) && status !== statusBefore.get(id));
  const views = await presentAll(social, trx, ended);
  await Promise.all(
    ended.map(async ({ account_id, status }, index) => {
      if (isEnding(status)) await events.emit(trx, account_id, ENDINGS[status], views[index]!);
    }),
  );
}

interface Waiting {
  verdict: Verdict;
  done: PromiseWithResolvers<void>;
}

/** Saves verdicts. Verdicts that arrive while a transaction runs share the next one. */
export class VerdictQueue {
  readonly #social: Social;
  #waiting: Waiting[] = [];
  #isBusy = false;

  constructor(social: Social) {
    this.#social = social;
  }

  save(verdict: Verdict): Promise<void> {
    const done = Promise.withResolvers<void>();
    this.#waiting.push({ verdict, done });
    if (!this.#isBusy) void this.#flush();
    return done.promise;
  }

  async #flush(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH);
      this.#waiting = this.#waiting.slice(BATCH);
      await this.#write(batch);
    }
    this.#isBusy = false;
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    const verdicts = batch.map(({ verdict }) => verdict);
    try {
      await transact(this.#social.db, (trx) => settleVerdicts(this.#social, trx, verdicts));
      for (const { done } of batch) done.resolve();
    } catch (error) {
      // Save each separately, so that one failure does not lose the rest.
      if (batch.length === 1) batch[0]?.done.reject(error);
      else for (const one of batch) await this.#write([one]);
    }
  }
}
