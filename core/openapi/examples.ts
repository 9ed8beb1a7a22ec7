import { isDeepStrictEqual } from "node:util";
import type { Json } from "#core/openapi/schema";

interface Media {
  schema?: Json;
  example?: unknown;
}
type Components = Record<string, Json>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const getName = ({ $ref }: Json) => (typeof $ref === "string" ? $ref.slice($ref.lastIndexOf("/") + 1) : undefined);

/** Lists the contents in a part of the document. */
function listMedia(node: unknown): Media[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, child]) =>
    key === "content" && isObject(child) ? (Object.values(child) as Media[]) : listMedia(child),
  );
}

/** Returns the example that a reader makes of a schema: its own, or that of its parts. */
export function deriveExample(schema: Json, components: Components): unknown {
  const name = getName(schema);
  const { examples, allOf, enum: values, properties, items } = name ? (components[name] ?? {}) : schema;
  if (Array.isArray(examples)) return examples[0];
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map((part: Json) => deriveExample(part, components)));
  if (isObject(items)) return [deriveExample(items, components)];
  if (!isObject(properties)) return undefined;
  const members = Object.entries(properties).map(([key, one]) => [key, deriveExample(one as Json, components)]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** Lists the objects in an example by the names of their schemas. */
function listObjects(schema: unknown, value: unknown, components: Components): { name: string; value: Json }[] {
  if (!isObject(schema) || typeof value !== "object" || value === null) return [];
  const name = getName(schema);
  const { allOf = [], properties = {}, items } = name ? (components[name] ?? {}) : schema;
  const inside = Array.isArray(value)
    ? value.flatMap((item) => listObjects(items, item, components))
    : Object.entries(properties as Json).flatMap(([key, one]) => listObjects(one, (value as Json)[key], components));
  const parts = (allOf as Json[]).flatMap((part) => listObjects(part, value, components));
  return [...(name && isObject(value) ? [{ name, value }] : []), ...parts, ...inside];
}

/** Pages differ from call to call, and their numbers say nothing about the items. */
const withoutPages = (value: unknown) => (isObject(value) ? { ...value, pagination: undefined } : value);

/** True if the example says no more than what follows from the schema. */
function follows({ schema = {}, example }: Media, components: Components): boolean {
  const [derived, own] = [deriveExample(schema, components), example].map(withoutPages);
  if (!isObject(derived) || !isObject(own)) return false;
  return isDeepStrictEqual({ ...derived, ...own }, derived);
}

/**
 * Moves the example that operations and events show most often for a schema to the schema, so that a list does not
 * repeat the example of its items, nor a PATCH or an event that of the resource. Examples that differ stay.
 * @param where the responses of operations, and the events
 */
export function shareExamples(where: unknown, components: Components): void {
  const media = listMedia(where).filter(({ example }) => example !== undefined);
  const objects = media.flatMap(({ schema, example }) => listObjects(schema, example, components));
  const wholes = new Set(["Pagination", ...media.flatMap(({ schema = {} }) => getName(schema) ?? [])]);
  for (const [name, all] of Map.groupBy(objects, (one) => one.name)) {
    if (!wholes.has(name)) continue;
    const count = (value: Json) => all.filter((other) => isDeepStrictEqual(other.value, value)).length;
    const [most] = all.map(({ value }) => ({ value, times: count(value) })).toSorted((a, b) => b.times - a.times);
    if (most && most.times > 1) components[name]!.examples = [most.value];
  }
  for (const one of media) if (follows(one, components)) one.example = undefined;
}
