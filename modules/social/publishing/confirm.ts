import { sql } from "kysely";
import type { Database } from "vireo/database";
import { isUuid } from "vireo/ids";
import type { Context } from "vireo/module";
import type { SocialProvider } from "vireo/slots/social";
import type { Target } from "../tables";
import { changeFor, unconfirmed } from "./outcome";
import { idempotencyKey, socialTarget } from "./publisher";
import type { Verdict } from "./settle";

interface Options {
  db: Database;
  save(verdict: Verdict): Promise<void>;
  providers(name: string): SocialProvider | undefined;
  pendingMs: number;
  log: Context["log"];
}

const BATCH = 100;
const READ_MS = 30_000;
const NOT_KNOWN = "The outcome of the call is not known.";

/** Clears up: what a process left behind, what a provider still works on, and what is not known. Nothing here ever sends. */
export function createConfirm({ db, save, providers, pendingMs, log }: Options) {
  /** What becomes of a target whose process is gone: before the call it may go again, after it never. */
  const abandoned = (target: Target): Verdict =>
    target.called_at
      ? { target, ...unconfirmed("The server stopped or lost its database during the call.", 0, null) }
      : { target, status: "pending", dueAt: target.claimed_at ?? new Date() };

  async function reclaim(): Promise<void> {
    const rows = await db
      .selectFrom("social_targets")
      .selectAll()
      .where("lease_until", "<", sql<Date>`now()`)
      .where("status", "=", "publishing")
      .orderBy("lease_until")
      .limit(BATCH)
      .execute();
    await Promise.all(rows.map((target) => save(abandoned(target))));
  }

  /** Those whose reading is due; the moved time keeps replicas from reading one twice. */
  const due = () =>
    db
      .updateTable("social_targets")
      .set({ next_read_at: new Date(Date.now() + 2 * READ_MS) })
      .where("id", "in", (eb) =>
        eb
          .selectFrom("social_targets")
          .select("id")
          .where("next_read_at", "<=", sql<Date>`now()`)
          .orderBy("next_read_at")
          .limit(BATCH)
          .forNoKeyUpdate()
          .skipLocked(),
      )
      .returningAll()
      .execute();

  async function look(target: Target, signal: AbortSignal) {
    const [post, account] = await Promise.all([
      db.selectFrom("social_posts").selectAll().where("id", "=", target.post_id).executeTakeFirstOrThrow(),
      db.selectFrom("social_accounts").selectAll().where("id", "=", target.social_account_id).executeTakeFirstOrThrow(),
    ]);
    const provider = providers(target.provider);
    if (!provider) return undefined;
    const sent = {
      ...socialTarget(target, post, account),
      attempt: target.attempts,
      idempotencyKey: idempotencyKey(target),
      calledAt: target.called_at?.getTime() ?? 0,
    };
    if (target.task !== null && provider.read) return provider.read(target.task, sent, signal);
    return provider.find(sent, signal);
  }

  async function read(target: Target, stopping: AbortSignal): Promise<void> {
    const reads = target.reads + 1;
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(READ_MS)]);
    try {
      const outcome = (await look(target, signal)) ?? { state: "unknown" as const, message: NOT_KNOWN };
      await save({ target, ...changeFor(outcome, { ...target, reads }, pendingMs) });
    } catch (error) {
      if (stopping.aborted) return;
      log.warn("a target could not be read", { targetId: target.id, error });
      const isWorkedOn = target.status === "publishing" && target.task !== null;
      const change = isWorkedOn
        ? changeFor({ state: "pending", task: target.task ?? "", readAfterMs: READ_MS }, target, pendingMs)
        : unconfirmed(NOT_KNOWN, reads, target.task);
      await save({ target, ...change });
    }
  }

  /** Somebody says that a target has moved on: it is read soon. What they say of it is not listened to. */
  async function readSoon(targetId: string): Promise<void> {
    if (!isUuid(targetId)) return;
    await db
      .updateTable("social_targets")
      .set({ next_read_at: new Date() })
      .where("id", "=", targetId)
      .where((eb) => eb.or([eb("next_read_at", "is not", null), eb("status", "=", "unconfirmed")]))
      .execute();
  }

  return {
    readSoon,
    reclaim,
    async readDue(stopping: AbortSignal): Promise<void> {
      const rows = await due();
      await Promise.allSettled(rows.map((target) => read(target, stopping)));
    },
  };
}
