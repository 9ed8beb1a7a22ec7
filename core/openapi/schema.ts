import { pascal, singular } from "#core/openapi/names";

export type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Formats that a framework adds beside the real type, to read it from a string. */
const STRING_TWINS = new Set(["integer", "numeric", "boolean", "ObjectString", "ArrayString"]);

/** A TypeBox schema as plain JSON Schema 2020-12: what a symbol or function carried is gone, unions are simplest. */
export function plain(schema: unknown): Json {
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
  return asMap(union(out));
}

/** `Type.Record` comes as a pattern that every name matches. */
function asMap(node: Json): Json {
  const patterns = isObject(node.patternProperties) ? Object.entries(node.patternProperties) : [];
  if (patterns.length !== 1 || patterns[0]?.[0] !== "^(.*)$") return node;
  const { patternProperties: _patterns, additionalProperties: _additional, ...rest } = node;
  return { ...rest, additionalProperties: patterns[0][1] };
}

function union(node: Json): Json {
  if (!Array.isArray(node.anyOf)) return node;
  const { anyOf, ...rest } = node;
  const all = anyOf as Json[];
  const real = all.filter((one) => !(one.type === "string" && STRING_TWINS.has(one.format as string)));
  const members = real.length > 0 ? real : all;
  const others = members.filter((one) => one.type !== "null");
  const nullable = others.length < members.length;

  if (others.length > 1 && others.every((one) => "const" in one)) {
    const types = [...new Set(others.map((one) => one.type ?? typeof one.const))];
    const values = others.map((one) => one.const);
    return nullable
      ? { ...rest, type: [...types, "null"], enum: [...values, null] }
      : { ...rest, type: types.length === 1 ? types[0] : types, enum: values };
  }
  const [only] = others;
  if (others.length !== 1 || !only) return { ...rest, anyOf: members };
  if (!nullable) return { ...only, ...rest };
  // An object stays a member of its own, so that it can be named and referred to.
  if (typeof only.type !== "string" || only.type === "object" || "const" in only) return { ...rest, anyOf: members };
  const { enum: values } = only;
  return {
    ...only,
    ...rest,
    type: [only.type, "null"],
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
  };
}

export interface NameHints {
  /** Names for the schema itself, best first; a number follows the first when all are taken. */
  names: readonly string[];
  /** What the names of its nested objects begin with. */
  prefix: string;
  /** Names of nested objects by property, where the rule does not fit. */
  children?: Record<string, string>;
  /** Whether an equal schema that has a name already may stand for this one. Requests keep their own. */
  share?: boolean;
}

export type Schemas = ReturnType<typeof createSchemas>;

/** Collects named schemas: every object becomes a component, so that clients get one class for one thing. */
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

  /** The schema with every object in it replaced by a reference to its component. */
  function refer(schema: Json, hints: NameHints): Json {
    const { $id, ...node } = schema;
    const own = typeof $id === "string" ? { ...hints, names: [$id, ...hints.names], prefix: $id } : hints;
    for (const keyword of ["anyOf", "oneOf"]) {
      const members = node[keyword];
      if (Array.isArray(members)) node[keyword] = members.map((member) => refer(member as Json, own));
    }
    if (isObject(node.items)) {
      const names = own.names.map((name) => name.replace(/[A-Z][a-z0-9]*$/, (word) => pascal(singular(word))));
      node.items = refer(node.items, { ...own, names, prefix: names[0] ?? own.prefix });
    }
    if (!isObject(node.properties)) return typeof $id === "string" ? register(node, own) : node;
    node.properties = Object.fromEntries(
      Object.entries(node.properties).map(([key, child]) => {
        const name = own.children?.[key] ?? own.prefix + pascal(key);
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
