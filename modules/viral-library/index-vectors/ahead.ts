/** The same values, with up to `count` of them made before they are asked for. Ends, or throws, as the source does. */
export async function* ahead<T>(source: AsyncGenerator<T>, count: number): AsyncGenerator<T> {
  const waiting: Promise<IteratorResult<T>>[] = [];
  for (;;) {
    // The source's own queue makes them one after another.
    while (waiting.length <= count) {
      const next = source.next();
      // Met when its turn comes; nobody may be left to meet it.
      next.catch(() => {});
      waiting.push(next);
    }
    const { done, value } = await waiting.shift()!;
    if (done) return;
    yield value;
  }
}
