import { Kind, type Static, type TObject, type TProperties, Type, TypeRegistry } from "@sinclair/typebox";

/**
 * A string whose length is counted in code points, as JSON Schema requires. TypeBox's own String counts UTF-16 units.
 */
TypeRegistry.Set<{ minLength?: number; maxLength?: number; pattern?: string }>("Text", (schema, value) => {
  if (typeof value !== "string") return false;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  // A code point has one or two units, so most strings need no counting.
  if (value.length < minLength || value.length > 2 * maxLength) return false;
  if (value.length > maxLength || minLength > 1) {
    const points = countCodePoints(value);
    if (points < minLength || points > maxLength) return false;
  }
  return !schema.pattern || new RegExp(schema.pattern, "u").test(value);
});

function countCodePoints(text: string): number {
  let points = 0;
  for (const _ of text) points++;
  return points;
}

interface TextOptions {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  description?: string;
  examples?: string[];
  default?: string;
}
/**
 * Schema of a string whose length is counted in characters (code points), as in JSON Schema.
 * @example Text({ minLength: 1, maxLength: 200 }).maxLength; // 200
 */
export const Text = (options: TextOptions = {}) => Type.Unsafe<string>({ ...options, [Kind]: "Text", type: "string" });

/**
 * Schema of an object without additional fields. An unknown field is an error that names it.
 * @example
 * const remindAt = t.Optional(Timestamp("Time of the reminder."));
 * const NoteBody = Closed({ text: Text({ minLength: 1, maxLength: 200 }), remindAt });
 */
export const Closed = <T extends TProperties>(properties: T, options: { description?: string; $id?: string } = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/**
 * Schema of one of several strings.
 * @example OneOf(["draft", "sent"]).enum; // ["draft", "sent"]
 */
export const OneOf = <const T extends readonly string[]>(
  values: T,
  options: { description?: string; default?: T[number]; $id?: string } = {},
) => Type.Unsafe<T[number]>({ ...Type.String(), ...options, [Kind]: "OneOf", enum: [...values] });
TypeRegistry.Set<{ enum: string[] }>("OneOf", (schema, value) => schema.enum.includes(value as string));

/**
 * Schema of an integer in a query string. It stays a string, because a number would accept "1e3" and "5.0".
 * @example QueryInt({ minimum: 1, maximum: 100, default: 20 }).default; // 20
 */
export const QueryInt = (options: { minimum: number; maximum?: number; default?: number; description?: string }) =>
  Type.Unsafe<string>({ ...options, [Kind]: "QueryInt", type: "integer" });
TypeRegistry.Set<{ minimum: number; maximum?: number }>("QueryInt", (schema, value) => {
  // Defaults are numbers, but everything in a URL is a string.
  if (typeof value !== "number" && (typeof value !== "string" || !/^-?\d{1,15}$/.test(value))) return false;
  return Number(value) >= schema.minimum && Number(value) <= (schema.maximum ?? Number.MAX_SAFE_INTEGER);
});

/**
 * Schema of a URL, at most 4,096 characters. Check it with `context.fetch` before it is used.
 * @example
 * const Body = Closed({ imageUrl: Url("Image to show.") });
 */
export const Url = (description: string) => Text({ minLength: 1, maxLength: 4096, format: "uri", description });
/**
 * Schema of a time, in milliseconds since the epoch.
 * @example Timestamp("Time of the reminder.").description; // "Time of the reminder. Milliseconds since the epoch."
 */
export const Timestamp = (description: string) =>
  Type.Number({ description: `${description} Milliseconds since the epoch.` });
export const Nothing = Type.Undefined({ description: "No content" });

export const PAGE_SIZE = 20;
export const pageQuery = {
  page: Type.Optional(QueryInt({ minimum: 1, maximum: 1_000_000, default: 1, description: "Page number." })),
  pageSize: Type.Optional(QueryInt({ minimum: 1, maximum: 100, default: PAGE_SIZE, description: "Items on a page." })),
  cursor: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 128,
      description: "`nextCursor` of the previous page. Faster than `page` for long lists.",
    }),
  ),
};
export const PageQuery = Closed(pageQuery);

export const Pagination = Closed({
  total: Type.Integer(),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  hasMore: Type.Boolean(),
  nextCursor: Type.Optional(Type.String({ description: "The cursor of the next page. Absent on the last page." })),
});
export type Pagination = Static<typeof Pagination>;

/**
 * Schema of a page of a list: `{ <plural>: [...], pagination }`.
 * @example Object.keys(ListOf("notes", Closed({ text: Text() })).properties); // ["notes", "pagination"]
 */
export const ListOf = <N extends string, T extends TObject>(plural: N, item: T) =>
  Closed({ [plural]: Type.Array(item), pagination: Pagination } as {
    [K in N]: ReturnType<typeof Type.Array<T>>;
  } & { pagination: typeof Pagination });

/** The query of a list. */
export interface Page {
  page?: string;
  pageSize?: string;
  cursor?: string;
}

/**
 * Returns the numbers of a page query, with their defaults.
 * @example window({ page: "3", pageSize: "50" }); // { page: 3, pageSize: 50, limit: 50, offset: 100 }
 */
export const window = (query: Page) => {
  const page = Number(query.page ?? 1);
  const pageSize = Number(query.pageSize ?? PAGE_SIZE);
  return { page, pageSize, limit: pageSize, offset: (page - 1) * pageSize };
};

/**
 * Returns the pagination of a page, for lists that are not read with `listPage`.
 * @param total number of items on all pages
 * @example paginate({ page: "2" }, 45); // { total: 45, page: 2, pageSize: 20, hasMore: true }
 */
export function paginate(query: Page, total: number): Pagination {
  const { page, pageSize } = window(query);
  return { total, page, pageSize, hasMore: page * pageSize < total };
}
