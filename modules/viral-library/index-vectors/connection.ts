import { totalmem } from "node:os";
import type { Connection, Session } from "@lancedb/lancedb";
import type { Host } from "vireo/module";
import { setNativeEnv, trimNativeHeap, unpacked } from "vireo/process";

export type ObjectStorage = Host["s3"];

/** Writes of other processes become visible within this time. */
const FRESH_SECONDS = 5;

/** Limits of LanceDB's caches, which take up to three times as much memory as it counts. */
interface CacheLimits {
  indexBytes: number;
  otherBytes: number;
}

const MB = 1024 ** 2;
const MIN_INDEX_BYTES = 4 * MB;

/** Memory of the machine or the container, in bytes. */
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
  return { indexBytes, otherBytes: 4 * MB + Math.min(28 * MB, Math.floor(indexBytes / 32)) };
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

/** The connection to LanceDB, which is loaded at the first call, and its caches. */
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

  /** What LanceDB keeps in memory for the next searches. */
  getCachedBytes(): number {
    return Number(this.#session?.sizeBytes() ?? 0n);
  }

  /** Connects again at the next call, with larger caches, if these are too small. Returns whether they are. */
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
      ...{ readConsistencyInterval: FRESH_SECONDS, session: this.#session },
      ...(this.#location.startsWith("s3://") ? { storageOptions: toStorageOptions(this.#objectStorage) } : {}),
    });
  }
}
