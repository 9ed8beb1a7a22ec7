import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A running server, as described by its `postmaster.pid`. */
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

/** Reads a process's arguments; undefined if it does not exist or is a zombie. */
function readArguments(pid: number): string[] | undefined {
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
 * True if the process is the cluster's server. After a restart of the machine or container another process may have
 * its pid, so the arguments must name the cluster.
 */
export function isPostmaster(pid: number, cluster: string): boolean {
  return `${readArguments(pid)?.join(" ")} `.includes(` -D ${cluster} `);
}

/** Finds the server running on the cluster. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const [pid, , , port, socketFolder, , , status] = readLines(cluster);
  if (!pid || !isPostmaster(Number(pid), cluster)) return undefined;
  return { pid: Number(pid), port: Number(port), socketFolder: socketFolder ?? "", ready: status?.trim() === "ready" };
}

/** Finds what a killed server left behind: its pid and socket folder. */
export function findRemains(cluster: string): Pick<Postmaster, "pid" | "socketFolder"> | undefined {
  const [pid, , , , socketFolder] = readLines(cluster);
  return pid ? { pid: Number(pid), socketFolder: socketFolder ?? "" } : undefined;
}
