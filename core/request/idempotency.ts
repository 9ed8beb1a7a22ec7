import { type SqlBool, sql } from "kysely";
import { fromNow, type HeldLease, isExpired, keepLease, LEASE_MS } from "#core/leases";
import { ApiError } from "#core/request/errors";
import type { Database } from "#db/tables";

/** Hours for which a stored response is replayed. */
const KEEP_HOURS = 24;
/**
 * True while a key still identifies what was created under it, for 24 hours. Afterwards the key may be used again.
 * @example isReplayed(new Date(Date.now() - 60_000)); // true
 */
export const isReplayed = (createdAt: Date): boolean => createdAt.getTime() >= Date.now() - KEEP_HOURS * 3_600_000;
/** Responses that are not stored, so that the client can try again. */
const NOT_STORED = new Set([400, 401, 403, 404, 429, 503]);
/** Replaces a secret in stored responses. `Idempotency-Masked` names the fields. */
const MASK = "***";
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
  /** The calling key or person. Nobody else receives the response. */
  callerId: string;
  key: string;
  /** Fingerprint of method, path and body. A key must not be reused for another request. */
  fingerprint: string;
  /** Fields of the response that are shown once. */
  secrets: readonly string[];
}

/** Returns the key that a call is stored under. Each caller has a separate namespace. */
export const getScopedKey = ({ callerId, key }: Pick<Call, "callerId" | "key">): string => `${callerId} ${key}`;

/**
 * Identifies what a call submits. After a refusal, the Idempotency-Key may be sent with another call, which must not
 * find this submission.
 */
export const getSubmissionKey = (call: Call): string => `${getScopedKey(call)} ${call.fingerprint}`;

export function checkKey(key: string): void {
  if (key.length >= 1 && key.length <= 255 && /^[\x20-\x7e]+$/.test(key)) return;
  const message = "Must be 1 to 255 printable ASCII characters.";
  throw new ApiError("validation_error", `Idempotency-Key: ${message}`, { errors: { "Idempotency-Key": [message] } });
}

export const fingerprint = (method: string, path: string, body: Uint8Array | string): string =>
  new Bun.CryptoHasher("sha256").update(`${method} ${path}\n`).update(body).digest("hex");

export type Idempotency = ReturnType<typeof createIdempotency>;

/** True for rows that are too old to be replayed. */
const isOutdated = sql<SqlBool>`idempotency.created_at < now() - ${KEEP_HOURS} * interval '1 hour'`;

const findOpen = (db: Database, call: Call) =>
  db
    .updateTable("idempotency")
    .where("account_id", "=", call.accountId)
    .where("key", "=", getScopedKey(call))
    .where("status", "is", null);

/** Returns true if the key is new, or so old that it may be reused. */
async function insertKey(db: Database, call: Call): Promise<boolean> {
  const { accountId, fingerprint } = call;
  const fresh = { fingerprint, status: null, headers: null, body: null };
  const row = await db
    .insertInto("idempotency")
    .values({ account_id: accountId, key: getScopedKey(call), fingerprint, locked_until: fromNow(LEASE_MS) })
    .onConflict((conflict) =>
      conflict
        .columns(["account_id", "key"])
        .doUpdateSet({ ...fresh, locked_until: fromNow(LEASE_MS), created_at: fromNow() })
        .where(isOutdated),
    )
    .returning(isFromBefore(call).as("isFromBefore"))
    .executeTakeFirst();
  if (!row?.isFromBefore) return row !== undefined;
  await deleteOpen(db, call);
  throw new ApiError(
    "conflict",
    "This Idempotency-Key was used before the server was upgraded. Check the outcome of that request, and use a new key.",
  );
}

/** Versions before 0.2 stored responses without their caller, so these cannot be returned to anyone. */
const isFromBefore = ({ accountId, key }: Call) => sql<boolean>`exists (
  select from idempotency where account_id = ${accountId} and key = ${key} and not ${isOutdated}
)`;

