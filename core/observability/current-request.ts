import { AsyncLocalStorage } from "node:async_hooks";
import type { Caller } from "#core/request/exchange";

/** The current request, for log lines and audit entries. */
export const currentRequest = new AsyncLocalStorage<{ id: string; caller?: Caller }>();
