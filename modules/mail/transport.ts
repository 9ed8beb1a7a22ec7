import { type MailContent, renderMail } from "./layout";

interface Outgoing {
  /** Same for all retries, so that receivers recognise a duplicate. */
  id: string;
  to: string;
  content: MailContent;
}

const CONNECT_MS = 15_000;
const IDLE_MS = 60_000;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/**
 * Sends over SMTP, with TLS except on this machine. A server without it needs `?ignoreTLS=true` in its URL, and no
 * password: mails contain links that work without a key.
 */
export class Smtp {
  readonly #url: string;
  readonly #server: URL;
  readonly #from: string;
  #transport: Promise<{ sendMail(message: object): Promise<unknown> }> | undefined;

  constructor(url: string, from: string) {
    this.#url = url;
    this.#server = new URL(url);
    this.#from = from;
  }

  /** Throws if the mail server does not accept the mail. */
  async send({ id, to, content }: Outgoing): Promise<void> {
    this.#transport ??= this.#connect();
    const [, domain = this.#server.hostname] = /@([\w.-]+)>?\s*$/.exec(this.#from) ?? [];
    const message = {
      from: this.#from,
      // Pass an object, so that the address is never parsed.
      to: { name: "", address: to },
      // Spam filters compare this domain with the sender's.
      messageId: `<${id}@${domain}>`,
      headers: { "Auto-Submitted": "auto-generated" },
      ...renderMail(content),
    };
    await (await this.#transport).sendMail(message).catch((error) => {
      throw explain(error, this.#server.host);
    });
  }

  async #connect() {
    const { username, hostname, searchParams } = this.#server;
    const isPlain = LOOPBACK.test(hostname) || (username === "" && searchParams.get("ignoreTLS") === "true");
    const { createTransport } = await import("nodemailer");
    return createTransport({
      url: this.#url,
      requireTLS: !isPlain,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
}

/** By nodemailer's code. */
const problems: Readonly<Record<string, string>> = {
  ESOCKET: "cannot be reached",
  ECONNECTION: "cannot be reached",
  ETIMEDOUT: "does not respond",
  EDNS: "has no address",
  ETLS: "offers no encryption",
  EAUTH: "refuses the user name or password",
};

/** Names the setting in errors that it causes. Other errors are returned as they are. */
function explain(error: Error & { code?: string }, host: string): Error {
  const problem = problems[error.code ?? ""];
  if (!problem) return error;
  const explained = new Error(`The mail server in SMTP_URL (${host}) ${problem}: ${error.message}`, { cause: error });
  return Object.assign(explained, { code: error.code });
}

/** True if the mail server will never accept this mail, for example because the recipient is unknown. */
export function isRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500;
}
