import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The server that runs on a cluster, as its own `postmaster.pid` tells. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Folder of its socket. */
  socketFolder: string;
  ready: boolean;
}

/** `postmaster.pid`, line by line: https://www.postgresql.org/docs/18/storage-file-layout.html */
function readLines(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}

/** A process's arguments; undefined when there is no such process or it has ended and waits to be reaped. */
function argumentsOf(pid: number): string[] | undefined {
  try {
    if (process.platform === "linux") {
      const line = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      return line === "" ? undefined : line.split("\0");
    }
    return execFileSync("ps", ["-ww", "-o", "args=", "-p", String(pid)], { stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .trim()
      .split(" ");
  } catch {
    return undefined;
  }
}

/**
 * Whether the process is the cluster's server. A pid alone proves nothing: after a restart of the
 * machine or container another process may have it, so its arguments must name the cluster.
 */
export function isPostmaster(pid: number, cluster: string): boolean {
  return `${argumentsOf(pid)?.join(" ")} `.includes(` -D ${cluster} `);
}

/** The server that runs on the cluster now. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const [pid, , , port, socketFolder, , , status] = readLines(cluster);
  if (!pid || !isPostmaster(Number(pid), cluster)) return undefined;
  return { pid: Number(pid), port: Number(port), socketFolder: socketFolder ?? "", ready: status?.trim() === "ready" };
}

/** What a server that was killed left behind: its pid, and the folder of its socket. */
export function findRemains(cluster: string): Pick<Postmaster, "pid" | "socketFolder"> | undefined {
  const [pid, , , , socketFolder] = readLines(cluster);
  return pid ? { pid: Number(pid), socketFolder: socketFolder ?? "" } : undefined;
}
