/** Operations on the items of any group: the account's own rows, and the built-in ones. */
import { ApiError, invalid, notFound } from "vireo/errors";
import { checkUrls } from "vireo/generations";
import { toPublicId, toUuid } from "vireo/ids";
import { toName } from "vireo/list";
import type { Context } from "vireo/module";
import type { BuiltIn } from "./built-in";
import type { Group } from "./groups";
import { findMessage, isMessageId } from "./message-id";
import type { Values } from "./migrations";
import { isList } from "./schema";
import { deleteRow, findRow, insertRow, type ListOptions, listRows, mergeRow, type Row } from "./store";

/** Creation date of built-in rows: the first release, older than any other row. */
const RELEASED = Date.UTC(2026, 2, 6);

/** Lists the account's own rows, newest first, followed by the built-in ones. `q` matches part of the name. */
export async function listItems({ db }: Context, accountId: string, group: Group, { limit, offset, q }: ListOptions) {
  const { page, total } = await listRows(db, accountId, group.type, { limit, offset, q });
  const part = toName(q ?? "").toLowerCase();
  const others = (group.builtIn ?? []).filter(({ values }) => String(values.name).toLowerCase().includes(part));
  const from = Math.max(0, offset - total);
  const rest = others.slice(from, from + limit - page.length);
  const items = [...page.map((row) => presentRow(group, row)), ...rest.map((item) => presentBuiltIn(group, item))];
  return { items, total: total + others.length };
}

/** Throws `validation_error` and `unsafe_url`. */
export async function createItem(context: Context, accountId: string, group: Group, values: Values) {
  await review(context, accountId, group, values);
  return presentRow(group, await insertRow(context.db, accountId, group.type, compose(values)));
}

/** Throws `not_found`. */
export async function getItem({ db }: Context, accountId: string, group: Group, id: string) {
  const known = findBuiltIn(group, id);
  if (known) return presentBuiltIn(group, known);
  const uuid = toUuid(group.prefix, id);
  const row = uuid && (await findRow(db, accountId, group.type, uuid));
  if (!row) throw notFound(group.type);
  return presentRow(group, row);
}

/** Throws `not_found`, `read_only`, `validation_error` and `unsafe_url`. */
export async function updateItem(context: Context, accountId: string, group: Group, id: string, changes: Values) {
  const uuid = requireWritable(group, id);
  if (Object.keys(changes).length === 0) throw invalid("body", "Provide at least one field to change.");
  await review(context, accountId, group, changes);
  const row = await mergeRow(context.db, accountId, group.type, uuid, compose(changes));
  if (!row) throw notFound(group.type);
  return presentRow(group, row);
}

/** Throws `not_found` and `read_only`. */
export async function deleteItem({ db }: Context, accountId: string, group: Group, id: string): Promise<void> {
  if (!(await deleteRow(db, accountId, group.type, requireWritable(group, id)))) throw notFound(group.type);
}

const findBuiltIn = ({ builtIn = [] }: Group, id: string) => builtIn.find((item) => item.id === id);

/** Composes the characters of the name (NFC), as searches do. */
const compose = (values: Values): Values =>
  typeof values.name === "string" ? { ...values, name: values.name.normalize("NFC") } : values;

/** Returns the UUID of a row if it may be changed. */
function requireWritable(group: Group, id: string): string {
  const { type, path } = group;
  if (findBuiltIn(group, id))
    throw new ApiError("read_only", `A built-in ${type} cannot be changed. Create your own with POST /${path}.`);
  const uuid = toUuid(group.prefix, id);
  if (!uuid) throw notFound(type);
  return uuid;
}

/** Checks rules that a schema cannot express: URLs are safe and ids exist. */
async function review({ db, fetch }: Context, accountId: string, group: Group, values: Values): Promise<void> {
  const urls = (group.urls ?? []).flatMap((field) =>
    ([values[field] || []].flat() as string[]).map((url, index) => [
      isList(group.fields[field]!) ? `${field}.${index}` : field,
      url,
    ]),
  );
  await checkUrls(fetch, Object.fromEntries(urls));
  const field = group.messageField;
  const id = field && values[field];
  if (!field || !isMessageId(id)) return;
  if (!(await findMessage(db, accountId, id))) throw invalid(field, "Message not found in this account.");
}

function present(group: Group, id: string, values: Values, isCustom: boolean, createdAt: number, updatedAt: number) {
  const fields = Object.entries(group.fields).flatMap(([field, schema]) => {
    const value = values[field] ?? (isList(schema) ? [] : undefined);
    return value === undefined ? [] : [[field, value] as const];
  });
  return { id, ...Object.fromEntries(fields), ...(group.builtIn ? { isCustom } : {}), createdAt, updatedAt };
}

const presentRow = (group: Group, { id, data, created_at, updated_at }: Row) =>
  present(group, toPublicId(group.prefix, id), data, true, created_at.getTime(), updated_at.getTime());

const presentBuiltIn = (group: Group, { id, values }: BuiltIn) => present(group, id, values, false, RELEASED, RELEASED);
