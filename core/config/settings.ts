import { Kind, type Static, type TObject, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { describe } from "#core/validation";

/**
 * Settings are a TypeBox object. A leaf has a default, a description, and may have annotations: `env`, the variable that
 * overrides the file; `expected`, what the error message asks for; `secret`, for values that are never shown; `editable`,
 * for values that administrators may also set in the dashboard.
 * docs/configuration.md is generated from it.
 */

/** Settings as plain JSON Schema. */
export interface PlainSettings {
  type: "object";
  properties: Record<string, object>;
  [keyword: string]: unknown;
}

/** Validated settings by module. */
export type Settings = ReadonlyMap<string, Record<string, unknown>>;

/** A module, as far as settings are concerned. */
export interface WithSettings {
  name: string;
  settings?: TObject | PlainSettings;
}

/**
 * Converts a variable's text to the setting's type. Text that does not fit is returned unchanged and reported by
 * validation.
 */
function coerce(schema: TSchema, text: string): unknown {
  const type = schema.type ?? (schema.anyOf as TSchema[] | undefined)?.[0]?.type;
  if (type === "integer" || type === "number")
    return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
  if (type === "boolean") {
    if (/^(1|true|yes|on)$/i.test(text)) return true;
    return /^(0|false|no|off)$/i.test(text) ? false : text;
  }
  if (type === "array")
    return text
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);
  return text;
}

/** Converts plain JSON Schema to TypeBox, so that a plug-in can describe its settings without an import. */
function toTypeBox(schema: TSchema | PlainSettings): TSchema {
  if (Kind in schema) return schema as TSchema;
  const { type, properties, items, required = [], ...rest } = schema as Record<string, unknown>;
  switch (type) {
    case "object": {
      const fields = Object.entries((properties ?? {}) as Record<string, TSchema>).map(([name, child]) => {
        const field = toTypeBox(child);
        return [name, (required as string[]).includes(name) || "default" in child ? field : Type.Optional(field)];
      });
      return Type.Object(Object.fromEntries(fields), { default: {}, additionalProperties: false, ...rest });
    }
    case "array":
      return Type.Array(toTypeBox((items ?? {}) as TSchema), rest);
    case "string":
      return rest.enum
        ? Type.Union(
            (rest.enum as string[]).map((value) => Type.Literal(value)),
            rest,
          )
        : Type.String(rest);
    case "integer":
      return Type.Integer(rest);
    case "number":
      return Type.Number(rest);
    case "boolean":
      return Type.Boolean(rest);
    default:
      return Type.Unknown(rest);
  }
}

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);

/** Overrides values of the file with those of the environment. */
function overlay(
  schema: TObject,
  values: Tree,
  env: Record<string, string | undefined>,
  from: Map<string, string>,
  path = "",
): Tree {
  const out: Tree = { ...values };
  for (const [name, child] of Object.entries(schema.properties)) {
    const at = `${path}/${name}`;
    if (child[Kind] === "Object" && child.properties) {
      const inner = overlay(child as TObject, isTree(values[name]) ? values[name] : {}, env, from, at);
      if (Object.keys(inner).length > 0 || name in values) out[name] = inner;
      continue;
    }
    const variable = child.env as string | undefined;
    const text = variable && env[variable];
    if (!variable || text === undefined || text === "") continue;
    out[name] = coerce(child, text);
    from.set(at, variable);
  }
  return out;
}

export interface Mistake {
  where: string;
  what: string;
  /** True if the value comes from the file instead of a variable. */
  inFile?: boolean;
}

/** Parses one group of settings. Returns the values and all mistakes. */
export function parseSettings<T extends TObject>(
  given: T | PlainSettings,
  values: unknown,
  env: Record<string, string | undefined>,
  name = "",
): { settings: Static<T>; mistakes: Mistake[] } {
  const schema = toTypeBox(given) as T;
  const from = new Map<string, string>();
  if (values !== undefined && !isTree(values)) {
    return {
      settings: {} as Static<T>,
      mistakes: [{ where: name || "vireo.config.ts", what: "must be an object", inFile: true }],
    };
  }
  const merged = Value.Default(schema, overlay(schema, (values ?? {}) as Tree, env, from)) as Tree;
  const seen = new Set<string>();
  const mistakes: Mistake[] = [];
  // Looking for errors takes longer than checking that there are none.
  for (const error of Value.Check(schema, merged) ? [] : Value.Errors(schema, merged)) {
    if (seen.has(error.path)) continue;
    seen.add(error.path);
    const variable = from.get(error.path);
    const where = variable ?? `${name}${error.path.replaceAll("/", ".")}`.replace(/^\./, "");
    const unknown = error.type === 42 && !variable;
    const shown = error.schema.secret ? "" : `, not ${JSON.stringify(error.value)}`;
    const what = unknown ? "is not a setting" : `must be ${describe(error.schema)}${shown}`;
    mistakes.push({ where, what, inFile: variable ? undefined : true });
  }
  return { settings: merged as Static<T>, mistakes };
}

/** Lists the values of settings marked `secret`, and passwords within URLs. */
export function listSecrets(group: TObject | PlainSettings, values: unknown): string[] {
  if (!isTree(values)) return [];
  const schema = toTypeBox(group) as TObject;
  return Object.entries(schema.properties).flatMap(([name, child]) => {
    const value = values[name];
    if (child[Kind] === "Object" && child.properties) return listSecrets(child as TObject, value);
    if (!child.secret || typeof value !== "string" || value === "") return [];
    const password = URL.canParse(value) ? decodeURIComponent(new URL(value).password) : "";
    return password ? [value, password] : [value];
  });
}

/** A setting: its dotted path within the group, and its schema. */
interface Leaf {
  path: string;
  schema: TSchema;
}

/** Lists the settings of a group, including nested groups. */
export function listLeaves(group: TObject | PlainSettings, path = ""): Leaf[] {
  const { properties } = toTypeBox(group) as TObject;
  return Object.entries(properties).flatMap(([name, schema]) => {
    const at = path ? `${path}.${name}` : name;
    return schema[Kind] === "Object" && schema.properties ? listLeaves(schema as TObject, at) : [{ path: at, schema }];
  });
}

/** Lists every setting with its variable, default and description. */
export const listSettings = (
  given: TObject | PlainSettings,
  path = "",
): { path: string; env?: string; default: unknown; description: string; isSecret?: true }[] =>
  listLeaves(given, path).map(({ path, schema }) => ({
    path,
    env: schema.env ? (schema.env as string) : undefined,
    default: schema.default,
    description: (schema.description ?? "") as string,
    isSecret: schema.secret ? (true as const) : undefined,
  }));

/** Reads the value at a dotted path; undefined if there is none. */
export const getAt = (values: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (isTree(value) ? value[name] : undefined), values);

/** Merges values over others, group by group. */
export function mergeTrees(below: unknown, above: unknown): unknown {
  if (above === undefined) return below;
  if (!isTree(below) || !isTree(above)) return above;
  const names = new Set([...Object.keys(below), ...Object.keys(above)]);
  return Object.fromEntries([...names].map((name) => [name, mergeTrees(below[name], above[name])]));
}

/**
 * Schema of the settings of a plug-in. An unknown setting is an error, and all may be left out.
 * @example
 * import { t } from "vireo/schema";
 * const settings = Group({ maxNotes: t.Integer({ minimum: 1, default: 100, description: "Notes per account." }) });
 */
export const Group = <T extends Record<string, TSchema>>(properties: T) =>
  Type.Object(properties, { additionalProperties: false, default: {} });
