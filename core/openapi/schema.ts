import { toPascalCase, toSingular } from "#core/openapi/names";

export type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** String formats that Elysia's `t.Integer`, `t.Numeric` and others accept besides the real type. */
const STRING_TWINS = new Set(["integer", "numeric", "boolean", "ObjectString", "ArrayString"]);

/** Converts a schema of @elysiajs/openapi to plain JSON Schema 2020-12, without symbols and functions. */
export function toPlain(schema: unknown): Json {
  return tidy(JSON.parse(JSON.stringify(schema)) as Json) as Json;
}

function tidy(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidy);
  if (!isObject(node)) return node;
  const out: Json = {};
  for (const [key, value] of Object.entries(node)) {
    // Names of properties are data, not keywords.
    if (key === "properties" && isObject(value)) {
      out[key] = Object.fromEntries(Object.entries(value).map(([name, child]) => [name, tidy(child)]));
    } else if (key === "default" || key === "examples" || key === "enum" || key === "const") out[key] = value;
    else out[key] = tidy(value);
  }
  return tidyMap(tidyNullable(dropTwins(out)));
}

/** `Type.Record` is a pattern that every name matches. */
function tidyMap(node: Json): Json {
  const patterns = isObject(node.patternProperties) ? Object.entries(node.patternProperties) : [];
  if (patterns.length !== 1 || patterns[0]?.[0] !== "^(.*)$") return node;
  const { patternProperties: _patterns, additionalProperties: _additional, ...rest } = node;
  return { ...rest, additionalProperties: patterns[0][1] };
}

function dropTwins(node: Json): Json {
  if (!Array.isArray(node.anyOf)) return node;
  const { anyOf, ...rest } = node;
  const members = (anyOf as Json[]).filter(
    (member) => !(member.type === "string" && STRING_TWINS.has(member.format as string)),
  );
  const [only] = members;
  return members.length === 1 && only ? { ...only, ...rest } : { ...rest, anyOf: members };
}

function tidyNullable(node: Json): Json {
  if (!Array.isArray(node.type) || !node.type.includes("null")) return node;
  // Keep an object as a separate member, so that it can be named and referred to.
  if (node.type[0] === "object") {
    const { description, ...object } = node;
    const anyOf = [{ ...object, type: "object" }, { type: "null" }];
    return { description: description || undefined, anyOf };
  }
  // An enum without null refuses null, even if the type allows it.
  return Array.isArray(node.enum) && !node.enum.includes(null) ? { ...node, enum: [...node.enum, null] } : node;
}

export interface NameHints {
  /** Names for the schema, best first. If all are taken, the first one gets a number. */
  names: readonly string[];
  /** Prefix for the names of nested objects. */
  prefix: string;
  /** Names of nested objects by property, instead of the prefixed ones. */
  children?: Record<string, string>;
  /** False gives the schema a separate name even if an equal one exists, as for requests. */
  share?: boolean;
}

/** Names a member of a union by the property that tells it from the others: `AddRenderLayerTrim` for a `type` of `trim`. */
function nameVariant(hints: NameHints, member: Json): NameHints {
  if (!isObject(member.properties)) return hints;
  for (const property of Object.values(member.properties)) {
    const { const: value, enum: values } = property as { const?: unknown; enum?: unknown[] };
    const tag = values?.length === 1 ? values[0] : value;
    if (typeof tag !== "string") continue;
    const names = hints.names.map((name) => name + toPascalCase(tag));
    return { ...hints, names, prefix: hints.prefix + toPascalCase(tag) };
  }
  return hints;
}

export type Schemas = ReturnType<typeof createSchemas>;

/** Collects named schemas. Every object becomes a component, so that generated clients get one class for it. */
export function createSchemas() {
  const components = new Map<string, Json>();
  const byShape = new Map<string, string>();

  function register(schema: Json, hints: NameHints): Json {
    const shape = JSON.stringify(schema);
    const known = hints.share === false ? undefined : byShape.get(shape);
    if (known) return { $ref: `#/components/schemas/${known}` };
    const [first = "Object"] = hints.names;
    const free = (name: string) => !components.has(name) || JSON.stringify(components.get(name)) === shape;
    let name = hints.names.find(free);
    for (let count = 2; name === undefined; count++) if (free(first + count)) name = first + count;
    components.set(name, schema);
    if (hints.share !== false) byShape.set(shape, name);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Replaces every object in the schema by a reference to its component. */
  function refer(schema: Json, hints: NameHints): Json {
    const { $id, ...node } = schema;
    const own = typeof $id === "string" ? { ...hints, names: [$id, ...hints.names], prefix: $id } : hints;
    for (const keyword of ["anyOf", "oneOf"]) {
      const members = node[keyword];
      if (Array.isArray(members))
        node[keyword] = members.map((member) => refer(member as Json, nameVariant(own, member as Json)));
    }
    if (isObject(node.items)) {
      const names = own.names.map((name) => name.replace(/[A-Z][a-z0-9]*$/, (word) => toPascalCase(toSingular(word))));
      node.items = refer(node.items, { ...own, names, prefix: names[0] ?? own.prefix });
    }
    if (!isObject(node.properties)) return typeof $id === "string" ? register(node, own) : node;
    node.properties = Object.fromEntries(
      Object.entries(node.properties).map(([key, child]) => {
        const name = own.children?.[key] ?? own.prefix + toPascalCase(key);
        return [key, refer(child as Json, { names: [name], prefix: name, share: true })];
      }),
    );
    return register(node, own);
  }

  return {
    refer,
    add: (name: string, schema: Json) => void components.set(name, schema),
    all: () => Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}
