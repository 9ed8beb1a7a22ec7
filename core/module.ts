/**
 * The contract between Vireo and everything that extends it: resource groups, engines, vendors. A module consists of
 * facts and one function. Facts are data, so the kernel can list, check, order and migrate everything before it runs
 * any code of a module.
 *
 *     import type { Module } from "vireo/module";
 *     export default { name: "hello", start: ({ router }) => ({ routes: router().get("", () => "hi") }) } satisfies Module;
 */
import type { JavaScriptTypeBuilder, Static, TObject } from "@sinclair/typebox";
import type { AnyElysia } from "elysia";
import type { Migration } from "kysely/migration";
import type { Access } from "#core/access/access";
import type { Limits } from "#core/access/limits";
import type { RoleName } from "#core/access/roles";
import type { Scope } from "#core/access/scopes";
import type { Admission } from "#core/admission";
import type { Audit } from "#core/audit";
import type { Command } from "#core/command";
import type { PlainSettings } from "#core/config/settings";
import type { Credits } from "#core/credits";
import type { Health, SlotName, Slots } from "#core/engine";
import type { Events } from "#core/events";
import type { Examples } from "#core/examples";
import type { DeclaredTemplate, EventFact, PriceFact, Prices, SlotFact, TemplateFact } from "#core/facts";
import type { SafeFetch } from "#core/fetch/fetch";
import type { Engines } from "#core/generations/engines";
import type { GenerationKind } from "#core/generations/generation";
import type { Generations } from "#core/generations/generations";
import type { Router } from "#core/http/router";
import type { JobHandler, JobSender } from "#core/jobs/jobs";
import type { ConvertPicture, Media } from "#core/media/library";
import type { Log } from "#core/observability/log";
import type { ChildOptions, ChildTask, ChildTools } from "#core/process/task";
import type { Quotas } from "#core/quotas";
import type { ErrorFact } from "#core/request/errors";
import type { Caller } from "#core/request/exchange";
import type { VersionChange } from "#core/request/versions";
import type { SecretColumn } from "#core/secrets/columns";
import type { Secrets } from "#core/secrets/vault";
import type { Schedule } from "#core/work/schedules";
import type { WorkKind, WorkSender } from "#core/work/work";
import type { Database, Transaction } from "#db/tables";

export type { ChildOptions, ChildTask, ChildTools, PlainSettings, Schedule };

/** Services that modules offer each other. Each module adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by modules
export interface Services {}
export type ServiceName = keyof Services;

export interface Context<Settings = unknown, Needs extends ServiceName = never, Uses extends ServiceName = never> {
  settings: Settings;
  db: Database;
  /** Services of the modules named in `needs`, and of those named in `uses` that are loaded. */
  services: { [N in Needs]: Services[N] } & { [N in Uses]?: Services[N] };
  /** TypeBox, for the schemas of routes. */
  t: JavaScriptTypeBuilder;
  /** An Elysia router with the macros `auth`, `limit`, `cost` and `secret`. */
  router(): Router;
  /** Queues jobs in the caller's transaction. */
  jobs: JobSender;
  /** Announces rows of the module's kinds of work. */
  work: WorkSender;
  media: Media;
  fetch: SafeFetch;
  credits: Credits;
  /** Current prices: the declared ones, with configured overrides. */
  prices: Prices;
  events: Events;
  generations: Generations;
  engines: Engines;
  /** Quotas of accounts: jobs and stored bytes. */
  quotas: Quotas & Admission;
  /** Accounts and API keys. */
  access: Access;
  /** Writes audit entries. Declare the actions in `audited`. */
  audit: Audit;
  /** Templates that modules declare, by id. */
  templates: Readonly<Record<string, DeclaredTemplate>>;
  /** Encrypts secrets for the database, such as vendor tokens. Declare their columns in `secrets`. */
  secrets: Secrets;
  /** Defines additional rate limits, such as one per email address. */
  limits: Pick<Limits, "define">;
  /**
   * Sends a request to this server's own API on behalf of the request `on`, whose network address counts for limits.
   * The API key is the one in the new request.
   */
  call(request: Request, on: Request): Promise<Response>;
  /** Runs one of this module's `children`. */
  child<Output>(task: string, input: unknown, options: ChildOptions): Promise<Output>;
  log: Log;
  /** The time in milliseconds since the epoch. Use it instead of `Date.now()`: tests move it. */
  now(): number;
  /** Aborts when the server begins to stop. End long responses then, such as event streams. */
  stopping: AbortSignal;
  /** Facts about this server. */
  host: Host;
}

