import type { Table } from "@lancedb/lancedb";
import { lacks } from "vireo/process";
import { getCacheLimits, type ObjectStorage, VectorConnection } from "./connection";
import { openTable, type VectorTable } from "./vector-table";

/** Interval at which the caches are compared with the size of the tables. */
const FIT_MS = 60_000;

/**
 * Vector files: one LanceDB table per index. LanceDB is loaded at the first call. `location` is a directory, or an
 * object storage URL that LanceDB supports (`s3://bucket/path`).
 */
export function createVectors(location: string, objectStorage: ObjectStorage = {}, getLimits = getCacheLimits) {
  const connection = new VectorConnection(location, objectStorage, getLimits);
  let fitAgainAt = Number.NEGATIVE_INFINITY;
  const tables = new Map<string, Promise<VectorTable>>();
  const getTableName = (indexId: string) => `videos_${indexId.replaceAll("-", "")}`;

  function openOnce(name: string, table: Promise<Table>): Promise<VectorTable> {
    const opened = table.then(openTable);
    tables.set(name, opened);
    opened.catch(() => tables.delete(name));
    return opened;
  }

  /**
   * Reopens the tables with larger caches, if they have outgrown the current ones. Running searches finish with the old
   * ones.
   */
  async function fit(): Promise<void> {
    fitAgainAt = performance.now() + FIT_MS;
    const opened = await Promise.all(tables.values());
    const sizes = await Promise.all(opened.map((table) => table.measure()));
    if (connection.enlarge(sizes.reduce((sum, bytes) => sum + bytes, 0))) tables.clear();
  }

  return {
    /** False on platforms without a LanceDB build. */
    available: !lacks("lancedb"),
    /** Cache sizes that LanceDB keeps in memory for the next searches. */
    getCachedBytes: () => connection.getCachedBytes(),
    fit,
    /** Opens a table. Undefined if it does not exist. */
    async open(indexId: string): Promise<VectorTable | undefined> {
      const name = getTableName(indexId);
      const known = tables.get(name);
      // If it fails, the tables have not been opened, which `known` reports.
      if (known && performance.now() > fitAgainAt) void fit().catch(() => {});
      if (known) return known;
      const db = await connection.get();
      if (!(await db.tableNames({ limit: 1000 })).includes(name)) return undefined;
      try {
        return await (tables.get(name) ?? openOnce(name, db.openTable(name)));
      } catch (error) {
        // The process that created the table was killed before it wrote the first version, so create it again.
        if (/was not found/.test(String(error))) return undefined;
        throw error;
      }
    },

    async create(indexId: string, dimensions: number): Promise<VectorTable> {
      const db = await connection.get();
      const { createVectorSchema } = await import("./vector-schema");
      const name = getTableName(indexId);
      return openOnce(name, db.createEmptyTable(name, createVectorSchema(dimensions)));
    },

    async drop(indexId: string): Promise<void> {
      const name = getTableName(indexId);
      const db = await connection.get();
      tables.delete(name);
      if ((await db.tableNames({ limit: 1000 })).includes(name)) await db.dropTable(name);
    },

    /** Reopens the tables at the next call, because their files may have changed. */
    forget(): void {
      tables.clear();
    },

    /** Waits for running work. No method may be called afterwards. */
    async close(): Promise<void> {
      for (const table of await Promise.allSettled(tables.values())) {
        if (table.status === "fulfilled") await table.value.close();
      }
      await connection.close();
    },
  };
}

export type Vectors = ReturnType<typeof createVectors>;
