/** The state of a request, and reading its body. */
export type { Actor } from "#core/audit";
export { isTooDeep, readBody } from "#core/http/read-body";
export { type Caller, type Exchange, getCallerId, getExchange } from "#core/request/exchange";
export { isReplayed } from "#core/request/idempotency";
