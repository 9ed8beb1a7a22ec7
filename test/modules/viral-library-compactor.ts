/**
 * Run by itself: indexes what changes, and compacts after every batch, to be killed in the middle of that. Says on
 * stdout when a compaction begins and ends.
 */
import { join } from "node:path";
import { createLog } from "#core/observability/log";
import { connect } from "#db/connect";
import { Indexer } from "#modules/viral-library/index-vectors/indexer";
import { Indexes } from "#modules/viral-library/index-vectors/indexes";
import { Models } from "#modules/viral-library/index-vectors/models";
import type { VectorTable } from "#modules/viral-library/index-vectors/vector-table";
import { createVectors } from "#modules/viral-library/index-vectors/vectors";
import { override } from "#test/override";
import { lettersEngine } from "./viral-library-server";

const { db } = connect(process.env.DATABASE_URL!);
const vectors = createVectors(join(process.env.DATA_DIR!, "vectors"));
const compacting = (table: VectorTable): VectorTable =>
  override(table, {
    async compact() {
      process.stdout.write("begin\n");
      await table.compact(1);
      process.stdout.write("end\n");
    },
  });
const indexer = new Indexer({
  db,
  log: createLog({ level: "warn", format: "text" }),
  now: Date.now,
  stopping: new AbortController().signal,
  indexes: new Indexes(db),
  models: new Models({ of: () => [lettersEngine("letters-1")] } as never),
  vectors: {
    ...vectors,
    async open(id) {
      const table = await vectors.open(id);
      return table && compacting(table);
    },
  },
});
for (;;) {
  await indexer.runOnce();
  await Bun.sleep(5);
}
