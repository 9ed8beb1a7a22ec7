import { Kind, type TObject, type TSchema, Type } from "@sinclair/typebox";
import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import { Value } from "@sinclair/typebox/value";
import { findNearest } from "#core/nearest";
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

/** Returns the only value that a property of a variant allows. Undefined if there is none. */
const getTag = (schema: TSchema | undefined): unknown =>
  schema?.const ?? (schema?.enum?.length === 1 ? schema.enum[0] : undefined);

/** Describes what the schema accepts, to complete "Must be …". */
export function describe(schema: TSchema, value?: unknown): string {
  if (schema.expected) return schema.expected as string;
  if (schema.enum) return `one of ${(schema.enum as unknown[]).join(", ")}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) {
    const options = [...new Set((schema.anyOf as TSchema[]).map((member) => describe(member)))];
    return options.every((option) => option.startsWith('"')) ? `one of ${options.join(", ")}` : options.join(", or ");
  }
  if (Array.isArray(schema.type)) return schema.type.map((type) => describe({ ...schema, type })).join(", or ");
  // The description explains more than the pattern, unless the text is only too long.
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
      return describeTagged(schema) ?? "an object";
    case "null":
      return "null";
    default:
      return "of another type";
  }
}

/** Describes an object by its variant: `an object with type "trim"`. */
function describeTagged({ properties = {} }: TSchema): string | undefined {
  for (const [name, property] of Object.entries(properties as Record<string, TSchema>)) {
    const tag = getTag(property);
    if (tag !== undefined) return `an object with ${name} ${JSON.stringify(tag)}`;
  }
  return undefined;
}

const messages: Partial<Record<ValueErrorType, (error: ValueError) => string>> = {
  [ValueErrorType.ObjectAdditionalProperties]: () => "Unknown field.",
  [ValueErrorType.ObjectRequiredProperty]: () => "This field is required.",
  [ValueErrorType.ArrayUniqueItems]: () => "Items must be unique.",
};

/** `/accountIds/0` → `accountIds.0` */
const toDottedPath = (pointer: string, whole: string): string =>
  pointer === "" ? whole : pointer.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");

/** Returns the property that tells the variants of a union apart, such as `type`, and its values. Undefined if there is none. */
function findTags(variants: readonly TSchema[]): { name: string; tags: unknown[] } | undefined {
  const names = variants.flatMap(({ properties = {} }) => Object.keys(properties as object));
  for (const name of new Set(names)) {
    const tags = variants.map(({ properties }) => getTag(properties?.[name])).filter((tag) => tag !== undefined);
    if (tags.length > 1) return { name, tags };
  }
  return undefined;
}

/**
 * Returns the errors of the union variant that the value selects by a property such as `type`. If that property selects
 * none, it is the error.
 */
function findVariantErrors(error: ValueError): Iterable<ValueError> | undefined {
  const { schema, value, errors, path } = error;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const variants = (schema.anyOf ?? []) as TSchema[];
  const found = findTags(variants);
  if (!found) return undefined;
  const { name, tags } = found;
  const own = (value as Record<string, unknown>)[name];
  const selected = variants.findIndex(({ properties }) => own !== undefined && getTag(properties?.[name]) === own);
  if (selected >= 0) return errors[selected];
  // A variant without the property knows all fields of the value.
  const plain = variants.findIndex(
    ({ properties = {} }) => !(name in properties) && Object.keys(value).every((key) => key in properties),
  );
  if (plain >= 0 && Object.keys(value).length > 0) return errors[plain];
  return [{ ...error, path: `${path}/${name}`, schema: { ...Type.Any(), enum: tags }, value: own }];
}

/** Replaces an error of a union by those of the selected variant. */
function* expandUnions(errors: Iterable<ValueError>): Generator<ValueError> {
  for (const error of errors) {
    const variant = error.type === ValueErrorType.Union ? findVariantErrors(error) : undefined;
    if (variant) yield* expandUnions(variant);
    else yield error;
  }
}

/**
 * Lists the first error of each field, by its dotted path.
 * @param whole names the part of the request: body, query or params
 * @example
 * import { Value } from "@sinclair/typebox/value";
 * import { t } from "vireo/schema";
 * listFieldErrors(Value.Errors(t.Object({ text: t.String() }), {}), "body"); // { text: ["This field is required."] }
 */
export function listFieldErrors(errors: Iterable<ValueError>, whole: string): FieldErrors {
  // No prototype, because a field may be named __proto__.
  const out: FieldErrors = Object.create(null);
  let count = 0;
  for (const error of expandUnions(errors)) {
    const path = toDottedPath(error.path, whole);
    out[path] ??= [messages[error.type]?.(error) ?? `Must be ${describe(error.schema, error.value)}.`];
    if (++count === 100) break;
  }
  return out;
}

/**
 * Creates the error for a value that does not match its schema.
 * @param whole names the part of the request: body, query or params
 * @example
 * import { Value } from "@sinclair/typebox/value";
 * import { t } from "vireo/schema";
 * validationError(Value.Errors(t.Object({ text: t.String() }), { text: 5 }), "body").message; // "text: Must be a string."
 */
export function validationError(errors: Iterable<ValueError>, whole: string): ApiError {
  const fields = listFieldErrors(errors, whole);
  const [first, ...others] = Object.entries(fields);
  const detail = first
    ? `${first[0]}: ${first[1][0]}${others.length ? ` (and ${others.length} more)` : ""}`
    : "The request is not valid.";
  return new ApiError("validation_error", detail, { errors: fields });
}

/**
 * Finds text that the database cannot store (NUL, unpaired surrogates) and returns its path. The JSON parser limits the
 * depth, and the edge limits the size.
 * @example findUnstorable({ tags: ["ok", "a\0b"] }); // "tags.1"
 */
export function findUnstorable(value: unknown, path = ""): string | undefined {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed() ? path || "body" : undefined;
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || value instanceof Blob)
    return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const position = findUnstorable(key) ? `${path || "body"}` : findUnstorable(inner, path ? `${path}.${key}` : key);
    if (position) return position;
  }
  return undefined;
}

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);

/** Copies the members that the schema knows, also those that a class inherits, and drops those that are undefined. */
function toPlain(schema: TSchema, value: unknown): unknown {
  if (Array.isArray(value)) return schema.items ? value.map((item) => toPlain(schema.items, item)) : value;
  if (!isTree(value) || schema.type !== "object") return value;
  const [values = Type.Unknown()] = Object.values((schema.patternProperties ?? {}) as Record<string, TSchema>);
  const properties = (schema.properties ?? {}) as Record<string, TSchema>;
  const known = Object.keys(properties).filter((name) => name in value);
  const names = [...new Set([...Object.keys(value), ...known])].filter((name) => value[name] !== undefined);
  return Object.fromEntries(
    names.map((name) => [name, toPlain(Object.hasOwn(properties, name) ? properties[name]! : values, value[name])]),
  );
}

/**
 * Lists the differences between a value and its shape, such as `jobs.send.run is missing: it must be a function`. `at` is
 * the path of the value, empty for the root.
 */
export function listFaults(schema: TSchema, value: unknown, at = ""): string[] {
  // Copying takes as long as checking.
  if (Value.Check(schema, value)) return [];
  const faults = new Map<string, string>();
  const plain = toPlain(schema, value);
  if (Value.Check(schema, plain)) return [];
  for (const { type, path, schema: part, value: found } of Value.Errors(schema, plain)) {
    const place = [at, toDottedPath(path, "")].filter(Boolean).join(".");
    if (faults.has(place)) continue;
    faults.set(place, `${place} ${describeFault(type, part, found, place.split(".").at(-1) as string)}`);
  }
  return [...faults.values()];
}

function describeFault(type: ValueErrorType, schema: TSchema, value: unknown, name: string): string {
  if (type === ValueErrorType.ObjectAdditionalProperties) {
    const nearest = findNearest(name, Object.keys((schema as TObject).properties));
    return `is unknown${nearest ? `: did you mean ${nearest}?` : ""}`;
  }
  const expected = `must be ${describe(schema)}`;
  if (value === undefined) return `is missing: it ${expected}`;
  const shown = typeof value === "function" ? "a function" : (JSON.stringify(value) ?? String(value));
  return `${expected}, not ${shown.length > 60 ? `${shown.slice(0, 57)}…` : shown}`;
}
