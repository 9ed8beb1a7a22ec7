/** JSON schemas in the form that structured output requires: every field is required, and no other is allowed. */

export const text = { type: "string" } as const;
export const number = { type: "number" } as const;
export const integer = { type: "integer" } as const;
/**
 * Schema of a list.
 * @example list(text); // { type: "array", items: { type: "string" } }
 */
export const list = (items: object) => ({ type: "array", items }) as const;
/**
 * Schema of an object: every field is required, and no other is allowed.
 * @example object({ title: text }).required; // ["title"]
 */
export const object = (properties: Record<string, object>) =>
  ({ type: "object", properties, required: Object.keys(properties), additionalProperties: false }) as const;
