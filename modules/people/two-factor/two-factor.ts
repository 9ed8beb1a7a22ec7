/** Second factor: codes of an authenticator app, and recovery codes if the app is lost. Each code works once. */
import { hashKey } from "vireo/access";
import type { Database, Transaction } from "vireo/database";
import { ApiError } from "vireo/errors";
import type { People } from "../context";
import { writeWrongCodes } from "../mails";
import { AUTHENTICATOR, type PersonRow } from "../migrations";

/** Codes of authenticator apps (TOTP, RFC 6238), with parameters that every app supports. */
const DIGITS = 6;
const PERIOD_S = 30;
/** Accepted steps before and after the current one, because clocks differ. */
const WINDOW = 1;

const RECOVERY_CODES = 10;
/** Recovery codes: 80 bits in base 32, without characters that look alike. */
const CODE_LENGTH = 16;
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

type Action =
  | "two_factor_enabled"
  | "two_factor_disabled"
  | "recovery_codes_created"
  | "recovery_code_used"
  | "wrong_codes_entered";

/** Wrong codes at sign-ins after which the person is told, at most once a day: whoever enters codes knows the password. */
const NOTICED_CODES = 5;
const NOTICE_MS = 24 * 3_600_000;

/** Formats a code as "abcd-efgh-jkmn-pqrs". */
function createRecoveryCode(): string {
  const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomIndex(ALPHABET.length)]).join("");
  return code.match(/.{4}/g)?.join("-") ?? code;
}

/** Keep the distribution uniform: skip bytes that would favour the first values. */
function randomIndex(below: number): number {
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 256 - (256 % below)) return byte % below;
  }
}

/** Normalises a code: people type it with or without spaces, hyphens and capitals. */
const normalize = (code: string) => code.replace(/[\s-]/g, "").toLowerCase();

/** True for text that can only be a recovery code, which nobody can guess. */
export const isRecoveryCode = (code: string): boolean => !/^\d{6}$/.test(normalize(code));

async function createTotp(secret: string, label?: string) {
  const { Secret, TOTP } = await import("otpauth");
  return new TOTP({
    issuer: "Vireo",
    label: label || undefined,
    secret: Secret.fromBase32(secret),
    digits: DIGITS,
    period: PERIOD_S,
  });
}

/** Generates a secret of 160 bits in base 32. */
async function createSecret(): Promise<string> {
  const { Secret } = await import("otpauth");
  return new Secret({ size: 20 }).base32;
}

/** Returns the time step of a code. Undefined for a wrong code. */
async function findStep(secret: string, code: string, now: number): Promise<number | undefined> {
  const totp = await createTotp(secret);
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta;
}

