import type { Applied } from "#db/migrate";
import type { CopiedMedia } from "./media";
import { DamagedError } from "./tar";

/** First file of a backup, so that one that cannot be restored is refused at once. */
export interface Header {
  format: number;
  /** Version of the program that made the backup. */
  vireo: string;
  /** Time of the snapshot, in milliseconds since the epoch. */
  takenAt: number;
  /** Migrations that the rows match. */
  migrations: readonly Applied[];
  /**
   * Id of the key that encrypts the secrets in the rows. Absent in backups of version 0.1, and before the first start.
   */
  secretKey?: string;
  /** Columns of each table, in the order of its row values. */
  tables: Readonly<Record<string, readonly string[]>>;
}

/** Last file of a backup: totals that are only known at the end. */
export interface Manifest {
  rows: Readonly<Record<string, number>>;
  sequences: Readonly<Record<string, string>>;
  media: CopiedMedia;
  /** Number of files, excluding the manifest and the lists of checksums. */
  files: number;
  /** Absent in backups of earlier versions, and of a server without a key for secrets. */
  signature?: Signature;
}

/** Proves that a server with this key made the backup. */
export interface Signature {
  /** Id of the key for secrets. */
  key: string;
  /** HMAC-SHA256 of all that the backup contains. */
  mac: string;
}

/** Totals of a backup or an export. */
export const sumRows = (byTable: Readonly<Record<string, number>>): number =>
  Object.values(byTable).reduce((sum, rows) => sum + rows, 0);

export const FORMAT = 1;
export const HEADER = "backup.json";
export const MANIFEST = "manifest.json";
/** Only in backups of version 0.1. */
export const CONFIG = "config/vireo.config.ts";

export const getPartName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, "0")}.jsonl.zst`;
export const parsePartName = (name: string): string | undefined => /^tables\/(.+)\/\d{6}\.jsonl\.zst$/.exec(name)?.[1];

export const toJson = (value: unknown): Uint8Array => new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
/** Throws DamagedError. */
export function parseJson<T>(bytes: Uint8Array): T {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  } catch {
    throw new DamagedError("The file is damaged: its header or manifest is not valid JSON.");
  }
}
