import { type Caller, fill } from "./call.ts";
import { VireoError } from "./error.ts";
import { follow } from "./events.ts";
import { waitables } from "./operations.ts";
import { pause } from "./pause.ts";
import type { Waitable, Waited } from "./types.ts";

const FIRST_MS = 400;
const LONGEST_MS = 5_000;
/** Between two readings, while news come by themselves. */
const LIVE_MS = 20_000;
const TIMEOUT_MS = 30 * 60_000;

const UNDER_WAY = new Set(["pending", "processing", "scheduled", "publishing"]);
const UNSUCCESSFUL = new Set(["failed", "cancelled", "draft"]);

export interface WaitOptions<Resource> {
  /** Told of each reading; a generation's `progress` is in percent. */
  onProgress?: ((resource: Resource) => void) | undefined;
  /** Ends the waiting, not the work; it throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Default half an hour. */
  timeoutMs?: number | undefined;
  /** Follow the server's events rather than ask again and again: sooner and cheaper for long work, on a connection of its own. */
  live?: boolean | undefined;
}

interface Reading {
  status: string;
  failCode?: string;
  failMessage?: string;
  targets?: { errorMessage?: string }[];
}

/** Why it did not succeed, in the server's words. */
function reasonOf({ status, failCode, failMessage, targets = [] }: Reading): string {
  if (status === "draft") return "It is a draft: nothing happens to it until it is scheduled or published.";
  const reasons = [failMessage, ...targets.map(({ errorMessage }) => errorMessage)].filter(Boolean).join(" ");
  return `${reasons || `It ended as ${status}.`}${failCode ? ` [${failCode}]` : ""}`;
}

/** A pause that news end. News that come before it are not lost. */
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

/** Reads it until it has ended. */
export async function waitFor<T extends Waitable>(
  caller: Caller,
  thing: T,
  options: WaitOptions<Waited<T>> = {},
): Promise<Waited<T>> {
  const ids = thing as unknown as Record<string, unknown>;
  const [idName, path = ""] = Object.entries(waitables).find(([name]) => typeof ids[name] === "string") ?? [];
  if (!idName) throw new TypeError(`waitFor needs something with one of ${Object.keys(waitables).join(", ")}.`);
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
  // Without the stream it is asked as often as otherwise.
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
      if (UNSUCCESSFUL.has(resource.status)) throw new VireoError("failed", reasonOf(resource), { resource });
      if (!UNDER_WAY.has(resource.status)) return resource as Waited<T>;
      const left = end - Date.now();
      if (left <= 0)
        throw new VireoError("timeout", `${id} was still ${resource.status} after ${timeoutMs} ms.`, { resource });
      await nap(Math.min(live ? LIVE_MS : ms, left), ends);
      signal?.throwIfAborted();
    }
  } finally {
    done.abort();
  }
}
