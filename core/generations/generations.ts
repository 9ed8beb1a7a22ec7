/**
 * Generations: asynchronous work of an engine, from the request to a stored result.
 *
 *     state       set by                        in one transaction with
 *     pending     submit                        credits charged; the queue is woken after it
 *     processing  claimQueued (`claim.ts`)      attempt counted, deadline set
 *     completed   settle                        files, facts, the module's own rows, event
 *     failed      fail                          credits refunded, event
 *
 * `work.ts` leads from a submitted row to its run: each engine of a slot has a queue, which is a kind of work. `submit`
 * wakes the queue by its name (`getQueueName`). `core/work` then claims rows of the queue, and runs each with `runGeneration`.
 *
 * `call-engine.ts` calls the engine once, `poll.ts` reads its task, `settle.ts` writes the outcome. `core/work`
 * claims again what a dead process left. Ownership of a row is a lease (`core/leases.ts`).
 */
import type { Credits } from "#core/credits";
import type { Engine, MediaSlot, Model, Slots } from "#core/engine";
import type { Engines } from "#core/generations/engines";
import { type Adoption, type Generation, type GenerationKind, getQueueName } from "#core/generations/generation";
import type { LabelBody } from "#core/generations/labels";
import { presentStart, review } from "#core/generations/schema";
import * as store from "#core/generations/store";
import type { Page, Pagination } from "#core/http/schema";
import { newUuid, toPublicId } from "#core/ids";
import type { Media } from "#core/media/library";
import type { Quotas } from "#core/quotas";
import { ApiError } from "#core/request/errors";
import type { Exchange } from "#core/request/exchange";
import { isReplayed } from "#core/request/idempotency";
import type { WorkSender } from "#core/work/work";
import type { Database, Transaction } from "#db/tables";
import { transact } from "#db/transaction";

export interface Submission<Request extends object = object> {
  /** A kind, or the name of one. */
  kind: string | GenerationKind<Request>;
  /** One of the kind's `otherSlots`. Default: its slot. */
  slot?: MediaSlot | undefined;
  engine: string;
  /** Engines that take over, in this order, if the previous one certainly made nothing. */
  fallbacks?: readonly string[];
  model: string;
  prompt: string;
  /** Title in the library. */
  title?: string | undefined;
  /** Self-contained JSON. */
  request: Request;
  credits: number;
  /** Label in the ledger, such as "Image generation". */
  reason: string;
  /** Estimated seconds until it is completed. */
  seconds?: number;
  parentId?: string;
  /** Additional checks and writes in the same transaction, before the charge. */
  before?(trx: Transaction): Promise<void>;
}

/** Submitter: a request, or later work on its behalf. */
export type Submitter = Pick<Exchange, "idempotencyKey" | "credits"> & { caller?: { accountId: string } };

export interface Submitted {
  row: Generation;
  balance: number;
}

/** Engine and model that serve a request. */
export interface Choice<S extends MediaSlot> {
  engine: Slots[S];
  model: Model;
}

type RequestOf<S extends MediaSlot> = Slots[S] extends Engine<infer Request> ? Request & object : never;

/** Input for starting a generation. */
export interface Start<S extends MediaSlot, Request extends RequestOf<S>> {
  /** A kind, or the name of one. */
  kind: string | (GenerationKind<Request> & { slot: S });
  /** The kind's slot, or one of its `otherSlots`. Required with the name of a kind. */
  slot?: S;
  /** Model named by the caller. */
  model: string | undefined;
  /** Checks the body against the model and builds the request for the engine. */
  toRequest(choice: Choice<S>): Promise<Request> | Request;
  /** Stored with the generation and shown to the caller. */
  toPrompt(request: Request): string;
  /** Title given by the caller. */
  toTitle?(request: Request): string | undefined;
  price(model: string, request: Request): number;
  toReason(request: Request): string;
  /** Estimated seconds if the engine gives no estimate. */
  seconds: number;
}

export type Started = ReturnType<typeof presentStart> & { id: string };

