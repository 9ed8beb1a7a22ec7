/** Accounts, API keys and scopes. */
export type { Access } from "#core/access/access";
export { type AccountStatus, getAccountStatus, isActiveAccount, requireActiveAccount } from "#core/access/account-life";
export { chooseCaller, readNamedAccount } from "#core/access/choose-caller";
export { type Creator, toCreator } from "#core/access/creator";
export { hashKey, type KeyRow, type Membership } from "#core/access/keys";
export { findOwnerAccount, nameOwnerAccount } from "#core/access/owner-account";
export { hashPassword, verifyPassword } from "#core/access/passwords";
export { isLowerRole, type RoleName, roles } from "#core/access/roles";
export { requireScope, type Scope, type Scopes } from "#core/access/scopes";
