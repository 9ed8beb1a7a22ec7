import type { DBAdapter, DBTransactionAdapter, Where } from "better-auth";
import { hashKey } from "vireo/access";

type Row = Record<string, unknown>;

const hide = (row: Row): Row => (typeof row.token === "string" ? { ...row, token: hashKey(row.token) } : row);
const hideIn = (where: Where[]): Where[] =>
  where.map((one) => {
    if (one.field !== "token") return one;
    return {
      ...one,
      value: Array.isArray(one.value) ? one.value.map(String).map(hashKey) : hashKey(String(one.value)),
    };
  });
/** The token that was asked for, in place of its hash. */
const asked = ({ model, where }: { model: string; where: Where[] }): Row => {
  const value = model === "session" && where.find(({ field }) => field === "token")?.value;
  return typeof value === "string" ? { token: value } : {};
};

/**
 * better-auth stores the tokens of sessions as they are. Through this adapter only their SHA-256 is
 * stored, so that nobody takes over a session who reads the database or a backup of it.
 */
export function withHashedTokens(inner: DBAdapter): DBAdapter {
  return {
    ...inner,
    ...hashing(inner),
    transaction: (work) => inner.transaction((trx) => work({ ...trx, ...hashing(trx) })),
  };
}

function hashing(inner: DBTransactionAdapter): Partial<DBTransactionAdapter> {
  const hidden = <I extends { model: string; where?: Where[] | undefined }>(input: I): I =>
    input.model === "session" && input.where ? { ...input, where: hideIn(input.where) } : input;
  return {
    async create(input) {
      if (input.model !== "session") return inner.create(input);
      const row: Row = await inner.create({ ...input, data: hide(input.data) });
      return { ...row, token: (input.data as Row).token } as never;
    },
    async findOne(input) {
      const row: Row | null = await inner.findOne(hidden(input));
      return row && ({ ...row, ...asked(input) } as never);
    },
    async update(input) {
      if (input.model !== "session") return inner.update(input);
      const row: Row | null = await inner.update({ ...hidden(input), update: hide(input.update) });
      return row && ({ ...row, ...asked(input) } as never);
    },
    findMany: (input) => inner.findMany(hidden(input)),
    count: (input) => inner.count(hidden(input)),
    updateMany: (input) => inner.updateMany(hidden(input)),
    delete: (input) => inner.delete(hidden(input)),
    deleteMany: (input) => inner.deleteMany(hidden(input)),
  };
}
