import { totalmem } from "node:os";
import type { Connection, Session, Table } from "@lancedb/lancedb";
import type { Host } from "vireo/module";
import { lacks, setNativeEnv, trimNativeHeap, unpacked } from "vireo/process";
import { openTable, type VectorTable } from "./vector-table";

type ObjectStorage = Host["s3"];

/** Writes of other processes become visible within this time. */
const FRESH_SECONDS = 5;

/** Limits of LanceDB's caches, which take up to three times as much memory as it counts. */
interface CacheLimits {
  indexBytes: number;
  otherBytes: number;
}

const MB = 1024 ** 2;
const MIN_INDEX_BYTES = 16 * MB;
/** How often the caches are compared with the size of the tables. */
const FIT_MS = 10 * 60_000;

/** Of the machine, or of the container. */
function getMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/**
 * LanceDB keeps what it has read of every version of a table, and each write makes a version. With fixed limits that suit a
 * large library, a server of a small one would grow for weeks. So the indexes of `tableBytes` of data fit twice.
 */
export function getCacheLimits(tableBytes: number): CacheLimits {
  const steps = Math.max(0, Math.ceil(Math.log2((2 * tableBytes) / MIN_INDEX_BYTES)));
  const indexBytes = Math.min(MIN_INDEX_BYTES * 2 ** steps, Math.floor(getMemory() / 4));
  return { indexBytes, otherBytes: 8 * MB + Math.min(24 * MB, Math.floor(indexBytes / 64)) };
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
export function createVectors(location: string, objectStorage: ObjectStorage = {}, getLimits = getCacheLimits) {
  let connecting: Promise<Connection> | undefined;
  let session: Session | undefined;
  let stopTrimming: (() => void) | undefined;
  let limits = getLimits(0);
  let fitAgainAt = Number.NEGATIVE_INFINITY;
  const tables = new Map<string, Promise<VectorTable>>();
  const getTableName = (indexId: string) => `videos_${indexId.replaceAll("-", "")}`;

  async function connect(): Promise<Connection> {
    // LanceDB writes its own log to stderr.
    if (!process.env.LANCEDB_LOG) setNativeEnv("LANCEDB_LOG", "error");
    await unpacked("lancedb");
    const lancedb = await import("@lancedb/lancedb");
    stopTrimming ??= trimNativeHeap();
    session = new lancedb.Session(BigInt(limits.indexBytes), BigInt(limits.otherBytes));
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

  /** Connects again, with larger caches, if the tables have outgrown them. Running searches finish with the old ones. */
  async function fit(): Promise<void> {
    fitAgainAt = performance.now() + FIT_MS;
    const opened = await Promise.all(tables.values());
    const sizes = await Promise.all(opened.map((table) => table.measure()));
    const fitting = getLimits(sizes.reduce((sum, bytes) => sum + bytes, 0));
    if (fitting.indexBytes <= limits.indexBytes) return;
    limits = fitting;
    connecting = undefined;
    tables.clear();
  }

  return {
    /** False on platforms that LanceDB has no build for. */
    available: !lacks("lancedb"),
    /** What LanceDB keeps in memory for the next searches. */
    getCachedBytes: () => Number(session?.sizeBytes() ?? 0n),
    fit,
    /** Undefined if the table does not exist. */
    async open(indexId: string): Promise<VectorTable | undefined> {
      const name = getTableName(indexId);
      const known = tables.get(name);
      // If it fails, the tables have not been opened, which `known` reports.
      if (known && performance.now() > fitAgainAt) await fit().catch(() => {});
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
      stopTrimming?.();
    },
  };
}

export type Vectors = ReturnType<typeof createVectors>;
