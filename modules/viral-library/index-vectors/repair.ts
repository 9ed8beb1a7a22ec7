import type { Indexes } from "./indexes";
import type { VectorTable } from "./vector-table";

const PAGE = 10_000;

/**
 * Enqueues videos that are missing in the index's files, and those in the files that no longer exist. Returns the
 * number of enqueued videos.
 */
export async function repair(indexId: string, table: VectorTable | undefined, indexes: Indexes): Promise<number> {
  const held = new Set(await table?.listIds());
  let differing = 0;
  let last: string | undefined;
  for (;;) {
    const ids = await indexes.listDocumentIds(PAGE, last);
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
