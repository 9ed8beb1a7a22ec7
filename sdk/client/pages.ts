import type { Pages } from "./shapes.ts";

/** Page size for iterating over all items, if none is given. */
const LARGEST = 100;

type Page = Record<string, unknown> & { pagination?: { hasMore: boolean; nextCursor?: string } };
type Item = Record<string, unknown>;
type Query = Record<string, unknown>;

/**
 * A list: await it for one page, or iterate over all items. `id` is the name of the items' id. Lists
 * that page by number alone can move items to later pages during the iteration, so ids are used to skip duplicates.
 */
export function pages(
  read: (query: Query) => Promise<Page>,
  query: Query,
  items: string,
  id: string | undefined,
): Pages<Page, Item> {
  let first: Promise<Page> | undefined;
  const page = () => {
    first ??= read(query);
    return first;
  };
  return {
    // biome-ignore lint/suspicious/noThenProperty: a thenable requests its page only when awaited
    then: (done, failed) => page().then(done, failed),
    catch: (failed) => page().catch(failed),
    finally: (done) => page().finally(done),
    [Symbol.toStringTag]: "Pages",
    async *[Symbol.asyncIterator]() {
      const seen = new Set<unknown>();
      const { page: start, ...filters } = query;
      const paged = id === undefined ? filters : { pageSize: LARGEST, ...filters };
      let next: Query | undefined = start === undefined ? {} : { page: start };
      for (let number = Number(start ?? 1); next; number++) {
        const { pagination, ...answer }: Page = await read({ ...paged, ...next });
        const found = answer[items] as Item[];
        for (const item of found) {
          if (id !== undefined && seen.has(item[id])) continue;
          if (id !== undefined) seen.add(item[id]);
          yield item;
        }
        const cursor = pagination?.nextCursor;
        if (cursor) next = { cursor };
        else next = pagination?.hasMore && found.length > 0 ? { page: number + 1 } : undefined;
      }
    },
  };
}
