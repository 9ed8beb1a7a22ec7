import { ApiError, invalid, notFound } from "vireo/errors";
import type { SafeFetch } from "vireo/fetch";
import { checkUrls } from "vireo/generations";
import { toPublicId, toUuid } from "vireo/ids";
import type { BuiltIn } from "./built-in";
import type { Group } from "./groups";
import { findMessage, isMessageId } from "./message-id";
import type { Values } from "./migrations";
import { isList } from "./schema";
import type { ListOptions, Row, Store } from "./store";

/** Creation date of built-in rows: the first release, older than any other row. */
const RELEASED = Date.UTC(2026, 2, 6);

const readOnly = (group: Group) =>
  new ApiError("read_only", `A built-in ${group.type} cannot be changed. Create your own with POST /${group.path}.`);

/** Operations of one group. They throw `not_found`, `read_only`, `validation_error` and `unsafe_url`. */
export function createResource(group: Group, store: Store, fetch: SafeFetch) {
  const { type, builtIn = [] } = group;
  const byId = new Map(builtIn.map((item) => [item.id, item]));

  function present(id: string, values: Values, isCustom: boolean, createdAt: number, updatedAt: number) {
    const fields = Object.entries(group.fields).flatMap(([field, schema]) => {
      const value = values[field] ?? (isList(schema) ? [] : undefined);
      return value === undefined ? [] : [[field, value] as const];
    });
    return { id, ...Object.fromEntries(fields), ...(group.builtIn ? { isCustom } : {}), createdAt, updatedAt };
  }
  const presentRow = (row: Row) =>
    present(toPublicId(group.prefix, row.id), row.data, true, row.created_at.getTime(), row.updated_at.getTime());
  const presentBuiltIn = ({ id, values }: BuiltIn) => present(id, values, false, RELEASED, RELEASED);

  /** Checks rules that a schema cannot express: URLs are safe and ids exist. */
  async function review(accountId: string, values: Values): Promise<void> {
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
    if (!(await findMessage(store, accountId, id))) throw invalid(field, "Message not found in this account.");
  }

  /** Returns the UUID of a row if it may be changed. */
  function requireWritable(id: string): string {
    if (byId.has(id)) throw readOnly(group);
    const uuid = toUuid(group.prefix, id);
    if (!uuid) throw notFound(type);
    return uuid;
  }

  return {
    /** Lists the account's own rows, newest first, followed by the built-in ones. `q` matches part of the name. */
    async list(accountId: string, { limit, offset, q }: ListOptions) {
      const { page, total } = await store.list(accountId, type, { limit, offset, q });
      const part = q?.trim().toLowerCase() ?? "";
      const others = builtIn.filter(({ values }) => String(values.name).toLowerCase().includes(part));
      const from = Math.max(0, offset - total);
      const rest = others.slice(from, from + limit - page.length);
      return { items: [...page.map(presentRow), ...rest.map(presentBuiltIn)], total: total + others.length };
    },

    async create(accountId: string, values: Values) {
      await review(accountId, values);
      return presentRow(await store.insert(accountId, type, values));
    },

    async get(accountId: string, id: string) {
      const known = byId.get(id);
      if (known) return presentBuiltIn(known);
      const uuid = toUuid(group.prefix, id);
      const row = uuid && (await store.find(accountId, type, uuid));
      if (!row) throw notFound(type);
      return presentRow(row);
    },

    async patch(accountId: string, id: string, changes: Values) {
      const uuid = requireWritable(id);
      if (Object.keys(changes).length === 0) throw invalid("body", "Provide at least one field to change.");
      await review(accountId, changes);
      const row = await store.merge(accountId, type, uuid, changes);
      if (!row) throw notFound(type);
      return presentRow(row);
    },

    async remove(accountId: string, id: string): Promise<void> {
      if (!(await store.remove(accountId, type, requireWritable(id)))) throw notFound(type);
    },
  };
}

export type Resource = ReturnType<typeof createResource>;
