import { hashKey } from "vireo/access";
import type { Database, Transaction } from "vireo/database";
import { ApiError } from "vireo/errors";
import type { Context } from "vireo/module";
import { writeWrongCodes } from "../mails";
import { AUTHENTICATOR, type PersonRow } from "../migrations";
import { createSecret, createUri, findStep } from "./authenticator";

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
type Parts = Pick<Context<unknown, never, "mail">, "db" | "audit" | "secrets" | "now" | "services">;

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

/** Second factor: codes of an authenticator app, and recovery codes if the app is lost. Each code works once. */
export class TwoFactor {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async isOn(on: Database, personId: string): Promise<boolean> {
    const row = await on
      .selectFrom("people_two_factor")
      .select("person_id")
      .where("person_id", "=", personId)
      .where("confirmed_at", "is not", null)
      .executeTakeFirst();
    return row !== undefined;
  }

  async countRecoveryCodes(personId: string): Promise<number> {
    const { count } = await this.#parts.db
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
  async begin({ id, email }: PersonRow): Promise<{ secret: string; uri: string }> {
    const secret = await createSecret();
    const sealed = this.#parts.secrets.seal(secret, AUTHENTICATOR);
    const row = await this.#parts.db
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
    return { secret, uri: await createUri(secret, email) };
  }

  /** Turns it on with the first code. Returns the recovery codes. Throws `wrong_code`. */
  confirm(person: PersonRow, code: string): Promise<string[]> {
    return this.#parts.db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom("people_two_factor")
        .select("confirmed_at")
        .where("person_id", "=", person.id)
        .forUpdate()
        .executeTakeFirst();
      if (!row || row.confirmed_at) throw new ApiError("conflict", "Begin with a new secret.");
      if (!(await this.#takeStep(trx, person.id, code))) throw new ApiError("wrong_code");
      await trx
        .updateTable("people_two_factor")
        .set({ confirmed_at: new Date(this.#parts.now()) })
        .where("person_id", "=", person.id)
        .execute();
      await this.#record(trx, "two_factor_enabled", person, true);
      return this.#replaceRecoveryCodes(trx, person.id);
    });
  }

  /** Accepts a code of the app or a recovery code, once. Throws `wrong_code`. */
  async take(on: Database, person: PersonRow, code: string): Promise<void> {
    if (!(await this.isOn(on, person.id))) throw new ApiError("wrong_code");
    const text = normalize(code);
    if (!isRecoveryCode(code)) {
      if (await this.#takeStep(on, person.id, text)) return;
    } else {
      const used = await on
        .deleteFrom("people_recovery_codes")
        .where("person_id", "=", person.id)
        .where("code_hash", "=", hashKey(text))
        .returning("person_id")
        .executeTakeFirst();
      if (used) return this.#record(on, "recovery_code_used", person, true);
    }
    throw new ApiError("wrong_code");
  }

  /** Starts to count wrong codes again, after a sign-in. */
  async clearWrong(on: Database, personId: string): Promise<void> {
    const own = on.updateTable("people_two_factor").set({ wrong_codes: 0 }).where("person_id", "=", personId);
    await own.where("wrong_codes", ">", 0).execute();
  }

  /** Counts a wrong code at a sign-in. Tells the person after a few. */
  async countWrong(person: PersonRow): Promise<void> {
    const { db, now, services } = this.#parts;
    await db.transaction().execute(async (trx) => {
      const own = trx.updateTable("people_two_factor").where("person_id", "=", person.id);
      const row = await own
        .set((eb) => ({ wrong_codes: eb("wrong_codes", "+", 1) }))
        .returning(["wrong_codes", "noticed_at"])
        .executeTakeFirst();
      const isNoticed = row?.noticed_at && now() - row.noticed_at.getTime() < NOTICE_MS;
      if (!row || row.wrong_codes < NOTICED_CODES || isNoticed) return;
      await own.set({ wrong_codes: 0, noticed_at: new Date(now()) }).execute();
      await this.#record(trx, "wrong_codes_entered", person, false);
      await services.mail?.send(trx, person.email, "wrong-codes", writeWrongCodes(NOTICED_CODES));
    });
  }

  /** Replaces the recovery codes. Throws `wrong_code`. */
  renewRecoveryCodes(person: PersonRow, code: string): Promise<string[]> {
    return this.#parts.db.transaction().execute(async (trx) => {
      await this.take(trx, person, code);
      await this.#record(trx, "recovery_codes_created", person, true);
      return this.#replaceRecoveryCodes(trx, person.id);
    });
  }

  /** Turns it off with a code. Throws `wrong_code`. */
  async turnOff(person: PersonRow, code: string): Promise<void> {
    await this.#parts.db.transaction().execute(async (trx) => {
      await this.take(trx, person, code);
      await this.#remove(trx, person, true);
    });
  }

  /** Turns it off for a person who has lost the app and the recovery codes. Throws `not_found` if it is not on. */
  async remove(person: PersonRow): Promise<void> {
    await this.#parts.db.transaction().execute(async (trx) => {
      if (!(await this.isOn(trx, person.id))) {
        throw new ApiError("not_found", "This person does not use two-factor authentication.");
      }
      await this.#remove(trx, person, false);
    });
  }

  async #remove(trx: Transaction, person: PersonRow, isOwn: boolean): Promise<void> {
    await trx.deleteFrom("people_two_factor").where("person_id", "=", person.id).execute();
    await trx.deleteFrom("people_recovery_codes").where("person_id", "=", person.id).execute();
    await this.#record(trx, "two_factor_disabled", person, isOwn);
  }

  /** True for a code with a later time step than the last accepted one. Of parallel calls, one succeeds. */
  async #takeStep(on: Database, personId: string, code: string): Promise<boolean> {
    const row = await on
      .selectFrom("people_two_factor")
      .select("secret")
      .where("person_id", "=", personId)
      .executeTakeFirst();
    if (!row?.secret) return false;
    const secret = this.#parts.secrets.open(row.secret, AUTHENTICATOR);
    const step = await findStep(secret, normalize(code), this.#parts.now());
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

  async #replaceRecoveryCodes(trx: Transaction, personId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
    await trx.deleteFrom("people_recovery_codes").where("person_id", "=", personId).execute();
    await trx
      .insertInto("people_recovery_codes")
      .values(codes.map((code) => ({ person_id: personId, code_hash: hashKey(normalize(code)) })))
      .execute();
    return codes;
  }

  #record(on: Database, action: Action, { id, account_id: accountId, email }: PersonRow, isOwn: boolean) {
    const subject = { type: "person", id, name: email } as const;
    const actor = isOwn ? { actor: subject } : {};
    return this.#parts.audit.record(on, { action: `person.${action}`, accountId, subject, ...actor });
  }
}
