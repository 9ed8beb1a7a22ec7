import { type Generated, type Selectable, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Tables } from "vireo/database";
import { type CountedBy, countRows } from "vireo/list";
import { attachFirstPartition, type Json } from "vireo/tables";

/** A replaced secret, and the time until which it keeps signing (ms since the epoch). */
export interface OldSecret {
  secret: string;
  until: number;
}

export type WebhookStatus = "enabled" | "disabled";
export type DeliveryStatus = "pending" | "delivered" | "failed";

declare module "vireo/database" {
  interface Tables {
    webhooks: {
      id: string;
      account_id: string;
      url: string;
      /** Event types, "video.*" or "*". */
      events: string[];
      description: string | null;
      api_version: string;
      status: Generated<WebhookStatus>;
      disabled_reason: string | null;
      /** Sealed, like those in `old_secrets`. */
      secret: string;
      /** Key that created the webhook or took it over, and the person it belongs to. */
      created_by_key: string | null;
      created_by_person: string | null;
      old_secrets: Json<OldSecret[]>;
      /** Time since which all attempts have failed. */
      failing_since: Date | null;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
    /** One message to one webhook, and the state of its delivery. */
    webhook_deliveries: {
      id: string;
      webhook_id: string;
      type: string;
      /** Body, as signed and sent in every attempt. */
      body: string;
      status: Generated<DeliveryStatus>;
      /** Number of all attempts. A result only counts if no later attempt has begun. */
      attempts: Generated<number>;
      /** Number of retries planned since it was last requested. */
      retries: Generated<number>;
      /** Lease of the running attempt. After this time, any process may begin the next. */
      lease_until: Date | null;
      /** Key of the process that makes the attempt, and the attempt it was set for (`isAbandoned`). */
      holder: number | null;
      holder_attempt: number | null;
      next_attempt_at: Generated<Date | null>;
      status_code: number | null;
      error: string | null;
      /** Beginning of the last response. */
      response_body: string | null;
      duration_ms: number | null;
      delivered_at: Date | null;
      created_at: Generated<Date>;
    };
  }
}

export type WebhookRow = Selectable<Tables["webhooks"]>;
export type DeliveryRow = Selectable<Tables["webhook_deliveries"]>;

/** Columns by which deliveries are counted, for the totals of their lists. */
export const DELIVERIES_BY: CountedBy = { owner: "webhook_id", list: "type", status: "status" };

export const migrations: Record<string, Migration> = {
  "001_webhooks": {
    async up(db) {
      await sql`create table webhooks (
        id uuid primary key,
        account_id uuid not null references accounts on delete cascade,
        url text not null,
        events text[] not null,
        description text,
        api_version text not null,
        status text not null default 'enabled' check (status in ('enabled', 'disabled')),
        disabled_reason text,
        secret text not null,
        old_secrets jsonb not null default '[]',
        failing_since timestamptz,
        created_at timestamptz not null default clock_timestamp(),
        updated_at timestamptz not null default clock_timestamp()
      )`.execute(db);
      await sql`create index webhooks_account on webhooks (account_id, created_at desc, id desc)`.execute(db);
      await sql`create table webhook_deliveries (
        id uuid primary key,
        webhook_id uuid not null references webhooks on delete cascade,
        type text not null,
        body text not null,
        status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
        attempts int not null default 0,
        retries int not null default 0,
        lease_until timestamptz,
        next_attempt_at timestamptz default clock_timestamp(),
        status_code int,
        error text,
        response_body text,
        duration_ms int,
        delivered_at timestamptz,
        created_at timestamptz not null default clock_timestamp()
      )`.execute(db);
      await sql`create index webhook_deliveries_list on webhook_deliveries (webhook_id, created_at desc, id desc)`.execute(
        db,
      );
      await sql`create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at)
        where status = 'pending'`.execute(db);
      await sql`create index webhook_deliveries_age on webhook_deliveries (created_at)`.execute(db);
    },
  },
  "002_creators": {
    async up(db) {
      await sql`alter table webhooks add column created_by_key uuid, add column created_by_person uuid`.execute(db);
      await sql`create index webhooks_person on webhooks (created_by_person) where created_by_person is not null`.execute(
        db,
      );
    },
  },
  // Old deliveries are dropped with their day's partition.
  "003_deliveries_by_day": {
    async up(db) {
      await sql
        .raw(
          `alter table webhook_deliveries rename to webhook_deliveries_first;
          alter table webhook_deliveries_first drop constraint webhook_deliveries_pkey;
          alter index webhook_deliveries_list rename to webhook_deliveries_first_list;
          alter index webhook_deliveries_due rename to webhook_deliveries_first_due;
          alter table webhook_deliveries_first add primary key (id, created_at);
          create table webhook_deliveries (
            like webhook_deliveries_first including defaults including constraints,
            primary key (id, created_at),
            foreign key (webhook_id) references webhooks on delete cascade
          ) partition by range (created_at);
          create index webhook_deliveries_list on webhook_deliveries (webhook_id, created_at desc, id desc);
          create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at)
            where status = 'pending'`,
        )
        .execute(db);
      await attachFirstPartition(db, "webhook_deliveries");
    },
  },
  "004_delivery_counts": {
    up: (db) => countRows(db, "webhook_deliveries", DELIVERIES_BY),
  },
  "005_holders": {
    async up(db) {
      await sql`alter table webhook_deliveries add column holder int, add column holder_attempt int`.execute(db);
    },
  },
  // Deliveries that change together are counted together.
  "006_counts_of_statements": {
    up: (db) => countRows(db, "webhook_deliveries", DELIVERIES_BY),
  },
};
