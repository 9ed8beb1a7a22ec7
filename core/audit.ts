/** Audit log: who changed keys, people, credits, accounts and anything else that modules declare. */
import { sql } from "kysely";
import { newUuid } from "#core/ids";
import { currentRequest } from "#core/observability/current-request";
import type { Caller } from "#core/request/exchange";
import type { Database } from "#db/tables";

/** Actor of a change. Names are stored with the entry, because keys and people can be removed. */
export interface Actor {
  /** `command` is the command line, `system` the server itself. */
  type: "key" | "person" | "command" | "system";
  id?: string;
  /** The key's name, or the person's email address. */
  name?: string;
}

export interface AuditEntry {
  /** One of the actions that the module declares, such as `webhook.created`. */
  action: string;
  accountId: string;
  /** Subject of the change. The id is the one that the API shows. */
  subject: { type: string; id: string; name?: string };
  /** Details of the change, such as the names of changed fields. Never secrets or content written by users. */
  details?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Actor, if not the caller of the current request. */
  actor?: Actor;
}

export interface Audit {
  /** All declared actions. */
  readonly actions: readonly string[];
  /** Writes an entry in the transaction of the change. */
  record(trx: Database, entry: AuditEntry): Promise<void>;
  /** Returns the current actor, for changes that are completed in another request. */
  getActor(): Actor;
}

export const toActor = ({ personId, keyId, keyName }: Pick<Caller, "personId" | "keyId" | "keyName">): Actor => ({
  type: personId ? "person" : "key",
  id: personId ?? keyId,
  name: keyName || undefined,
});

/**
 * @param outside actor for changes made outside of requests
 */
export function createAudit(actions: readonly string[], outside: "command" | "system"): Audit {
  const getActor = (): Actor => {
    const caller = currentRequest.getStore()?.caller;
    return caller ? toActor(caller) : { type: currentRequest.getStore() ? "system" : outside };
  };
  return {
    actions,
    getActor,
    async record(trx, { action, accountId, subject, details, actor = getActor() }) {
      if (!actions.includes(action)) throw new Error(`No module declares the audited action ${action}.`);
      await trx
        .insertInto("audit_log")
        .values({
          id: newUuid(),
          account_id: accountId,
          actor_type: actor.type,
          actor_id: actor.id ?? null,
          actor_name: actor.name ?? null,
          action,
          subject_type: subject.type,
          subject_id: subject.id,
          subject_name: subject.name ?? null,
          details: details ?? {},
          request_id: currentRequest.getStore()?.ownId ?? null,
        })
        .execute();
    },
  };
}

const KEPT_DAYS = 400;
const BATCH = 5_000;

/** Deletes entries that are older than 400 days. */
export async function pruneAuditLog(db: Database, signal: AbortSignal): Promise<void> {
  let deleted = BATCH;
  while (deleted === BATCH && !signal.aborted) {
    const old = sql<string>`(select id from audit_log
      where created_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS}) limit ${BATCH})`;
    const result = await db.deleteFrom("audit_log").where("id", "in", old).executeTakeFirstOrThrow();
    deleted = Number(result.numDeletedRows);
  }
}
