/**
 * A webhook receives what its creator may read, now. A key that is revoked, expired or narrowed takes its webhooks with
 * it, so nobody gets more by a webhook than by reading.
 */
import { requireScope } from "vireo/access";
import type { Database } from "vireo/database";
import { ApiError } from "vireo/errors";
import type { EventType } from "vireo/events";
import type { Context } from "vireo/module";
import type { Caller } from "vireo/request";
import type { WebhookRow } from "./migrations";
import { covers, matchTypes } from "./patterns";

/** Type of test messages. They say nothing, so every reader of the log may see them. */
export const TEST = "webhook.test";

type Created = Pick<WebhookRow, "created_by_key">;

export type Grants = ReturnType<typeof createGrants>;

export function createGrants({ access, events }: Pick<Context, "access" | "events">) {
  const mayRead = (caller: Caller, type: EventType) => caller.scopes.has(events.getScope(type));

  /**
   * Returns a function that tells whether a webhook may receive a type of event. Webhooks of people, and those from
   * before webhooks had a creator, receive what they subscribe to.
   */
  async function read(on: Database, webhooks: readonly Created[]) {
    const scopes = await access.readScopes(
      on,
      webhooks.flatMap((webhook) => webhook.created_by_key ?? []),
    );
    return ({ created_by_key: key }: Created, type: string): boolean => {
      if (key === null) return true;
      const granted = scopes.get(key);
      if (type === TEST || !granted) return granted !== undefined;
      return events.types.includes(type) && granted.has(events.getScope(type));
    };
  }

  return {
    read,

    /** Types whose deliveries the caller may read. */
    listReadable: (caller: Caller): string[] => [...events.types.filter((type) => mayRead(caller, type)), TEST],

    /** Refuses what the caller may not read: a type that is named, or a pattern of which they may read nothing. */
    requireEvents(caller: Caller, patterns: readonly string[]): void {
      for (const pattern of patterns) {
        const types = matchTypes(events, [pattern]);
        if (types.some((type) => mayRead(caller, type))) continue;
        const scopes = [...new Set(types.map(events.getScope))].join(" or ");
        throw new ApiError("insufficient_scope", `Events of "${pattern}" need the scope ${scopes}.`);
      }
    },

    /** Refuses a caller who may read less than the webhook receives: its address or secret would hand that over. */
    async requireAll(on: Database, caller: Caller, webhook: WebhookRow): Promise<void> {
      const mayReceive = await read(on, [webhook]);
      for (const type of events.types) {
        if (covers(webhook.events, type) && mayReceive(webhook, type)) requireScope(caller, events.getScope(type));
      }
    },
  };
}
