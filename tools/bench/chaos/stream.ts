import type { Balancer } from "./balancer";

/** Follows the account's events as a browser would: after each break it comes back with the last id it has. */
export function follow({ pick }: Pick<Balancer, "pick">, key: string) {
  const ended = new AbortController();
  /** How often each event came, by its place in the order. */
  const seen = new Map<number, number>();
  let from: number | undefined;
  let last: string | undefined;
  let breaks = 0;
  let gaps = 0;
  const begun = Promise.withResolvers<void>();

  function take(frame: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(frame)?.[1];
    const id = field("id");
    if (field("event") === "gap") gaps++;
    if (id === undefined) return;
    last = id;
    from ??= Number(id);
    begun.resolve();
    if (field("data") !== undefined) seen.set(Number(id), (seen.get(Number(id)) ?? 0) + 1);
  }

  async function read(): Promise<void> {
    const { origin } = await pick();
    const headers = { authorization: `Bearer ${key}`, ...(last === undefined ? {} : { "last-event-id": last }) };
    const response = await fetch(`${origin}/api/v1/events`, { headers, signal: ended.signal });
    if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`);
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      text += decoder.decode(chunk, { stream: true });
      const frames = text.split("\n\n");
      text = frames.pop() ?? "";
      frames.forEach(take);
    }
  }

  const following = (async () => {
    while (!ended.signal.aborted) {
      await read().catch(() => {});
      if (ended.signal.aborted) break;
      breaks++;
      await Bun.sleep(500);
    }
  })();
  return {
    begun: begun.promise,
    result: () => ({ from: from ?? 0, seen, breaks, gaps }),
    async stop() {
      ended.abort();
      await following;
    },
  };
}
export type Stream = ReturnType<typeof follow>;
