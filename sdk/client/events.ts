import type { Caller } from "./call.ts";
import { VireoError } from "./error.ts";
import { pause } from "./pause.ts";
import type { EventData } from "./types.ts";

const PATH = "/api/v1/events";
const RETRY_MS = 3_000;
const LONGEST_MS = 60_000;
/** The server sends something at least every minute, so longer silence means the connection is dead. */
const SILENCE_MS = 90_000;
/** Consecutive attempts without an event before giving up. */
const MOST_FAILURES = 20;

/** An event, as delivered by webhooks and streams. `test` is true for samples. */
export type Message = {
  [T in keyof EventData]: {
    type: T;
    timestamp: string;
    accountId: string;
    apiVersion: string;
    test?: boolean | undefined;
    data: EventData[T];
  };
}[keyof EventData];
/** `id` is the event's position in the account's sequence. */
export type VireoEvent = Message & { id: string };

export interface EventsOptions {
  /** Event types, such as `post.published` or `video.*`. Defaults to all that the key may read. */
  types?: readonly (keyof EventData | "*" | `${string}.*`)[] | undefined;
  /** Ends the stream and the loop over it. */
  signal?: AbortSignal | undefined;
  /** Resume after this event. At most the newest thousand events are replayed. */
  lastEventId?: string | undefined;
  /** Called with the number of events that were lost because the stream was disconnected for too long. */
  onGap?: ((skipped: number) => void) | undefined;
  /** Called when the stream is connected or reconnected. */
  onOpen?: (() => void) | undefined;
  /** Called when the connection was lost or could not be made. The stream reconnects by itself. */
  onClose?: (() => void) | undefined;
}

/** Fields of one server-sent event. */
type Frame = Record<string, string>;

async function* frames(body: ReadableStream<Uint8Array>): AsyncGenerator<Frame> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const leave = () => reader.cancel().catch(() => {});
  let text = "";
  let frame: Frame = {};
  try {
    for (;;) {
      const timer = setTimeout(leave, SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      const lines = (text + decoder.decode(value, { stream: true })).split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) {
        const [, name, content = ""] = /^(\w+)(?:: ?(.*?))?\r?$/.exec(line) ?? [];
        if (name) frame[name] = name === "data" && frame.data !== undefined ? `${frame.data}\n${content}` : content;
        else if (/^\r?$/.test(line)) {
          yield frame;
          frame = {};
        }
      }
    }
  } finally {
    await leave();
  }
}

/** True if reconnecting may help. Errors other than VireoError come from a broken connection. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof VireoError) || error.status === 0 || error.status === 429 || error.status >= 500;

/** Streams the account's events. Reconnects after errors, without missing or repeating events. */
export async function* follow(
  caller: Caller,
  options: EventsOptions = {},
): AsyncGenerator<VireoEvent, void, undefined> {
  const { signal, types, onGap, onOpen, onClose } = options;
  let last = options.lastEventId;
  let retryMs = RETRY_MS;
  let fault: unknown;
  for (let failures = 0; failures < MOST_FAILURES; failures++) {
    if (signal?.aborted) return;
    fault = undefined;
    try {
      const headers = { accept: "text/event-stream", ...(last === undefined ? {} : { "last-event-id": last }) };
      const response = await caller.open({
        method: "GET",
        path: PATH,
        query: { types: types?.join(",") },
        headers,
        signal,
      });
      if (!response.body || !response.headers.get("content-type")?.startsWith("text/event-stream"))
        throw new VireoError("unexpected_answer", "The server did not return an event stream.", {
          status: response.status,
        });
      onOpen?.();
      for await (const { id, event, data, retry } of frames(response.body)) {
        const content = data === undefined ? undefined : JSON.parse(data);
        failures = 0;
        if (id) last = id;
        if (retry) retryMs = Number(retry) || RETRY_MS;
        if (event === "gap") onGap?.(content.skipped);
        else if (content) yield { id: id ?? "", ...content };
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!isPassing(error)) throw error;
      fault = error;
    }
    if (signal?.aborted) return;
    onClose?.();
    const asked = fault instanceof VireoError ? (fault.retryAfter ?? 0) * 1000 : 0;
    await pause(Math.max(asked, Math.min(retryMs * 2 ** failures, LONGEST_MS)), signal).catch(() => {});
  }
  throw new VireoError("network_error", `The event stream failed ${MOST_FAILURES} times in a row.`, { cause: fault });
}
