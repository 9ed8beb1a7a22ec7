/** Events in the order in which streams and webhooks see them. */
export type { EventConsumer, OrderedEvent } from "#core/event-order";
export type { Events, EventType } from "#core/events";