export interface Host {
  origin: string;
  dataDir: string;
  version: string;
  /** Initial credits of a new account. */
  initialCredits: number;
  /** The configured object storage, for modules that store their own files there. */
  s3: Partial<Record<"bucket" | "endpoint" | "region" | "accessKeyId" | "secretAccessKey", string>>;
  /** Size limits of JSON bodies and files, in bytes. */
  sizes: Record<"json" | "video" | "image" | "audio", number>;
}

export interface Started {
  routes?: AnyElysia;
  /** Routes that need no API key, below `/open/<name>`, such as vendors' callbacks. */
  open?: AnyElysia;
  /** Identifies the caller of a request below `/api/v1` without an Authorization header. */
  identify?(request: Request): Promise<Caller | undefined>;
  /** Lines to show in the terminal when the server is up, each with a short label. */
  notices?(): Promise<readonly (readonly [label: string, line: string])[]>;
  /** The object that other modules get in `services`. */
  service?: unknown;
  /** Kinds of generations. The kernel runs their life cycle. */
  kinds?: readonly GenerationKind[];
  engines?: { [S in SlotName]?: Slots[S] };
  /** Kinds of rows that the module works on once they are due. */
  work?: Record<string, WorkKind>;
  jobs?: Record<string, JobHandler>;
  schedules?: Record<string, Schedule>;
  /** Converts a HEIC or AVIF image to a JPEG or PNG in the folder, and returns its path. One module offers it. */
  convertPicture?: ConvertPicture;
  /** State of what the module keeps outside of the database, for `vireo doctor` and `GET /ready`. A fault keeps no request away. */
  checks?: Record<string, () => Promise<Health>>;
  /**
   * Cleans up what a deleted account has outside of Vireo, such as access to platforms. Called before its rows are
   * deleted, and again if that is interrupted. An error is logged, and the account is deleted anyway.
   */
  closeAccount?(accountId: string, signal: AbortSignal): Promise<void>;
  stop?(): Promise<void>;
}

export interface Module<
  Settings extends TObject = TObject,
  Needs extends ServiceName = ServiceName,
  Uses extends ServiceName = ServiceName,
