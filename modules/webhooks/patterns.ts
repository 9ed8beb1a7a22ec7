import type { Events, EventType } from "vireo/events";

const getSubject = (type: string) => `${type.split(".")[0]}.*`;

/** Returns everything that can be subscribed to: all events, all of one subject such as `video.*`, or single types. */
export const listPatterns = ({ types }: Pick<Events, "types">): readonly string[] => [
  "*",
  ...new Set(types.map(getSubject)),
  ...types,
];

export const covers = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => pattern === "*" || pattern === type || pattern === getSubject(type));

export const matchTypes = ({ types }: Pick<Events, "types">, patterns: readonly string[]): EventType[] =>
  types.filter((type) => covers(patterns, type));
