import type { Pages } from "./shapes.ts";

/** Items on a page where all of them are wanted and nobody said how many. */
const LARGEST = 100;

type Page = Record<string, unknown> & { pagination?: { hasMore: boolean } };
type Item = Record<string, unknown>;
type Query = Record<string, unknown>;

/**
 * A list that is one page or all items, as it is used. `id` names the items of a list with pages: while it is read, new
 * items push old ones to later pages, and none comes twice.
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
    // biome-ignore lint/suspicious/noThenProperty: it stands for a promise of one page, which is asked for only when it is wanted
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
