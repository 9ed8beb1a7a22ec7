import { dlopen, type FFIFunction } from "bun:ffi";

const LIBRARIES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ["libc.so.6", "libc.so"],
  darwin: ["libSystem.dylib"],
};

/** Opens functions of the C library. Undefined if it has another name here, as musl has, or lacks one of them. */
export function openLibc<Functions extends Record<string, FFIFunction>>(functions: Functions) {
  for (const library of LIBRARIES[process.platform] ?? []) {
    try {
      return dlopen(library, functions).symbols;
    } catch {
      // The next name may fit.
    }
  }
  return undefined;
}
