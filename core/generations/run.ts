import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type ExpressionBuilder, sql } from "kysely";
import { type Engine, EngineError, type Outcome, type Run } from "#core/engine";
import type { SafeFetch } from "#core/fetch/fetch";
import type { Engines } from "#core/generations/engines";
import { createFallback } from "#core/generations/fallback";
import { type Generation, type GenerationKind, queueOf } from "#core/generations/generations";
import { createLeases, lease, mine } from "#core/generations/run-context";
import { createSettler, pauseOf, type SettleOptions } from "#core/generations/settle";
import { isUuid } from "#core/ids";
import type { Jobs } from "#core/jobs/jobs";
import { traced } from "#core/observability/tracing";
import { pause, untilAborted } from "#core/timing";
import type { Tables } from "#db/tables";

const MAX_ATTEMPTS = 5;
const DEFAULT_TIME_LIMIT_MS = 30 * 60_000;
/** Vendor tasks of one engine that are read at a time: one that is slow, or kept waiting by its rate, holds up no other's. */
const READS_PER_ENGINE = 20;
/** Pause between looks for tasks that are due. No shorter than the second in which vendors count reads. */
const READ_EVERY_MS = 1_000;
/** Runs given a new job in one sweep. */
const RECOVER_BATCH = 500;
const MAX_DOWNLOAD_BYTES = 2 * 1024 ** 3;
const DOWNLOAD_MS = 10 * 60_000;
const CANCEL_MS = 10_000;

interface Options extends SettleOptions {
  engines: Engines;
  jobs: Jobs;
  fetch: SafeFetch;
  /** Where runs have their temporary folders. */
  tempDir: string;
  /** Where a vendor may report that a run has moved on; undefined where nobody outside can reach this server. */
  callbackUrl(id: string): string | undefined;
}

const spanFacts = ({ id, kind, engine, model }: Generation) => ({
  "vireo.generation": id,
  "vireo.kind": kind,
  "vireo.engine": engine,
  "vireo.model": model,
});

/** Words for people, where an engine threw something that was not meant for them. */
function reasonOf(error: unknown): { code: string; message: string } {
  if (error instanceof EngineError) return { code: error.code, message: error.message };
  if ((error as { code?: string }).code === "ENOSPC") {
    return { code: "storage_full", message: "The server's disk is full." };
  }
  if (error instanceof Error && error.name === "UnsafeUrlError") return { code: "unsafe_url", message: error.message };
  return { code: "engine_error", message: "The engine stopped unexpectedly." };
}

