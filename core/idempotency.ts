import { ApiError } from "#core/errors";
import type { Database } from "#db/tables";

/** How long a stored answer is replayed. */
const KEEP_HOURS = 24;
/** How long a call may run before its key may be tried again: longer than any request lasts. */
const LOCK_MINUTES = 15;
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

export function createIdempotency(db: Database) {
  const lockUntil = () => new Date(Date.now() + LOCK_MINUTES * 60_000);

  /** A stored answer to replay, or undefined when the call is ours to make. */
  async function begin(call: Call): Promise<Response | undefined> {
    const oldest = new Date(Date.now() - KEEP_HOURS * 3_600_000);
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
    if (mine) return undefined;
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
    const taken = await db
      .updateTable("idempotency")
      .set({ locked_until: lockUntil() })
      .where("account_id", "=", call.accountId)
      .where("key", "=", call.key)
      .where("status", "is", null)
      .where("locked_until", "<", new Date())
      .returning("key")
      .executeTakeFirst();
    if (taken) return undefined;
    throw new ApiError("idempotency_in_progress", undefined, { headers: { "retry-after": "1" } });
  }

  const forget = (call: Call) =>
    db.deleteFrom("idempotency").where("account_id", "=", call.accountId).where("key", "=", call.key).execute();

  /** Stores the answer (or lets go of the key where the answer is one to be tried again). */
  async function end(call: Call, response: Response): Promise<Response> {
    if (NOT_STORED.has(response.status)) {
      await forget(call);
      return response;
    }
    const body = response.body ? await response.text() : null;
    const headers: Record<string, string> = {};
    for (const name of KEPT_HEADERS) {
      const value = response.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    await db
      .updateTable("idempotency")
      .set({ status: response.status, headers, body })
      .where("account_id", "=", call.accountId)
      .where("key", "=", call.key)
      .execute();
    return new Response(body, { status: response.status, headers: response.headers });
  }

  /** Removes what is too old to be replayed. */
  const sweep = () =>
    db
      .deleteFrom("idempotency")
      .where("created_at", "<", new Date(Date.now() - KEEP_HOURS * 3_600_000))
      .execute();

  /** For a database that only this process uses: whoever held a key before it began is dead. */
  const releaseAll = (began: Date) =>
    db
      .updateTable("idempotency")
      .set({ locked_until: new Date(0) })
      .where("status", "is", null)
      .where("created_at", "<", began)
      .execute();

  return { begin, end, forget, sweep, releaseAll };
}
