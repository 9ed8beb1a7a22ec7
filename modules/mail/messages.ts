import type { Transaction } from "vireo/database";
import { newUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import type { Mail } from "./context";
import type { MailContent } from "./layout";
import { isRefused } from "./transport";

/** Purpose of sealed contents. */
export const CONTENT = "content";
/** Unsent mails are deleted after this time. */
const KEEP_MS = 3 * 86_400_000;
const NOT_CONFIGURED = "Mail is not configured. Set SMTP_URL and MAIL_FROM.";

/** Sends a mail after the caller's transaction has committed. Does nothing if mail is not configured. */
export async function queueMail(
  { jobs, secrets, smtp }: Mail,
  trx: Transaction,
  recipient: string,
  kind: string,
  content: MailContent,
): Promise<void> {
  if (!smtp) return;
  const id = newUuid();
  const sealed = secrets.seal(JSON.stringify(content), CONTENT);
  await trx.insertInto("mail_messages").values({ id, kind, recipient, content: sealed }).execute();
  await jobs.send(trx, "send", id, { id });
}

/** Sends a mail at once, bypassing the queue. Throws if the mail server does not accept it. */
export async function sendMailNow({ smtp }: Mail, to: string, content: MailContent): Promise<void> {
  if (!smtp) throw new Error(NOT_CONFIGURED);
  await smtp.send({ id: newUuid(), to, content });
}

/** Sends a queued mail and deletes it. Throws if the mail server may accept it later. */
export async function deliverMail({ db, log, secrets, smtp }: Mail, id: string): Promise<void> {
  const row = await db.selectFrom("mail_messages").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row || !smtp) return;
  try {
    const content = row.content && (JSON.parse(secrets.open(row.content, CONTENT)) as MailContent);
    if (content) await smtp.send({ id, to: row.recipient, content });
  } catch (error) {
    if (!isRefused(error)) throw error;
    log.warn("mail rejected by the mail server", { kind: row.kind, mail: id, reason: String(error) });
  }
  await db.deleteFrom("mail_messages").where("id", "=", id).execute();
}

/** Deletes mails that could not be sent for days. */
export async function sweepMails({ db, log }: Mail): Promise<void> {
  const old = db.deleteFrom("mail_messages").where("created_at", "<", fromNow(-KEEP_MS));
  const lost = await old.returning("kind").execute();
  if (lost.length > 0) log.error("mails not sent within three days", { count: lost.length });
}
