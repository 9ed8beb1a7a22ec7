import type { WebStandardStreamableHTTPServerTransport as Transport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";

const MAX_SESSIONS = 1000;
const IDLE_MS = 30 * 60_000;

interface Session {
  transport: Transport;
  /** Hash of the key that opened the session. No other key may use it. */
  owner: string;
  usedAt: number;
}

/** Open sessions of this process. A client whose session is gone starts a new one, as the protocol requires. */
export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  find(id: string, owner: string): Transport | undefined {
    const session = this.#sessions.get(id);
    if (session?.owner !== owner) return undefined;
    session.usedAt = this.#now();
    return session.transport;
  }

  /** Creates a transport for a new session, not connected yet. Closes the least recently used session if necessary. */
  async open(owner: string, id: string): Promise<Transport> {
    // Loaded by the first session, because the protocol's library takes a tenth of the start time.
    const { WebStandardStreamableHTTPServerTransport } = await import(
      "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"
    );
    this.#closeIdle();
    const transport: Transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessioninitialized: () => void this.#sessions.set(id, { transport, owner, usedAt: this.#now() }),
      onsessionclosed: () => void this.#sessions.delete(id),
    });
    return transport;
  }

  #closeIdle(): void {
    const oldestFirst = [...this.#sessions].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    const excess = oldestFirst.length - MAX_SESSIONS + 1;
    for (const [at, [id, { transport, usedAt }]] of oldestFirst.entries()) {
      if (at >= excess && usedAt > this.#now() - IDLE_MS) break;
      this.#sessions.delete(id);
      void transport.close();
    }
  }

  async close(): Promise<void> {
    const all = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(all.map(({ transport }) => transport.close()));
  }
}
