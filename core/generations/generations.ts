/**
 * Generations: asynchronous work of an engine, from the request to a stored result.
 *
 *     state       set by                        in one transaction with
 *     pending     submit                        credits charged, job queued
 *     processing  createTask claims the row     attempt counted, deadline set
 *     completed   settle                        files, facts, the module's own rows, event
 *     failed      fail                          credits refunded, event
 *
 * `create.ts` calls the engine once, `poll.ts` reads its task, `settle.ts` writes the outcome, `recover.ts` queues
 * again what a dead process left. Ownership of a row is a lease (`core/leases.ts`).
 */
import { type Selectable, sql } from "kysely";
import type { Credits } from "#core/credits";
import type { GenerationStatus } from "#core/database/tables";
import type { Engine, MediaSlot, Model, Run, Slots } from "#core/engine";
import type { EventType } from "#core/events";
import { endings } from "#core/generations/endings";
import type { Engines } from "#core/generations/engines";
import { filterByLabels, type LabelBody, type LabelFilter, titleOrder, toLabelColumns } from "#core/generations/labels";
import { presentStart, review } from "#core/generations/routes";
import { type ListOrder, listPage } from "#core/http/list";
import type { Page, Pagination } from "#core/http/schema";
import { newUuid, toPublicId, toUuid } from "#core/ids";
import type { JobSender } from "#core/jobs/jobs";
import type { Media } from "#core/media/library";
import type { Quotas } from "#core/quotas";
import { ApiError } from "#core/request/errors";
import type { Exchange } from "#core/request/exchange";
import { isReplayed } from "#core/request/idempotency";
import { readRowCount } from "#db/row-counts";
import type { Database, Tables, Transaction } from "#db/tables";

/** A row of `generations`. `Request` is what its kind asks engines for. */
export type Generation<Request extends object = object> = Omit<Selectable<Tables["generations"]>, "request"> & {
  request: Request;
};

/** What a module declares about a kind of generation. The kernel runs its life cycle. */
export interface GenerationKind<Request extends object = object> {
  /** Value of the `kind` column: "image". */
  kind: string;
  slot: MediaSlot;
  /** Further slots that can make it. A generation started with such a slot keeps it. */
  otherSlots?: readonly MediaSlot[];
  /** Prefix of public ids: "img". */
  prefix: string;
  /** Media type of the main file; "facts" if there is no file and `facts` are the result. */
  produces: "image" | "video" | "audio" | "facts";
  /** Completes the request where that takes work of its own. Repeated after a crash. Throws EngineError. */
  prepare?(row: Generation<Request>, run: Run): Promise<object>;
  /** Validates the facts and returns those to store. Throws EngineError. */
  check?(facts: Record<string, unknown>, row: Generation<Request>): Record<string, unknown>;
  /** The resource as the newest API version shows it; also the data of its events. */
  present(row: Generation<Request>): Record<string, unknown>;
  /** Writes rows in the transaction of the completion. Returns the event's data. */
  onCompleted?(trx: Transaction, row: Generation<Request>): Promise<Record<string, unknown>>;
  /** True if vendors were called before the engine, so that cancelling keeps the charge. */
  isPaidFor?(trx: Transaction, row: Generation<Request>): Promise<boolean>;
  events: { completed: EventType; failed?: EventType };
}

export interface Submission<Request extends object = object> {
  kind: GenerationKind<Request>;
  engine: string;
  /** Engines that take over, in this order, if the one before has certainly made nothing. */
  fallbacks?: readonly string[];
  model: string;
  prompt: string;
  /** JSON, complete in itself. */
  request: Request;
  credits: number;
  /** Shown in the ledger: "Image generation". */
  reason: string;
  parentId?: string;
  /** Further checks and writes in the same transaction, before the charge. */
  before?(trx: Transaction): Promise<void>;
}

