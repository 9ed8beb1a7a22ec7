import type { Access } from "#core/access/access";
import type { Audit } from "#core/audit";
import type { Config } from "#core/config/config";
import type { SettingsList } from "#core/config/stored";
import type { Credits } from "#core/credits";
import type { WithMigrations } from "#core/database/migrations";
import type { Health } from "#core/engine";
import type { Events } from "#core/events";
import type { Facts } from "#core/facts";
import type { Engines } from "#core/generations/engines";
import type { Log } from "#core/observability/log";
import type { SecretColumn } from "#core/secrets/columns";
import type { Vault } from "#core/secrets/vault";
import type { Storage } from "#core/storage/storage";
import type { Applied } from "#db/migrate";
import type { Database, Transaction } from "#db/tables";

/** A command of the `vireo` program. Everything but `run` is data, so help and usage errors need no database. */
export interface Command<Service = unknown> {
  /** One or two words: "reindex", "keys create". */
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** Further details, shown by --help. */
  description?: string;
  arguments?: readonly CommandArgument[];
  options?: Readonly<Record<string, CommandOption>>;
  /** Complete command lines. */
  examples?: readonly string[];
  /** Hides the command from help. */
  isHidden?: boolean;
  /** True if it needs neither database nor modules; `vireo` and `service` are undefined. */
  isPlain?: boolean;
  /**
   * Where the command may run before any data exists: "anywhere", or in an empty database at DATABASE_URL. By default
   * it is refused, because a wrong DATA_DIR would otherwise look like a server without data.
   */
  creates?: "anywhere" | "database";
  /** Returns the exit code, 0 if undefined. A thrown Error prints its message and exits with 1. */
  run(call: CommandCall<Service>): Promise<number | undefined>;
}

export interface CommandArgument {
  name: string;
  description: string;
  optional?: boolean;
}

export interface CommandOption {
  type: "text" | "integer" | "boolean";
  /** Placeholder for the value in help, such as "name". */
  value?: string;
  description: string;
  required?: boolean;
  /** May be repeated. The value is an array of strings. */
  repeatable?: boolean;
}

export interface CommandCall<Service = unknown> {
  arguments: Readonly<Record<string, string | undefined>>;
  options: Readonly<Record<string, string | number | boolean | string[] | undefined>>;
  out: Output;
  /** Fires at the first SIGINT or SIGTERM. */
  signal: AbortSignal;
  vireo: Workspace;
  /** Service of the module that the command belongs to. */
  service: Service;
}

/** The parts of a module that commands use. */
export interface WorkspaceModule extends WithMigrations {
  rebuilt?: readonly string[];
  restored?(trx: Transaction): Promise<void>;
  secrets?: readonly SecretColumn[];
}

/** The parts of the server that commands use. */
export interface Workspace {
  config: Config;
  db: Database;
  access: Access;
  audit: Audit;
  facts: Facts;
  credits: Credits;
  engines: Engines;
  /** Checks of the modules, by name. */
  checks: ReadonlyMap<string, () => Promise<Health>>;
  storage: Storage;
  /** True for the key of a file that the server can make at any time, so that it may be missing from storage. */
  isDerived(key: string): Promise<boolean>;
  log: Log;
  /** Built-in modules and plug-ins, in start order. */
  modules: readonly WorkspaceModule[];
  version: string;
  /** Keys and columns of encrypted secrets. */
  vault: Vault;
  events: Events;
  /** Settings that administrators set in the dashboard. */
  settings: SettingsList;
  /** Runs the work unless another process holds the lock. Returns false if one does. */
  tryWithLock(name: string, work: () => Promise<void>): Promise<boolean>;
  /** Migrations applied when the command started. */
  migrated: readonly Applied[];
  /** True if no server can be using the same data, because this process runs the embedded database itself. */
  isOnlyWriter: boolean;
}

/** Output of a command: text, or with --json one JSON value on stdout. */
export interface Output {
  /** Prints the result: `value` as JSON, or the text. */
  result(value: unknown, text: string): void;
  /** Prints a list as JSON or as columns. */
  list(rows: readonly Record<string, unknown>[], columns: Readonly<Record<string, string>>): void;
  /** Reports progress: a bar on a terminal, otherwise a line every few seconds. Call `end` when done. */
  progress(label: string): { at(done: number, all: number): void; end(): void };
  /** Prints a note to stderr. Omitted with --json. */
  note(text: string): void;
}
