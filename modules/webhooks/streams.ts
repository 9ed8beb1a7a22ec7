import type { Database } from "vireo/database";
import { ApiError } from "vireo/errors";
import type { EventType } from "vireo/events";
import { type FeedStart, findStart, readEvents } from "./feed";
import type { EventRow } from "./message";

/** Number of events sent in one chunk. */
const CHUNK = 100;
/** Delay before a client reconnects, in milliseconds. */
const RETRY_MS = 3000;

export interface Subscription {
  accountId: string;
  types: ReadonlySet<EventType>;
  /** Last event that the client has received. */
  last: number | undefined;
  /** Builds the message of an event. */
  message(event: EventRow): object;
  /** Checked before anything is sent, because keys may be revoked. */
  isAllowed(): Promise<boolean>;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

interface Options {
  db: Database;
  /** Maximum number of streams per account. */
  perAccount: number;
  replay: number;
  heartbeatMs: number;
  /** Ends all streams. */
  stopping: AbortSignal;
}

interface Stream {
  notify(): void;
}

const encoder = new TextEncoder();
const frame = (fields: Record<string, string | number>) =>
  `${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join("")}\n`;

/**
 * The open streams of server-sent events of this process. Each reads the feed from its position when notified and at every
 * heartbeat.
 */
export class EventStreams {
  readonly #options: Options;
  readonly #byAccount = new Map<string, Set<Stream>>();

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Opens a stream. Rejects if the events cannot be read, so that the caller gets an error instead of a broken stream.
   * Throws `rate_limit_exceeded`.
   */
  open(subscription: Subscription): Promise<ReadableStream<Uint8Array>> {
    return openStream(subscription, this.#options, this);
  }

  /** Notifies the streams of an account, or all of them, of new events. */
  notify(accountId?: string): void {
    const all = accountId === undefined ? [...this.#byAccount.values()] : [this.#byAccount.get(accountId) ?? []];
    for (const stream of all.flatMap((some) => [...some])) stream.notify();
  }

  add(accountId: string, stream: Stream): void {
    const { perAccount } = this.#options;
    const streams = this.#byAccount.get(accountId) ?? new Set();
    if (streams.size >= perAccount) {
      const detail = `The account has reached its limit of ${perAccount} open event streams.`;
      throw new ApiError("rate_limit_exceeded", detail, { headers: { "retry-after": "60" } });
    }
    this.#byAccount.set(accountId, streams.add(stream));
  }

  remove(accountId: string, stream: Stream): void {
    const streams = this.#byAccount.get(accountId);
    streams?.delete(stream);
    if (streams?.size === 0) this.#byAccount.delete(accountId);
  }
}

/** Makes a stream wait for new events, at most until the next heartbeat. */
function createBell(heartbeatMs: number) {
  let waiting: PromiseWithResolvers<void> | undefined;
  return {
    hasNews: true,
    notify() {
      this.hasNews = true;
      waiting?.resolve();
    },
    wake: () => waiting?.resolve(),
    async pause(): Promise<void> {
      waiting = Promise.withResolvers();
      const timer = setTimeout(waiting.resolve, heartbeatMs);
      await waiting.promise;
      clearTimeout(timer);
      waiting = undefined;
    },
  };
}

async function openStream(
  subscription: Subscription,
  { db, replay, heartbeatMs, stopping }: Options,
  streams: EventStreams,
): Promise<ReadableStream<Uint8Array>> {
  const { accountId, last, isAllowed, signal } = subscription;
  const bell = createBell(heartbeatMs);
  streams.add(accountId, bell);
  let ended = false;
  let cancelled = false;
  const end = () => {
    ended = true;
    streams.remove(accountId, bell);
    for (const one of [signal, stopping]) one.removeEventListener("abort", end);
    bell.wake();
  };
  for (const one of [signal, stopping]) one.addEventListener("abort", end, { once: true });
  if (signal.aborted || stopping.aborted) end();

  const begin = await findStart(db, accountId, last, replay).catch((error) => {
    end();
    throw error;
  });
  let seq: number | undefined;

  async function read(): Promise<string> {
    if (seq === undefined) {
      seq = begin.seq;
      return formatStart(begin);
    }
    bell.hasNews = false;
    const events = await readEvents(db, accountId, seq, CHUNK);
    if (events.length === CHUNK) bell.hasNews = true;
    seq = events.at(-1)?.seq ?? seq;
    return formatEvents(events, subscription);
  }

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    for (let silent = false; !ended; silent = !bell.hasNews) {
      if (!(await isAllowed())) break;
      const text = (await read()) || (silent ? ": still here\n\n" : "");
      if (ended) break;
      if (text) return controller.enqueue(encoder.encode(text));
      if (!bell.hasNews) await bell.pause();
    }
    end();
    if (!cancelled) controller.close();
  }

  return new ReadableStream<Uint8Array>(
    {
      pull: (controller) =>
        pull(controller).catch((error) => {
          end();
          throw error;
        }),
      cancel() {
        cancelled = true;
        end();
      },
    },
    { highWaterMark: 0 },
  );
}

/** An id without data dispatches no event, but tells the client where to continue after a reconnect. */
function formatStart({ seq, skipped }: FeedStart): string {
  const start = frame({ retry: RETRY_MS, id: seq });
  return skipped > 0 ? start + frame({ event: "gap", data: JSON.stringify({ skipped }) }) : start;
}

const formatEvents = (
  events: Awaited<ReturnType<typeof readEvents>>,
  { types, message }: Pick<Subscription, "types" | "message">,
): string =>
  events
    .filter((event) => types.has(event.type as EventType))
    .map((event) => frame({ id: event.seq ?? 0, event: event.type, data: JSON.stringify(message(event)) }))
    .join("");