/** Who submits. A request, or work that goes on for one later. */
export type Submitter = Pick<Exchange, "idempotencyKey" | "credits"> & { caller?: { accountId: string } };

export interface Submitted {
  row: Generation;
  balance: number;
}

/** A finished file from elsewhere that becomes a resource like one that an engine made. */
export interface Adoption<Request extends object = object> {
  kind: GenerationKind<Request>;
  accountId: string;
  model: string;
  prompt: string;
  request: Request;
  facts: Record<string, unknown>;
}

/** Name in `engine` of rows that no engine made. */
export const NO_ENGINE = "none";

/** The engine and model that serve a request. */
export interface Choice<S extends MediaSlot> {
  engine: Slots[S];
  model: Model;
}

type RequestOf<S extends MediaSlot> = Slots[S] extends Engine<infer Request> ? Request & object : never;

/** How a module starts a generation. */
export interface Start<S extends MediaSlot, Request extends RequestOf<S>> {
  kind: GenerationKind<Request> & { slot: S };
  /** The model the caller names. */
  model: string | undefined;
  /** Checks the body against the model and builds the request. */
  toRequest(choice: Choice<S>): Promise<Request> | Request;
  /** Stored with the generation and shown to the caller. */
  toPrompt(request: Request): string;
  price(model: string, request: Request): number;
  toReason(request: Request): string;
  /** Estimate for engines that give none. */
  seconds: number;
}

export type Started = ReturnType<typeof presentStart> & { id: string };

export interface Generations {
  kinds: ReadonlyMap<string, GenerationKind>;
  /** Chooses an engine, builds the request and has the engine review it. Changes nothing. */
  prepare<S extends MediaSlot, Request extends RequestOf<S>>(start: Start<S, Request>): Promise<Submission<Request>>;
  /** Prepares and submits. */
  start<S extends MediaSlot, Request extends RequestOf<S>>(
    exchange: Exchange,
    start: Start<S, Request>,
  ): Promise<Started>;
  /** Charges, stores and queues in one transaction, or in `trx`. The same Idempotency-Key leads to the same row. */
  submit(submitter: Submitter, submission: Submission, trx?: Transaction): Promise<Submitted>;
  /** Finds by public id, raw uuid or the vendor's task id, within the account. */
  find<Request extends object>(
    accountId: string,
    kind: string | GenerationKind<Request>,
    id: string,
  ): Promise<Generation<Request> | undefined>;
  /** Like `find`, over several kinds. */
  findAny(accountId: string, kinds: readonly string[], id: string): Promise<Generation | undefined>;
  list<Request extends object>(
    accountId: string,
    kind: string | GenerationKind<Request>,
    query: Page & ListFilter,
  ): Promise<{ rows: Generation<Request>[]; pagination: Pagination }>;
  /** Stores a completed row for an existing file. Its owner keeps the file, so the row has none. */
  adopt<Request extends object>(trx: Transaction, adoption: Adoption<Request>): Promise<Generation<Request>>;
  /** Resolves when the generation has ended, or with its current state at the time limit or when the server stops. */
  wait(id: string, limitMs: number, stopping: AbortSignal): Promise<Generation | undefined>;
  /** Locks a generation until the transaction ends. Throws if it does not exist. */
  lock(trx: Transaction, id: string): Promise<void>;
  hasRunningChildren(trx: Transaction, id: string): Promise<boolean>;
  /** Replaces the facts of a completed generation. Returns undefined if it is not there. */
  updateFacts<Request extends object>(
    on: Database,
    row: Generation<Request>,
    facts: Record<string, unknown>,
  ): Promise<Generation<Request> | undefined>;
  /** Changes title, tags and folder. Returns the row as it is then; undefined if it is gone. */
  label<Request extends object>(row: Generation<Request>, labels: LabelBody): Promise<Generation<Request> | undefined>;
  /**
   * Cancels a generation that waits or runs; it stays readable as failed. Deletes one that has ended, its children and
   * its files. `choose` gets the keys of its files and returns those to remove.
   */
  remove(row: Generation, choose?: ChooseFiles): Promise<void>;
}

