import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import { Closed, ListOf, Timestamp } from "vireo/schema";
import type { ContentType } from "./content-types";

/** Lists are always present in responses, but may be empty. */
export const isList = (schema: TSchema) => schema.type === "array";

/** Builds a response schema, without limits because older rows may exceed the current ones. */
function toResponse(schema: TSchema): TSchema {
  const { description } = schema as { description: string };
  if (schema.type === "object") return Closed({ engine: Type.String(), id: Type.String() }, { description });
  return isList(schema) ? Type.Array(Type.String(), { description }) : Type.String({ description });
}

/** Builds the request and response schemas of a content from its fields. */
export function createSchemas(content: ContentType) {
  const { name, ...others } = content.fields;
  const optional = (make: (schema: TSchema) => TSchema) =>
    Object.fromEntries(Object.entries(others).map(([field, schema]) => [field, make(schema)]));
  const One: TObject = Closed({
    id: Type.String({ description: `ID of the ${content.type} (${content.prefix}_…).` }),
    name: toResponse(name),
    ...optional((schema) => (isList(schema) ? toResponse(schema) : Type.Optional(toResponse(schema)))),
    ...(content.builtIn ? { isCustom: Type.Boolean({ description: "False for built-in resources." }) } : {}),
    createdAt: Timestamp("Creation time."),
    updatedAt: Timestamp("Time of the last change."),
  });
  return {
    Create: Closed({ name, ...optional((schema) => Type.Optional(schema)) }) as TObject,
    Patch: Closed({ name: Type.Optional(name), ...optional((schema) => Type.Optional(schema)) }) as TObject,
    One,
    List: ListOf(content.plural, One) as TObject,
  };
}
