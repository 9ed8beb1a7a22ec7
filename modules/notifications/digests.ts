import { type SqlBool, sql } from "kysely";
import type { Transaction } from "vireo/database";
import type { OrderedEvent } from "vireo/events";
import type { Notifications } from "./context";
import { findKind, kinds } from "./kinds";

/** Delay before the first mail, to collect more events of the same kind. */
const COLLECT = "1 minute";
/** Minimum time between two mails of a kind to a person. Events in between are in the next mail. */
const INTERVAL = "1 hour";
/** Maximum number of lines in a mail. The rest is only counted. */
const MAX_LINES = 10;
const BATCH = 100;
const FOOTER =
  "You get this mail because you have an account on this Vireo server. Switch it off under Settings, Profile.";

interface Digest {
  person_id: string;
  kind: string;
  count: number;
  lines: string[];
}

/** Adds up each person's notifications for these events. */
async function sumUp(
  { services }: Notifications,
  trx: Transaction,
  events: readonly OrderedEvent[],
): Promise<Digest[]> {
  const relevant = events.flatMap(({ account_id: accountId, type, data }) => {
    const kind = findKind(type);
    const line = kind && kinds[kind]!.describe(data as Record<string, unknown>);
    return kind && line !== undefined ? [{ accountId, kind, line }] : [];
  });
  if (relevant.length === 0) return [];
  const people = await services.people.listMembers(trx, [...new Set(relevant.map(({ accountId }) => accountId))]);
  const digests = new Map<string, Digest>();
  for (const { accountId, kind, line } of relevant) {
    for (const { id, account_id, role } of people) {
      if (account_id !== accountId || (kinds[kind]!.isAdminOnly && role !== "admin")) continue;
      const key = `${id} ${kind}`;
      const digest = digests.get(key) ?? { person_id: id, kind, count: 0, lines: [] };
      digest.count++;
      if (digest.lines.length < MAX_LINES) digest.lines.push(line);
      digests.set(key, digest);
    }
  }
  return [...digests.values()];
}

/** Records notifications in the transaction that orders the events, so that each counts exactly once. */
export async function collectDigests(
  notifications: Notifications,
  trx: Transaction,
  events: readonly OrderedEvent[],
): Promise<void> {
  const digests = await sumUp(notifications, trx, events);
  if (digests.length === 0) return;
  await sql`
    insert into notification_digests as d (person_id, kind, count, lines, due_at)
    select person_id, kind, count, lines, clock_timestamp() + ${COLLECT}::interval
    from jsonb_to_recordset(${JSON.stringify(digests)}::text::jsonb)
      as r(person_id uuid, kind text, count int, lines jsonb)
    where not exists (select from notification_settings s
      where s.person_id = r.person_id and s.kind = r.kind and not s.enabled)
    on conflict (person_id, kind) do update set
      count = d.count + excluded.count,
      lines = case when jsonb_array_length(d.lines) < ${MAX_LINES} then d.lines || excluded.lines else d.lines end,
      due_at = case when d.count > 0 then d.due_at
        else greatest(excluded.due_at, d.sent_at + ${INTERVAL}::interval) end`.execute(trx);
}

/** Sends due mails. */
export async function sendDigests({ db, host, services }: Notifications): Promise<void> {
  for (let sent = BATCH; sent === BATCH; ) {
    sent = await db.transaction().execute(async (trx) => {
      const due = await trx
        .selectFrom("notification_digests")
        .selectAll()
        .where("count", ">", 0)
        .where(sql<SqlBool>`due_at <= clock_timestamp()`)
        .orderBy("due_at")
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute();
      const people = await services.people.listPeople(
        trx,
        due.map(({ person_id }) => person_id),
      );
      const addresses = new Map(people.map(({ id, email }) => [id, email]));
      for (const { person_id, kind, count, lines } of due) {
        const email = addresses.get(person_id);
        if (email && kinds[kind]) await services.mail.send(trx, email, kind, write(kind, count, lines, host.origin));
      }
      await sql`update notification_digests set count = 0, lines = '[]', sent_at = clock_timestamp()
        where (person_id, kind) in (select * from unnest(${due.map((row) => row.person_id)}::uuid[],
          ${due.map((row) => row.kind)}::text[]))`.execute(trx);
      return due.length;
    });
  }
}

function write(name: string, count: number, lines: readonly string[], origin: string) {
  const { subject, advice, page } = kinds[name]!;
  const shown = lines.slice(0, MAX_LINES);
  const more = count - shown.length;
  return {
    subject: subject(count),
    paragraphs: [`${subject(count)}.`, advice],
    items: more > 0 ? [...shown, `and ${more} more`] : shown,
    button: { label: page.label, url: origin + page.path },
    footer: FOOTER,
  };
}
