import { dlopen, FFIType } from "bun:ffi";

const LIBRARIES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ["libc.so.6", "libc.so"],
  darwin: ["libSystem.dylib"],
};

/** Sets a variable in the C library's environment. Native libraries read that one; `process.env` does not change it. */
export function setNativeEnv(name: string, value: string): void {
  for (const library of LIBRARIES[process.platform] ?? []) {
    try {
      const { symbols } = dlopen(library, {
        setenv: { args: [FFIType.cstring, FFIType.cstring, FFIType.i32], returns: FFIType.i32 },
      });
      symbols.setenv(Buffer.from(`${name}\0`), Buffer.from(`${value}\0`), 1);
      return;
    } catch {
      // musl uses another file name.
    }
  }
}
