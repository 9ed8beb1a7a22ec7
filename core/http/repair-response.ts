/** Makes a response that does not match its schema match it, because a stored row of an older version may be at fault. */
import { type TSchema, TypeGuard } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

export interface Repair {
  /** The response without the values that do not match. */
  value: unknown;
  /** Paths of what was left out, with the id of the object that it belongs to, if that has one. */
  leftOut: { path: string; id: string | undefined }[];
}

/** A value that cannot be repaired by leaving out parts of it. */
const MISFIT = Symbol("misfit");

/**
 * Leaves out optional properties and items of lists that do not match the schema. Returns undefined if that is not
 * enough: a required property is missing or has a wrong type.
 */
export function repairResponse(schema: TSchema, response: unknown): Repair | undefined {
  const leftOut: Repair["leftOut"] = [];

  function repair(part: TSchema, value: unknown, path: string, id: string | undefined): unknown {
    if (matches(part, value)) return value;
    if (TypeGuard.IsUnion(part)) return repairUnion(part.anyOf, value, path, id);
    if (TypeGuard.IsArray(part) && Array.isArray(value)) {
      const items = value.map((item, index) => repairPart(part.items, item, `${path}/${index}`, id));
      return items.filter((item) => item !== MISFIT);
    }
    if (!TypeGuard.IsObject(part) || typeof value !== "object" || value === null) return MISFIT;
    const ownId = findId(value) ?? id;
    const entries = Object.entries(value).flatMap(([name, property]) => {
      if (property === undefined) return [];
      const schema = part.properties[name];
      const repaired = schema ? repairPart(schema, property, `${path}/${name}`, ownId) : MISFIT;
      if (!schema) leftOut.push({ path: `${path}/${name}`, id: ownId });
      return repaired === MISFIT ? [] : [[name, repaired]];
    });
    const object = Object.fromEntries(entries);
    return matches(part, object) ? object : MISFIT;
  }

  /** Repairs a part, or notes that it is left out. Only its outermost path is noted. */
  function repairPart(part: TSchema, value: unknown, path: string, id: string | undefined): unknown {
    const noted = leftOut.length;
    const repaired = repair(part, value, path, id);
    if (repaired !== MISFIT) return repaired;
    leftOut.splice(noted, leftOut.length, { path, id: findId(value) ?? id });
    return MISFIT;
  }

  function repairUnion(variants: readonly TSchema[], value: unknown, path: string, id: string | undefined): unknown {
    for (const variant of variants) {
      const noted = leftOut.length;
      const repaired = repair(variant, value, path, id);
      if (repaired !== MISFIT) return repaired;
      leftOut.splice(noted);
    }
    if (!variants.some((variant) => TypeGuard.IsNull(variant))) return MISFIT;
    leftOut.push({ path, id });
    return null;
  }

  const value = repair(schema, response, "", undefined);
  return value === MISFIT || !matches(schema, value) ? undefined : { value, leftOut };
}

const matches = (schema: TSchema, value: unknown): boolean => Value.Check(schema, value);

/** Returns the object's own id: its first property that is named so, such as `id` or `videoId`. */
function findId(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const [, id] = Object.entries(value).find(([name]) => name === "id" || name.endsWith("Id")) ?? [];
  return typeof id === "string" ? id : undefined;
}
