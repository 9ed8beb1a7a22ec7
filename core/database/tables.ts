import type { ColumnType, Generated, JSONColumnType, Selectable } from "kysely";
import type { Tables as AllTables } from "#db/tables";

type Time = ColumnType<Date, Date | string | undefined, Date | string>;
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** A jsonb column that takes and returns an object. */
export type Json<T> = JSONColumnType<T & object, object, object>;

export type GenerationStatus = "pending" | "processing" | "completed" | "failed";

/** One stored file of a result. */
export interface StoredOutput {
  key: string;
  contentType: string;
  size: number;
}

/** The first of two calls that make a generation. */
export interface FirstCall {
  engine: string;
  slot: string | null;
  /** True if a vendor charges for it. */
  isPaid: boolean;
}

declare module "#db/tables" {
  interface Tables {
    accounts: {
      id: string;
      name: string;
      /** Color of the workspace in the dashboard, such as #0f766e; null for the one that it chooses. */
      color: Maybe<string>;
      /** Small picture of the workspace in the dashboard, as a data URL. */
      picture: Maybe<string>;
      balance: Generated<number>;
      /** Maximum number of queued and running jobs; null for the configured number. */
      concurrent_jobs: Maybe<number>;
      /** Maximum number of valid API keys; null for the configured number. */
      max_keys: Maybe<number>;
      /** Maximum total size of its files, in bytes; null for the configured number. */
      storage_bytes: Maybe<number>;
      /** Total size of its stored files in bytes, counted by triggers. */
      stored_bytes: Generated<number>;
      /** Set while the account is suspended or waits to be deleted. */
      suspended_at: MaybeTime;
      /** Time of deletion. */
      delete_at: MaybeTime;
      /** Set when the deletion of its data begins. */
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
      /** First characters of the key, for telling keys apart. */
      hint: string;
      scopes: string[];
      api_version: Maybe<string>;
      /** The key that created its secret; null if a person, the command line or the environment did. */
      created_by_key: Maybe<string>;
      /** The person who created the secret, directly or through other keys. */
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
    /** Fingerprint of the key that secrets are encrypted with. */
    secret_keys: { id: string; created_at: Time };
    /** Settings of modules that administrators set in the dashboard, for all accounts. */
    stored_settings: {
      module: string;
      /** Dotted path within the module's settings. */
      name: string;
      /** Sealed. Null if its key was lost. */
      value: string | null;
      /** Last characters of a secret, for telling keys apart. */
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
      /** Id of what was charged; at most one entry of a type per reference. */
      reference: Maybe<string>;
      note: Maybe<string>;
      balance_after: number;
      created_at: Time;
    };
    generations: {
      id: string;
      account_id: string;
      kind: string;
      /** Slot that makes it, if not the default slot of its kind. */
      slot: Maybe<string>;
      status: GenerationStatus;
      engine: string;
      /** Engines that may still take over, in order. */
      fallbacks: Generated<string[]>;
      model: string;
      prompt: string;
      /** Title in the library. */
      title: Maybe<string>;
      tags: Generated<string[]>;
      folder: Maybe<string>;
      /** Request for the engine. */
      request: Json<Record<string, unknown>>;
      files: Json<Record<string, StoredOutput>>;
      facts: Json<Record<string, unknown>>;
      credits: number;
      progress: Generated<number>;
      /** The vendor's id of the task. */
      task: Maybe<string>;
      /** The resource that an edit belongs to. */
      parent_id: Maybe<string>;
      /** Submission key of the call: `Exchange.idempotencyKey`. */
      idempotency_key: Maybe<string>;
      attempts: Generated<number>;
      /** Set before `create` is called. Without a task, it means that the outcome of the call is unknown. */
      create_called_at: MaybeTime;
      /** Of a generation that needs two engines, during the call to the second one: the first. */
      first_call: Maybe<FirstCall>;
      /** Renewed by the process that holds the lease. After this time, any process may take over. */
      lease_until: MaybeTime;
      /** Key of the process that holds the lease (core/work/holders.ts). Null if the lease alone decides. */
      holder: Maybe<number>;
      /** Attempt for which `holder` was set. Earlier versions claim rows without changing the holder. */
      holder_attempt: Maybe<number>;
      next_read_at: MaybeTime;
      deadline_at: MaybeTime;
      fail_code: Maybe<string>;
      fail_message: Maybe<string>;
      created_at: Time;
      completed_at: MaybeTime;
    };
    /** When a job of the account was last taken from a queue. Accounts take turns. */
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
      /**
       * Position in the order that readers follow; null until assigned. Ids are assigned before the commit, so they may
       * appear out of order.
       */
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
