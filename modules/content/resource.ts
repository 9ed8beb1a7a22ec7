/** Operations on items of any type of content: the account's own rows, and the built-in ones. */
import { ApiError, invalid, notFound } from "vireo/errors";
import { checkUrls } from "vireo/generations";
import { toPublicId, toUuid } from "vireo/ids";
import { toName } from "vireo/list";
import type { Context } from "vireo/module";
import type { BuiltIn } from "./built-in";
import type { ContentType } from "./content-types";
import { findMessage, isMessageId } from "./message-id";
import type { Values } from "./migrations";
import { isList } from "./schema";
import { deleteRow, findRow, insertRow, type ListOptions, listRows, mergeRow, type Row } from "./store";

/** Creation date of built-in rows: the first release, older than any other row. */
const RELEASED = Date.UTC(2026, 2, 6);

/** Lists the account's own rows, newest first, followed by the built-in ones. `q` matches part of the name. */
export async function listItems(
  { db }: Context,
  accountId: string,
  content: ContentType,
  { limit, offset, q }: ListOptions,
) {
  const { page, total } = await listRows(db, accountId, content.type, { limit, offset, q });
  const part = toName(q ?? "").toLowerCase();
  const others = (content.builtIn ?? []).filter(({ values }) => String(values.name).toLowerCase().includes(part));
  const from = Math.max(0, offset - total);
  const rest = others.slice(from, from + limit - page.length);
  const items = [...page.map((row) => presentRow(content, row)), ...rest.map((item) => presentBuiltIn(content, item))];
  return { items, total: total + others.length };
}

/** Throws `validation_error` and `unsafe_url`. */
export async function createItem(context: Context, accountId: string, content: ContentType, values: Values) {
  await review(context, accountId, content, values);
  return presentRow(content, await insertRow(context.db, accountId, content.type, compose(values)));
}

/** Throws `not_found`. */
export async function getItem({ db }: Context, accountId: string, content: ContentType, id: string) {
  const known = findBuiltIn(content, id);
  if (known) return presentBuiltIn(content, known);
  const uuid = toUuid(content.prefix, id);
  const row = uuid && (await findRow(db, accountId, content.type, uuid));
  if (!row) throw notFound(content.type);
  return presentRow(content, row);
}

/** Throws `not_found`, `read_only`, `validation_error` and `unsafe_url`. */
export async function updateItem(
  context: Context,
  accountId: string,
  content: ContentType,
  id: string,
  changes: Values,
) {
  const uuid = requireWritable(content, id);
  if (Object.keys(changes).length === 0) throw invalid("body", "Provide at least one field to change.");
  await review(context, accountId, content, changes);
  const row = await mergeRow(context.db, accountId, content.type, uuid, compose(changes));
  if (!row) throw notFound(content.type);
  return presentRow(content, row);
}

/** Throws `not_found` and `read_only`. */
export async function deleteItem({ db }: Context, accountId: string, content: ContentType, id: string): Promise<void> {
  if (!(await deleteRow(db, accountId, content.type, requireWritable(content, id)))) throw notFound(content.type);
}

const findBuiltIn = ({ builtIn = [] }: ContentType, id: string) => builtIn.find((item) => item.id === id);

/** Composes the characters of the name (NFC), as searches do. */
const compose = (values: Values): Values =>
  typeof values.name === "string" ? { ...values, name: values.name.normalize("NFC") } : values;

/** Returns the UUID of a row if it may be changed. */
function requireWritable(content: ContentType, id: string): string {
  const { type, path } = content;
  if (findBuiltIn(content, id))
    throw new ApiError("read_only", `A built-in ${type} cannot be changed. Create your own with POST /${path}.`);
  const uuid = toUuid(content.prefix, id);
  if (!uuid) throw notFound(type);
  return uuid;
}

/** Checks rules that a schema cannot express: URLs are safe and ids exist. */
async function review({ db, fetch }: Context, accountId: string, content: ContentType, values: Values): Promise<void> {
  const urls = (content.urls ?? []).flatMap((field) =>
    ([values[field] || []].flat() as string[]).map((url, index) => [
      isList(content.fields[field]!) ? `${field}.${index}` : field,
      url,
    ]),
  );
  await checkUrls(fetch, Object.fromEntries(urls));
  const field = content.messageField;
  const id = field && values[field];
  if (!field || !isMessageId(id)) return;
  if (!(await findMessage(db, accountId, id))) throw invalid(field, "Message not found in this account.");
}

function present(
  content: ContentType,
  id: string,
  values: Values,
  isCustom: boolean,
  createdAt: number,
  updatedAt: number,
) {
  const fields = Object.entries(content.fields).flatMap(([field, schema]) => {
    const value = values[field] ?? (isList(schema) ? [] : undefined);
    return value === undefined ? [] : [[field, value] as const];
  });
  return { id, ...Object.fromEntries(fields), ...(content.builtIn ? { isCustom } : {}), createdAt, updatedAt };
}

const presentRow = (content: ContentType, { id, data, created_at, updated_at }: Row) =>
  present(content, toPublicId(content.prefix, id), data, true, created_at.getTime(), updated_at.getTime());

const presentBuiltIn = (content: ContentType, { id, values }: BuiltIn) =>
  present(content, id, values, false, RELEASED, RELEASED);
