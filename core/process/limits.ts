/**
 * Limits of child processes, which work on files of strangers. Linux and macOS know limits of CPU time. Memory is
 * watched instead, because Bun reserves gigabytes of addresses that it never uses.
 */
import { FFIType, ptr } from "bun:ffi";
import { readFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { openLibc } from "#core/process/libc";

/** Resident memory of a child process. Renders need a tenth of that. */
const MAX_MEMORY_BYTES = Math.min(4 * 1024 ** 3, Math.floor(totalmem() * 0.75));
const WATCH_MS = 250;
/** The largest file that a child process can write. A disk that is full stops everyone. */
const MAX_FILE_BYTES = 8 * 1024 ** 3;

/** Time to end by SIGXCPU, which tells this limit from other reasons. */
const CPU_GRACE_SECONDS = 5;

const RESOURCES = { cpu: 0, file: 1, core: 4 } as const;
/** Limits this process and the programs that it will start. `grace`: how much later the process is killed, not signalled. */
function setLimit(resource: keyof typeof RESOURCES, value: number, grace = 0): void {
  const libc = openLibc({ setrlimit: { args: [FFIType.i32, FFIType.ptr], returns: FFIType.i32 } });
  libc?.setrlimit(RESOURCES[resource], ptr(new BigUint64Array([BigInt(value), BigInt(value + grace)])));
}

/** Called once by every child process. */
export function limitProcess(): void {
  if (process.platform !== "linux") return;
  setLimit("file", MAX_FILE_BYTES);
  setLimit("core", 0);
}

/** Ends this process, or a program that it starts, once it has used more CPU time than that from now on. */
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
