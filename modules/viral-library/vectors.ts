import type { Connection, Table } from "@lancedb/lancedb";
import { quietLance } from "./quiet";
import { openTable, type VectorTable } from "./vector-table";

/** Another process's writes are seen within this. */
const FRESH_SECONDS = 5;

/**
 * The vectors' files: one LanceDB table for each index. Nothing is loaded before the first call.
 * @param location a directory, or an address of object storage that LanceDB knows (`s3://bucket/path`).
 */
export function createVectors(location: string) {
  let connecting: Promise<Connection> | undefined;
  const tables = new Map<string, Promise<VectorTable>>();
  const nameOf = (indexId: string) => `videos_${indexId.replaceAll("-", "")}`;

  async function connect(): Promise<Connection> {
    quietLance();
    const lancedb = await import("@lancedb/lancedb");
    return lancedb.connect(location, { readConsistencyInterval: FRESH_SECONDS });
  }
  const connection = () => {
    connecting ??= connect();
    return connecting;
  };

  function keep(name: string, table: Promise<Table>): Promise<VectorTable> {
    const opened = table.then(openTable);
    tables.set(name, opened);
    opened.catch(() => tables.delete(name));
    return opened;
  }

  return {
    /** Undefined where there is no such table. */
    async open(indexId: string): Promise<VectorTable | undefined> {
      const name = nameOf(indexId);
      const known = tables.get(name);
      if (known) return known;
      const db = await connection();
      if (!(await db.tableNames({ limit: 1000 })).includes(name)) return undefined;
      return tables.get(name) ?? keep(name, db.openTable(name));
    },

    async create(indexId: string, dimensions: number): Promise<VectorTable> {
      const db = await connection();
      const { schemaOf } = await import("./vector-schema");
      const name = nameOf(indexId);
      return keep(name, db.createEmptyTable(name, schemaOf(dimensions)));
    },

    async drop(indexId: string): Promise<void> {
      const name = nameOf(indexId);
      const db = await connection();
      tables.delete(name);
      if ((await db.tableNames({ limit: 1000 })).includes(name)) await db.dropTable(name);
    },

    /** Ends what is under way; nothing may be called after it. */
    async close(): Promise<void> {
      for (const table of await Promise.allSettled(tables.values())) {
        if (table.status === "fulfilled") await table.value.close();
      }
      if (connecting) (await connecting).close();
    },
  };
}

export type Vectors = ReturnType<typeof createVectors>;
