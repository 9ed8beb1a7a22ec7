import type { Role } from "#core/boot/open-database";
import type { PrepareOptions } from "#core/boot/prepare";
import type { Clock } from "#core/clock";
import type { Command, Workspace } from "#core/command";
import type { Config } from "#core/config/config";
import type { Handle } from "#core/http/edge";
import type { Log } from "#core/observability/log";
import type { Database } from "#db/tables";

export interface Vireo {
  config: Config;
  /** Handles one request without a socket. */
  handle: Handle;
  db: Database;
  /** Public origin. Final once the server listens. */
  origin: string;
  /** The admin key, only at the very first start. */
  firstKey?: string;
  /** Labelled lines that modules show in the terminal. */
  notices(): Promise<(readonly [label: string, line: string])[]>;
  log: Log;
  /** Parts that commands use. */
  tools: Omit<Workspace, "config" | "db" | "log">;
  /** Services of the modules, by module name. */
  services: Readonly<Record<string, unknown>>;
  /**
   * Resolves with the reason when the server cannot continue: its database has ended, or a newer version has changed
   * it.
   */
  broken: Promise<string>;
  /** All routes, including those hidden from the reference. */
  routes: readonly { method: string; path: string }[];
  listen(): Promise<URL>;
  stop(): Promise<void>;
}

export interface BootOptions extends PrepareOptions {
  role?: Role;
  /** Runs jobs only. Needs DATABASE_URL. */
  worker?: WorkerOptions;
  /** Allows a tool to run before any data exists. By default, that is refused. */
  creates?: Command["creates"];
  /** Aborts the start at the next step, along with any module that is waiting in its own `start`. */
  signal?: AbortSignal;
  /** Time for schedules and `context.now()`. */
  clock?: Clock;
  /**
   * Fails responses that do not match their schema, as tests should. By default, stored data of an unknown shape is left
   * out of a response and logged.
   */
  strict?: boolean | undefined;
}

export interface WorkerOptions {
  /** Kinds of jobs that this worker runs. It runs no other jobs and no schedules. */
  kinds: readonly string[];
  /** Address where `listen` serves only probes and metrics. */
  port?: number;
}
