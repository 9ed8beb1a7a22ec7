/**
 * The contract between Vireo and everything that extends it: resource groups, engines, vendors.
 * A module is facts first, then one function. Facts are data, so the host can list, check, order
 * and migrate everything before a line of module code runs.
 *
 *     import type { Module } from "vireo/module";
 *     export default { name: "hello", start: ({ router }) => ({ routes: router().get("", () => "hi") }) } satisfies Module;
 */
import type { JavaScriptTypeBuilder, Static, TObject } from "@sinclair/typebox";
import type { AnyElysia } from "elysia";
import type { Migration } from "kysely/migration";
import type { Access } from "#core/access/access";
import type { Limits } from "#core/access/limits";
import type { Scope } from "#core/access/scopes";
import type { Command } from "#core/command";
import type { Credits } from "#core/credits";
import type { SlotName, Slots } from "#core/engine";
import type { Events } from "#core/events";
import type { EventFact, PriceFact, Prices, SlotFact } from "#core/facts";
import type { SafeFetch } from "#core/fetch/fetch";
import type { Engines } from "#core/generations/engines";
import type { GenerationKind, Generations } from "#core/generations/generations";
import type { Router } from "#core/http/router";
import type { JobHandler, JobSender } from "#core/jobs/jobs";
import type { Media } from "#core/media/library";
import type { Log } from "#core/observability/log";
import type { ErrorFact } from "#core/request/errors";
import type { Caller } from "#core/request/exchange";
import type { VersionChange } from "#core/request/versions";
import type { Database, Transaction } from "#db/tables";

/** What modules offer each other; each adds its own line by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by modules
export interface Services {}
export type ServiceName = keyof Services;

/** A function that runs in a process of its own: it may block, and its death harms nobody. Input and output are JSON. */
export type ChildTask<Input = never, Output = unknown> = (
  input: Input,
  tools: { folder: string; progress(percent: number): void },
) => Promise<Output>;

export interface Schedule {
  /** A cron pattern (seconds allowed); at each tick exactly one replica runs it. */
  cron: string;
  run(signal: AbortSignal): Promise<void>;
}

export interface Context<Settings = unknown, Needs extends ServiceName = never, Uses extends ServiceName = never> {
  settings: Settings;
  db: Database;
  /** The services named in `needs`, and those named in `uses` that are there. */
  services: { [N in Needs]: Services[N] } & { [N in Uses]?: Services[N] };
  /** TypeBox, for the schemas of routes: a plug-in needs no import of its own. */
  t: JavaScriptTypeBuilder;
  /** An Elysia router with the house's macros: auth, limit. */
  router(): Router;
  /** Queues jobs in the caller's transaction. */
  jobs: JobSender;
  media: Media;
  fetch: SafeFetch;
  credits: Credits;
  /** What the module charges; declared in `prices`, changed by the configuration. */
  prices: Prices;
  events: Events;
  generations: Generations;
  engines: Engines;
  /** Accounts and API keys. */
  access: Access;
  /** Rate limits of a module's own. */
  limits: Pick<Limits, "define">;
  /** Runs one of this module's `children`. */
  child<Output>(task: string, input: unknown, options: ChildOptions): Promise<Output>;
  log: Log;
  /** The time in milliseconds since the epoch. Use it instead of `Date.now()`: tests move it. */
  now(): number;
  /** Aborts as the server begins to stop, before it waits for open answers: those that never end by themselves end then. */
  stopping: AbortSignal;
  /** Facts of the host: where it is reachable, where its data lie, what it is made of. */
  host: Host;
}

export interface ChildOptions {
  folder: string;
  signal: AbortSignal;
  timeLimitMs: number;
  progress?(percent: number): void;
}

export interface Host {
  origin: string;
  dataDir: string;
  version: string;
  /** Credits of a new account. */
  initialCredits: number;
  /** The object storage of the configuration, for modules that keep files of their own there. */
  s3: Partial<Record<"bucket" | "endpoint" | "region" | "accessKeyId" | "secretAccessKey", string>>;
  /** Largest JSON body and files, bytes. */
  sizes: Record<"json" | "video" | "image" | "audio", number>;
}

