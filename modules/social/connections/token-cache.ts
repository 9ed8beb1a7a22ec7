/** A connected account. */
export interface ConnectionKey {
  accountId: string;
  provider: string;
  externalId: string;
}

/**
 * A post makes several calls within this time, and each needs the token. Other replicas are not notified of a
 * disconnect, so this is also how long their calls in progress may still use the token.
 */
export const KEEP_MS = 2_000;
const MAX = 2000;

const toText = ({ accountId, provider, externalId }: ConnectionKey) =>
  JSON.stringify([accountId, provider, externalId]);

/** Caches decrypted tokens for a few seconds. */
export class TokenCache {
  readonly #now: () => number;
  readonly #tokens = new Map<string, { token: string; until: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  get(key: ConnectionKey): string | undefined {
    const cached = this.#tokens.get(toText(key));
    return cached && cached.until > this.#now() ? cached.token : undefined;
  }

  set(key: ConnectionKey, token: string): void {
    if (this.#tokens.size >= MAX) this.#tokens.clear();
    this.#tokens.set(toText(key), { token, until: this.#now() + KEEP_MS });
  }

  delete(key: ConnectionKey): void {
    this.#tokens.delete(toText(key));
  }
}
