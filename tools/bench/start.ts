/** Cold start with an existing data directory beside the embedded database alone, and idle memory. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "#db/embedded";

const ROUNDS = Number(process.env.ROUNDS ?? 5);
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

async function startVireo(): Promise<{ ms: number; memory: number }> {
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
  await Bun.sleep(1500);
  const memory = await treeMemory(child.pid);
  child.kill("SIGTERM");
  await child.exited;
  return { ms, memory };
}

/** Proportional set size of a process and all below it, MB: shared pages are counted once. */
async function treeMemory(root: number): Promise<number> {
  const parents = new Map<number, number>();
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    parents.set(Number(pid), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const below = (pid: number): boolean => pid === root || (parents.has(pid) && pid > 1 && below(parents.get(pid) ?? 0));
  let kb = 0;
  for (const pid of parents.keys()) {
    if (!below(pid)) continue;
    kb += Number(/^Pss:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => ""))?.[1] ?? 0);
  }
  return Math.round(kb / 1024);
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
const database: number[] = [];
let memory = 0;
for (let round = 0; round < ROUNDS; round++) {
  database.push(await startDatabase());
  const run = await startVireo();
  vireo.push(run.ms);
  memory = run.memory;
}
const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
console.log(
  `very first start ${first.ms.toFixed(0)} ms; later ${vireo.map((ms) => ms.toFixed(0)).join(" ")} ms; the database alone ${database.map((ms) => ms.toFixed(0)).join(" ")} ms`,
);
console.log(
  `difference of the medians: ${(median(vireo) - median(database)).toFixed(0)} ms (goal: at most 300); ratio ${(median(vireo) / median(database)).toFixed(1)}`,
);
console.log(`idle memory, database included: ${memory} MB`);
await rm(dataDir, { recursive: true, force: true });
