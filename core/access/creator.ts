/**
 * Rules for API keys: a key never has more rights than the key or person that created it, changed it or knows its
 * secret.
 */
import { requireScope, type Scope } from "#core/access/scopes";
import { invalid } from "#core/request/errors";
import type { Caller } from "#core/request/exchange";
import { latest } from "#core/request/versions";

/** Creator of a key's secret, as stored. */
export interface Creator {
  created_by_key: string | null;
  created_by_person: string | null;
}

/**
 * Returns who created something, in the form that is stored.
 * @example
 * const caller = { accountId: "acct_1", keyId: "key_1", keyName: "CI", scopes: new Set<string>() };
 * toCreator(caller); // { created_by_key: "key_1", created_by_person: null }
 */
export const toCreator = (by: Caller | undefined): Creator => ({
  created_by_key: !by || by.personId ? null : by.keyId,
  created_by_person: by?.personId ?? by?.createdBy ?? null,
});

/** Throws `insufficient_scope` if the caller lacks one of these scopes. */
export function requireScopes(by: Caller, scopes: readonly Scope[]): void {
  for (const scope of scopes) requireScope(by, scope);
}

/** Refuses a time after the expiry of the caller's own key. `null` means that the key never expires. */
export function requireExpiry(by: Caller, expiresAt: Date | null): void {
  if (by.expiresAt === undefined || (expiresAt && expiresAt.getTime() <= by.expiresAt)) return;
  const own = new Date(by.expiresAt).toISOString();
  throw invalid("expiresAt", `Must not be later than the expiry of the key that you use (${own}).`);
}

/** Refuses a version later than `pin`. `null` means the latest version. */
export function requireVersion(pin: string | null | undefined, version: string | null): void {
  if (!pin || (version ?? latest) <= pin) return;
  throw invalid(
    "apiVersion",
    `Must not be later than ${pin}, the version of the key that creates or created this one.`,
  );
}
