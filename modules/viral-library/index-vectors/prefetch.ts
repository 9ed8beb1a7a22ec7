/** Yields the values of `source`, with up to `count` of them produced in advance. Ends or throws like the source. */
export async function* prefetch<T>(source: AsyncGenerator<T>, count: number): AsyncGenerator<T> {
  const pending: Promise<IteratorResult<T>>[] = [];
  for (;;) {
    // An async generator queues calls of `next` and runs them one after another.
    while (pending.length <= count) {
      const next = source.next();
      // A rejection is handled when its turn comes, if the consumer gets that far.
      next.catch(() => {});
      pending.push(next);
    }
    const { done, value } = await pending.shift()!;
    if (done) return;
    yield value;
  }
}
