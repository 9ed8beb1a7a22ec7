import type { Connection, Table } from "@lancedb/lancedb";
import type { Host } from "vireo/module";
import { lacks, setNativeEnv, unpacked } from "vireo/process";
import { openTable, type VectorTable } from "./vector-table";

type ObjectStorage = Host["s3"];

/** Another process's writes are seen within this. */
const FRESH_SECONDS = 5;

/** How LanceDB names what our own settings of object storage say; what is missing it takes from AWS_… variables. */
function storageOptions({ endpoint, region, accessKeyId, secretAccessKey }: ObjectStorage): Record<string, string> {
  return {
    ...(endpoint ? { aws_endpoint: endpoint, allow_http: String(endpoint.startsWith("http:")) } : {}),
    // Services of one's own know no region, and the signature needs one.
    ...(region || endpoint ? { aws_region: region ?? "auto" } : {}),
    ...(accessKeyId ? { aws_access_key_id: accessKeyId } : {}),
    ...(secretAccessKey ? { aws_secret_access_key: secretAccessKey } : {}),
  };
}

/**
 * The vectors' files: one LanceDB table for each index. Nothing is loaded before the first call.
 * @param location a directory, or an address of object storage that LanceDB knows (`s3://bucket/path`).
 */
export function createVectors(location: string, objectStorage: ObjectStorage = {}) {
  let connecting: Promise<Connection> | undefined;
  const tables = new Map<string, Promise<VectorTable>>();
  const nameOf = (indexId: string) => `videos_${indexId.replaceAll("-", "")}`;

  async function connect(): Promise<Connection> {
    // LanceDB logs to stderr, beside our own log.
    if (!process.env.LANCEDB_LOG) setNativeEnv("LANCEDB_LOG", "error");
    await unpacked("lancedb");
    const lancedb = await import("@lancedb/lancedb");
    return lancedb.connect(location, {
      readConsistencyInterval: FRESH_SECONDS,
      ...(location.startsWith("s3://") ? { storageOptions: storageOptions(objectStorage) } : {}),
    });
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
    /** Whether this build has them: LanceDB is not made for every platform. */
    available: !lacks("lancedb"),
    /** Undefined where there is no such table. */
    async open(indexId: string): Promise<VectorTable | undefined> {
      const name = nameOf(indexId);
      const known = tables.get(name);
      if (known) return known;
      const db = await connection();
      if (!(await db.tableNames({ limit: 1000 })).includes(name)) return undefined;
      try {
        return await (tables.get(name) ?? keep(name, db.openTable(name)));
      } catch (error) {
        // Whoever made it was killed between its folder and its first version: it is made again.
        if (/was not found/.test(String(error))) return undefined;
        throw error;
      }
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

    /** Opens tables anew from here on: what was known of them may have been pulled from under us. */
    forget(): void {
      tables.clear();
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
