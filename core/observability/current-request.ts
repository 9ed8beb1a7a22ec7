import { AsyncLocalStorage } from "node:async_hooks";
import type { Caller } from "#core/request/exchange";

/** The request being answered, for everything that is logged or audited meanwhile. */
export const currentRequest = new AsyncLocalStorage<{ id: string; caller?: Caller }>();
