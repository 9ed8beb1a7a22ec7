import { type Static, Type } from "@sinclair/typebox";
import type { Context } from "vireo/module";
import { Group } from "vireo/settings";
import type { Smtp } from "./transport";

export const settings = Group({
  url: Type.Optional(
    Type.String({
      pattern: "^smtps?://",
      secret: true,
      env: "SMTP_URL",
      expected: "a URL such as smtps://user:password@mail.example.com",
      description:
        "Mail server: smtps://user:password@host (port 465), or smtp://user:password@host:587 with STARTTLS. For a server without TLS in your own network: smtp://host:25?ignoreTLS=true. Default: no mail is sent.",
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
});

/** The module's context with its shared state. */
export interface Mail extends Context<Static<typeof settings>> {
  /** Undefined if mail is not configured. */
  smtp: Smtp | undefined;
}
