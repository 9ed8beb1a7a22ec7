import { Kind, type TSchema } from "@sinclair/typebox";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { ApiError, type FieldErrors } from "#core/request/errors";

const range = (schema: TSchema, unit: string, min: string, max: string): string => {
  const low = schema[min] as number | undefined;
  const high = schema[max] as number | undefined;
  if (low !== undefined && high !== undefined) return ` of ${low} to ${high}${unit}`;
  if (high !== undefined) return ` of at most ${high}${unit}`;
  return low ? ` of at least ${low}${unit}` : "";
};

const isTooLong = ({ maxLength }: TSchema, value: unknown) =>
  typeof value === "string" && maxLength !== undefined && value.length > maxLength;

/** What would have been right in the place of `value`, in words. */
export function describe(schema: TSchema, value?: unknown): string {
  if (schema.expected) return schema.expected as string;
  if (schema.enum) return `one of ${(schema.enum as unknown[]).join(", ")}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) {
    const options = [...new Set((schema.anyOf as TSchema[]).map((one) => describe(one)))];
    return options.every((option) => option.startsWith('"')) ? `one of ${options.join(", ")}` : options.join(", or ");
  }
  // Of a text with a pattern, the description tells what it is; but one that is too long may well be that.
  if (schema.pattern && schema.description && !isTooLong(schema, value)) return schema.description.replace(/\.$/, "");
  switch (schema.type ?? schema[Kind]) {
    case "string":
      return `a string${range(schema, " characters", "minLength", "maxLength")}`;
    case "integer":
      return `a whole number${range(schema, "", "minimum", "maximum")}`;
    case "number":
      return `a number${range(schema, "", "minimum", "maximum")}`;
    case "boolean":
      return "true or false";
    case "array":
      return `an array${range(schema, " items", "minItems", "maxItems")}`;
    case "object":
      return "an object";
    case "null":
      return "null";
    default:
      return "of another type";
  }
}

const words: Partial<Record<ValueErrorType, (error: ValueError) => string>> = {
  [ValueErrorType.ObjectAdditionalProperties]: () => "This field is not known here.",
  [ValueErrorType.ObjectRequiredProperty]: () => "This field is required.",
  [ValueErrorType.ArrayUniqueItems]: () => "The items must differ.",
};

/** `/accountIds/0` → `accountIds.0` */
const dotted = (pointer: string, whole: string): string =>
  pointer === "" ? whole : pointer.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");

/** The first mistake of each field. `whole` names the part of the request: body, query or params. */
export function fieldErrors(errors: Iterable<ValueError>, whole: string): FieldErrors {
  // Without a prototype: a field may be named __proto__.
  const out: FieldErrors = Object.create(null);
  let count = 0;
  for (const error of errors) {
    const path = dotted(error.path, whole);
    out[path] ??= [words[error.type]?.(error) ?? `Must be ${describe(error.schema, error.value)}.`];
    if (++count === 100) break;
  }
  return out;
}

export function validationError(errors: Iterable<ValueError>, whole: string): ApiError {
  const fields = fieldErrors(errors, whole);
  const [first, ...others] = Object.entries(fields);
  const detail = first
    ? `${first[0]}: ${first[1][0]}${others.length ? ` (and ${others.length} more)` : ""}`
    : "The request is not valid.";
  return new ApiError("validation_error", detail, { errors: fields });
}

/**
 * Where a parsed body holds text that a database cannot store (NUL, lone surrogates); undefined when nowhere.
 * Depth is bounded by the parser's own recursion, size by the body limit.
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
