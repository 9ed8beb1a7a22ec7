export type { EventConsumer, OrderedEvent } from "#core/event-order";
export type { Events, EventType } from "#core/events";
