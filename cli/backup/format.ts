import type { Applied } from "#db/migrate";
import type { Copied } from "./media";
import { DamagedError } from "./tar";

/** What the first file of a backup says, so that one that does not fit is refused at once. */
export interface Header {
  format: number;
  /** The version of the program that made it. */
  vireo: string;
  /** The moment that it shows, ms since the epoch. */
  takenAt: number;
  /** Migrations that its rows fit. */
  migrations: readonly Applied[];
  /** The columns of each table, in the order of its rows' values. */
  tables: Readonly<Record<string, readonly string[]>>;
}

/** What the last file says: known only when everything is written. */
export interface Manifest {
  rows: Readonly<Record<string, number>>;
  sequences: Readonly<Record<string, string>>;
  media: Copied;
  /** Files of the archive, without this one and the lists of checksums. */
  files: number;
}

export const FORMAT = 1;
export const HEADER = "backup.json";
export const MANIFEST = "manifest.json";
export const CONFIG = "config/vireo.config.ts";

export const partName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, "0")}.jsonl.zst`;
export const tableOfPart = (name: string): string | undefined => /^tables\/(.+)\/\d{6}\.jsonl\.zst$/.exec(name)?.[1];

export const toJson = (value: unknown): Uint8Array => new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
/** Throws DamagedError. */
export function fromJson<T>(bytes: Uint8Array): T {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as T;
  } catch {
    throw new DamagedError("The file is damaged: what it says of itself cannot be read.");
  }
}
