import { type Caller, fill } from "./call.ts";
import { VireoError } from "./error.ts";
import { follow } from "./events.ts";
import { waitables } from "./operations.ts";
import { pause } from "./pause.ts";
import type { Waitable, Waited } from "./types.ts";

const FIRST_MS = 400;
const LONGEST_MS = 5_000;
/** Polling interval while the event stream is connected. */
const LIVE_MS = 20_000;
const TIMEOUT_MS = 30 * 60_000;

const UNDER_WAY = new Set(["pending", "processing", "scheduled", "publishing"]);
const UNSUCCESSFUL = new Set(["failed", "cancelled", "draft"]);

export interface WaitOptions<Resource> {
  /** Called with the resource each time it is read. The `progress` of a generation is in percent. */
  onProgress?: ((resource: Resource) => void) | undefined;
  /** Stops waiting, with the signal's reason. Does not cancel the work. */
  signal?: AbortSignal | undefined;
  /** Default: 30 minutes. */
  timeoutMs?: number | undefined;
  /** Use the event stream instead of polling: faster and cheaper for long work, but needs a connection. */
  live?: boolean | undefined;
}

interface Reading {
  status: string;
  failCode?: string;
  failMessage?: string;
  targets?: { errorMessage?: string }[];
}

/** Describes why the resource did not succeed. */
function describeReason({ status, failCode, failMessage, targets = [] }: Reading): string {
  if (status === "draft") return "The post is a draft. Schedule or publish it first.";
  const reasons = [failMessage, ...targets.map(({ errorMessage }) => errorMessage)].filter(Boolean).join(" ");
  return `${reasons || `The final status is ${status}.`}${failCode ? ` [${failCode}]` : ""}`;
}

/** A pause that ends early when notified. Notifications before the pause are not lost. */
function createNaps() {
  let news = false;
  let wake = () => {};
  return {
    ring() {
      news = true;
      wake();
    },
    async nap(ms: number, signal: AbortSignal): Promise<void> {
      const woken = new AbortController();
      wake = () => woken.abort();
      if (news) wake();
      await pause(ms, AbortSignal.any([signal, woken.signal])).catch(() => {});
      news = false;
    },
  };
}

/** Reads the resource until it has finished. */
export async function waitFor<T extends Waitable>(
  caller: Caller,
  thing: T,
  options: WaitOptions<Waited<T>> = {},
): Promise<Waited<T>> {
  const ids = thing as unknown as Record<string, unknown>;
  const [idName, path = ""] = Object.entries(waitables).find(([name]) => typeof ids[name] === "string") ?? [];
  if (!idName)
    throw new TypeError(`waitFor needs an object with one of these ids: ${Object.keys(waitables).join(", ")}.`);
  const id = String(ids[idName]);
  const { signal, onProgress, timeoutMs = TIMEOUT_MS } = options;
  const end = Date.now() + timeoutMs;
  const done = new AbortController();
  const ends = signal ? AbortSignal.any([signal, done.signal]) : done.signal;
  const { ring, nap } = createNaps();

  let live = false;
  async function listen(): Promise<void> {
    const onOpen = () => {
      live = true;
      ring();
    };
    for await (const { data } of follow(caller, { signal: ends, onOpen }))
      if ((data as Record<string, unknown>)[idName as string] === id) ring();
  }
  // If the stream fails, poll at the normal rate.
  if (options.live) {
    const quiet = () => {
      live = false;
    };
    void listen().then(quiet, quiet);
  }

  try {
    for (let ms = FIRST_MS; ; ms = Math.min(ms * 1.5, LONGEST_MS)) {
      const resource = await caller.json<Reading>({ method: "GET", path: fill(path, [id]), signal });
      onProgress?.(resource as Waited<T>);
      if (UNSUCCESSFUL.has(resource.status)) throw new VireoError("failed", describeReason(resource), { resource });
      if (!UNDER_WAY.has(resource.status)) return resource as Waited<T>;
      const left = end - Date.now();
      if (left <= 0)
        throw new VireoError("timeout", `${id} is still ${resource.status} after ${timeoutMs} ms.`, { resource });
      await nap(Math.min(live ? LIVE_MS : ms, left), ends);
      signal?.throwIfAborted();
    }
  } finally {
    done.abort();
  }
}
