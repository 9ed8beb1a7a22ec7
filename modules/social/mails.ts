/** Mails about approvals and reviews. Notices are collected, and each person gets at most one mail in five minutes. */
import { type SqlBool, sql } from "kysely";
import type { Transaction } from "vireo/database";
import { fromNow } from "vireo/leases";
import { insertRows } from "vireo/tables";
import type { Social } from "./context";

/** Delay before a mail, to collect more notices. */
const COLLECT_MS = 60_000;
/** Minimum time between two mails to a person. */
const INTERVAL_MS = 5 * 60_000;
/** Maximum number of notices in a mail. The rest is only counted. */
const MAX_NOTICES = 20;
const BATCH = 100;
/** Purpose of sealed notices. */
export const NOTICES = "notices";

export type NoticeKind = keyof typeof subjects;

export interface Notice {
  kind: NoticeKind;
  /** One line. */
  text: string;
  /** Page to open. Default: the calendar. */
  url?: string;
}

interface Collected {
  notices: Notice[];
  count: number;
}

const some = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`);
const subjects = {
  needs_approval: (count: number) => some(count, "A post needs your approval", "posts need your approval"),
  due_soon: (count: number) =>
    some(count, "A post is due within a day and not approved", "posts are due within a day and not approved"),
  overdue: (count: number) => some(count, "A post was due and is not approved", "posts were due and are not approved"),
  approved: (count: number) => some(count, "Your post was approved", "of your posts were approved"),
  rejected: (count: number) => some(count, "Changes to your post were requested", "of your posts need changes"),
  review: (count: number) => some(count, "Posts are ready for your review", "reviews are ready for you"),
};

/** Adds notices to the next mails of their recipients. Does nothing if mail is not configured. */
export async function queueNotices(
  { secrets, services }: Social,
  trx: Transaction,
  accountId: string,
  byRecipient: ReadonlyMap<string, Notice>,
): Promise<void> {
  if (!services.mail?.isConfigured || byRecipient.size === 0) return;
  // In one order, so that two transactions do not wait for each other.
  const recipients = [...byRecipient.keys()].sort().map((recipient) => ({ account_id: accountId, recipient }));
  const rows = await insertRows(trx, "social_mails", recipients)
    // Locks the row if there is one.
    .onConflict((conflict) =>
      conflict.columns(["account_id", "recipient"]).doUpdateSet((eb) => ({ recipient: eb.ref("excluded.recipient") })),
    )
    .returningAll()
    .execute();
  const changed = rows.map((row) => {
    const { notices, count } = openNotices(secrets, row);
    const kept = [...notices, byRecipient.get(row.recipient)!].slice(0, MAX_NOTICES);
    const sealed = secrets.seal(JSON.stringify({ notices: kept, count: count + 1 }), NOTICES, accountId);
    return { recipient: row.recipient, sealed };
  });
  await sql`
    update social_mails as mail set notices = changed.sealed, due_at = coalesce(due_at, greatest(
      ${fromNow(COLLECT_MS)},
      (select max(sent_at) from social_mails as sent where sent.recipient = mail.recipient)
        + ${INTERVAL_MS} * interval '1 millisecond'))
    from jsonb_to_recordset(${JSON.stringify(changed)}::text::jsonb) as changed(recipient text, sealed text)
    where mail.account_id = ${accountId} and mail.recipient = changed.recipient`.execute(trx);
}

function openNotices(
  secrets: Social["secrets"],
  { notices, account_id }: { notices: string | null; account_id: string },
): Collected {
  if (notices === null) return { notices: [], count: 0 };
  return JSON.parse(secrets.open(notices, NOTICES, account_id)) as Collected;
}

/** Sends due mails: one to each recipient, with the notices of all accounts. */
export async function sendMails(social: Social, signal: AbortSignal): Promise<void> {
  let sent = BATCH;
  while (sent === BATCH && !signal.aborted) sent = await sendBatch(social);
}

const sendBatch = ({ db, host, secrets, services }: Social): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom("social_mails")
      .selectAll()
      .where("recipient", "in", (eb) =>
        eb
          .selectFrom("social_mails")
          .select("recipient")
          .where(sql<SqlBool>`due_at <= clock_timestamp()`)
          .where(
            sql<SqlBool>`not exists (select from social_mails m where m.recipient = social_mails.recipient
              and m.sent_at > ${fromNow(-INTERVAL_MS)})`,
          )
          .orderBy("due_at")
          .limit(BATCH),
      )
      .orderBy(sql`recipient collate "C"`)
      .forUpdate()
      .execute();
    const byRecipient = Map.groupBy(due, ({ recipient }) => recipient);
    for (const [recipient, rows] of byRecipient) {
      const collected = rows.map((row) => openNotices(secrets, row));
      const notices = collected.flatMap((one) => one.notices);
      const count = collected.reduce((sum, one) => sum + one.count, 0);
      if (notices.length > 0)
        await services.mail?.send(trx, recipient, "approval", writeMail(notices, count, host.origin));
      await trx
        .updateTable("social_mails")
        .set({ notices: null, due_at: null, sent_at: fromNow() })
        .where("recipient", "=", recipient)
        .where(
          "account_id",
          "in",
          rows.map((row) => row.account_id),
        )
        .execute();
    }
    return byRecipient.size;
  });

/** Deletes rows that no longer delay a mail. */
export const pruneMails = ({ db }: Social) =>
  db.deleteFrom("social_mails").where("due_at", "is", null).where("sent_at", "<", fromNow(-INTERVAL_MS)).execute();

function writeMail(notices: readonly Notice[], count: number, origin: string) {
  const kinds = [...Map.groupBy(notices, ({ kind }) => kind)];
  const [[first]] = kinds as [[NoticeKind, Notice[]]];
  const shown = notices.slice(0, MAX_NOTICES);
  const links = [...new Set(shown.flatMap(({ url }) => url ?? []))];
  const isMixed = kinds.length > 1;
  const items = shown.map(({ kind, text, url }) => {
    const line = isMixed ? `${subjects[kind](1)}: ${text}` : text;
    return url && links.length > 1 ? `${line} ${url}` : line;
  });
  const more = count - shown.length;
  const subject = isMixed ? `${count} updates about posts` : subjects[first](count);
  const isReviewer = shown.every(({ url }) => url !== undefined);
  return {
    subject,
    paragraphs: [`${subject}.`],
    items: more > 0 ? [...items, `and ${more} more`] : items,
    button:
      links.length > 1
        ? undefined
        : { label: isReviewer ? "Open the posts" : "Open the calendar", url: links[0] ?? `${origin}/calendar` },
    footer: isReviewer
      ? "You get this mail because someone asked you to review these posts. The link is only for you: do not forward it."
      : "You get this mail because you have an account on this Vireo server. At most one in five minutes.",
  };
}
