/**
 * The one life cycle of all asynchronous media:
 * charge and job in one transaction → create → read until it ends → store → completed | failed and refunded.
 */
import { EventEmitter } from "node:events";
import type { Selectable } from "kysely";
import type { Credits } from "#core/credits";
import type { GenerationStatus } from "#core/database/tables";
import type { MediaSlot, Run } from "#core/engine";
import type { EventType } from "#core/events";
import { listPage } from "#core/http/list";
import type { Page, paginate } from "#core/http/schema";
import { newUuid, toUuid } from "#core/ids";
import type { Jobs } from "#core/jobs/jobs";
import type { Media } from "#core/media/library";
import { ApiError } from "#core/request/errors";
import type { Exchange } from "#core/request/exchange";
import { isReplayed } from "#core/request/idempotency";
import type { Database, Tables, Transaction } from "#db/tables";

export type Generation = Selectable<Tables["generations"]>;

/** What a module says of a kind of media; core does the rest. */
export interface GenerationKind {
  /** Value of the `kind` column: "image". */
  kind: string;
  slot: MediaSlot;
  /** Prefix of public ids: "img". */
  prefix: string;
  /** What the main file must turn out to be; "facts" where there is none and `facts` are the result. */
  produces: "image" | "video" | "audio" | "facts";
  /** Completes what the engine is asked, where that takes work of its own. Repeated after a crash. Throws EngineError. */
  prepare?(row: Generation, run: Run): Promise<object>;
  /** Judges the facts before they are stored, and returns what is. Throws EngineError. */
  check?(facts: Record<string, unknown>, row: Generation): Record<string, unknown>;
  /** The resource as the newest API version shows it; also the data of its events. */
  present(row: Generation): Record<string, unknown>;
  /** Rows that come with completion, in its transaction. What it returns becomes the event's data. */
  onCompleted?(trx: Transaction, row: Generation): Promise<Record<string, unknown>>;
  events: { completed: EventType; failed?: EventType };
}

export interface Submission {
  kind: string;
  engine: string;
  /** Engines that take over, in this order, where one has certainly made nothing. */
  fallbacks?: readonly string[];
  model: string;
  prompt: string;
  /** What the engine is asked: JSON, complete in itself. */
  request: object;
  credits: number;
  /** Shown in the ledger: "Image generation". */
  reason: string;
  parentId?: string;
  /** Further checks and writes in the same transaction, before the charge. */
  before?(trx: Transaction): Promise<void>;
}

export interface Submitted {
  row: Generation;
  balance: number;
}

export interface Generations {
  kinds: ReadonlyMap<string, GenerationKind>;
  /** Charges, stores and queues, in one transaction; the same Idempotency-Key leads to the same row. */
  submit(exchange: Exchange, submission: Submission): Promise<Submitted>;
  /** By public id, raw uuid or the vendor's task id, inside the account. */
  find(accountId: string, kind: string, id: string): Promise<Generation | undefined>;
  /** Like `find`, over several kinds. */
  findAny(accountId: string, kinds: readonly string[], id: string): Promise<Generation | undefined>;
  list(
    accountId: string,
    kind: string,
    query: Page & { status?: GenerationStatus },
  ): Promise<{ rows: Generation[]; pagination: ReturnType<typeof paginate> }>;
  /** Resolves when the generation has ended, or with its state when the limit is over or the server stops. */
  wait(id: string, limitMs: number, stopping: AbortSignal): Promise<Generation | undefined>;
  /** Deletes an ended generation and its files; `also` deletes what hangs on it and returns the keys of further files. Throws `conflict` while it runs. */
  remove(row: Generation, also?: (trx: Transaction) => Promise<string[]>): Promise<void>;
}

export const queueOf = (slot: string, engine: string): string => `generate.${slot}.${engine}`;

/** Tells waiters of this process that a generation ended. */
export const endings = new EventEmitter().setMaxListeners(0);

