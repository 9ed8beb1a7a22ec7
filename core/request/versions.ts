import { isUuid, toUuid } from "#core/ids";
import { ApiError } from "#core/request/errors";

/** Newest first. Handlers know only the first. The app's hooks convert requests and responses of the others. */
export const versions = [
  { version: "2026-03-06", summary: "latest; semantic prefixed ids, unified media model, route cleanup" },
  { version: "2025-11-10", summary: "initial version, original behaviour" },
] as const;
export type Version = (typeof versions)[number]["version"];
export const latest: Version = versions[0].version;

export const isVersion = (text: string): text is Version => versions.some((v) => v.version === text);

/** Resolves the version: from the header, then the one pinned to the key, then the latest. */
export function resolveVersion(header: string | null, pin: string | undefined): Version {
  if (header !== null) {
    if (isVersion(header)) return header;
    throw new ApiError(
      "invalid_version",
      `Unknown Service-Version "${header.slice(0, 40)}". Use ${versions.map((v) => v.version).join(" or ")}.`,
    );
  }
  return pin && isVersion(pin) ? pin : latest;
}

type Body = Record<string, unknown>;

/**
 * Describes how objects at one place of a body looked before. Because it is data, it applies to values and to schemas.
 */
export interface Reshape {
  /** Path of the objects: "" for the body, "videos[]" for each item of a list, "videos[].versions[]" for deeper ones. */
  at: string;
  /** New name → old name or names. */
  rename: Record<string, string | readonly string[]>;
  /** Fields (new names) whose prefixed ids were plain UUIDs. */
  rawIds?: readonly string[];
}

/** One breaking change of one route. */
export interface VersionChange {
  /** The first version with the new shape. */
  until: Version;
  /** `GET /videos/:videoId`, below the base path. */
  route: string;
  /** Old request body → new one, before validation. */
  request?: (body: Body) => Body;
  /** New response → old one. Deeper places first. */
  response?: readonly Reshape[];
}

function visit(node: unknown, path: string, change: (object: Body) => Body): unknown {
  if (path === "") return typeof node === "object" && node !== null ? change(node as Body) : node;
  const [step = "", ...rest] = path.split(".");
  const name = step.replace(/\[\]$/, "");
  const object = node as Body | undefined;
  if (!object || !(name in object)) return node;
  const deeper = (value: unknown) => visit(value, rest.join("."), change);
  const value = object[name];
  return { ...object, [name]: step.endsWith("[]") && Array.isArray(value) ? value.map(deeper) : deeper(value) };
}

const toRawId = (value: unknown): unknown => {
  if (typeof value !== "string" || isUuid(value)) return value;
  return toUuid(value.slice(0, value.indexOf("_")), value) ?? value;
};

/** Renames keys and keeps their order. */
function rename(object: Body, names: Reshape["rename"], map: (key: string, value: unknown) => unknown): Body {
  const out: Body = {};
  for (const [key, value] of Object.entries(object)) {
    const old = names[key];
    for (const name of old === undefined ? [key] : typeof old === "string" ? [old] : old) out[name] = map(key, value);
  }
  return out;
}

export function reshapeValue(body: unknown, { at, rename: names, rawIds = [] }: Reshape): unknown {
  return visit(body, at, (object) =>
    rename(object, names, (key, value) => (rawIds.includes(key) ? toRawId(value) : value)),
  );
}

/** Applies the change to the JSON Schema of a body. */
export function reshapeSchema(schema: unknown, { at, rename: names }: Reshape): unknown {
  const path = at
    .split(".")
    .filter(Boolean)
    .map((step) => `properties.${step.endsWith("[]") ? `${step.slice(0, -2)}.items` : step}`)
    .join(".");
  return visit(schema, path, (node) => {
    const properties = rename((node.properties ?? {}) as Body, names, (_, value) => value);
    const required = ((node.required ?? []) as string[]).flatMap((key) => names[key] ?? key);
    return { ...node, properties, ...(node.required ? { required } : {}) };
  });
}

export interface Changes {
  request(version: string, route: string, body: unknown): unknown;
  response(version: string, route: string, body: unknown): unknown;
  schema(version: string, route: string, schema: unknown): unknown;
}

/** Applies the modules' changes: newest first to responses and schemas, oldest first to requests. */
export function createChanges(all: readonly VersionChange[]): Changes {
  const byRoute = Map.groupBy(all, (change) => change.route);
  const listChanges = (version: string, route: string) =>
    (byRoute.get(route) ?? [])
      .filter((change) => version < change.until)
      .toSorted((a, b) => (a.until < b.until ? 1 : -1));
  const listReshapes = (version: string, route: string) =>
    listChanges(version, route).flatMap((change) => change.response ?? []);
  return {
    request: (version, route, body) =>
      listChanges(version, route).reduceRight<unknown>(
        (b, change) => (change.request && b ? change.request(b as Body) : b),
        body,
      ),
    response: (version, route, body) => listReshapes(version, route).reduce(reshapeValue, body),
    schema: (version, route, schema) => listReshapes(version, route).reduce(reshapeSchema, schema),
  };
}
