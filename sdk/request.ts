export { readBody } from "#core/http/read-body";
export { type Caller, type Exchange, exchangeOf } from "#core/request/exchange";
export { isReplayed } from "#core/request/idempotency";
