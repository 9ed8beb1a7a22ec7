import type { Command } from "vireo/command";
import type { Transaction } from "vireo/database";
import { defineModule } from "vireo/module";
import { type Mail, settings } from "./context";
import type { MailContent } from "./layout";
import { CONTENT, deliverMail, queueMail, sendMailNow, sweepMails } from "./messages";
import { migrations } from "./migrations";
import { Smtp } from "./transport";

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
      send: (...message) => queueMail(mail, ...message),
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
