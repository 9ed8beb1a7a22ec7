import { type EventType, eventTypes } from "vireo/events";

const subjectOf = (type: string) => `${type.split(".")[0]}.*`;

/** What may be asked for: every event, all of one subject such as `video.*`, or single types. */
export const patterns: readonly string[] = ["*", ...new Set(eventTypes.map(subjectOf)), ...eventTypes];

export const covers = (asked: readonly string[], type: string): boolean =>
  asked.some((pattern) => pattern === "*" || pattern === type || pattern === subjectOf(type));

export const typesOf = (asked: readonly string[]): EventType[] => eventTypes.filter((type) => covers(asked, type));
