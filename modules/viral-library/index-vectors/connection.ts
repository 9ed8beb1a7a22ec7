import { totalmem } from "node:os";
import type { Connection, Session } from "@lancedb/lancedb";
import type { Host } from "vireo/module";
import { setNativeEnv, trimNativeHeap, unpacked } from "vireo/process";

export type ObjectStorage = Host["s3"];

/** Maximum delay until writes of other processes become visible. */
const FRESH_SECONDS = 5;

/** Limits of LanceDB's caches, which take up to three times the memory that LanceDB counts. */
interface CacheLimits {
  indexBytes: number;
  otherBytes: number;
}

const MB = 1024 ** 2;
const MIN_INDEX_BYTES = 4 * MB;

/** Returns the memory of the machine or the container, in bytes. */
function getMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/**
 * Calculates the cache limits, so that the indexes of `tableBytes` of data fit twice. LanceDB caches data of every
 * version of a table, and each write creates a version. With fixed limits for a large library, the memory of a small
 * server would grow for weeks.
 */
export function getCacheLimits(tableBytes: number): CacheLimits {
  const steps = Math.max(0, Math.ceil(Math.log2((2 * tableBytes) / MIN_INDEX_BYTES)));
  const indexBytes = Math.min(MIN_INDEX_BYTES * 2 ** steps, Math.floor(getMemory() / 4));
  return { indexBytes, otherBytes: 4 * MB + Math.min(28 * MB, Math.floor(indexBytes / 32)) };
}

/** Maps our object storage settings to LanceDB's names. LanceDB reads missing ones from AWS_… variables. */
function toStorageOptions({ endpoint, region, accessKeyId, secretAccessKey }: ObjectStorage): Record<string, string> {
  return {
    ...(endpoint ? { aws_endpoint: endpoint, allow_http: String(endpoint.startsWith("http:")) } : {}),
    // Self-hosted services have no region, but the signature needs one.
    ...(region || endpoint ? { aws_region: region ?? "auto" } : {}),
    ...(accessKeyId ? { aws_access_key_id: accessKeyId } : {}),
    ...(secretAccessKey ? { aws_secret_access_key: secretAccessKey } : {}),
  };
}

/** Manages the connection to LanceDB, which is loaded at the first call, and its caches. */
export class VectorConnection {
  readonly #location: string;
  readonly #objectStorage: ObjectStorage;
  readonly #getLimits: typeof getCacheLimits;
  #limits: CacheLimits;
  #connecting: Promise<Connection> | undefined;
  #session: Session | undefined;
  #stopTrimming: (() => void) | undefined;

  constructor(location: string, objectStorage: ObjectStorage, getLimits: typeof getCacheLimits) {
    this.#location = location;
    this.#objectStorage = objectStorage;
    this.#getLimits = getLimits;
    this.#limits = getLimits(0);
  }

  get(): Promise<Connection> {
    this.#connecting ??= this.#connect();
    return this.#connecting;
  }

  /** Cache sizes that LanceDB keeps in memory for the next searches. */
  getCachedBytes(): number {
    return Number(this.#session?.sizeBytes() ?? 0n);
  }

  /** Reconnects at the next call with larger caches, if the current ones are too small. Returns true if they are. */
  enlarge(tableBytes: number): boolean {
    const limits = this.#getLimits(tableBytes);
    if (limits.indexBytes <= this.#limits.indexBytes) return false;
    this.#limits = limits;
    this.#connecting = undefined;
    return true;
  }

  async close(): Promise<void> {
    if (this.#connecting) (await this.#connecting).close();
    this.#stopTrimming?.();
  }

  async #connect(): Promise<Connection> {
    // LanceDB writes its own log to stderr.
    if (!process.env.LANCEDB_LOG) setNativeEnv("LANCEDB_LOG", "error");
    await unpacked("lancedb");
    const lancedb = await import("@lancedb/lancedb");
    this.#stopTrimming ??= trimNativeHeap();
    this.#session = new lancedb.Session(BigInt(this.#limits.indexBytes), BigInt(this.#limits.otherBytes));
    return lancedb.connect(this.#location, {
      readConsistencyInterval: FRESH_SECONDS,
      session: this.#session,
      storageOptions: this.#location.startsWith("s3://") ? toStorageOptions(this.#objectStorage) : undefined,
    });
  }
}