export async function isTwoFactorOn(on: Database, personId: string): Promise<boolean> {
  const row = await on
    .selectFrom("people_two_factor")
    .select("person_id")
    .where("person_id", "=", personId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function countRecoveryCodes({ db }: People, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom("people_recovery_codes")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("person_id", "=", personId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Creates the secret for an authenticator app, which takes effect after `confirm`. Throws `conflict` if two-factor
 * authentication is already on.
 */
export async function beginTwoFactor(
  { db, secrets }: People,
  { id, email }: PersonRow,
): Promise<{ secret: string; uri: string }> {
  const secret = await createSecret();
  const sealed = secrets.seal(secret, AUTHENTICATOR);
  const row = await db
    .insertInto("people_two_factor")
    .values({ person_id: id, secret: sealed, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .column("person_id")
        .doUpdateSet({ secret: sealed, last_step: "0" })
        .where("people_two_factor.confirmed_at", "is", null),
    )
    .returning("person_id")
    .executeTakeFirst();
  if (!row) throw new ApiError("conflict", "Two-factor authentication is already on.");
  return { secret, uri: (await createTotp(secret, email)).toString() };
}

/** Turns it on with the first code. Returns the recovery codes. Throws `wrong_code`. */
export function confirmTwoFactor(people: People, person: PersonRow, code: string): Promise<string[]> {
  return people.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("people_two_factor")
      .select("confirmed_at")
      .where("person_id", "=", person.id)
      .forUpdate()
      .executeTakeFirst();
    if (!row || row.confirmed_at) throw new ApiError("conflict", "Begin with a new secret.");
    if (!(await takeStep(people, trx, person.id, code))) throw new ApiError("wrong_code");
    await trx
      .updateTable("people_two_factor")
      .set({ confirmed_at: new Date(people.now()) })
      .where("person_id", "=", person.id)
      .execute();
    await recordAction(people, trx, "two_factor_enabled", person, true);
    return replaceRecoveryCodes(trx, person.id);
  });
}

/** Accepts a code of the app or a recovery code, once. Throws `wrong_code`. */
export async function takeCode(people: People, on: Database, person: PersonRow, code: string): Promise<void> {
  if (!(await isTwoFactorOn(on, person.id))) throw new ApiError("wrong_code");
  const text = normalize(code);
  if (!isRecoveryCode(code)) {
    if (await takeStep(people, on, person.id, text)) return;
  } else {
    const used = await on
      .deleteFrom("people_recovery_codes")
      .where("person_id", "=", person.id)
      .where("code_hash", "=", hashKey(text))
      .returning("person_id")
      .executeTakeFirst();
    if (used) return recordAction(people, on, "recovery_code_used", person, true);
  }
  throw new ApiError("wrong_code");
}

/** Starts to count wrong codes again, after a sign-in. */
export async function clearWrongCodes(on: Database, personId: string): Promise<void> {
  const own = on.updateTable("people_two_factor").set({ wrong_codes: 0 }).where("person_id", "=", personId);
  await own.where("wrong_codes", ">", 0).execute();
}

/** Counts a wrong code at a sign-in. Tells the person after a few. */
export async function countWrongCode(people: People, person: PersonRow): Promise<void> {
  const { db, now, services } = people;
  await db.transaction().execute(async (trx) => {
    const own = trx.updateTable("people_two_factor").where("person_id", "=", person.id);
    const row = await own
      .set((eb) => ({ wrong_codes: eb("wrong_codes", "+", 1) }))
      .returning(["wrong_codes", "noticed_at"])
      .executeTakeFirst();
    const isNoticed = row?.noticed_at && now() - row.noticed_at.getTime() < NOTICE_MS;
    if (!row || row.wrong_codes < NOTICED_CODES || isNoticed) return;
    await own.set({ wrong_codes: 0, noticed_at: new Date(now()) }).execute();
    await recordAction(people, trx, "wrong_codes_entered", person, false);
    await services.mail?.send(trx, person.email, "wrong-codes", writeWrongCodes(NOTICED_CODES));
  });
}

/** Replaces the recovery codes. Throws `wrong_code`. */
export function renewRecoveryCodes(people: People, person: PersonRow, code: string): Promise<string[]> {
  return people.db.transaction().execute(async (trx) => {
    await takeCode(people, trx, person, code);
    await recordAction(people, trx, "recovery_codes_created", person, true);
    return replaceRecoveryCodes(trx, person.id);
  });
}

/** Turns it off with a code. Throws `wrong_code`. */
export async function turnOffTwoFactor(people: People, person: PersonRow, code: string): Promise<void> {
  await people.db.transaction().execute(async (trx) => {
    await takeCode(people, trx, person, code);
    await deleteTwoFactor(people, trx, person, true);
  });
}

/** Turns it off for a person who has lost the app and the recovery codes. Throws `not_found` if it is not on. */
export async function removeTwoFactor(people: People, person: PersonRow): Promise<void> {
  await people.db.transaction().execute(async (trx) => {
    if (!(await isTwoFactorOn(trx, person.id))) {
      throw new ApiError("not_found", "This person does not use two-factor authentication.");
    }
    await deleteTwoFactor(people, trx, person, false);
  });
}

async function deleteTwoFactor(people: People, trx: Transaction, person: PersonRow, isOwn: boolean): Promise<void> {
  await trx.deleteFrom("people_two_factor").where("person_id", "=", person.id).execute();
  await trx.deleteFrom("people_recovery_codes").where("person_id", "=", person.id).execute();
  await recordAction(people, trx, "two_factor_disabled", person, isOwn);
}

/** True for a code with a later time step than the last accepted one. Of parallel calls, one succeeds. */
async function takeStep({ now, secrets }: People, on: Database, personId: string, code: string): Promise<boolean> {
  const row = await on
    .selectFrom("people_two_factor")
    .select("secret")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  if (!row?.secret) return false;
  const secret = secrets.open(row.secret, AUTHENTICATOR);
  const step = await findStep(secret, normalize(code), now());
  if (step === undefined) return false;
  const updated = await on
    .updateTable("people_two_factor")
    .set({ last_step: String(step) })
    .where("person_id", "=", personId)
    .where("secret", "=", row.secret)
    .where("last_step", "<", String(step))
    .returning("person_id")
    .executeTakeFirst();
  return updated !== undefined;
}

async function replaceRecoveryCodes(trx: Transaction, personId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
  await trx.deleteFrom("people_recovery_codes").where("person_id", "=", personId).execute();
  await trx
    .insertInto("people_recovery_codes")
    .values(codes.map((code) => ({ person_id: personId, code_hash: hashKey(normalize(code)) })))
    .execute();
  return codes;
}

function recordAction(
  { audit }: People,
  on: Database,
  action: Action,
  { id, account_id: accountId, email }: PersonRow,
  isOwn: boolean,
): Promise<void> {
  const subject = { type: "person", id, name: email } as const;
  return audit.record(on, { action: `person.${action}`, accountId, subject, actor: isOwn ? subject : undefined });
}
