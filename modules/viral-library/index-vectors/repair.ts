import type { Indexes } from "./indexes";
import type { VectorTable } from "./vector-table";

const PAGE = 10_000;

/**
 * Has an index take over anew what its files lack, and what they hold of videos that are no more.
 * @returns how many videos that is.
 */
export async function repair(indexId: string, table: VectorTable | undefined, indexes: Indexes): Promise<number> {
  const held = new Set(await table?.ids());
  let differing = 0;
  let last: string | undefined;
  for (;;) {
    const ids = await indexes.analysedIds(PAGE, last);
    last = ids.at(-1);
    if (last === undefined) break;
    const missing = ids.filter((id) => !held.delete(id));
    await indexes.enqueue(indexId, missing);
    differing += missing.length;
  }
  const gone = [...held];
  for (let at = 0; at < gone.length; at += PAGE) await indexes.enqueue(indexId, gone.slice(at, at + PAGE));
  return differing + gone.length;
}
