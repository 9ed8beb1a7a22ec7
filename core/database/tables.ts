import type { ColumnType, Generated, JSONColumnType, Selectable } from "kysely";
import type { Tables as AllTables } from "#db/tables";

type Time = ColumnType<Date, Date | string | undefined, Date | string>;
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** A jsonb column: an object in, an object out. */
export type Json<T> = JSONColumnType<T & object, object, object>;

export type GenerationStatus = "pending" | "processing" | "completed" | "failed";

/** One stored file of a result. */
export interface StoredOutput {
  key: string;
  contentType: string;
  size: number;
}

declare module "#db/tables" {
  interface Tables {
    accounts: {
      id: string;
      name: string;
      balance: Generated<number>;
      /** Jobs that may wait or run at a time; null for the configured number. */
      concurrent_jobs: Maybe<number>;
      /** Valid API keys; null for the configured number. */
      max_keys: Maybe<number>;
      /** Bytes that its files may have; null for the configured number. */
      storage_bytes: Maybe<number>;
      /** Bytes of its stored files, counted by triggers. */
      stored_bytes: Generated<number>;
      /** Set while it is suspended, or waits to be deleted. */
      suspended_at: MaybeTime;
      /** When it is deleted. */
      delete_at: MaybeTime;
      /** Set when its data begins to be deleted. */
      purge_began_at: MaybeTime;
      created_at: Time;
      updated_at: Time;
    };
    /** Media of deleted accounts. */
    media_to_remove: {
      /** The storage key with a space for its slash, so that it does not count as a reference. */
      name: string;
    };
    api_keys: {
      id: string;
      account_id: string;
      name: string;
      /** SHA-256 of the key, hex. */
      hash: string;
      /** The first characters, for people to tell keys apart. */
      hint: string;
      scopes: string[];
      api_version: Maybe<string>;
      /** The key that created its secret; none if a person, the command line or the environment did. */
      created_by_key: Maybe<string>;
      /** The person that the secret goes back to, directly or through other keys. */
      created_by_person: Maybe<string>;
      expires_at: MaybeTime;
      revoked_at: MaybeTime;
      last_used_at: MaybeTime;
      created_at: Time;
      updated_at: Time;
    };
    /** Attempts to write a backup to the configured target. */
    backup_runs: {
      id: Generated<number>;
      started_at: Time;
      finished_at: Time;
      /** Null if it failed. */
      name: Maybe<string>;
      bytes: Maybe<number>;
      error: Maybe<string>;
    };
    /** Entries outlive the accounts, keys and people that they name. */
    audit_log: {
      id: string;
      account_id: string;
      actor_type: "key" | "person" | "command" | "system";
      actor_id: Maybe<string>;
      actor_name: Maybe<string>;
      action: string;
      subject_type: string;
      subject_id: string;
      subject_name: Maybe<string>;
      details: Json<Record<string, string | number | boolean | readonly string[]>>;
      request_id: Maybe<string>;
      created_at: Time;
    };
    /** The key that secrets are encrypted with: its fingerprint, never the key. */
    secret_keys: { id: string; created_at: Time };
    /** Settings of modules that administrators set in the dashboard, for all accounts. */
    stored_settings: {
      module: string;
      /** Dotted path within the module's settings. */
      name: string;
      /** Sealed. Null if its key was lost. */
      value: string | null;
      /** The last characters of a secret, for people to tell keys apart. */
      hint: string | null;
      set_by_type: string;
      set_by_id: string | null;
      set_by_name: string | null;
      set_at: Time;
    };
    credit_transactions: {
      id: string;
      account_id: string;
      /** Signed: charges are negative. */
      amount: number;
      type: "grant" | "charge" | "refund";
      reason: string;
      /** What it was for; at most one entry of a type for each reference. */
      reference: Maybe<string>;
      note: Maybe<string>;
      balance_after: number;
      created_at: Time;
    };
    generations: {
      id: string;
      account_id: string;
      kind: string;
      /** The slot that makes it, if it is not the usual one of its kind. */
      slot: Maybe<string>;
      status: GenerationStatus;
      engine: string;
      /** Engines that may still take over. */
      fallbacks: Generated<string[]>;
      model: string;
      prompt: string;
      /** Its name in the library. */
      title: Maybe<string>;
      tags: Generated<string[]>;
      folder: Maybe<string>;
      /** What the engine is asked. */
      request: Json<Record<string, unknown>>;
      files: Json<Record<string, StoredOutput>>;
      facts: Json<Record<string, unknown>>;
      credits: number;
      progress: Generated<number>;
      /** The vendor's own id for the work. */
      task: Maybe<string>;
      /** The resource an edit belongs to. */
      parent_id: Maybe<string>;
      idempotency_key: Maybe<string>;
      attempts: Generated<number>;
      /** Written before `create` is called; with no task after it, the outcome of the call is unknown. */
      create_called_at: MaybeTime;
      /** The process that holds the lease renews it; after that anybody may take the run over. */
      lease_until: MaybeTime;
      next_read_at: MaybeTime;
      deadline_at: MaybeTime;
      fail_code: Maybe<string>;
      fail_message: Maybe<string>;
      created_at: Time;
      completed_at: MaybeTime;
    };
    /** When an account's job was last taken from a queue. Accounts take turns. */
    turns: {
      queue: string;
      account_id: string;
      taken_at: Time;
    };
    events: {
      id: Generated<number>;
      account_id: string;
      type: string;
      data: Json<Record<string, unknown>>;
      /** Place in the order that readers follow; none at first. Ids are taken before the commit, so they may show up out of order. */
      seq: Maybe<number>;
      created_at: Time;
    };
    idempotency: {
      account_id: string;
      key: string;
      fingerprint: string;
      status: Maybe<number>;
      headers: ColumnType<Record<string, string> | null, object | null | undefined, object | null>;
      body: Maybe<string>;
      locked_until: Time;
      created_at: Time;
    };
  }
}

export type AccountRow = Selectable<AllTables["accounts"]>;
