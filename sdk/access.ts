/** Accounts, API keys and scopes. */
export type { Access } from "#core/access/access";
export { hashKey, type KeyRow } from "#core/access/keys";
export { ownerAccount } from "#core/access/owner";
export { requireScope, type Scope, type Scopes } from "#core/access/scopes";
