import { Type } from "@sinclair/typebox";
import { defineModule } from "vireo/module";
import { Closed, ListOf, OneOf, pageQuery, QueryInt, Text, Timestamp } from "vireo/schema";
import { commands } from "./commands";
import { type AuditLogService, listEntries, presentEntry } from "./entries";

const id = (description: string) => Type.Optional(Text({ minLength: 1, maxLength: 200, description }));
const name = (description: string) => Type.Optional(Type.String({ description }));

const AuditEntry = Closed({
  entryId: Type.String(),
  at: Timestamp("Time of the change."),
  actor: Closed(
    {
      type: Type.String({
        description: "`key` or `person`; `command` for the command line; `system` for the server itself.",
      }),
      id: Type.Optional(Type.String()),
      name: name("The key's name or the person's email address at that time."),
    },
    { description: "Actor of the change." },
  ),
  action: Type.String({ description: "Such as `key.created`." }),
  subject: Closed(
    {
      type: Type.String({ description: "Such as `key` or `webhook`." }),
      id: Type.String(),
      name: name("Name at that time."),
    },
    { description: "Changed resource." },
  ),
  accountId: Type.String({ description: "Account that the subject belongs to." }),
  details: Type.Record(
    Type.String(),
    Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]),
    { description: "Details of the change, such as the names of the changed fields." },
  ),
  requestId: Type.Optional(
    Type.String({
      description:
        "Id that the server gave the request: `X-Request-Id` of the response, unless the client sent one. Absent if the change was made outside of requests.",
    }),
  ),
});
const AuditEntries = ListOf("entries", AuditEntry);

export const auditLog = defineModule({
  name: "audit-log",
  title: "Audit Log",
  description:
    "Who changed keys, people, credits, accounts, social accounts, webhooks and settings. For administrators.",
  commands,
  start({ router, db, audit }) {
    const AuditQuery = Closed({
      ...pageQuery,
      actor: id("ID of the key or person that made the change, or `command` or `system`."),
      action: Type.Optional(OneOf(audit.actions as [string, ...string[]], { description: "The action." })),
      subject: id("ID of the changed resource, such as a keyId."),
      accountId: id("Only changes in this account."),
      from: Type.Optional(
        QueryInt({ minimum: 0, description: "Only changes at or after this time, milliseconds since the epoch." }),
      ),
      to: Type.Optional(QueryInt({ minimum: 0, description: "Only changes before this time." })),
    });
    const routes = router().get(
      "",
      async ({ query }) => {
        const { rows, pagination } = await listEntries(db, query);
        return { entries: rows.map(presentEntry), pagination };
      },
      {
        auth: "admin",
        detail: {
          operationId: "listAuditLog",
          summary: "List the audit log",
          description:
            "Entries of all accounts, newest first. They are kept for 400 days, even if the resources they name are deleted, and never contain secrets.",
        } as object,
        query: AuditQuery,
        response: { 200: AuditEntries },
      },
    );
    const service: AuditLogService = { list: (query) => listEntries(db, query) };
    return { routes, service };
  },
});
