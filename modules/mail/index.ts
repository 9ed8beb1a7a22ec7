import type { Command } from "vireo/command";
import type { Transaction } from "vireo/database";
import { newUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import { defineModule } from "vireo/module";
import { type Mail, settings } from "./context";
import type { MailContent } from "./layout";
import { migrations } from "./migrations";
import { isRefused, Smtp } from "./transport";

export interface MailService {
  /** False if the server sends no mail. */
  readonly isConfigured: boolean;
  /** Sends a mail after the caller's transaction has committed. Does nothing if mail is not configured. */
  send(trx: Transaction, to: string, kind: string, content: MailContent): Promise<void>;
  /** Sends a mail at once, bypassing the queue. Throws if the mail server does not accept it. */
  sendNow(to: string, content: MailContent): Promise<void>;
}

declare module "vireo/module" {
  interface Services {
    mail: MailService;
  }
}

/** Purpose of sealed contents. */
const CONTENT = "content";
/** Unsent mails are deleted after this time. */
const KEEP_MS = 3 * 86_400_000;
const NOT_CONFIGURED = "Mail is not configured. Set SMTP_URL and MAIL_FROM.";

const testMail: Command<MailService> = {
  name: "mail test",
  summary: "Send a test mail",
  description:
    "Sends immediately, using SMTP_URL and MAIL_FROM, and prints the mail server's error if it refuses the mail.",
  arguments: [{ name: "address", description: "Email address of the recipient" }],
  examples: ["vireo mail test ann@example.com"],
  async run({ arguments: { address = "" }, out, service }) {
    await service.sendNow(address, {
      subject: "Test mail from Vireo",
      paragraphs: ["This is a test. Vireo can send mail."],
      footer: 'Sent by "vireo mail test".',
    });
    out.result({ sent: true, address }, `The mail server accepted the test mail for ${address}.`);
    return undefined;
  },
};

/** Sends a mail after the caller's transaction has committed. Does nothing if mail is not configured. */
async function queueMail(
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
async function sendMailNow({ smtp }: Mail, to: string, content: MailContent): Promise<void> {
  if (!smtp) throw new Error(NOT_CONFIGURED);
  await smtp.send({ id: newUuid(), to, content });
}

/** Sends a queued mail and deletes it. Throws if the mail server may accept it later. */
async function deliverMail({ db, log, secrets, smtp }: Mail, id: string): Promise<void> {
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
async function sweepMails({ db, log }: Mail): Promise<void> {
  const old = db.deleteFrom("mail_messages").where("created_at", "<", fromNow(-KEEP_MS));
  const lost = await old.returning("kind").execute();
  if (lost.length > 0) log.error("mails not sent within three days", { count: lost.length });
}

/** Sends mail over SMTP. Each mail is a durable job, in the transaction that makes it necessary. */
export const mail = defineModule({
  name: "mail",
  description: "Mail over SMTP: invitations, password resets and notifications.",
  settings,
  migrations,
  secrets: [{ table: "mail_messages", column: "content", purpose: CONTENT }],
  commands: [testMail],
  start(context) {
    const { url, from } = context.settings;
    if (url && !from) throw new Error("SMTP_URL needs MAIL_FROM, the sender of the mails.");
    const mail: Mail = { ...context, smtp: url && from ? new Smtp(url, from) : undefined };
    const service: MailService = {
      isConfigured: mail.smtp !== undefined,
      send: (trx, to, kind, content) => queueMail(mail, trx, to, kind, content),
      sendNow: (to, content) => sendMailNow(mail, to, content),
    };
    return {
      service,
      jobs: {
        // Increasing delays, about seven hours in total.
        send: {
          concurrency: 2,
          retryLimit: 14,
          retryDelay: 15,
          timeout: 120,
          run: ({ id }) => deliverMail(mail, String(id)),
        },
      },
      schedules: { sweep: { cron: "0 51 * * * *", run: () => sweepMails(mail) } },
    };
  },
});