interface ListFilter extends LabelFilter {
  status?: GenerationStatus;
  source?: "generated" | "upload";
  /** Public ids, comma-separated. */
  ids?: string;
}

type ChooseFiles = (trx: Transaction, keys: string[]) => Promise<string[]>;

export const parseQueueSlot = (queue: string): string | undefined => /^generate\.([^.]+)\./.exec(queue)?.[1];
export const getQueueName = (slot: string, engine: string): string => `generate.${slot}.${engine}`;

interface Options {
  db: Database;
  credits: Credits;
  jobs: JobSender;
  media: Media;
  engines: Engines;
  quotas: Quotas;
  /** Cancels a generation that waits or runs. Returns false if it has ended. */
  cancel(id: string, accountId: string): Promise<boolean>;
}

export function createGenerations(options: Options) {
  const { db, engines, media } = options;
  const kinds = new Map<string, GenerationKind>();
  const generations = {
    kinds,
    prepare: (start) => prepare(engines, start),
    async start(exchange, start) {
      const submission = await prepare(engines, start);
      const submitted = await submit(options, exchange, submission as Submission);
      const { request, engine } = submission;
      const reviewer = engines.get(start.kind.slot, engine) as Engine<typeof request> | undefined;
      const seconds = reviewer?.estimateSeconds?.(request) ?? start.seconds;
      return { id: toPublicId(start.kind.prefix, submitted.row.id), ...presentStart(submitted, seconds) };
    },
    submit: (submitter, submission, trx) => submit(options, submitter, submission, trx),
    find: (accountId, kind, id) => find(db, accountId, [getKind(kinds, kind)], id) as never,
    findAny: (accountId, names, id) =>
      find(
        db,
        accountId,
        names.map((name) => getKind(kinds, name)),
        id,
      ),
    list(accountId, kind, query) {
      const known = typeof kind === "string" ? kinds.get(kind) : kind;
      if (!known) throw new Error(`Unknown kind of generation: ${kind}`);
      return list(db, accountId, known, query) as never;
    },
    adopt: (trx, adoption) => adopt(trx, adoption) as never,
    wait: (id, limitMs, stopping) => wait(db, id, limitMs, stopping),
    async lock(trx, id) {
      await trx.selectFrom("generations").select("id").where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
    },
    async hasRunningChildren(trx, id) {
      const children = trx.selectFrom("generations").select("id").where("parent_id", "=", id);
      const running = children.where("status", "in", ["pending", "processing"]).limit(1);
      return (await running.executeTakeFirst()) !== undefined;
    },
    updateFacts: (on, row, facts) =>
      on
        .updateTable("generations")
        .set({ facts })
        .where("id", "=", row.id)
        .where("account_id", "=", row.account_id)
        .where("status", "=", "completed")
        .returningAll()
        .executeTakeFirst() as never,
    async label(row, labels) {
      const columns = toLabelColumns(labels);
      if (Object.keys(columns).length === 0) return row;
      const own = db.updateTable("generations").set(columns).where("id", "=", row.id);
      return (await own.where("account_id", "=", row.account_id).returningAll().executeTakeFirst()) as never;
    },
    async remove(row, choose) {
      if (await options.cancel(row.id, row.account_id)) return;
      for (const child of await findRunningChildren(db, row)) await options.cancel(child.id, row.account_id);
      await media.remove(await remove(db, row, choose));
    },
  } satisfies Generations;
  return { generations: generations as Generations, define: (kind: GenerationKind) => void kinds.set(kind.kind, kind) };
}

function getKind(kinds: ReadonlyMap<string, GenerationKind>, kind: string | { kind: string }): GenerationKind {
  const name = typeof kind === "string" ? kind : kind.kind;
  const known = kinds.get(name);
  if (!known) throw new Error(`Unknown kind of generation: ${name}.`);
  return known;
}

