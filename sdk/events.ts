export type { EventConsumer, OrderedEvent } from "#core/event-order";
export { type Events, type EventType, eventTypes, scopeOf } from "#core/events";
