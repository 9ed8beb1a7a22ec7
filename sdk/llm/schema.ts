/** JSON schemas in the form that structured output requires: every field is required, no other is allowed. */
export const text = { type: "string" } as const;
export const number = { type: "number" } as const;
export const integer = { type: "integer" } as const;
export const list = (items: object) => ({ type: "array", items }) as const;
export const object = (properties: Record<string, object>) =>
  ({ type: "object", properties, required: Object.keys(properties), additionalProperties: false }) as const;
