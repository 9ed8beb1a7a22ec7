import { emptyValues, type Values } from "./values";

/** Storage key of an unsaved post. It is kept in this browser until it is saved or discarded. */
const getKey = (accountId: string, postId: string | undefined): string => `vireo:post:${accountId}:${postId ?? "new"}`;

export interface Autosave {
  read(): Values | undefined;
  write(values: Values): void;
  clear(): void;
}

/** Keeps an unsaved post across reloads and sign-outs. Does nothing if the browser's storage is full or blocked. */
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
