import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import { Closed, ListOf, Timestamp } from "vireo/schema";
import type { Group } from "./groups";

/** Lists are always present in responses, but may be empty. */
export const isList = (schema: TSchema) => schema.type === "array";

/** Builds a response schema, without limits because older rows may exceed the current ones. */
function toResponse(schema: TSchema): TSchema {
  const { description } = schema as { description: string };
  if (schema.type === "object") return Closed({ engine: Type.String(), id: Type.String() }, { description });
  return isList(schema) ? Type.Array(Type.String(), { description }) : Type.String({ description });
}

/** Builds the request and response schemas of a group from its fields. */
export function createSchemas(group: Group) {
  const { name, ...others } = group.fields;
  const optional = (make: (schema: TSchema) => TSchema) =>
    Object.fromEntries(Object.entries(others).map(([field, schema]) => [field, make(schema)]));
  const One: TObject = Closed({
    id: Type.String({ description: `ID of the ${group.type} (${group.prefix}_…).` }),
    name: toResponse(name),
    ...optional((schema) => (isList(schema) ? toResponse(schema) : Type.Optional(toResponse(schema)))),
    ...(group.builtIn ? { isCustom: Type.Boolean({ description: "False for built-in resources." }) } : {}),
    createdAt: Timestamp("Creation time."),
    updatedAt: Timestamp("Time of the last change."),
  });
  return {
    Create: Closed({ name, ...optional((schema) => Type.Optional(schema)) }) as TObject,
    Patch: Closed({ name: Type.Optional(name), ...optional((schema) => Type.Optional(schema)) }) as TObject,
    One,
    List: ListOf(group.plural, One) as TObject,
  };
}