> {
  /** Name of the OpenAPI tag, the settings and the migrations. */
  name: string;
  /** Path of its routes below `/api/v1`. Default: `/<name>`. */
  prefix?: string;
  /** Path of its open routes. Default: `/open/<name>`. */
  openPrefix?: string;
  /** Version of this contract that the module was written for, such as "1". */
  contract?: string;
  description?: string;
  /** TypeBox or plain JSON Schema, validated before anything starts. A property with an `env` annotation can also be set by that variable, one with `editable` also by administrators in the dashboard. */
  settings?: Settings | PlainSettings;
  /**
   * True if `start` creates engines and has no other effects. It can then run again while the server runs, so that a
   * changed key is checked at once.
   */
  restartable?: boolean;
  /**
   * Slots that its engines fill once it is configured. If a slot has no engine, administrators see which plug-in to set
   * up.
   */
  fills?: readonly SlotName[];
  /** URL of the vendor's page for creating keys. */
  keysAt?: string;
  /** Name of the OpenAPI tag. Default: the module's name, capitalised. */
  title?: string;
  /** Further OpenAPI tags, for routes whose paths below `/api/v1` begin with one of `paths`. */
  tags?: Readonly<Record<string, { description: string; paths: readonly string[] }>>;
  /** Scopes of its routes, such as `notes:read`. Modules may share one. */
  scopes?: readonly Scope[];
  /**
   * The lowest role with one of its scopes. By default viewers have scopes that end in `:read`, editors also those in
   * `:write`, and publishers all but `admin`.
   */
  roles?: Readonly<Record<Scope, RoleName>>;
  /** Scopes that one of its scopes includes, so that keys from before a scope was split keep their rights. */
  implies?: Readonly<Record<Scope, readonly Scope[]>>;
  /** Events it emits, such as `note.created`. */
  events?: Readonly<Record<string, EventFact>>;
  /** What it charges for, such as `note: { credits: 3, … }`. */
  prices?: Readonly<Record<string, PriceFact>>;
  /** Rate-limit groups of its routes, with the default requests per minute. Modules may share one. */
  limits?: Readonly<Record<string, number>>;
  /** Kinds of errors it returns, besides the kernel's. */
  errors?: Readonly<Record<string, ErrorFact>>;
  /** Actions it records in the audit log, such as `note.shared`. */
  audited?: readonly string[];
  /** Templates of requests that it offers, by id, such as `bakery_menu`. The field and body of each are checked at the start. */
  templates?: Readonly<Record<string, TemplateFact>>;
  /** Slots whose engines it uses. */
  slots?: Readonly<Record<string, SlotFact>>;
  /** Modules it requires. They start first. */
  needs?: readonly Needs[];
  /** Modules it uses if they are loaded. */
  uses?: readonly Uses[];
  migrations?: Record<string, Migration>;
  /** Columns that hold secrets encrypted by `context.secrets`. Keys can then be changed, and backups restored. */
  secrets?: readonly SecretColumn[];
  /** Tables that the module can rebuild from others. Backups skip them. */
  rebuilt?: readonly string[];
  /**
   * Called in the transaction of a restore. The original server may have continued after the backup, so mark side effects
   * that must not be repeated.
   */
  restored?(trx: Transaction): Promise<void>;
  changes?: readonly VersionChange[];
  /** Examples for the API reference, loaded when it is first opened. */
  examples?: () => Promise<Examples>;
  /**
   * A page in the dashboard: the path of one of its open routes, below their prefix. A path that ends in `.js` is an ES
   * module (`PageModule` in vireo/dashboard), any other an HTML page, which is shown in a frame.
   */
  page?: { title: string; path: string };
  /** Commands of the `vireo` program. */
  // biome-ignore lint/suspicious/noExplicitAny: each command knows its own module's service
  commands?: readonly Command<any>[];
  /** Functions that run in child processes, and are imported only there. */
  children?: Record<string, () => Promise<ChildTask>>;
  start(context: Context<Static<Settings>, Needs, Uses>): Started | Promise<Started>;
}

/** The version of this contract. */
export const CONTRACT = "1";

/**
 * Defines a module or a plug-in, and types `start` by the facts next to it. A plug-in exports it as `default`.
 * @example
 * import { t } from "vireo/schema";
 * const gradients = defineModule({
 *   name: "gradients",
 *   contract: CONTRACT,
 *   scopes: ["gradients:read"],
 *   settings: t.Object({ steps: t.Integer({ minimum: 2, default: 8, description: "Colors of a gradient." }) }),
 *   start({ settings, router }) {
 *     const routes = router().get("/steps", () => ({ steps: settings.steps }), { auth: "gradients:read" });
 *     return { routes };
 *   },
 * });
 * gradients.name; // "gradients"
 */
export function defineModule<
  Settings extends TObject = TObject,
  const Needs extends ServiceName = never,
  const Uses extends ServiceName = never,
>(module: Module<Settings, Needs, Uses>): Module {
  return module as unknown as Module;
}
