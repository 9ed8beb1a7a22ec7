export { type Access, hashKey, requireScope } from "#core/access/access";
export { ownerAccount } from "#core/access/owner";
export type { Scope, Scopes } from "#core/access/scopes";
