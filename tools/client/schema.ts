/** Converts the JSON Schema of our document to TypeScript. */
import { getSchemaName, type Schema } from "#sdk/openapi";

/** Formats a JSDoc comment; empty without text. */
export function comment(text: string | undefined): string {
  const lines = text?.replaceAll("*/", "*\\/").trim().split("\n") ?? [];
  if (lines.length === 0 || !lines[0]) return "";
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** Formats the members of an object type with their descriptions. */
export function members({ properties = {}, required = [] }: Schema): string {
  return Object.entries(properties)
    .map(([name, schema]) => {
      const field = required.includes(name)
        ? `${key(name)}: ${typeOf(schema)}`
        : `${key(name)}?: ${typeOf(schema)} | undefined`;
      return `${comment(schema.description)}${field};\n`;
    })
    .join("");
}

/** Returns the type of an object's members whose names are not known. */
export const memberTypeOf = ({ additionalProperties }: Schema): string =>
  typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown";

export function typeOf(schema: Schema): string {
  if (schema.$ref) return getSchemaName(schema.$ref);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(" | ");
  switch (schema.type) {
    case "string":
      return schema.format === "binary" ? "Blob" : "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array":
      return `Array<${typeOf(schema.items ?? {})}>`;
    case "object":
      if (schema.properties) return `{ ${members(schema)} }`;
      return `Record<string, ${memberTypeOf(schema)}>`;
    default:
      return "unknown";
  }
}
