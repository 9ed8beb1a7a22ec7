export { type Access, expandScopes, grantable, hashKey, requireScope, type Scope, scopes } from "#core/access/access";
export { ownerAccount } from "#core/access/owner";
