import { dlopen, type FFIFunction } from "bun:ffi";

const LIBRARIES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ["libc.so.6", "libc.so"],
  darwin: ["libSystem.dylib"],
};

/** Opens functions of the C library. Undefined if the library has another name, as on musl, or lacks one of them. */
export function openLibc<Functions extends Record<string, FFIFunction>>(functions: Functions) {
  for (const library of LIBRARIES[process.platform] ?? []) {
    try {
      return dlopen(library, functions).symbols;
    } catch {
      // Try the next name.
    }
  }
  return undefined;
}
