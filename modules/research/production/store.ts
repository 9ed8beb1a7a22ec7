import type { ColumnType, Generated, Selectable } from "kysely";
import { sql } from "kysely";
import type { Database, Migration, Tables, Transaction } from "vireo/database";
import { toPublicId } from "vireo/ids";
import type { Caller } from "vireo/request";
import type { Json } from "vireo/tables";
import type { PostSettings } from "../schema";

/** Input for an item's post, created once its video exists. */
export interface PostPlan extends PostSettings {
  accountIds: string[];
  /** "draft" if `asks`, because servers of earlier versions know no approvals. */
  mode: "draft" | "schedule";
  /** True if the post is to be scheduled, and needed an approval when it was ordered. */
  asks?: boolean;
  scheduledFor: number;
  timezone: string;
  content: string;
  title: string;
  /** Who ordered it. Absent if an earlier version stored it, which required `social:write`. */
  by?: StoredCaller;
}

export const getMode = ({ mode, asks }: PostPlan): PostPlan["mode"] => (asks ? "schedule" : mode);

/** A caller as JSON: the post is created later, with the rights of this one. */
export type StoredCaller = Pick<Caller, "keyId" | "keyName" | "personId" | "createdBy"> & { scopes: readonly string[] };

declare module "vireo/database" {
  interface Tables {
    /** Productions: videos and posts made from the items of content plans. */
    plan_productions: {
      id: string;
      account_id: string;
      plan_id: string;
      /** Index in the plan's items, from 0. */
      item: number;
      /** No foreign key: the video may be deleted. */
      video_id: string;
      post: Json<PostPlan>;
      status: "rendering" | "completed" | "failed";
      post_id: string | null;
      fail_code: string | null;
      fail_message: string | null;
      /** Time of the first failure to store the post. Null once the item is ordered again. */
      failing_since: ColumnType<Date | null, null, unknown>;
      created_at: Generated<Date>;
      updated_at: ColumnType<Date, never, unknown>;
    };
  }
}

export type Production = Selectable<Tables["plan_productions"]>;

export const productionMigration: Migration = {
  async up(db) {
    await sql
      .raw(
        `create table plan_productions (
          id uuid primary key,
          account_id uuid not null references accounts on delete cascade,
          plan_id uuid not null,
          item integer not null,
          video_id uuid not null,
          post jsonb not null,
          status text not null check (status in ('rendering', 'completed', 'failed')),
          post_id uuid,
          fail_code text,
          fail_message text,
          created_at timestamptz not null default clock_timestamp(),
          updated_at timestamptz not null default clock_timestamp(),
          unique (plan_id, item)
        );
        create index plan_productions_account on plan_productions (account_id);
        create index plan_productions_rendering on plan_productions (updated_at) where status = 'rendering'`,
      )
      .execute(db);
  },
};

export const failingMigration: Migration = {
  async up(db) {
    await sql`alter table plan_productions add column failing_since timestamptz`.execute(db);
  },
};

/** Lists productions of these plans with the state of their videos, in the order of the items. */
export function readProductions(db: Database, accountId: string, planIds: readonly string[]) {
  if (planIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom("plan_productions as p")
    .leftJoin("generations as video", "video.id", "p.video_id")
    .selectAll("p")
    .select(["video.status as videoStatus", "video.credits as credits"])
    .where("p.account_id", "=", accountId)
    .where("p.plan_id", "in", planIds)
    .orderBy("p.plan_id")
    .orderBy("p.item")
    .execute();
}

export type ReadProduction = Awaited<ReturnType<typeof readProductions>>[number];

/** True for items that must not be made again: those with a post, and those whose video is in progress. */
export const isMade = ({ status, videoStatus }: ReadProduction): boolean =>
  status === "completed" || (status === "rendering" && videoStatus !== null);

/** Deletes the production records of a plan. Its videos and posts are kept. */
export const forgetProductions = (trx: Transaction, planId: string) =>
  trx.deleteFrom("plan_productions").where("plan_id", "=", planId).execute();

/** Returns the progress of a plan's production. Undefined if it was never produced. */
export function presentProduction(rows: readonly ReadProduction[]) {
  if (rows.length === 0) return undefined;
  const count = (status: Production["status"]) => rows.filter((row) => row.status === status).length;
  return {
    total: rows.length,
    rendering: count("rendering"),
    completed: count("completed"),
    failed: count("failed"),
    items: rows.map((row) => ({
      item: row.item,
      status: row.status,
      mode: getMode(row.post),
      scheduledFor: row.post.scheduledFor,
      videoId: row.videoStatus === null ? undefined : toPublicId("vid", row.video_id),
      postId: row.post_id ? toPublicId("post", row.post_id) : undefined,
      failCode: row.fail_code ?? undefined,
      failMessage: row.fail_message ?? undefined,
    })),
  };
}
