import type { Sink } from "./sink";

/** A file at a target. */
export interface TargetFile {
  name: string;
  /** Size in bytes. */
  size: number;
  modified: Date;
}

/** A directory or bucket that holds backups. A file appears when it is complete. */
export interface Target {
  /** Name in messages: a path, or s3://bucket/prefix. */
  location: string;
  list(): Promise<TargetFile[]>;
  create(name: string): Promise<Sink>;
  read(file: TargetFile): AsyncGenerator<Uint8Array>;
  remove(name: string): Promise<void>;
}
