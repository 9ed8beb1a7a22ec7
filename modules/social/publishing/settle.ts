import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import type { Context } from "vireo/module";
import { presentPost } from "../posts/present";
import { targetsOf } from "../posts/store";
import type { Post, Target, TargetStatus } from "../tables";
import { stateOf } from "./state";

/** What a target becomes. What is not named is emptied, except what the platform said of it. */
export interface Verdict {
  target: Pick<Target, "id" | "post_id" | "attempts">;
  status: TargetStatus;
  /** For `pending`: when it goes out, and why not now. */
  dueAt?: Date;
  delayReason?: string;
  task?: string;
  nextReadAt?: Date;
  reads?: number;
  /** While a task is read: until when. */
  leaseUntil?: Date;
  platformPostId?: string;
  platformPostUrl?: string;
  publishedAt?: Date;
  errorCategory?: string;
  errorMessage?: string;
}

const ENDINGS = { published: "post.published", partial: "post.partial", failed: "post.failed" } as const;
const isEnding = (status: string): status is keyof typeof ENDINGS => Object.hasOwn(ENDINGS, status);
const MESSAGE_MAX = 1000;

/** Rows for a statement: as text, since a list of objects would be taken for a list of one SQL type. */
const rowsOf = (rows: readonly object[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)`;

/** Writes verdicts, the states of their posts and the events of these, in one transaction. */
export type Settle = (trx: Transaction, verdicts: readonly Verdict[]) => Promise<void>;

export function createSettle({ events, media }: Pick<Context, "events" | "media">): Settle {
  /** A verdict counts for the attempt it is about, and only while that one is open. */
  async function write(trx: Transaction, verdicts: readonly Verdict[]): Promise<void> {
    const rows = verdicts.map(({ target: { id, attempts }, ...verdict }) => ({
      ...verdict,
      id,
      attempts,
      platformPostUrl: verdict.platformPostUrl?.slice(0, 2000),
      errorMessage: verdict.errorMessage?.slice(0, MESSAGE_MAX),
    }));
    await sql`
      update social_targets t set
        status = r.status,
        due_at = r."dueAt",
        delay_reason = r."delayReason",
        claimed_at = case when r.status = 'pending' then null else t.claimed_at end,
        lease_until = r."leaseUntil",
        task = r.task,
        next_read_at = r."nextReadAt",
        reads = coalesce(r.reads, 0),
        platform_post_id = coalesce(r."platformPostId", t.platform_post_id),
        platform_post_url = coalesce(r."platformPostUrl", t.platform_post_url),
        published_at = coalesce(r."publishedAt", t.published_at),
        error_category = r."errorCategory",
        error_message = r."errorMessage"
      from ${rowsOf(rows)} as r(
        id uuid, attempts int, status text, "dueAt" timestamptz, "delayReason" text, "leaseUntil" timestamptz,
        task text, "nextReadAt" timestamptz, reads int, "platformPostId" text, "platformPostUrl" text,
        "publishedAt" timestamptz, "errorCategory" text, "errorMessage" text)
      where t.id = r.id and t.attempts = r.attempts
        and (t.status in ('publishing', 'unconfirmed') or (t.status = 'pending' and t.called_at is null))
        and not (r.status = 'pending' and t.called_at is not null)`.execute(trx);
  }

  return async function settle(trx, verdicts) {
    if (verdicts.length === 0) return;
    const ids = [...new Set(verdicts.map(({ target }) => target.post_id))].sort();
    const before = await trx
      .selectFrom("social_posts")
      .select(["id", "status"])
      .where("id", "in", ids)
      .orderBy("id")
      .forNoKeyUpdate()
      .execute();
    await write(trx, verdicts);
    const targets = await targetsOf(trx, ids);
    const states = before.flatMap(({ id, status }) => {
      if (status === "cancelled" || status === "draft") return [];
      const parts = targets.get(id) ?? [];
      const first = Math.min(...parts.flatMap(({ published_at }) => published_at?.getTime() ?? []));
      const published = Number.isFinite(first) ? new Date(first) : null;
      return [{ id, status: stateOf(parts), published }];
    });
    const { rows } = await sql<Post>`
      update social_posts p set status = r.status, published_at = r.published, updated_at = clock_timestamp()
      from ${rowsOf(states)} as r(id uuid, status text, published timestamptz)
      where p.id = r.id returning p.*`.execute(trx);
    const was = new Map(before.map(({ id, status }) => [id, status]));
    await Promise.all(
      rows.map(async (post) => {
        if (!isEnding(post.status) || post.status === was.get(post.id)) return;
        await events.emit(
          trx,
          post.account_id,
          ENDINGS[post.status],
          presentPost(post, targets.get(post.id) ?? [], media),
        );
      }),
    );
  };
}
