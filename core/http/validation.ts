import { Kind, type TSchema } from "@sinclair/typebox";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { ApiError, type FieldErrors } from "#core/request/errors";

const describeRange = (schema: TSchema, unit: string, min: string, max: string): string => {
  const low = schema[min] as number | undefined;
  const high = schema[max] as number | undefined;
  if (low !== undefined && high !== undefined) return ` of ${low} to ${high}${unit}`;
  if (high !== undefined) return ` of at most ${high}${unit}`;
  return low ? ` of at least ${low}${unit}` : "";
};

const isTooLong = ({ maxLength }: TSchema, value: unknown) =>
  typeof value === "string" && maxLength !== undefined && value.length > maxLength;

function describePattern({ pattern, description = "" }: TSchema): string {
  if (pattern === "\\S") return "a string that is not blank";
  return `a string in this format: ${description.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()).replace(/\.$/, "")}`;
}

/** Describes what the schema accepts, to complete "Must be …". */
export function describe(schema: TSchema, value?: unknown): string {
  if (schema.expected) return schema.expected as string;
  if (schema.enum) return `one of ${(schema.enum as unknown[]).join(", ")}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) {
    const options = [...new Set((schema.anyOf as TSchema[]).map((one) => describe(one)))];
    return options.every((option) => option.startsWith('"')) ? `one of ${options.join(", ")}` : options.join(", or ");
  }
  // The description explains a pattern better than the pattern. It does not help if the text is only too long.
  if (schema.pattern && schema.description && !isTooLong(schema, value)) return describePattern(schema);
  switch (schema.type ?? schema[Kind]) {
    case "string":
      return `a string${describeRange(schema, " characters", "minLength", "maxLength")}`;
    case "integer":
      return `a whole number${describeRange(schema, "", "minimum", "maximum")}`;
    case "number":
      return `a number${describeRange(schema, "", "minimum", "maximum")}`;
    case "boolean":
      return "true or false";
    case "array":
      return `an array${describeRange(schema, " items", "minItems", "maxItems")}`;
    case "object":
      return "an object";
    case "null":
      return "null";
    default:
      return "of another type";
  }
}

const messages: Partial<Record<ValueErrorType, (error: ValueError) => string>> = {
  [ValueErrorType.ObjectAdditionalProperties]: () => "Unknown field.",
  [ValueErrorType.ObjectRequiredProperty]: () => "This field is required.",
  [ValueErrorType.ArrayUniqueItems]: () => "Items must be unique.",
};

/** `/accountIds/0` → `accountIds.0` */
const toDottedPath = (pointer: string, whole: string): string =>
  pointer === "" ? whole : pointer.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");

/** The first error of each field. `whole` names the part of the request: body, query or params. */
export function listFieldErrors(errors: Iterable<ValueError>, whole: string): FieldErrors {
  // No prototype, because a field may be named __proto__.
  const out: FieldErrors = Object.create(null);
  let count = 0;
  for (const error of errors) {
    const path = toDottedPath(error.path, whole);
    out[path] ??= [messages[error.type]?.(error) ?? `Must be ${describe(error.schema, error.value)}.`];
    if (++count === 100) break;
  }
  return out;
}

export function validationError(errors: Iterable<ValueError>, whole: string): ApiError {
  const fields = listFieldErrors(errors, whole);
  const [first, ...others] = Object.entries(fields);
  const detail = first
    ? `${first[0]}: ${first[1][0]}${others.length ? ` (and ${others.length} more)` : ""}`
    : "The request is not valid.";
  return new ApiError("validation_error", detail, { errors: fields });
}

/**
 * Finds text that the database cannot store (NUL, lone surrogates) and returns its path.
 * The JSON parser limits the depth, and the edge limits the size.
 */
export function findUnstorable(value: unknown, path = ""): string | undefined {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed() ? path || "body" : undefined;
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || value instanceof Blob)
    return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = findUnstorable(key) ? `${path || "body"}` : findUnstorable(inner, path ? `${path}.${key}` : key);
    if (found) return found;
  }
  return undefined;
}
