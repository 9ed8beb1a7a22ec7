import { type SqlBool, sql } from "kysely";
import { ApiError } from "#core/request/errors";
import type { Database } from "#db/tables";

/** How long a stored answer is replayed. */
const KEEP_HOURS = 24;
const keptSince = () => new Date(Date.now() - KEEP_HOURS * 3_600_000);
/** Whether what was made then under a key is still what that key stands for; after that, keys may be used anew. */
export const isReplayed = (madeAt: Date): boolean => madeAt >= keptSince();
/** A call holds its key for so long, and holds it anew while it runs: the key of a process that died is free soon. */
const LOCK_SECONDS = 30;
const RENEW_MS = 10_000;
/** Answers that a client should be able to try again: after putting the cause right, or (503) when it has passed. */
const NOT_STORED = new Set([400, 401, 429, 503]);
const KEPT_HEADERS = [
  "content-type",
  "location",
  "x-credits-used",
  "x-credits-remaining",
  "service-version",
  "retry-after",
];

export interface Call {
  accountId: string;
  key: string;
  /** Of method, path and body: the same key must come with the same call. */
  fingerprint: string;
}

export function checkKey(key: string): void {
  if (key.length >= 1 && key.length <= 255 && /^[\x20-\x7e]+$/.test(key)) return;
  const message = "Must be 1 to 255 printable ASCII characters.";
  throw new ApiError("validation_error", `Idempotency-Key: ${message}`, { errors: { "Idempotency-Key": [message] } });
}

export const fingerprint = (method: string, path: string, body: Uint8Array | string): string =>
  new Bun.CryptoHasher("sha256").update(`${method} ${path}\n`).update(body).digest("hex");

export type Idempotency = ReturnType<typeof createIdempotency>;

// The database's clock alone decides, whatever the replicas' clocks say.
const lockUntil = () => sql<Date>`clock_timestamp() + ${LOCK_SECONDS} * interval '1 second'`;
const lockIsOver = sql<SqlBool>`locked_until < clock_timestamp()`;

export function createIdempotency(db: Database) {
  const held = new Map<Call, Timer>();

  const open = ({ accountId, key }: Call) =>
    db
      .updateTable("idempotency")
      .where("account_id", "=", accountId)
      .where("key", "=", key)
      .where("status", "is", null);

  /** The call is ours to make. */
  function hold(call: Call): undefined {
    const renew = () =>
      open(call)
        .set({ locked_until: lockUntil() })
        .execute()
        .catch(() => {}); // There is time for two more.
    held.set(call, setInterval(renew, RENEW_MS));
  }

  function release(call: Call): void {
    clearInterval(held.get(call));
    held.delete(call);
  }

  /** A stored answer to replay, or undefined when the call is ours to make. */
  async function begin(call: Call): Promise<Response | undefined> {
    const oldest = keptSince();
    const mine = await db
      .insertInto("idempotency")
      .values({ account_id: call.accountId, key: call.key, fingerprint: call.fingerprint, locked_until: lockUntil() })
      .onConflict((conflict) =>
        conflict
          .columns(["account_id", "key"])
          .doUpdateSet({
            locked_until: lockUntil(),
            fingerprint: call.fingerprint,
            status: null,
            headers: null,
            body: null,
            created_at: new Date(),
          })
          .where("idempotency.created_at", "<", oldest),
      )
      .returning("key")
      .executeTakeFirst();
    if (mine) return hold(call);
    const row = await db
      .selectFrom("idempotency")
      .selectAll()
      .where("account_id", "=", call.accountId)
      .where("key", "=", call.key)
      .executeTakeFirst();
    if (row && row.fingerprint !== call.fingerprint) throw new ApiError("idempotency_key_reuse");
    if (row?.status) {
      return new Response(row.body, {
        status: row.status,
        headers: { ...row.headers, "idempotency-replayed": "true" },
      });
    }
    // The process that held the key died before it answered: exactly one of the callers takes over.
    const taken = await open(call)
      .set({ locked_until: lockUntil() })
      .where(lockIsOver)
      .returning("key")
      .executeTakeFirst();
    if (taken) return hold(call);
    throw new ApiError("idempotency_in_progress", undefined, { headers: { "retry-after": "1" } });
  }

  /** Stores the answer (or lets go of the key where the answer is one to be tried again). */
  const end = (call: Call, response: Response): Promise<Response> => store(call, response).finally(() => release(call));

  async function store(call: Call, response: Response): Promise<Response> {
    if (NOT_STORED.has(response.status)) {
      await db
        .deleteFrom("idempotency")
        .where("account_id", "=", call.accountId)
        .where("key", "=", call.key)
        .where("status", "is", null)
        .execute();
      return response;
    }
    const body = response.body ? await response.text() : null;
    const headers: Record<string, string> = {};
    for (const name of KEPT_HEADERS) {
      const value = response.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    // The first answer stands, should somebody else have taken over meanwhile.
    await open(call).set({ status: response.status, headers, body }).execute();
    return new Response(body, { status: response.status, headers: response.headers });
  }

  /** Removes what is too old to be replayed. */
  const sweep = () => db.deleteFrom("idempotency").where("created_at", "<", keptSince()).execute();

  /** For a database that only this process uses: whoever held a key before it began is dead. */
  const releaseAll = (began: Date) =>
    db
      .updateTable("idempotency")
      .set({ locked_until: new Date(0) })
      .where("status", "is", null)
      .where("created_at", "<", began)
      .execute();

  return { begin, end, sweep, releaseAll };
}
