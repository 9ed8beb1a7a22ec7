import { Type } from "@sinclair/typebox";
import { Closed, ListOf, OneOf, pageQuery, QueryInt, Text, Timestamp } from "vireo/schema";

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

export const createAuditSchemas = (actions: readonly string[]) => ({
  AuditEntries: ListOf("entries", AuditEntry),
  AuditQuery: Closed({
    ...pageQuery,
    actor: id("ID of the key or person that made the change, or `command` or `system`."),
    action: Type.Optional(OneOf(actions as [string, ...string[]], { description: "The action." })),
    subject: id("ID of the changed resource, such as a keyId."),
    accountId: id("Only changes in this account."),
    from: Type.Optional(
      QueryInt({ minimum: 0, description: "Only changes at or after this time, milliseconds since the epoch." }),
    ),
    to: Type.Optional(QueryInt({ minimum: 0, description: "Only changes before this time." })),
  }),
});
