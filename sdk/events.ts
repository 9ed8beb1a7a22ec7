export { type Events, type EventType, eventTypes, scopeOf } from "#core/events";
