import { ApiError } from "vireo/errors";
import type { EventType } from "vireo/events";
import type { Feed } from "./feed";
import type { EventRow } from "./message";

/** Events sent in one chunk. */
const CHUNK = 100;
/** Delay before a client reconnects, in milliseconds. */
const RETRY_MS = 3000;

export interface Subscription {
  accountId: string;
  types: ReadonlySet<EventType>;
  /** The last event the client has received. */
  last: number | undefined;
  /** Builds the message of an event. */
  message(event: EventRow): object;
  /** Checked before anything is sent, because keys may be revoked. */
  isAllowed(): Promise<boolean>;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

interface Options {
  feed: Feed;
  /** Streams of an account at most. */
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

/** Open streams of server-sent events. Each reads the feed from its position when notified and at every heartbeat. */
export function createStreams({ feed, perAccount, replay, heartbeatMs, stopping }: Options) {
  const accounts = new Map<string, Set<Stream>>();

  function enter(accountId: string, stream: Stream): void {
    const streams = accounts.get(accountId) ?? new Set();
    if (streams.size >= perAccount) {
      const detail = `At most ${perAccount} event streams of an account are open at a time.`;
      throw new ApiError("rate_limit_exceeded", detail, { headers: { "retry-after": "60" } });
    }
    accounts.set(accountId, streams.add(stream));
  }

  function leave(accountId: string, stream: Stream): void {
    const streams = accounts.get(accountId);
    streams?.delete(stream);
    if (streams?.size === 0) accounts.delete(accountId);
  }

  /** Rejects if the events cannot be read, so that the caller gets an error and not a broken stream. */
  async function open(subscription: Subscription): Promise<ReadableStream<Uint8Array>> {
    const { accountId, types, last, message, isAllowed, signal } = subscription;
    let seq: number | undefined;
    let hasNews = true;
    let waiting: PromiseWithResolvers<void> | undefined;
    const stream: Stream = {
      notify() {
        hasNews = true;
        waiting?.resolve();
      },
    };
    enter(accountId, stream);
    let ended = false;
    let cancelled = false;
    const end = () => {
      ended = true;
      leave(accountId, stream);
      for (const one of [signal, stopping]) one.removeEventListener("abort", end);
      waiting?.resolve();
    };
    for (const one of [signal, stopping]) one.addEventListener("abort", end, { once: true });
    if (signal.aborted || stopping.aborted) end();

    /** Waits for a notification, at most until the next heartbeat. */
    async function pause(): Promise<void> {
      waiting = Promise.withResolvers();
      const timer = setTimeout(waiting.resolve, heartbeatMs);
      await waiting.promise;
      clearTimeout(timer);
      waiting = undefined;
    }

    const begin = await feed.begin(accountId, last, replay).catch((error) => {
      end();
      throw error;
    });

    function first(): string {
      seq = begin.seq;
      // An id without data dispatches nothing, and says where to go on after a reconnect.
      const start = frame({ retry: RETRY_MS, id: begin.seq });
      return begin.skipped > 0
        ? start + frame({ event: "gap", data: JSON.stringify({ skipped: begin.skipped }) })
        : start;
    }

    async function next(from: number): Promise<string> {
      hasNews = false;
      const events = await feed.after(accountId, from, CHUNK);
      if (events.length === CHUNK) hasNews = true;
      seq = events.at(-1)?.seq ?? from;
      return events
        .filter((event) => types.has(event.type as EventType))
        .map((event) => frame({ id: event.seq ?? 0, event: event.type, data: JSON.stringify(message(event)) }))
        .join("");
    }

    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            for (let silent = false; !ended; silent = !hasNews) {
              if (!(await isAllowed())) break;
              const text = seq === undefined ? first() : (await next(seq)) || (silent ? ": still here\n\n" : "");
              if (ended) break;
              if (text) return controller.enqueue(encoder.encode(text));
              if (!hasNews) await pause();
            }
          } catch (error) {
            end();
            throw error;
          }
          end();
          if (!cancelled) controller.close();
        },
        cancel() {
          cancelled = true;
          end();
        },
      },
      { highWaterMark: 0 },
    );
  }

  return {
    open,
    /** Notifies the streams of an account, or all of them, of new events. */
    notify(accountId?: string): void {
      const streams = accountId === undefined ? [...accounts.values()] : [accounts.get(accountId) ?? []];
      for (const stream of streams.flatMap((some) => [...some])) stream.notify();
    },
  };
}
