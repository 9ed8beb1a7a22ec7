/** Requests sent at the same time. */
const PARALLEL = 4;

/** Runs a function on each item, a few at a time. Throws the first error after all have been tried. */
export async function forEachItem<Item>(items: readonly Item[], run: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = [...items];
  const errors: unknown[] = [];
  const work = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      await run(item).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  if (errors.length > 0) throw errors[0];
}
