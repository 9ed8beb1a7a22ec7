import {
  type BinaryOperationNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  OperatorNode,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import type postgres from "postgres";
import { openSession, type Session } from "#db/session";
import type { Database } from "#db/tables";

/**
 * Called after each query with its text (without values) and its duration in milliseconds, including the wait for a
 * connection.
 */
export type Watch = (text: string, ms: number) => void;

/** Counts what a pool has written: transactions, and statements outside of them that changed rows. */
export interface Writes {
  count: number;
}

/**
 * Calls `work` right after the transaction has committed, in the order of the calls. Never calls it after a rollback.
 * The call is lost if the process dies first. Outside a transaction, `work` runs at once.
 */
export const afterCommit = (on: Database, work: () => void): Promise<void> =>
  on.getExecutor().provideConnection(async (connection) => (connection as PoolConnection).afterCommit(work));

/** `select *`, `returning *` or `t.*`: the columns of the result change with the table. */
const ALL_COLUMNS = /(?:\bselect|\bdistinct|\breturning|,)\s+\*|\.\*/i;

const COUNTED = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/**
 * Kysely on a pool of postgres.js. Unlike kysely-postgres-js it reserves connections only for transactions, survives
 * a lost connection (see db/session.ts), accepts several statements in a raw query without parameters, and throws when
 * the server turns a commit into a rollback.
 */
export class PostgresDialect implements Dialect {
  readonly #sql: postgres.Sql;
  readonly #watch: Watch | undefined;
  readonly #writes: Writes;

  constructor(sql: postgres.Sql, writes: Writes, watch?: Watch) {
    this.#sql = sql;
    this.#writes = writes;
    this.#watch = watch;
  }

  createAdapter() {
    return new PostgresAdapter();
  }

  createDriver() {
    return new PoolDriver(this.#sql, this.#writes, this.#watch);
  }

  createIntrospector(db: Kysely<unknown>) {
    return new PostgresIntrospector(db);
  }

  createQueryCompiler() {
    return new QueryCompiler();
  }
}

const LISTS: Partial<Record<string, string>> = { in: "= any", "not in": "<> all" };

/**
 * Passes the list of `in` and `not in` as one array, which may be empty. Each connection keeps every statement
 * prepared, so one statement per list length would fill it with copies.
 */
class QueryCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode) {
    const { leftOperand, operator, rightOperand } = node;
    const list = OperatorNode.is(operator) ? LISTS[operator.operator] : undefined;
    if (!list || !PrimitiveValueListNode.is(rightOperand)) return super.visitBinaryOperation(node);
    this.visitNode(leftOperand);
    this.append(` ${list}(`);
    this.appendValue(rightOperand.values);
    this.append(")");
  }
}

/** Inherits savepoints from Kysely's driver. */
class PoolDriver extends PostgresDriver {
  readonly #sql: postgres.Sql;
  readonly #watch: Watch | undefined;
  readonly #writes: Writes;

  constructor(sql: postgres.Sql, writes: Writes, watch: Watch | undefined) {
    super({} as never);
    this.#sql = sql;
    this.#writes = writes;
    this.#watch = watch;
  }

  override async init() {}

  override async acquireConnection() {
    return new PoolConnection(this.#sql, this.#writes, this.#watch);
  }

  override async beginTransaction(connection: PoolConnection, { isolationLevel, accessMode }: TransactionSettings) {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : "";
    connection.session = await openSession(this.#sql, `begin${level}${accessMode ? ` ${accessMode}` : ""}`);
  }

  override async commitTransaction(connection: PoolConnection) {
    if ((await connection.session!.run("commit")).command === "ROLLBACK") {
      throw new Error("The transaction was rolled back because a statement in it failed.");
    }
    connection.committed();
  }

  override async rollbackTransaction(connection: DatabaseConnection) {
    const { session } = connection as PoolConnection;
    // If the connection is lost, the server has already rolled back.
    if (!session!.isLost()) await session!.run("rollback");
  }

  override async releaseConnection(connection: DatabaseConnection) {
    (connection as PoolConnection).session?.release();
  }

  override async destroy() {
    await this.#sql.end();
  }
}

class PoolConnection implements DatabaseConnection {
  readonly #sql: postgres.Sql;
  readonly #watch: Watch | undefined;
  readonly #writes: Writes;
  #used = false;
  /** The connection of the open transaction. */
  session: Session | undefined;
  readonly #afterCommit: (() => void)[] = [];

  constructor(sql: postgres.Sql, writes: Writes, watch: Watch | undefined) {
    this.#sql = sql;
    this.#writes = writes;
    this.#watch = watch;
  }

  afterCommit(work: () => void): void {
    if (this.session) this.#afterCommit.push(work);
    else work();
  }

  committed(): void {
    this.#writes.count++;
    for (const work of this.#afterCommit.splice(0)) work();
  }

  async executeQuery<Row>({ sql: text, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    // Several statements in one query need the simple protocol, which has no parameters.
    const simple = query.kind === "RawNode" && parameters.length === 0;
    // The server refuses a prepared statement whose columns have changed since, as by a migration of a newer version.
    // Outside transactions postgres.js prepares it again. A transaction is lost by then, so it parses such a statement
    // each time: the lock on the table keeps the columns as they are until it ends.
    const unnamed = this.session !== undefined && ALL_COLUMNS.test(text);
    const options = { simple, unnamed, prepare: !simple && !unnamed } as postgres.UnsafeQueryOptions;
    const values = parameters.map((value) => this.#encode(value));
    this.#assertPooled();
    const startedAt = performance.now();
    const result = await (this.session?.run(text, values, options) ??
      this.#sql.unsafe(text, values as never[], options));
    this.#watch?.(text, performance.now() - startedAt);
    const last = "command" in result ? result : (result as postgres.RowList<postgres.Row[]>[]).at(-1)!;
    if (!this.session && COUNTED.has(last.command) && last.count > 0) this.#writes.count++;
    return {
      numAffectedRows: COUNTED.has(last.command) ? BigInt(last.count) : undefined,
      rows: Array.from(last) as Row[],
    };
  }

  async *streamQuery<Row>(
    { sql: text, parameters }: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<Row>> {
    const values = parameters.map((value) => this.#encode(value)) as never[];
    this.#assertPooled();
    if (this.session) throw new Error("Streaming is only supported outside transactions.");
    for await (const rows of this.#sql.unsafe(text, values).cursor(chunkSize)) yield { rows: rows as Row[] };
  }

  /** Outside transactions each query uses any free connection, so `db.connection()` cannot be supported. */
  #assertPooled() {
    if (this.#used && !this.session) throw new Error("db.connection() is not supported. Use db.transaction() instead.");
    this.#used = true;
  }

  /** postgres.js infers an array's type from its first element, wrong for jsonb and dates. Let the server infer it. */
  #encode(value: unknown): unknown {
    return Array.isArray(value) ? this.#sql.typed(value as never, 0) : value;
  }
}
