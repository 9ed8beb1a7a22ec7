/**
 * Limits of child processes, which handle untrusted files. Linux and macOS limit CPU time themselves. Memory is watched
 * instead, because Bun reserves gigabytes of address space that it never uses.
 */
import { FFIType, ptr } from "bun:ffi";
import { readFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { openLibc } from "#core/process/libc";

/** Maximum resident memory of a child process. Renders need a tenth of that. */
const MAX_MEMORY_BYTES = Math.min(4 * 1024 ** 3, Math.floor(totalmem() * 0.75));
const WATCH_MS = 250;
/** Largest file that a child process can write. A full disk would stop everything. */
const MAX_FILE_BYTES = 8 * 1024 ** 3;

/** Time for the process to end by SIGXCPU, which distinguishes this limit from other reasons. */
const CPU_GRACE_SECONDS = 5;

const RESOURCES = { cpu: 0, file: 1, core: 4 } as const;
/**
 * Limits this process and the programs that it starts. `grace`: how much later the process is killed instead of
 * signalled.
 */
function setLimit(resource: keyof typeof RESOURCES, value: number, grace = 0): void {
  const libc = openLibc({ setrlimit: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 } });
  libc?.setrlimit(RESOURCES[resource], ptr(new BigUint64Array([BigInt(value), BigInt(value + grace)])));
}

/** Sets the limits of this process. Called once by every child process. */
export function limitProcess(): void {
  if (process.platform !== "linux") return;
  setLimit("file", MAX_FILE_BYTES);
  setLimit("core", 0);
}

/** Ends this process, or a program that it starts, once it has used this much more CPU time. */
export function limitCpu(seconds: number): void {
  const { user, system } = process.cpuUsage();
  setLimit("cpu", Math.ceil((user + system) / 1e6 + seconds), CPU_GRACE_SECONDS);
}

/** Calls `onExceeded` if a process uses too much memory. Only on Linux. */
export function watchMemory(pid: number, onExceeded: () => void) {
  let exceeded = false;
  const check = async () => {
    const [, kilobytes = 0] = /^VmRSS:\s*(\d+)/m.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
    if (Number(kilobytes) * 1024 <= MAX_MEMORY_BYTES) return;
    exceeded = true;
    onExceeded();
  };
  const timer = process.platform === "linux" ? setInterval(() => void check().catch(() => {}), WATCH_MS) : undefined;
  return { isExceeded: () => exceeded, stop: () => clearInterval(timer) };
}
