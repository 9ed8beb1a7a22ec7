import { pollDelay } from "#sdk/testing/poll-delay";

type Truthy<T> = Exclude<T, false | 0 | "" | null | undefined>;

/** Polls until `read` returns something truthy, and returns it. Throws after `limitMs`. */
export async function until<T>(read: () => T | Promise<T>, limitMs = 150_000): Promise<Truthy<T>> {
  for (const startedAt = Date.now(); ; ) {
    const value = await read();
    if (value) return value as Truthy<T>;
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > limitMs) throw new Error(`Still not true after ${limitMs / 1000} s: ${read}`);
    await Bun.sleep(pollDelay(waitedMs));
  }
}
