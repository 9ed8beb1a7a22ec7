import { CompiledQuery, type Kysely, type KyselyPlugin, type RootOperationNode } from "kysely";

/** Collects the queries of a database that uses `plugin`, and reads their plans. */
export function watchQueries() {
  const nodes: RootOperationNode[] = [];
  // Only what is run has a result. Parts of other queries have none.
  const known = new WeakMap<object, RootOperationNode>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      known.set(queryId, node);
      return node;
    },
    async transformResult({ result, queryId }) {
      nodes.push(known.get(queryId)!);
      return result;
    },
  };
  return {
    plugin,
    /** Returns the lines of each plan of the queries since the last call. `options` are those of EXPLAIN. */
    explain: <DB>(db: Kysely<DB>, options: string): Promise<string[][]> =>
      Promise.all(
        nodes.splice(0).map(async (node) => {
          const { sql, parameters } = db.getExecutor().compileQuery(node, { queryId: "explain" });
          const plan = CompiledQuery.raw(`explain (${options}) ${sql}`, [...parameters]);
          const { rows } = await db.executeQuery<Record<"QUERY PLAN", string>>(plan);
          return rows.map((row) => row["QUERY PLAN"]);
        }),
      ),
  };
}
