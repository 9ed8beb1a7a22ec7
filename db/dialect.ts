import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import type postgres from "postgres";
import { openSession, type Session } from "#db/session";

const COUNTED = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/**
 * Kysely on a pool of postgres.js. Unlike kysely-postgres-js it reserves a connection for
 * transactions only, and survives the loss of one (see #db/session); takes several statements in
 * one raw query without parameters; and a commit that the server turned into a rollback is an error.
 */
export class PostgresDialect implements Dialect {
  readonly #sql: postgres.Sql;

  constructor(sql: postgres.Sql) {
    this.#sql = sql;
  }

  createAdapter() {
    return new PostgresAdapter();
  }

  createDriver() {
    return new PoolDriver(this.#sql);
  }

  createIntrospector(db: Kysely<unknown>) {
    return new PostgresIntrospector(db);
  }

  createQueryCompiler() {
    return new PostgresQueryCompiler();
  }
}

/** Savepoints come from Kysely's own driver. */
class PoolDriver extends PostgresDriver {
  readonly #sql: postgres.Sql;

  constructor(sql: postgres.Sql) {
    super({} as never);
    this.#sql = sql;
  }

  override async init() {}

  override async acquireConnection() {
    return new PoolConnection(this.#sql);
  }

  override async beginTransaction(connection: PoolConnection, { isolationLevel, accessMode }: TransactionSettings) {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : "";
    connection.session = await openSession(this.#sql, `begin${level}${accessMode ? ` ${accessMode}` : ""}`);
  }

  override async commitTransaction({ session }: PoolConnection) {
    if ((await session!.run("commit")).command === "ROLLBACK") {
      throw new Error("The transaction was rolled back, because a statement in it had failed.");
    }
  }

  override async rollbackTransaction(connection: DatabaseConnection) {
    const { session } = connection as PoolConnection;
    // With the connection gone the server has rolled back by itself.
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
  #used = false;
  /** The transaction's own connection, while there is one. */
  session: Session | undefined;

  constructor(sql: postgres.Sql) {
    this.#sql = sql;
  }

  async executeQuery<Row>({ sql: text, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    // Several statements at once need the simple protocol, which has no parameters.
    const simple = query.kind === "RawNode" && parameters.length === 0;
    const options = { simple, prepare: !simple } as postgres.UnsafeQueryOptions;
    const values = parameters.map((value) => this.#encode(value));
    this.#use();
    const result = await (this.session?.run(text, values, options) ??
      this.#sql.unsafe(text, values as never[], options));
    const last = "command" in result ? result : (result as postgres.RowList<postgres.Row[]>[]).at(-1)!;
    return {
      ...(COUNTED.has(last.command) ? { numAffectedRows: BigInt(last.count) } : {}),
      rows: Array.from(last) as Row[],
    };
  }

  async *streamQuery<Row>(
    { sql: text, parameters }: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<Row>> {
    const values = parameters.map((value) => this.#encode(value)) as never[];
    this.#use();
    if (this.session) throw new Error("Streaming works outside of transactions only.");
    for await (const rows of this.#sql.unsafe(text, values).cursor(chunkSize)) yield { rows: rows as Row[] };
  }

  /** Each query outside of a transaction goes to whichever connection is free: `db.connection()` would promise more. */
  #use() {
    if (this.#used && !this.session) throw new Error("db.connection() holds no connection: use db.transaction().");
    this.#used = true;
  }

  /** postgres.js takes an array's type from its first element, wrong for jsonb and for arrays of dates: the server knows. */
  #encode(value: unknown): unknown {
    return Array.isArray(value) ? this.#sql.typed(value as never, 0) : value;
  }
}
