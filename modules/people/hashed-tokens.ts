import type { DBAdapter, DBTransactionAdapter, Where } from "better-auth";
import { hashKey } from "vireo/access";

type Row = Record<string, unknown>;

const hashToken = (row: Row): Row => (typeof row.token === "string" ? { ...row, token: hashKey(row.token) } : row);
const hashTokens = (where: Where[]): Where[] =>
  where.map((condition) => {
    if (condition.field !== "token") return condition;
    return {
      ...condition,
      value: Array.isArray(condition.value)
        ? condition.value.map(String).map(hashKey)
        : hashKey(String(condition.value)),
    };
  });
/** Restores the requested token in place of its hash. */
const getRequestedToken = ({ model, where }: { model: string; where: Where[] }): Row => {
  const value = model === "session" && where.find(({ field }) => field === "token")?.value;
  return typeof value === "string" ? { token: value } : {};
};

/**
 * Stores only the SHA-256 of session tokens, which better-auth would store in plain text. So reading the database or a
 * backup is not enough to take over a session.
 */
export function withHashedTokens(inner: DBAdapter): DBAdapter {
  return {
    ...inner,
    ...hashOperations(inner),
    transaction: (work) => inner.transaction((trx) => work({ ...trx, ...hashOperations(trx) })),
  };
}

function hashOperations(inner: DBTransactionAdapter): Partial<DBTransactionAdapter> {
  const hashInput = <I extends { model: string; where?: Where[] | undefined }>(input: I): I =>
    input.model === "session" && input.where ? { ...input, where: hashTokens(input.where) } : input;
  return {
    async create(input) {
      if (input.model !== "session") return inner.create(input);
      const row: Row = await inner.create({ ...input, data: hashToken(input.data) });
      return { ...row, token: (input.data as Row).token } as never;
    },
    async findOne(input) {
      const row: Row | null = await inner.findOne(hashInput(input));
      return row && ({ ...row, ...getRequestedToken(input) } as never);
    },
    async update(input) {
      if (input.model !== "session") return inner.update(input);
      const row: Row | null = await inner.update({ ...hashInput(input), update: hashToken(input.update) });
      return row && ({ ...row, ...getRequestedToken(input) } as never);
    },
    findMany: (input) => inner.findMany(hashInput(input)),
    count: (input) => inner.count(hashInput(input)),
    updateMany: (input) => inner.updateMany(hashInput(input)),
    delete: (input) => inner.delete(hashInput(input)),
    deleteMany: (input) => inner.deleteMany(hashInput(input)),
  };
}