export interface Generations {
  kinds: ReadonlyMap<string, GenerationKind>;
  /** Chooses an engine, builds the request and has the engine review it. Changes nothing. */
  createSubmission<S extends MediaSlot, Request extends RequestOf<S>>(
    start: Start<S, Request>,
  ): Promise<Submission<Request>>;
  /** Creates a submission and submits it. */
  start<S extends MediaSlot, Request extends RequestOf<S>>(
    exchange: Exchange,
    start: Start<S, Request>,
  ): Promise<Started>;
  /** Submits several in one transaction: all are charged, or none. The same Idempotency-Key leads to the same rows. */
  startAll(exchange: Exchange, submissions: readonly Submission[]): Promise<Started[]>;
  /** Charges, stores and queues in one transaction, or in `trx`. The same Idempotency-Key leads to the same row. */
  submit(submitter: Submitter, submission: Submission, trx?: Transaction): Promise<Submitted>;
  /** Frees the Idempotency-Key of a generation, so that the same call creates another one. */
  releaseKey(row: Generation): Promise<void>;
  /** Finds by public id, raw uuid or the vendor's task id, within the account. */
  find<Request extends object>(
    accountId: string,
    kind: string | GenerationKind<Request>,
    id: string,
  ): Promise<Generation<Request> | undefined>;
  /** Like `find`, but throws `not_found`. */
  get<Request extends object>(
    accountId: string,
    kind: string | GenerationKind<Request>,
    id: string,
  ): Promise<Generation<Request>>;
  /** Like `find`, over several kinds. */
  findAny(accountId: string, kinds: readonly string[], id: string): Promise<Generation | undefined>;
  list<Request extends object>(
    accountId: string,
    kind: string | GenerationKind<Request>,
    query: Page & store.ListFilter,
  ): Promise<{ rows: Generation<Request>[]; pagination: Pagination }>;
  /** Stores a completed row for an existing file. The file keeps its owner, so the row has none. */
  adopt<Request extends object>(trx: Transaction, adoption: Adoption<Request>): Promise<Generation<Request>>;
  /**
   * Resolves when the generation has ended. Resolves with its current state at the time limit or when the server stops.
   */
  wait(id: string, limitMs: number, stopping: AbortSignal): Promise<Generation | undefined>;
  /** Locks a generation until the transaction ends. Throws if it does not exist. */
  lock(trx: Transaction, id: string): Promise<void>;
  hasRunningChildren(trx: Transaction, id: string): Promise<boolean>;
  /** Replaces the facts of a completed generation. Returns undefined if it does not exist. */
  updateFacts<Request extends object>(
    on: Database,
    row: Generation<Request>,
    facts: Record<string, unknown>,
  ): Promise<Generation<Request> | undefined>;
  /** Changes title, tags and folder of a generation. Returns the new state. Throws `not_found`. */
  label<Request extends object>(
    accountId: string,
    kind: string | GenerationKind<Request>,
    id: string,
    labels: LabelBody,
  ): Promise<Generation<Request>>;
  /**
   * Cancels a queued or running generation; it stays readable as failed. Deletes one that has ended, with its children
   * and files. `choose` receives the keys of its files and returns the ones to remove.
   */
  remove(row: Generation, choose?: store.ChooseFiles): Promise<void>;
}

interface Parts {
  db: Database;
  /** Kinds by name. Modules add theirs while they start. */
  kinds: ReadonlyMap<string, GenerationKind>;
  credits: Credits;
  work: WorkSender;
  media: Media;
  engines: Engines;
  quotas: Quotas;
  /** Cancels a queued or running generation. Returns false if it has ended. */
  cancel(id: string, accountId: string): Promise<boolean>;
}

export function createGenerations(parts: Parts): Generations {
  const { db, kinds, media } = parts;
  const getKind = (kind: string | { kind: string }) => findKind(kinds, typeof kind === "string" ? kind : kind.kind);
  return {
    kinds,
    createSubmission: (start) => createSubmission(parts, start),
    async start(exchange, start) {
      const [started] = await startAll(parts, exchange, [(await createSubmission(parts, start)) as Submission]);
      return started!;
    },
    startAll: (exchange, submissions) => startAll(parts, exchange, submissions),
    submit: (submitter, submission, trx) => submit(parts, submitter, submission, trx),
    releaseKey: (row) => store.releaseKey(db, row),
    find: (accountId, kind, id) => store.findGeneration(db, accountId, [getKind(kind)], id) as never,
    get: (accountId, kind, id) => store.getGeneration(db, accountId, getKind(kind), id) as never,
    findAny: (accountId, names, id) => store.findGeneration(db, accountId, names.map(getKind), id),
    list: (accountId, kind, query) => store.listGenerations(db, accountId, getKind(kind), query) as never,
    adopt: (trx, adoption) => store.adoptFile(trx, toKind(kinds, adoption.kind).kind, adoption as Adoption) as never,
    wait: (id, limitMs, stopping) => store.waitForEnd(db, id, limitMs, stopping),
    lock: store.lockGeneration,
    hasRunningChildren: store.hasRunningChildren,
    updateFacts: (on, row, facts) => store.updateFacts(on, row, facts) as never,
    label: (accountId, kind, id, labels) => store.labelGeneration(db, accountId, getKind(kind), id, labels) as never,
    async remove(row, choose) {
      if (await parts.cancel(row.id, row.account_id)) return;
      for (const child of await store.findRunningChildren(db, row)) await parts.cancel(child.id, row.account_id);
      await media.remove(await store.removeGeneration(db, row, choose));
    },
  };
}

