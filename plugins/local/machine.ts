import { availableParallelism, totalmem } from "node:os";

/** What this process may use of the machine: limits of its container count. */
export interface Machine {
  cores: number;
  memoryBytes: number;
}

export const MOST_RENDERS = 64;
/** A render uses up to 450 MB, and a video and an edit are rendered at the same time. */
const BYTES_PER_RENDER = 1024 ** 3;

export function readMachine(): Machine {
  // Without a limit, this is 0 or more than the machine has.
  const limit = process.constrainedMemory() || Number.POSITIVE_INFINITY;
  return { cores: availableParallelism(), memoryBytes: Math.min(totalmem(), limit) };
}

/** Number of renders of each kind that run beside each other without waiting for cores or memory. */
export function countRenders({ cores, memoryBytes }: Machine): number {
  const fitting = Math.min(Math.floor(cores / 2), Math.floor(memoryBytes / BYTES_PER_RENDER));
  return Math.min(MOST_RENDERS, Math.max(1, fitting));
}
