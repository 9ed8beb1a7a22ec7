import { totalmem } from "node:os";
import type { Connection, Session, Table } from "@lancedb/lancedb";
import type { Host } from "vireo/module";
import { lacks, setNativeEnv, unpacked } from "vireo/process";
import { openTable, type VectorTable } from "./vector-table";

type ObjectStorage = Host["s3"];

/** Writes of other processes become visible within this time. */
const FRESH_SECONDS = 5;

/**
 * LanceDB keeps what it has read of every version of a table, and each write makes a version. Its own limits are 6 GB for
 * indexes and 1 GB for the rest, so a server that writes every few seconds would grow for weeks.
 */
const CACHES = { indexBytes: Math.min(6 * 1024 ** 3, Math.floor(getMemory() / 4)), otherBytes: 32 * 1024 ** 2 };

/** Of the machine, or of the container. */
function getMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/** Our object storage settings under LanceDB's names. It reads missing ones from AWS_… variables. */
function toStorageOptions({ endpoint, region, accessKeyId, secretAccessKey }: ObjectStorage): Record<string, string> {
  return {
    ...(endpoint ? { aws_endpoint: endpoint, allow_http: String(endpoint.startsWith("http:")) } : {}),
    // Self-hosted services have no region, but the signature needs one.
    ...(region || endpoint ? { aws_region: region ?? "auto" } : {}),
    ...(accessKeyId ? { aws_access_key_id: accessKeyId } : {}),
    ...(secretAccessKey ? { aws_secret_access_key: secretAccessKey } : {}),
  };
}

/**
 * The vector files: one LanceDB table per index. LanceDB is loaded at the first call. `location` is a directory, or an
 * object storage URL that LanceDB supports (`s3://bucket/path`).
 */
export function createVectors(location: string, objectStorage: ObjectStorage = {}, caches = CACHES) {
  let connecting: Promise<Connection> | undefined;
  let session: Session | undefined;
  const tables = new Map<string, Promise<VectorTable>>();
  const getTableName = (indexId: string) => `videos_${indexId.replaceAll("-", "")}`;

  async function connect(): Promise<Connection> {
    // LanceDB writes its own log to stderr.
    if (!process.env.LANCEDB_LOG) setNativeEnv("LANCEDB_LOG", "error");
    await unpacked("lancedb");
    const lancedb = await import("@lancedb/lancedb");
    session = new lancedb.Session(BigInt(caches.indexBytes), BigInt(caches.otherBytes));
    return lancedb.connect(location, {
      ...{ readConsistencyInterval: FRESH_SECONDS, session },
      ...(location.startsWith("s3://") ? { storageOptions: toStorageOptions(objectStorage) } : {}),
    });
  }
  const getConnection = () => {
    connecting ??= connect();
    return connecting;
  };

  function openOnce(name: string, table: Promise<Table>): Promise<VectorTable> {
    const opened = table.then(openTable);
    tables.set(name, opened);
    opened.catch(() => tables.delete(name));
    return opened;
  }

  return {
    /** False on platforms that LanceDB has no build for. */
    available: !lacks("lancedb"),
    /** What LanceDB keeps in memory for the next searches. */
    getCachedBytes: () => Number(session?.sizeBytes() ?? 0n),
    /** Undefined if the table does not exist. */
    async open(indexId: string): Promise<VectorTable | undefined> {
      const name = getTableName(indexId);
      const known = tables.get(name);
      if (known) return known;
      const db = await getConnection();
      if (!(await db.tableNames({ limit: 1000 })).includes(name)) return undefined;
      try {
        return await (tables.get(name) ?? openOnce(name, db.openTable(name)));
      } catch (error) {
        // The process that created it was killed before the first version was written: it is created again.
        if (/was not found/.test(String(error))) return undefined;
        throw error;
      }
    },

    async create(indexId: string, dimensions: number): Promise<VectorTable> {
      const db = await getConnection();
      const { createVectorSchema } = await import("./vector-schema");
      const name = getTableName(indexId);
      return openOnce(name, db.createEmptyTable(name, createVectorSchema(dimensions)));
    },

    async drop(indexId: string): Promise<void> {
      const name = getTableName(indexId);
      const db = await getConnection();
      tables.delete(name);
      if ((await db.tableNames({ limit: 1000 })).includes(name)) await db.dropTable(name);
    },

    /** Opens the tables again at the next call, because their files may have changed. */
    forget(): void {
      tables.clear();
    },

    /** Waits for running work. Nothing may be called afterwards. */
    async close(): Promise<void> {
      for (const table of await Promise.allSettled(tables.values())) {
        if (table.status === "fulfilled") await table.value.close();
      }
      if (connecting) (await connecting).close();
    },
  };
}

export type Vectors = ReturnType<typeof createVectors>;
