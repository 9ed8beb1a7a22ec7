/** Processes of this machine, as Linux shows them below /proc. */
import { readdir, readFile } from "node:fs/promises";

export interface ProcessStat {
  pid: number;
  parent: number;
  /** CPU time of the process, in milliseconds. */
  cpuMs: number;
  /** CPU time of its ended children, in milliseconds. */
  endedMs: number;
}

/** Duration of a tick, in milliseconds. */
const TICK_MS = 10;

/** Reads a process. Its times are 0 if it has ended. */
export async function readStat(pid: number): Promise<ProcessStat> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return {
    pid,
    parent: fields[1] ?? 0,
    cpuMs: (user + system) * TICK_MS,
    endedMs: (endedUser + endedSystem) * TICK_MS,
  };
}

async function listProcesses(): Promise<ProcessStat[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  return Promise.all(pids.map((pid) => readStat(Number(pid))));
}

/** Lists the children of a process. */
export const listChildren = async (parent: number): Promise<ProcessStat[]> =>
  (await listProcesses()).filter((one) => one.parent === parent);

/** Lists a process and all below it. */
export async function listTree(root: number): Promise<ProcessStat[]> {
  const all = await listProcesses();
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(parents.get(pid) ?? 0));
  return all.filter(({ pid }) => isBelow(pid));
}
