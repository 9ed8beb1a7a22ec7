/** Chooses the account that a request acts on, among those that its secret is for. */
import type { CachedCallers } from "#core/access/caller-cache";
import { ApiError } from "#core/request/errors";
import type { Caller } from "#core/request/exchange";

/**
 * Returns the account that a request names in the header Vireo-Account.
 * @example readNamedAccount(new Request("http://localhost", { headers: { "vireo-account": "acct_1" } })); // "acct_1"
 */
export const readNamedAccount = (request: Request): string | undefined =>
  request.headers.get("vireo-account") ?? undefined;

/**
 * Returns the caller of the named account. Without a name, there must be only one: a request never acts on a guessed
 * account.
 * @throws ApiError `account_mismatch`, `account_required` or `account_suspended`
 * @example
 * const caller = { accountId: "acct_1", keyId: "key_1", keyName: "ann@example.com", scopes: new Set<string>() };
 * chooseCaller({ callers: [caller], suspended: new Set() }, undefined).keyId; // "key_1"
 */
export function chooseCaller(
  { callers, suspended }: Pick<CachedCallers, "callers" | "suspended">,
  named: string | undefined,
): Caller {
  if (named === undefined && callers.length > 1) throw new ApiError("account_required");
  const caller = named === undefined ? callers[0] : callers.find(({ accountId }) => accountId === named);
  if (!caller) throw new ApiError("account_mismatch");
  if (suspended.has(caller.accountId)) throw new ApiError("account_suspended");
  return caller;
}
