/** Cold start with an existing data directory beside the embedded database alone, and what an idle server costs. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { joinEmbedded, startEmbedded } from "#db/embedded";
import { listTree, readStat } from "#tools/bench/processes";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** An idle server is watched for so many seconds, after the work that follows a start. */
const IDLE = Number(process.env.IDLE ?? 60);
const SETTLED = 30;
const dataDir = await mkdtemp(join(tmpdir(), "vireo-start-"));
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATA_DIR: dataDir,
  PORT: "0",
  // As `bun run start` sets it.
  BUN_JSC_numberOfGCMarkers: "1",
};
const main = new URL("../../cli/main.ts", import.meta.url).pathname;
// `bun run start` makes the bundle of what a start needs, and an old one is not used.
Bun.spawnSync([process.execPath, new URL("../../cli/bundle/make.ts", import.meta.url).pathname]);

async function startVireo({ isWatched = false } = {}): Promise<{ ms: number; cpu: number; memory: number }> {
  const started = performance.now();
  const child = Bun.spawn([process.execPath, main, "serve"], { env, stdout: "pipe", stderr: "inherit" });
  let text = "";
  for await (const chunk of child.stdout) {
    text += new TextDecoder().decode(chunk);
    if (text.includes("Docs")) break;
  }
  const origin = /API\s+(http:\/\/[^/]+)/.exec(text)?.[1];
  if ((await fetch(`${origin}/health`)).status !== 200) throw new Error("not up");
  const ms = performance.now() - started;
  const cpu = await readCpu([child.pid]);
  await Bun.sleep(1500);
  const memory = await treeMemory(child.pid);
  if (isWatched) await watchIdle(child.pid);
  child.kill("SIGTERM");
  await child.exited;
  return { ms, cpu, memory };
}

/** CPU time of processes and their ended children, in milliseconds. */
async function readCpu(pids: readonly number[]): Promise<number> {
  const all = await Promise.all(pids.map(readStat));
  return all.reduce((sum, { cpuMs, endedMs }) => sum + cpuMs + endedMs, 0);
}

/** Proportional set size of a process and all below it, MB: shared pages are counted once. */
async function treeMemory(root: number): Promise<number> {
  let kb = 0;
  for (const { pid } of await listTree(root))
    kb += Number(/^Pss:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => ""))?.[1] ?? 0);
  return Math.round(kb / 1024);
}

/** Prints the CPU time and the transactions that write of a server that nobody uses. */
async function watchIdle(root: number): Promise<void> {
  const connection = await joinEmbedded(join(dataDir, "postgres"));
  const sql = postgres({ ...connection, max: 1 } as object);
  const countWrites = async () =>
    Number((await sql`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`)[0]!.xid);
  await Bun.sleep(SETTLED * 1000);
  const pids = (await listTree(root)).map(({ pid }) => pid);
  const [cpu, writes] = [await readCpu(pids), await countWrites()];
  await Bun.sleep(IDLE * 1000);
  const used = (await readCpu(pids)) - cpu;
  const written = (await countWrites()) - writes;
  await sql.end();
  console.log(
    `idle: ${(used / IDLE / 10).toFixed(2)}% of a core (goal: at most 0.5), ${(written / IDLE).toFixed(2)} writes a second (goal: at most 1)`,
  );
}

async function startDatabase(): Promise<number> {
  const started = performance.now();
  const server = await startEmbedded({ directory: join(dataDir, "postgres") });
  const ms = performance.now() - started;
  await server.stop();
  return ms;
}

const first = await startVireo();
const vireo: number[] = [];
const cpus: number[] = [];
const database: number[] = [];
let memory = 0;
for (let round = 0; round < ROUNDS; round++) {
  database.push(await startDatabase());
  const run = await startVireo({ isWatched: round === ROUNDS - 1 && IDLE > 0 });
  vireo.push(run.ms);
  cpus.push(run.cpu);
  memory = run.memory;
}
const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
console.log(
  `very first start ${first.ms.toFixed(0)} ms; later ${vireo.map((ms) => ms.toFixed(0)).join(" ")} ms; the database alone ${database.map((ms) => ms.toFixed(0)).join(" ")} ms`,
);
console.log(
  `difference of the medians: ${(median(vireo) - median(database)).toFixed(0)} ms (goal: at most 300); ratio ${(median(vireo) / median(database)).toFixed(1)}`,
);
console.log(`CPU time of the server until its first answer: ${median(cpus)} ms`);
console.log(`idle memory, database included: ${memory} MB`);
await rm(dataDir, { recursive: true, force: true });
