import { AsyncLocalStorage } from "node:async_hooks";

/** The request being answered, for every line that is logged meanwhile. */
export const currentRequest = new AsyncLocalStorage<{ id: string }>();
