/**
 * A webhook receives only what its creator may currently read. If a key is revoked, expires or loses scopes, so do its
 * webhooks, so nobody gets more through a webhook than by reading.
 */
import { requireScope } from "vireo/access";
import type { Database } from "vireo/database";
import { ApiError } from "vireo/errors";
import type { EventType } from "vireo/events";
import type { Context } from "vireo/module";
import type { Caller } from "vireo/request";
import type { WebhookRow } from "./migrations";
import { covers, matchTypes } from "./patterns";

/** Type of test messages. They contain no data, so every reader of the log may see them. */
export const TEST = "webhook.test";

type Created = Pick<WebhookRow, "created_by_key">;

export type Grants = ReturnType<typeof createGrants>;

export function createGrants({ access, events }: Pick<Context, "access" | "events">) {
  const mayRead = (caller: Caller, type: EventType) => caller.scopes.has(events.getScope(type));

  /**
   * Returns a function that checks whether a webhook may receive a type of event. Webhooks of people, and those from
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

    /** Lists the types whose deliveries the caller may read. */
    listReadable: (caller: Caller): string[] => [...events.types.filter((type) => mayRead(caller, type)), TEST],

    /** Refuses a named type that the caller may not read, and a pattern without any readable type. */
    requireEvents(caller: Caller, patterns: readonly string[]): void {
      for (const pattern of patterns) {
        const types = matchTypes(events, [pattern]);
        if (types.some((type) => mayRead(caller, type))) continue;
        const scopes = [...new Set(types.map(events.getScope))].join(" or ");
        throw new ApiError("insufficient_scope", `Events of "${pattern}" need the scope ${scopes}.`);
      }
    },

    /** Refuses a caller with fewer read rights than the webhook, whose URL or secret would give them access. */
    async requireAll(on: Database, caller: Caller, webhook: WebhookRow): Promise<void> {
      const mayReceive = await read(on, [webhook]);
      for (const type of events.types) {
        if (covers(webhook.events, type) && mayReceive(webhook, type)) requireScope(caller, events.getScope(type));
      }
    },
  };
}
