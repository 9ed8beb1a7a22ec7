import type { Events, EventType } from "vireo/events";

export interface EventRow {
  account_id: string;
  type: string;
  data: object;
  created_at: Date;
}

/** Builds the message of an event, the same for webhooks and streams: the payload of Standard Webhooks, extended. */
export const toMessage = (events: Events, version: string, event: EventRow) => ({
  type: event.type,
  timestamp: event.created_at.toISOString(),
  accountId: event.account_id,
  apiVersion: version,
  data: events.shape(version, event.type as EventType, event.data),
});
