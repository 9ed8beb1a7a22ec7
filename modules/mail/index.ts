import { Type } from "@sinclair/typebox";
import type { Command } from "vireo/command";
import type { Transaction } from "vireo/database";
import { newUuid } from "vireo/ids";
import { fromNow } from "vireo/leases";
import { defineModule } from "vireo/module";
import { Group } from "vireo/settings";
import type { MailContent } from "./layout";
import { migrations } from "./migrations";
import { createSmtp, isRefused } from "./transport";

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

const CONTENT = "content";
/** Unsent mails are deleted after this time. */
const KEEP_MS = 3 * 86_400_000;
const NOT_CONFIGURED = "Mail is not configured. Set SMTP_URL and MAIL_FROM.";

const testMail: Command<MailService> = {
  name: "mail test",
  summary: "Send a test mail",
  description: "Sends at once, with SMTP_URL and MAIL_FROM, and prints the mail server's error if it refuses the mail.",
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

/** Sends mail over SMTP. Each mail is a durable job, in the transaction that makes it necessary. */
export const mail = defineModule({
  name: "mail",
  description: "Mail over SMTP: invitations, password resets and notifications.",
  settings: Group({
    url: Type.Optional(
      Type.String({
        pattern: "^smtps?://",
        secret: true,
        env: "SMTP_URL",
        expected: "a URL such as smtps://user:password@mail.example.com",
        description:
          "Mail server: smtps://user:password@host (port 465), or smtp://user:password@host:587 with STARTTLS. A server of your own network without TLS needs smtp://host:25?ignoreTLS=true. Default: no mail is sent.",
      }),
    ),
    from: Type.Optional(
      Type.String({
        pattern: "@",
        env: "MAIL_FROM",
        expected: 'a sender such as "Vireo <vireo@example.com>"',
        description: "Sender of the mails: an address, or Name <address>.",
      }),
    ),
  }),
  migrations,
  secrets: [{ table: "mail_messages", column: "content", purpose: CONTENT }],
  commands: [testMail],
  start({ settings, db, jobs, secrets, log }) {
    const { url, from } = settings;
    if (url && !from) throw new Error("SMTP_URL needs MAIL_FROM, the sender of the mails.");
    const send = url && from ? createSmtp(url, from) : undefined;

    const service: MailService = {
      isConfigured: send !== undefined,
      async send(trx, recipient, kind, content) {
        if (!send) return;
        const id = newUuid();
        const sealed = secrets.seal(JSON.stringify(content), CONTENT);
        await trx.insertInto("mail_messages").values({ id, kind, recipient, content: sealed }).execute();
        await jobs.send(trx, "send", id, { id });
      },
      async sendNow(to, content) {
        if (!send) throw new Error(NOT_CONFIGURED);
        await send({ id: newUuid(), to, content });
      },
    };

    async function deliver(id: string): Promise<void> {
      const row = await db.selectFrom("mail_messages").selectAll().where("id", "=", id).executeTakeFirst();
      if (!row || !send) return;
      try {
        const content = row.content && (JSON.parse(secrets.open(row.content, CONTENT)) as MailContent);
        if (content) await send({ id, to: row.recipient, content });
      } catch (error) {
        if (!isRefused(error)) throw error;
        log.warn("mail rejected by the mail server", { kind: row.kind, mail: id, reason: String(error) });
      }
      await db.deleteFrom("mail_messages").where("id", "=", id).execute();
    }

    return {
      service,
      jobs: {
        // Increasing delays, about seven hours in total.
        send: { concurrency: 2, retryLimit: 14, retryDelay: 15, timeout: 120, run: ({ id }) => deliver(String(id)) },
      },
      schedules: {
        sweep: {
          cron: "0 51 * * * *",
          async run() {
            const old = db.deleteFrom("mail_messages").where("created_at", "<", fromNow(-KEEP_MS));
            const lost = await old.returning("kind").execute();
            if (lost.length > 0) log.error("mails not sent within three days", { count: lost.length });
          },
        },
      },
    };
  },
});