function findKind(kinds: ReadonlyMap<string, GenerationKind>, name: string): GenerationKind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`Unknown kind of generation: ${name}.`);
  return kind;
}

/** Accepts kinds that are not known yet, such as those of a plug-in that is starting. */
const toKind = (kinds: ReadonlyMap<string, GenerationKind>, kind: string | GenerationKind<never>): GenerationKind =>
  typeof kind === "string" ? findKind(kinds, kind) : (kind as GenerationKind);

async function createSubmission<S extends MediaSlot, Request extends RequestOf<S>>(
  { engines, kinds }: Parts,
  start: Start<S, Request>,
): Promise<Submission<Request>> {
  const kind = toKind(kinds, start.kind);
  const { engine, model, fallbacks } = engines.choose(start.slot ?? (kind.slot as S), start.model);
  const request = await start.toRequest({ engine, model });
  review(engine as unknown as Engine<Request>, request);
  return {
    kind: start.kind,
    slot: start.slot,
    engine: engine.name,
    fallbacks,
    model: model.id,
    prompt: start.toPrompt(request),
    title: start.toTitle?.(request),
    request,
    credits: start.price(model.id, request),
    reason: start.toReason(request),
    seconds: (engine as unknown as Engine<Request>).estimateSeconds?.(request) ?? start.seconds,
  };
}

async function startAll(parts: Parts, exchange: Exchange, submissions: readonly Submission[]): Promise<Started[]> {
  const { idempotencyKey: key } = exchange;
  const submitted = await transact(parts.db, async (trx) => {
    const all: Submitted[] = [];
    for (const [i, submission] of submissions.entries()) {
      const submitter: Submitter = { ...exchange, idempotencyKey: key && i > 0 ? `${key} ${i}` : key };
      all.push(await submit(parts, submitter, submission, trx));
    }
    return all;
  }).catch(async (error) => {
    const isShort = error instanceof ApiError && error.kind === "insufficient_credits" && submissions.length > 1;
    if (!isShort) throw error;
    // Name the price of all, because the charges before the one that failed are undone.
    const required = submissions.reduce((sum, { credits }) => sum + credits, 0);
    const available = await parts.credits.balance(parts.db, exchange.caller?.accountId ?? "");
    throw new ApiError("insufficient_credits", `This request costs ${required} credits. ${available} are available.`, {
      members: { required, available },
    });
  });
  const used = submitted.reduce((sum, { row }) => sum + row.credits, 0);
  exchange.credits = { used, remaining: submitted.at(-1)?.balance ?? 0 };
  return submitted.map((one, i) => {
    const { kind, seconds = 60 } = submissions[i]!;
    const { prefix } = toKind(parts.kinds, kind);
    return { id: toPublicId(prefix, one.row.id), ...presentStart(one, seconds) };
  });
}

async function submit(
  { db, credits, work, quotas, kinds }: Parts,
  exchange: Submitter,
  submission: Submission,
  outer?: Transaction,
): Promise<Submitted> {
  const accountId = exchange.caller?.accountId;
  if (!accountId) throw new Error("A generation needs a caller.");
  const { kind: given, fallbacks = [], parentId = null, title, before, ...values } = submission;
  const kind = toKind(kinds, given);
  const { slot = kind.slot } = submission;
  if (slot !== kind.slot && !kind.otherSlots?.includes(slot))
    throw new Error(`The kind ${kind.kind} has no slot ${slot}.`);
  const isUsual = kind.otherSlots?.includes(slot) !== true;
  const { reason, seconds: _, ...columns } = values;
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
        title: title?.trim() || null,
        slot: isUsual ? null : slot,
        status: "pending",
        fallbacks: [...fallbacks],
        files: {},
        facts: {},
        parent_id: parentId,
        idempotency_key: exchange.idempotencyKey ?? null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await work.wake(trx, getQueueName(slot, columns.engine));
    return { row, balance };
  };
  const submitted = outer ? await insert(outer) : await transact(db, insert);
  exchange.credits = { used: columns.credits, remaining: submitted.balance };
  return submitted;
}

/** Finds what an earlier request with the same Idempotency-Key submitted before it was interrupted. */
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