export function createGenerations(options: { db: Database; credits: Credits; jobs: Jobs; media: Media }) {
  const { db, credits, jobs } = options;
  const kinds = new Map<string, GenerationKind>();

  function kindOf(name: string): GenerationKind {
    const kind = kinds.get(name);
    if (!kind) throw new Error(`There is no kind of generation named ${name}.`);
    return kind;
  }

  async function submit(exchange: Exchange, submission: Submission): Promise<Submitted> {
    const accountId = exchange.caller?.accountId;
    if (!accountId) throw new Error("A generation needs a caller.");
    const { slot } = kindOf(submission.kind);
    const key = exchange.idempotencyKey;
    const submitted = await db.transaction().execute(async (trx) => {
      if (key) {
        const earlier = await trx
          .selectFrom("generations")
          .selectAll()
          .where("account_id", "=", accountId)
          .where("idempotency_key", "=", key)
          .executeTakeFirst();
        if (earlier && isReplayed(earlier.created_at))
          return { row: earlier, balance: await credits.balance(trx, accountId) };
        if (earlier)
          await trx.updateTable("generations").set({ idempotency_key: null }).where("id", "=", earlier.id).execute();
      }
      await submission.before?.(trx);
      const id = newUuid();
      const balance = await credits.charge(trx, {
        accountId,
        amount: submission.credits,
        reason: submission.reason,
        reference: id,
      });
      const row = await trx
        .insertInto("generations")
        .values({
          id,
          account_id: accountId,
          kind: submission.kind,
          status: "pending",
          engine: submission.engine,
          fallbacks: [...(submission.fallbacks ?? [])],
          model: submission.model,
          prompt: submission.prompt,
          request: submission.request,
          files: {},
          facts: {},
          credits: submission.credits,
          parent_id: submission.parentId ?? null,
          idempotency_key: key ?? null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await jobs.send(trx, queueOf(slot, submission.engine), id, { id });
      return { row, balance };
    });
    exchange.credits = { used: submission.credits, remaining: submitted.balance };
    return submitted;
  }

  async function findAny(accountId: string, names: readonly string[], id: string) {
    const uuids = names.map((name) => toUuid(kindOf(name).prefix, id)).filter((uuid) => uuid !== undefined);
    const prefixed = names.some((name) => id.startsWith(`${kindOf(name).prefix}_`)) && uuids.length > 0;
    const query = db
      .selectFrom("generations")
      .selectAll()
      .where("account_id", "=", accountId)
      .where("kind", "in", names);
    const [uuid] = uuids;
    if (uuid) {
      const row = await query.where("id", "=", uuid).executeTakeFirst();
      if (row || prefixed) return row;
    }
    return query.where("task", "=", id).executeTakeFirst();
  }

  function list(accountId: string, kind: string, { status, ...page }: Page & { status?: GenerationStatus }) {
    const all = db.selectFrom("generations").where("account_id", "=", accountId).where("kind", "=", kind);
    return listPage(status ? all.where("status", "=", status) : all, page);
  }

  async function wait(id: string, limitMs: number, stopping: AbortSignal): Promise<Generation | undefined> {
    const until = Date.now() + limitMs;
    for (;;) {
      // Listen before looking, so that an ending in between is not missed; look again now and then for other processes.
      const left = until - Date.now();
      const ended = Promise.withResolvers<void>();
      const timer = setTimeout(ended.resolve, Math.max(0, Math.min(1000, left)));
      const wake = () => ended.resolve();
      endings.once(id, wake);
      stopping.addEventListener("abort", wake);
      try {
        const row = await db.selectFrom("generations").selectAll().where("id", "=", id).executeTakeFirst();
        if (!row || row.status === "completed" || row.status === "failed" || left <= 0 || stopping.aborted) return row;
        await ended.promise;
      } finally {
        clearTimeout(timer);
        endings.off(id, wake);
        stopping.removeEventListener("abort", wake);
      }
    }
  }

  async function remove(row: Generation, also?: (trx: Transaction) => Promise<string[]>) {
    const keys = await db.transaction().execute(async (trx) => {
      const deleted = await trx
        .deleteFrom("generations")
        .where("id", "=", row.id)
        .where("account_id", "=", row.account_id)
        .where("status", "in", ["completed", "failed"])
        .returning("files")
        .executeTakeFirst();
      if (!deleted)
        throw new ApiError("conflict", "It is still being made; delete it when it has completed or failed.");
      return [...Object.values(deleted.files).map((file) => file.key), ...((await also?.(trx)) ?? [])];
    });
    await options.media.remove(keys);
  }

  const generations: Generations = {
    kinds,
    submit,
    findAny,
    find: (accountId, kind, id) => findAny(accountId, [kind], id),
    list,
    wait,
    remove,
  };
  return { generations, define: (kind: GenerationKind) => void kinds.set(kind.kind, kind) };
}
