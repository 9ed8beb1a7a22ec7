import type { Context } from "vireo/module";
import type { ConnectionKey } from "./deps";

/**
 * A post makes several calls within this time, and each needs the token. Other replicas are not notified of a
 * disconnect, so this is also how long their calls in progress may still use the token.
 */
export const KEEP_MS = 2_000;
const MAX = 2000;

/** Caches decrypted tokens for a few seconds. */
export function createTokenCache(now: Context["now"]) {
  const tokens = new Map<string, { token: string; until: number }>();
  const toKey = ({ owner, provider, externalId }: ConnectionKey) => JSON.stringify([owner, provider, externalId]);
  return {
    get(key: ConnectionKey): string | undefined {
      const cached = tokens.get(toKey(key));
      return cached && cached.until > now() ? cached.token : undefined;
    },
    set(key: ConnectionKey, token: string): void {
      if (tokens.size >= MAX) tokens.clear();
      tokens.set(toKey(key), { token, until: now() + KEEP_MS });
    },
    delete(key: ConnectionKey): void {
      tokens.delete(toKey(key));
    },
  };
}
