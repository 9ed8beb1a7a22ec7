import { statfs } from "node:fs/promises";

const CHECKED_BYTES = 16 * 1024 ** 2;

/**
 * Returns the number of bytes that this process can still write to the disk of a folder.
 * @example (await getFreeBytes("/tmp")) > 0; // true
 */
export async function getFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Returns a function that receives the current size of a file being written, and calls `check` each time it has grown
 * by 16 MiB.
 * @example
 * const sizes: number[] = [];
 * const grow = createGrowthCheck(async (bytes) => void sizes.push(bytes));
 * for (let size = 0; size <= 40 * 1024 ** 2; size += 1024 ** 2) await grow(size);
 * sizes.length; // 2
 */
export function createGrowthCheck(check: (bytes: number) => Promise<void>): (size: number) => Promise<void> {
  let checked = 0;
  return async (size) => {
    if (size - checked < CHECKED_BYTES) return;
    checked = size;
    await check(size);
  };
}
