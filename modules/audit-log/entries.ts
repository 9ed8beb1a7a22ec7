import { type Selectable, sql } from "kysely";
import type { Database, Tables } from "vireo/database";
import { isUuid } from "vireo/ids";
import { listPage } from "vireo/list";
import type { Page } from "vireo/schema";

type EntryRow = Selectable<Tables["audit_log"]>;
type AuditDetails = Record<string, string | number | boolean | string[]>;

interface AuditFilter extends Page {
  /** ID of a key or person, or `command` or `system`. */
  actor?: string;
  action?: string;
  /** ID of the changed resource. */
  subject?: string;
  accountId?: string;
  /** Milliseconds since the epoch. */
  from?: string;
  to?: string;
}

/** Service for the command line. */
export interface AuditLogService {
  list(filter: AuditFilter): ReturnType<typeof listEntries>;
}

declare module "vireo/module" {
  interface Services {
    "audit-log": AuditLogService;
  }
}

const toTime = (ms: string) => sql<Date>`timestamptz 'epoch' + ${ms}::bigint * interval '1 millisecond'`;

/** Reads one page of matching entries, newest first. */
export function listEntries(db: Database, { actor, action, subject, accountId, from, to, ...page }: AuditFilter) {
  let matching = db.selectFrom("audit_log");
  if (actor === "command" || actor === "system") matching = matching.where("actor_type", "=", actor);
  else if (actor !== undefined) matching = matching.where("actor_id", "=", actor);
  if (action !== undefined) matching = matching.where("action", "=", action);
  if (subject !== undefined) matching = matching.where("subject_id", "=", subject);
  if (accountId !== undefined) matching = matching.where("account_id", "in", isUuid(accountId) ? [accountId] : []);
  if (from !== undefined) matching = matching.where("created_at", ">=", toTime(from));
  if (to !== undefined) matching = matching.where("created_at", "<", toTime(to));
  return listPage(matching, page);
}

export const presentEntry = (row: EntryRow) => ({
  entryId: row.id,
  at: row.created_at.getTime(),
  actor: {
    type: row.actor_type,
    id: row.actor_id ?? undefined,
    name: row.actor_name ?? undefined,
  },
  action: row.action,
  subject: {
    type: row.subject_type,
    id: row.subject_id,
    name: row.subject_name ?? undefined,
  },
  accountId: row.account_id,
  details: row.details as AuditDetails,
  requestId: row.request_id ?? undefined,
});
