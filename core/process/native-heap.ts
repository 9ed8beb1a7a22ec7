import { FFIType } from "bun:ffi";
import { availableParallelism } from "node:os";
import { openLibc } from "#core/process/libc";

/** A parameter of glibc's mallopt(3). */
const M_ARENA_MAX = -8;
const TRIM_MS = 30_000;

/**
 * Keeps the heap of native libraries near what they use. glibc has up to eight heaps per core, and each keeps what its largest
 * moment needed: 400 MB after a few searches among 20,000 videos that used 10. Lower thresholds of its own would do the
 * same, but make searches five times slower. Bun has another allocator.
 * @returns a function that ends it.
 */
export function trimNativeHeap(): () => void {
  const libc = openLibc({
    mallopt: { args: [FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    malloc_trim: { args: [FFIType.u64], returns: FFIType.i32 },
  });
  if (!libc) return () => {};
  libc.mallopt(M_ARENA_MAX, Math.max(2, availableParallelism()));
  const timer = setInterval(() => libc.malloc_trim(0n), TRIM_MS);
  timer.unref();
  return () => clearInterval(timer);
}
