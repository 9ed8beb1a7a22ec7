/** JSON schemas in the narrow form that servers of structured answers take: every field required, no other allowed. */
export const text = { type: "string" } as const;
export const number = { type: "number" } as const;
export const integer = { type: "integer" } as const;
export const list = (items: object) => ({ type: "array", items }) as const;
export const object = (properties: Record<string, object>) =>
  ({ type: "object", properties, required: Object.keys(properties), additionalProperties: false }) as const;
