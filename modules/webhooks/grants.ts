/**
 * A webhook receives only what its creator may currently read. If a key is revoked, expires or loses scopes, so do its
 * webhooks, so nobody gets more through a webhook than by reading.
 */
import { requireScope } from "vireo/access";
import type { Database } from "vireo/database";
import { ApiError } from "vireo/errors";
import type { EventType } from "vireo/events";
import type { Caller } from "vireo/request";
import type { Webhooks } from "./context";
import type { WebhookRow } from "./migrations";
import { covers, matchTypes } from "./patterns";

/** Type of test messages. They contain no data, so every reader of the log may see them. */
export const TEST = "webhook.test";

type Created = Pick<WebhookRow, "created_by_key">;
type Grants = Pick<Webhooks, "access" | "events">;

const mayRead = ({ events }: Pick<Grants, "events">, caller: Caller, type: EventType) =>
  caller.scopes.has(events.getScope(type));

/**
 * Returns a function that checks whether a webhook may receive a type of event. Webhooks of people, and those from
 * before webhooks had a creator, receive what they subscribe to.
 */
export async function readGrants({ access, events }: Grants, on: Database, rows: readonly Created[]) {
  const scopes = await access.readScopes(
    on,
    rows.flatMap((row) => row.created_by_key ?? []),
  );
  return ({ created_by_key: key }: Created, type: string): boolean => {
    if (key === null) return true;
    const granted = scopes.get(key);
    if (type === TEST || !granted) return granted !== undefined;
    return events.types.includes(type) && granted.has(events.getScope(type));
  };
}

/** Lists the types whose deliveries the caller may read. */
export const listReadableTypes = (webhooks: Pick<Grants, "events">, caller: Caller): string[] => [
  ...webhooks.events.types.filter((type) => mayRead(webhooks, caller, type)),
  TEST,
];

/** Refuses a named type that the caller may not read, and a pattern without any readable type. */
export function requireEvents(webhooks: Pick<Grants, "events">, caller: Caller, patterns: readonly string[]): void {
  const { events } = webhooks;
  for (const pattern of patterns) {
    const types = matchTypes(events, [pattern]);
    if (types.some((type) => mayRead(webhooks, caller, type))) continue;
    const scopes = [...new Set(types.map(events.getScope))].join(" or ");
    throw new ApiError("insufficient_scope", `Events of "${pattern}" need the scope ${scopes}.`);
  }
}

/** Refuses a caller with fewer read rights than the webhook, whose URL or secret would give them access. */
export async function requireGrantsOf(
  webhooks: Grants,
  on: Database,
  caller: Caller,
  webhook: WebhookRow,
): Promise<void> {
  const mayReceive = await readGrants(webhooks, on, [webhook]);
  for (const type of webhooks.events.types)
    if (covers(webhook.events, type) && mayReceive(webhook, type)) requireScope(caller, webhooks.events.getScope(type));
}
