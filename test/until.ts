const POLL_MS = 20;

type Truthy<T> = Exclude<T, false | 0 | "" | null | undefined>;

/** Polls until `read` returns something truthy, and returns it. Throws after `limitMs`. */
export async function until<T>(read: () => T | Promise<T>, limitMs = 150_000): Promise<Truthy<T>> {
  for (const end = Date.now() + limitMs; ; await Bun.sleep(POLL_MS)) {
    const value = await read();
    if (value) return value as Truthy<T>;
    if (Date.now() > end) throw new Error(`Still not true after ${limitMs / 1000} s: ${read}`);
  }
}
