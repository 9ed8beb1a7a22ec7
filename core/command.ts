import type { Access } from "#core/access/access";
import type { Config } from "#core/config/config";
import type { Credits } from "#core/credits";
import type { Engines } from "#core/generations/engines";
import type { Module } from "#core/module";
import type { Log } from "#core/observability/log";
import type { Storage } from "#core/storage/storage";
import type { Applied } from "#db/migrate";
import type { Database } from "#db/tables";

/** A command of the program `vireo`. Facts first, so that help and mistakes cost nothing. */
export interface Command<Service = unknown> {
  /** One or two words: "reindex", "keys create". */
  name: string;
  /** One line, for the list of commands. */
  summary: string;
  /** What else one should know, for its own help. */
  description?: string;
  arguments?: readonly CommandArgument[];
  options?: Readonly<Record<string, CommandOption>>;
  /** Whole command lines. */
  examples?: readonly string[];
  /** Needs nothing but itself: no database, no modules. `vireo` and `service` are missing then. */
  isPlain?: boolean;
  /** Throws an Error with words for people; the exit code is 1 then. A number is the exit code. */
  run(call: CommandCall<Service>): Promise<number | undefined>;
}

export interface CommandArgument {
  name: string;
  description: string;
  optional?: boolean;
}

export interface CommandOption {
  type: "text" | "integer" | "boolean";
  /** How the value is called in help: "name". */
  value?: string;
  description: string;
  required?: boolean;
  /** May be given several times; a list of texts then. */
  several?: boolean;
}

/** What a command works with. */
export interface CommandCall<Service = unknown> {
  arguments: Readonly<Record<string, string | undefined>>;
  options: Readonly<Record<string, string | number | boolean | string[] | undefined>>;
  out: Output;
  /** Fires at the first SIGINT or SIGTERM. */
  signal: AbortSignal;
  vireo: Workspace;
  /** The service of the module that the command belongs to. */
  service: Service;
}

export interface Workspace {
  config: Config;
  db: Database;
  access: Access;
  credits: Credits;
  engines: Engines;
  storage: Storage;
  log: Log;
  /** Everybody: our own modules and the plug-ins, in the order in which they start. */
  modules: readonly Module[];
  version: string;
  /** What the database was brought up to date with when the command began. */
  migrated: readonly Applied[];
  /** No server works on the same data for certain: this process holds the built-in database. */
  isAlone: boolean;
}

/** Where a command tells what it did: people read text, programs one JSON value on stdout. */
export interface Output {
  /** The result: `value` as JSON, or the text. */
  result(value: unknown, text: string): void;
  /** A list, as JSON or as columns. */
  list(rows: readonly Record<string, unknown>[], columns: Readonly<Record<string, string>>): void;
  /** Shows how far a long work is: a bar on a terminal, a line now and then elsewhere. Call `end` when it is over. */
  progress(label: string): { at(done: number, all: number): void; end(): void };
  /** A remark for people, on stderr. */
  note(text: string): void;
}
