import type { Pages } from "./shapes.ts";

/** Page size for iterating over all items, if none is given. */
const LARGEST = 100;

type Page = Record<string, unknown> & { pagination?: { hasMore: boolean } };
type Item = Record<string, unknown>;
type Query = Record<string, unknown>;

/**
 * A list: await it for one page, or iterate over all items. `id` is the name of the items' id. New items can move old
 * ones to later pages during the iteration, so ids are used to skip duplicates.
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
  const pageOf = (number: number) =>
    read(id === undefined ? query : { ...query, pageSize: query.pageSize ?? LARGEST, page: number });
  return {
    // biome-ignore lint/suspicious/noThenProperty: a thenable requests its page only when awaited
    then: (done, failed) => page().then(done, failed),
    catch: (failed) => page().catch(failed),
    finally: (done) => page().finally(done),
    [Symbol.toStringTag]: "Pages",
    async *[Symbol.asyncIterator]() {
      const seen = new Set<unknown>();
      for (let number = Number(query.page ?? 1), more = true; more; number++) {
        const answer = await pageOf(number);
        const found = answer[items] as Item[];
        more = answer.pagination?.hasMore === true && found.length > 0;
        for (const item of found) {
          if (id !== undefined && seen.has(item[id])) continue;
          if (id !== undefined) seen.add(item[id]);
          yield item;
        }
      }
    },
  };
}
