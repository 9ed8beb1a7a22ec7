/** Generations of a process that dies by kill -9 go on in another one, long before their leases end. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromNow, LEASE_MS } from "#core/leases";
import { until } from "#test/until";
import { type Cluster, createCluster, type Process, readPids } from "./cluster";

/** An engine whose calls write their process into a file and last until there is one named `go`. */
const createPlugin = (name: string, folder: string, repeatable: boolean) => `
import { appendFile } from "node:fs/promises";
export default {
  name: "${name}",
  start: () => ({
    engines: {
      image: {
        name: "${name}",
        models: [{ id: "${name}-1", title: "${name}" }],
        concurrency: 20,
        repeatable: ${repeatable},
        async create({ prompt }, { signal }) {
          await appendFile("${folder}/" + prompt, process.pid + " ");
          while (!(await Bun.file("${folder}/go").exists())) {
            signal.throwIfAborted();
            await Bun.sleep(20);
          }
          return { state: "failed", code: "provider_rejected", message: "Done by " + process.pid };
        },
      },
    },
  }),
};`;

let folder: string;
let cluster: Cluster;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vireo-takeover-"));
  await Bun.write(join(folder, "free.ts"), createPlugin("free", folder, true));
  await Bun.write(join(folder, "paid.ts"), createPlugin("paid", folder, false));
  cluster = await createCluster(() => ({ VIREO_PLUGINS: `${join(folder, "free.ts")},${join(folder, "paid.ts")}` }));
});
afterAll(async () => {
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

const readCalls = (prompt: string) => readPids(join(folder, prompt));

/** Starts a generation and waits until this process works on it. */
async function begin(on: Process, prompt: string, engine = "free"): Promise<string> {
  const { body } = await on.call("POST", "/images/generate", { prompt, model: `${engine}-1` });
  await until(async () => (await readCalls(prompt)).length > 0);
  expect(await readCalls(prompt)).toEqual([on.pid]);
  return body.imageId;
}

const find = (prompt: string) =>
  cluster.database.db.selectFrom("generations").selectAll().where("prompt", "=", prompt).executeTakeFirstOrThrow();

test("kill -9: calls that may be repeated go on elsewhere at once; paid ones, and those of earlier versions, wait for their lease", async () => {
  // Any free process may begin a generation, so each process is the only free one when it begins its own.
  const dying = await cluster.start();
  await begin(dying, "repeated");
  const paid = await begin(dying, "paid", "paid");
  await begin(dying, "unnamed");
  await begin(dying, "reclaimed");
  const cut = await cluster.start();
  process.kill(dying.pid, "SIGSTOP");
  const kept = await begin(cut, "kept");
  const last = await cluster.start();
  // An earlier version claims a row without a key, or leaves the key of a process that had it before.
  const update = cluster.database.db.updateTable("generations");
  await update.set({ holder: null }).where("prompt", "=", "unnamed").execute();
  await update
    .set(({ ref }) => ({ attempts: 2, holder_attempt: ref("attempts") }))
    .where("prompt", "=", "reclaimed")
    .execute();

  // A living process loses the connection that shows that it lives, and all others.
  const { holder } = await find("kept");
  const cutOff = () => cluster.database.sql`
    select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
      and datname = current_database() and application_name = 'vireo server'
      and pid in (select pid from pg_locks where locktype = 'advisory' and objsubid = 2 and objid = ${holder!}::int8::oid)`;
  expect(await cutOff()).toHaveLength(1);
  const killedAt = performance.now();
  await cluster.kill(dying);
  const waiting = ["paid", "unnamed", "reclaimed"];
  await update
    .set({ lease_until: fromNow(3_600_000) })
    .where("prompt", "in", waiting)
    .execute();
  const [, next] = await until(async () => {
    const calls = await readCalls("repeated");
    return calls.length > 1 && calls;
  });
  // Five seconds pass before a process judges others.
  expect(performance.now() - killedAt).toBeLessThan(LEASE_MS / 2);
  expect([cut.pid, last.pid]).toContain(next!);
  expect(await find("repeated")).toMatchObject({ status: "processing", attempts: 2 });
  for (const prompt of waiting)
    expect([await readCalls(prompt), (await find(prompt)).status]).toEqual([[dying.pid], "processing"]);
  expect([await readCalls("kept"), (await find("kept")).attempts]).toEqual([[cut.pid], 1]);

  await update
    .set({ lease_until: new Date(0) })
    .where("prompt", "in", ["paid", "unnamed"])
    .execute();
  await until(async () => (await readCalls("unnamed")).length === 2);
  const ended = await until(async () => {
    const { body } = await last.call("GET", `/images/${paid}`);
    return body.status === "failed" && body;
  });
  expect([ended.failCode, await readCalls("paid")]).toEqual(["outcome_unknown", [dying.pid]]);
  await Bun.write(join(folder, "go"), "");
  const done = await until(async () => {
    const { body } = await last.call("GET", `/images/${kept}`);
    return body.status === "failed" && body;
  });
  expect(done.failMessage).toBe(`Done by ${cut.pid}`);
});