async function prepare<S extends MediaSlot, Request extends RequestOf<S>>(
  engines: Engines,
  start: Start<S, Request>,
): Promise<Submission<Request>> {
  const { engine, model, fallbacks } = engines.choose(start.kind.slot, start.model);
  const request = await start.toRequest({ engine, model });
  review(engine as unknown as Engine<Request>, request);
  return {
    kind: start.kind,
    engine: engine.name,
    fallbacks,
    model: model.id,
    prompt: start.toPrompt(request),
    request,
    credits: start.price(model.id, request),
    reason: start.toReason(request),
  };
}

async function submit(
  { db, credits, jobs, quotas }: Options,
  exchange: Submitter,
  submission: Submission,
  outer?: Transaction,
): Promise<Submitted> {
  const accountId = exchange.caller?.accountId;
  if (!accountId) throw new Error("A generation needs a caller.");
  const { kind, fallbacks = [], parentId = null, before, ...values } = submission;
  const isUsual = kind.otherSlots?.includes(kind.slot) !== true;
  const { reason, ...columns } = values;
  const insert = async (trx: Transaction) => {
    const earlier = await findReplayed(trx, accountId, exchange.idempotencyKey);
    if (earlier) return { row: earlier, balance: await credits.balance(trx, accountId) };
    await before?.(trx);
    await quotas.checkJob(trx, accountId, kind.produces !== "facts");
    const id = newUuid();
    const balance = await credits.charge(trx, { accountId, amount: columns.credits, reason, reference: id });
    const row = await trx
      .insertInto("generations")
      .values({
        ...columns,
        id,
        account_id: accountId,
        kind: kind.kind,
        slot: isUsual ? null : kind.slot,
        status: "pending",
        fallbacks: [...fallbacks],
        files: {},
        facts: {},
        parent_id: parentId,
        idempotency_key: exchange.idempotencyKey ?? null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await jobs.send(trx, getQueueName(kind.slot, columns.engine), id, { id });
    return { row, balance };
  };
  const submitted = outer ? await insert(outer) : await db.transaction().execute(insert);
  exchange.credits = { used: columns.credits, remaining: submitted.balance };
  return submitted;
}

/** No row has it. */
const NO_ID = "00000000-0000-0000-0000-000000000000";

/** Orders besides the default, newest first. */
const orders: Readonly<Record<string, ListOrder>> = {
  oldest: { by: sql`created_at`, direction: "asc" },
  title: { by: titleOrder, direction: "asc" },
};

async function list(
  db: Database,
  accountId: string,
  { kind, prefix }: GenerationKind,
  { status, source, q, tag, folder, sort = "newest", ids, ...page }: Page & ListFilter,
) {
  const all = db.selectFrom("generations").where("account_id", "=", accountId).where("kind", "=", kind);
  const uploads = all.where("engine", "=", NO_ENGINE);
  const wanted = source === "upload" ? uploads : source === "generated" ? all.where("engine", "<>", NO_ENGINE) : all;
  const matching = filterByLabels(status ? wanted.where("status", "=", status) : wanted, { q, tag, folder });
  const order = orders[sort];
  if (ids !== undefined) {
    const uuids = ids.split(",").flatMap((id) => toUuid(prefix, id.trim()) ?? []);
    return listPage(matching.where("id", "in", uuids.length > 0 ? uuids : [NO_ID]), page, undefined, order);
  }
  if (q !== undefined || tag !== undefined || folder !== undefined) return listPage(matching, page, undefined, order);
  const countListed = async () => {
    const countAll = () => readRowCount(db, { table: "generations", owner: accountId, list: kind, status });
    if (!source) return countAll();
    // Adopted rows are always completed.
    const counted = uploads.select((eb) => eb.fn.countAll<number>().as("count"));
    const adopted = status && status !== "completed" ? 0 : Number((await counted.executeTakeFirstOrThrow()).count);
    return source === "upload" ? adopted : (await countAll()) - adopted;
  };
  return listPage(matching, page, countListed, order);
}

const adopt = (trx: Transaction, { kind, accountId, ...values }: Adoption) =>
  trx
    .insertInto("generations")
    .values({
      ...values,
      id: newUuid(),
      account_id: accountId,
      kind: kind.kind,
      status: "completed",
      engine: NO_ENGINE,
      files: {},
      credits: 0,
      progress: 100,
      completed_at: new Date(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** What an earlier request with the same Idempotency-Key submitted before it was cut off. */
async function findReplayed(trx: Transaction, accountId: string, key: string | undefined) {
  if (!key) return undefined;
  const earlier = await trx
    .selectFrom("generations")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  if (!earlier || isReplayed(earlier.created_at)) return earlier;
  await trx.updateTable("generations").set({ idempotency_key: null }).where("id", "=", earlier.id).execute();
  return undefined;
}

async function find(db: Database, accountId: string, kinds: readonly GenerationKind[], id: string) {
  const uuids = kinds.map(({ prefix }) => toUuid(prefix, id)).filter((uuid) => uuid !== undefined);
  const isPublicId = kinds.some(({ prefix }) => id.startsWith(`${prefix}_`)) && uuids.length > 0;
  const names = kinds.map(({ kind }) => kind);
  const query = db.selectFrom("generations").selectAll().where("account_id", "=", accountId).where("kind", "in", names);
  const [uuid] = uuids;
  if (uuid) {
    const row = await query.where("id", "=", uuid).executeTakeFirst();
    if (row || isPublicId) return row;
  }
  return query.where("task", "=", id).executeTakeFirst();
}

async function wait(db: Database, id: string, limitMs: number, stopping: AbortSignal): Promise<Generation | undefined> {
  const until = Date.now() + limitMs;
  for (;;) {
    // Listen before reading, so an ending in between is not missed. Look again each second for endings elsewhere.
    const left = until - Date.now();
    const ended = Promise.withResolvers<void>();
    const timer = setTimeout(ended.resolve, Math.max(0, Math.min(1000, left)));
    const resolve = () => ended.resolve();
    endings.once(id, resolve);
    stopping.addEventListener("abort", resolve);
    try {
      const row = await db.selectFrom("generations").selectAll().where("id", "=", id).executeTakeFirst();
      if (!row || row.status === "completed" || row.status === "failed" || left <= 0 || stopping.aborted) return row;
      await ended.promise;
    } finally {
      clearTimeout(timer);
      endings.off(id, resolve);
      stopping.removeEventListener("abort", resolve);
    }
  }
}

/** Edits that wait or run. At most one at a time. */
const findRunningChildren = (db: Database, { id, account_id }: Generation) =>
  db
    .selectFrom("generations")
    .select("id")
    .where("parent_id", "=", id)
    .where("account_id", "=", account_id)
    .where("status", "in", ["pending", "processing"])
    .execute();

/** Deletes the rows. Returns the keys of files that nothing refers to any more. */
async function remove(db: Database, row: Generation, choose?: ChooseFiles) {
  return db.transaction().execute(async (trx) => {
    const deleted = await trx
      .deleteFrom("generations")
      .where("id", "=", row.id)
      .where("account_id", "=", row.account_id)
      .where("status", "in", ["completed", "failed"])
      .returning("files")
      .executeTakeFirst();
    if (!deleted) throw new ApiError("conflict", "Its state has just changed. Try again.");
    const keys = Object.values(deleted.files).map((file) => file.key);
    const removed = choose ? await choose(trx, keys) : keys;
    await trx
      .deleteFrom("generations")
      .where("account_id", "=", row.account_id)
      .where("parent_id", "=", row.id)
      .execute();
    return removed;
  });
}
