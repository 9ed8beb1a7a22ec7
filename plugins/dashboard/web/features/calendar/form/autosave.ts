import { emptyValues, type Values } from "./values";

/**
 * The post that is being written, kept in this browser until it is saved or discarded. It survives a reload, an expired
 * session and a closed tab.
 */
const getKey = (accountId: string, postId: string | undefined): string => `vireo:post:${accountId}:${postId ?? "new"}`;

export interface Autosave {
  read(): Values | undefined;
  write(values: Values): void;
  clear(): void;
}

/** Does nothing where the browser's storage is full or blocked. */
export function createAutosave(accountId: string, postId?: string): Autosave {
  const key = getKey(accountId, postId);
  const attempt = <T>(run: () => T): T | undefined => {
    try {
      return run();
    } catch {
      return undefined;
    }
  };
  return {
    read: () =>
      attempt(() => {
        const text = localStorage.getItem(key);
        return text ? { ...emptyValues(), ...JSON.parse(text) } : undefined;
      }),
    write: (values) => attempt(() => localStorage.setItem(key, JSON.stringify(values))),
    clear: () => attempt(() => localStorage.removeItem(key)),
  };
}