export function createRunner(options: Options) {
  const { db, engines, kinds, jobs, log } = options;

  async function download(url: string, run: Pick<Run, "folder" | "signal">, headers?: Record<string, string>) {
    const path = join(run.folder, `in-${crypto.randomUUID()}`);
    const limits = { maxBytes: MAX_DOWNLOAD_BYTES, timeoutMs: DOWNLOAD_MS, signal: run.signal };
    await options.fetch.save(url, path, { ...limits, ...(headers ? { headers } : {}) });
    return path;
  }

  const { fail, giveUp, settle } = createSettler(options, download, cancel);
  const takeOver = createFallback(options);
  const withRun = createLeases(options, (row, base) => {
    const callbackUrl = options.callbackUrl(row.id);
    return { ...base, ...(callbackUrl ? { callbackUrl } : {}), download: (url) => download(url, base) };
  });

  /** The engine of a row; undefined when its plug-in is gone. */
  function engineOf(row: Generation): Engine<unknown> | undefined {
    const slot = kinds.get(row.kind)?.slot;
    return slot && (engines.get(slot, row.engine) as Engine<unknown> | undefined);
  }

  async function cancel(row: Generation, task: string): Promise<void> {
    try {
      const signal = AbortSignal.timeout(CANCEL_MS);
      await untilAborted(Promise.resolve(engineOf(row)?.cancel?.(task, { id: row.id, signal })), signal);
    } catch (error) {
      log.warn("task not cancelled", { id: row.id, engine: row.engine, error });
    }
  }

  /** The job of a queue: takes the lease and calls `create`, unless somebody else did. */
  async function create(id: string, stopping: AbortSignal): Promise<void> {
    const before = await db.selectFrom("generations").selectAll().where("id", "=", id).executeTakeFirst();
    if (!before || before.task || (before.status !== "pending" && before.status !== "processing")) return;
    const kind = kinds.get(before.kind);
    const engine = engineOf(before);
    const limitMs = engine?.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS;
    const row = await db
      .updateTable("generations")
      .set((eb) => ({
        status: "processing",
        attempts: eb("attempts", "+", 1),
        lease_until: lease(),
        deadline_at: before.deadline_at ?? new Date(Date.now() + limitMs),
      }))
      .where("id", "=", id)
      .where("attempts", "=", before.attempts)
      .where("status", "in", ["pending", "processing"])
      .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<", new Date())]))
      .returningAll()
      .executeTakeFirst();
    if (!row) return;
    if (!kind || !engine) return fail(row, "engine_missing", `The engine ${row.engine} is no longer configured.`);
    if (before.create_called_at && !engine.repeatable) {
      return fail(
        row,
        "outcome_unknown",
        "The server stopped while the engine was being called, and the call is not made twice.",
      );
    }
    if (row.attempts > MAX_ATTEMPTS) return fail(row, "engine_crashed", `The run was cut off ${MAX_ATTEMPTS} times.`);
    await attempt(row, kind, stopping, engine.repeatable === true, async (run) => {
      const request = (await kind.prepare?.(row, run)) ?? row.request;
      // From here on a crash leaves the outcome unknown.
      const { numUpdatedRows } = await mine(db, row).set({ create_called_at: new Date() }).executeTakeFirst();
      if (numUpdatedRows === 0n) throw new Error("The run was taken over or removed.");
      return engine.create(request, run);
    });
  }

  async function attempt(
    row: Generation,
    kind: GenerationKind,
    stopping: AbortSignal,
    repeatable: boolean,
    call: (run: Run) => Promise<Outcome>,
  ): Promise<void> {
    try {
      // A vendor's create is let finish when the server stops: cut off, its outcome would be unknown.
      const cut = repeatable ? stopping : new AbortController().signal;
      await traced(`generate ${row.kind}`, { attributes: spanFacts(row) }, () =>
        withRun(row, cut, async (run) => settle(row, kind, await call(run), run)),
      );
    } catch (error) {
      if (stopping.aborted && repeatable) {
        // Let go, as if the run had never begun: the next process takes it at once.
        await mine(db, row)
          .set({ lease_until: null, create_called_at: null, attempts: row.attempts - 1 })
          .execute();
        return;
      }
      const timedOut = row.deadline_at && row.deadline_at.getTime() <= Date.now();
      const { code, message } = timedOut
        ? { code: "engine_timeout", message: "The engine did not finish in time." }
        : reasonOf(error);
      log.error("engine failed", { id: row.id, kind: row.kind, engine: row.engine, code, error });
      if (!(await takeOver(row, kind, code))) await fail(row, code, message);
    }
  }

  /** Takes what is due, as far as each engine has room; the lease keeps replicas from reading a task twice. */
  async function takeDue(busy: ReadonlyMap<string, number>): Promise<Generation[]> {
    const room = sql<number>`${READS_PER_ENGINE} - coalesce((${JSON.stringify(Object.fromEntries(busy))}::text::json ->> engine)::int, 0)`;
    const free = (or: ExpressionBuilder<Tables, "generations">) =>
      or.or([or("lease_until", "is", null), or("lease_until", "<", new Date())]);
    return db
      .updateTable("generations")
      .set({ lease_until: lease() })
      .where("id", "in", (eb) =>
        eb
          .selectFrom((due) =>
            due
              .selectFrom("generations")
              .select(["id", room.as("room")])
              .select(sql<number>`row_number() over (partition by engine order by next_read_at)`.as("turn"))
              .where("status", "=", "processing")
              .where("task", "is not", null)
              .where("next_read_at", "<=", new Date())
              .where(free)
              .as("due"),
          )
          .select("id")
          .whereRef("turn", "<=", "room"),
      )
      .where("status", "=", "processing")
      .where(free)
      .returningAll()
      .execute();
  }

  /**
   * Reads vendor tasks as they fall due, for as long as there are any. The caller lets one replica do this at a
   * time: a vendor's rate, which each process keeps for itself, is then kept by all of them together.
   */
  async function readDue(stopping: AbortSignal): Promise<void> {
    const reading = new Set<Promise<void>>();
    const busy = new Map<string, number>();
    const start = (row: Generation) => {
      busy.set(row.engine, (busy.get(row.engine) ?? 0) + 1);
      const work = read(row, stopping)
        .catch((error) => log.error("task not settled", { id: row.id, error }))
        .finally(() => {
          busy.set(row.engine, (busy.get(row.engine) ?? 1) - 1);
          reading.delete(work);
        });
      reading.add(work);
    };
    const rest = () => pause(READ_EVERY_MS, stopping).catch(() => {});
    try {
      while (!stopping.aborted) {
        const due = await takeDue(busy);
        if (due.length === 0 && reading.size === 0) break;
        due.forEach(start);
        await rest();
      }
      // Whoever reads next begins with a fresh rate, which must not add to what this one has used up.
      if (busy.size > 0) await rest();
    } finally {
      await Promise.all(reading);
    }
  }

  async function read(row: Generation, stopping: AbortSignal): Promise<void> {
    const kind = kinds.get(row.kind);
    const engine = engineOf(row);
    if (!kind || !engine?.read || !row.task)
      return fail(row, "engine_missing", `The engine ${row.engine} is no longer configured.`);
    const { task } = row;
    try {
      await withRun(row, stopping, async (run) => settle(row, kind, (await engine.read?.(task, run)) as Outcome, run));
    } catch (error) {
      // Reading is repeatable: a fault only postpones it, until the deadline.
      if (error instanceof EngineError || (error as Error).name === "UnsafeUrlError") {
        const { code, message } = reasonOf(error);
        return fail(row, code, message);
      }
      if (row.deadline_at && row.deadline_at.getTime() <= Date.now()) return giveUp(row, task);
      log.warn("task not read", { id: row.id, engine: row.engine, error });
      const left = (row.deadline_at?.getTime() ?? 0) - Date.now();
      const wait = Math.min(pauseOf(row), Math.max(1000, left / 4));
      await mine(db, row)
        .set({ lease_until: null, next_read_at: new Date(Date.now() + wait) })
        .execute();
    }
  }

  /** Gives work without a worker a new job: after a crash, a lost job, a restart. */
  async function recover(): Promise<void> {
    const rows = await db
      .selectFrom("generations")
      .selectAll()
      .where("status", "in", ["pending", "processing"])
      .where("task", "is", null)
      .where((eb) =>
        eb.or([
          eb.and([
            eb("status", "=", "processing"),
            eb.or([eb("lease_until", "is", null), eb("lease_until", "<", new Date())]),
          ]),
          eb("created_at", "<", sql<Date>`now() - interval '1 minute'`),
        ]),
      )
      .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<", new Date())]))
      .orderBy("created_at")
      .limit(RECOVER_BATCH)
      .execute();
    const [served, orphaned] = [rows.filter(engineOf), rows.filter((row) => !engineOf(row))];
    await Promise.all(
      orphaned.map((row) => fail(row, "engine_missing", `The engine ${row.engine} is no longer configured.`)),
    );
    const byQueue = Map.groupBy(served, (row) => queueOf(kinds.get(row.kind)?.slot ?? "", row.engine));
    await db.transaction().execute(async (trx) => {
      for (const [queue, lost] of byQueue) {
        await jobs.sendAll(
          trx,
          queue,
          lost.map(({ id }) => ({ key: id, data: { id } })),
        );
      }
    });
  }

  /** For a database that only this process uses: every lease is a dead process's. */
  async function releaseAll(): Promise<void> {
    await db.updateTable("generations").set({ lease_until: null }).where("status", "=", "processing").execute();
    await rm(options.tempDir, { recursive: true, force: true });
  }

  /** Somebody says that a run has moved on: it is read soon. What they say of it is not listened to. */
  async function hurry(id: string): Promise<void> {
    if (!isUuid(id)) return;
    await db
      .updateTable("generations")
      .set({ next_read_at: new Date() })
      .where("id", "=", id)
      .where("status", "=", "processing")
      .where("task", "is not", null)
      .execute();
  }

  return { create, readDue, recover, hurry, releaseAll };
}
