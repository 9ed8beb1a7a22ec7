import type { Command } from "vireo/command";
import { parseTimeOrDay, TimeError } from "vireo/zones";
import { type AuditLogService, presentEntry } from "./entries";

const PAGE = 100;
const text = (value: string, description: string) => ({ type: "text", value, description }) as const;

const toText = (value: unknown) => (value === undefined ? undefined : String(value));

/** Parses a date to milliseconds since the epoch, as the API expects. */
function parseTime(name: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  try {
    return String(Math.max(0, parseTimeOrDay(String(value))));
  } catch (error) {
    throw error instanceof TimeError ? new Error(`--${name}: ${error.message}`) : error;
  }
}

export const commands: readonly Command<AuditLogService>[] = [
  {
    name: "audit-log",
    summary: "List who changed keys, people, credits, accounts and settings",
    description: "Newest first. Entries are kept for 400 days.",
    options: {
      actor: text("id", "ID of a key or person, or command or system"),
      action: text("action", "Action, such as key.created"),
      subject: text("id", "ID of the changed resource"),
      account: text("accountId", "Account ID. Defaults to all accounts"),
      from: text("date", "Only changes at or after this time"),
      to: text("date", "Only changes before this time"),
      limit: { type: "integer", value: "n", description: "Number of entries. Defaults to 100" },
    },
    examples: ["vireo audit-log --action key.created --from 2026-11-01"],
    async run({ options, out, service }) {
      const limit = Number(options.limit ?? PAGE);
      if (limit < 1) throw new Error("--limit must be at least 1.");
      const filter = {
        actor: toText(options.actor),
        action: toText(options.action),
        subject: toText(options.subject),
        accountId: toText(options.account),
        from: parseTime("from", options.from),
        to: parseTime("to", options.to),
      };
      const entries: ReturnType<typeof presentEntry>[] = [];
      let cursor: string | undefined;
      do {
        const pageSize = String(Math.min(PAGE, limit - entries.length));
        const { rows, pagination } = await service.list({ ...filter, pageSize, cursor });
        entries.push(...rows.map(presentEntry));
        cursor = pagination.nextCursor;
      } while (cursor && entries.length < limit);
      out.list(
        entries.map(({ at, actor, subject, ...entry }) => ({
          ...entry,
          at: new Date(at),
          actor: actor.name ?? actor.id ?? actor.type,
          actorType: actor.type,
          actorId: actor.id,
          subject: subject.name ?? subject.id,
          subjectType: subject.type,
          subjectId: subject.id,
        })),
        { at: "TIME", actor: "ACTOR", action: "ACTION", subject: "SUBJECT", requestId: "REQUEST" },
      );
    },
  },
];