export interface Started {
  routes?: AnyElysia;
  /** Routes which need no key, below /open/<name>: vendors' callbacks, one-time addresses. */
  open?: AnyElysia;
  /** Who calls, told by other means than a key: asked where a request below /api/v1 has no Authorization header. */
  identify?(request: Request): Promise<Caller | undefined>;
  /** What the terminal shows beside the server's addresses: a label of few letters, and a line. Asked once it listens. */
  notices?(): Promise<readonly (readonly [label: string, line: string])[]>;
  /** What other modules get when they name this module in `needs`. */
  service?: unknown;
  /** Kinds of asynchronous media whose life cycle core runs. */
  kinds?: readonly GenerationKind[];
  engines?: { [S in SlotName]?: Slots[S] };
  jobs?: Record<string, JobHandler>;
  schedules?: Record<string, Schedule>;
  stop?(): Promise<void>;
}

/** Settings as plain JSON Schema. */
export interface PlainSettings {
  type: "object";
  properties: Record<string, object>;
  [keyword: string]: unknown;
}

export interface Module<
  Settings extends TObject = TObject,
  Needs extends ServiceName = ServiceName,
  Uses extends ServiceName = ServiceName,
> {
  /** OpenAPI tag, settings key and migration line; the default prefix of its routes is `/<name>`. */
  name: string;
  /** Where its routes hang below /api/v1, if not at `/<name>`. */
  prefix?: string;
  /** Where its open routes hang, if not at `/open/<name>`. */
  openPrefix?: string;
  /** Versions of this contract that the module was written for, such as "1". Checked at load. */
  contract?: string;
  description?: string;
  /** TypeBox or plain JSON Schema; validated before anything starts. A property with an `env` annotation is read from that variable too. */
  settings?: Settings | PlainSettings;
  /** Title of the OpenAPI tag. Default: the name. */
  title?: string;
  /** Scopes of its routes, such as `notes:read`. Modules may share one. */
  scopes?: readonly Scope[];
  /** Events it emits, such as `note.created`. */
  events?: Readonly<Record<string, EventFact>>;
  /** What it charges for, such as `note: { credits: 3, … }`. */
  prices?: Readonly<Record<string, PriceFact>>;
  /** Rate-limit groups of its routes, with the default requests per minute. Modules may share one. */
  limits?: Readonly<Record<string, number>>;
  /** Kinds of errors it answers with, beside the kernel's. */
  errors?: Readonly<Record<string, ErrorFact>>;
  /** Slots whose engines it uses. */
  slots?: Readonly<Record<string, SlotFact>>;
  needs?: readonly Needs[];
  /** Used when present, absent without complaint otherwise. */
  uses?: readonly Uses[];
  migrations?: Record<string, Migration>;
  /** Tables whose rows the module makes anew from others: backups leave them out. */
  rebuilt?: readonly string[];
  /**
   * Called in the transaction of a restore, where another server may have gone on working since the rows were copied:
   * what can be done only once must not be done again.
   */
  restored?(trx: Transaction): Promise<void>;
  changes?: readonly VersionChange[];
  /** A page of its own for the dashboard: one of its open routes, as a path below their prefix ("/" for the first). */
  page?: { title: string; path: string };
  /** Commands of the program, beside the kernel's. */
  // biome-ignore lint/suspicious/noExplicitAny: each command knows its own module's service
  commands?: readonly Command<any>[];
  /** Functions which run in a child process, imported only there. */
  children?: Record<string, () => Promise<ChildTask>>;
  start(context: Context<Static<Settings>, Needs, Uses>): Started | Promise<Started>;
}

/** The version of this contract. */
export const CONTRACT = "1";

/** Gives `start` its types from the facts beside it. */
export function defineModule<
  Settings extends TObject = TObject,
  const Needs extends ServiceName = never,
  const Uses extends ServiceName = never,
>(module: Module<Settings, Needs, Uses>): Module {
  return module as unknown as Module;
}