const deleteOpen = (db: Database, call: Call) =>
  db
    .deleteFrom("idempotency")
    .where("account_id", "=", call.accountId)
    .where("key", "=", getScopedKey(call))
    .where("status", "is", null)
    .execute();

/** Returns the stored response, or undefined if there is none yet. Throws `idempotency_key_reuse`. */
async function readResponse(db: Database, call: Call): Promise<Response | undefined> {
  const row = await db
    .selectFrom("idempotency")
    .selectAll()
    .where("account_id", "=", call.accountId)
    .where("key", "=", getScopedKey(call))
    .executeTakeFirst();
  if (row && row.fingerprint !== call.fingerprint) throw new ApiError("idempotency_key_reuse");
  if (!row?.status) return undefined;
  return new Response(row.body, { status: row.status, headers: { ...row.headers, "idempotency-replayed": "true" } });
}

/** Stores the response, or frees the key if the client may try again. */
async function storeResponse(db: Database, call: Call, response: Response): Promise<Response> {
  if (NOT_STORED.has(response.status)) {
    await deleteOpen(db, call);
    return response;
  }
  const body = response.body ? await response.text() : null;
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  const secrets = response.ok && body !== null ? findSecrets(body, call.secrets) : [];
  const masked = secrets.length > 0;
  if (masked) headers["idempotency-masked"] = secrets.join(", ");
  // Keep the first response if another process has taken over.
  await findOpen(db, call)
    .set({ status: response.status, headers, body: masked && body !== null ? maskSecrets(body, secrets) : body })
    .execute();
  return new Response(body, { status: response.status, headers: response.headers });
}

/** Lists the fields among these that a response has. */
function findSecrets(body: string, fields: readonly string[]): string[] {
  if (fields.length === 0) return [];
  const content = JSON.parse(body) as object;
  return fields.filter((field) => Object.hasOwn(content, field));
}

const maskSecrets = (body: string, secrets: readonly string[]): string =>
  JSON.stringify({ ...JSON.parse(body), ...Object.fromEntries(secrets.map((field) => [field, MASK])) });

/** Runs each request with an Idempotency-Key once. A lease holds the key while its request runs. */
export function createIdempotency(db: Database) {
  const leases = new Map<Call, HeldLease>();

  function hold(call: Call): undefined {
    const renew = () =>
      findOpen(db, call)
        .set({ locked_until: fromNow(LEASE_MS) })
        .executeTakeFirst();
    leases.set(
      call,
      keepLease(renew, () => {}),
    );
  }

  function release(call: Call): void {
    leases.get(call)?.stop();
    leases.delete(call);
  }

  return {
    /** Returns a stored response to replay, or undefined if the caller must run the request. */
    async begin(call: Call): Promise<Response | undefined> {
      if (await insertKey(db, call)) return hold(call);
      const stored = await readResponse(db, call);
      if (stored) return stored;
      // If the process that held the key has died, exactly one of the callers takes over.
      const claimed = await findOpen(db, call)
        .set({ locked_until: fromNow(LEASE_MS) })
        .where(isExpired("locked_until"))
        .returning("key")
        .executeTakeFirst();
      if (claimed) return hold(call);
      throw new ApiError("idempotency_in_progress", undefined, { headers: { "retry-after": "1" } });
    },

    end: (call: Call, response: Response): Promise<Response> =>
      storeResponse(db, call, response).finally(() => release(call)),

    /** Removes responses that are too old to be replayed. */
    sweep: () => db.deleteFrom("idempotency").where(isOutdated).execute(),

    /** Releases keys held before `startedAt`. Only for a database that no other process uses. */
    releaseAll: (startedAt: Date) =>
      db
        .updateTable("idempotency")
        .set({ locked_until: new Date(0) })
        .where("status", "is", null)
        .where("created_at", "<", startedAt)
        .execute(),
  };
}
