import { AsyncLocalStorage } from "node:async_hooks";
import type { Exchange } from "#core/request/exchange";

/** The current request, for log lines and audit entries. */
export const currentRequest = new AsyncLocalStorage<Pick<Exchange, "id" | "ownId" | "caller">>();
