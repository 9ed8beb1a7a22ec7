import { dlopen, FFIType } from "bun:ffi";

const LIBRARIES: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ["libc.so.6", "libc.so"],
  darwin: ["libSystem.dylib"],
};

/** LanceDB writes its own lines to stderr, beside our log, and reads its switch where process.env does not reach. */
export function quietLance(): void {
  if (process.env.LANCEDB_LOG) return;
  for (const library of LIBRARIES[process.platform] ?? []) {
    try {
      const { symbols } = dlopen(library, {
        setenv: { args: [FFIType.cstring, FFIType.cstring, FFIType.i32], returns: FFIType.i32 },
      });
      symbols.setenv(Buffer.from("LANCEDB_LOG\0"), Buffer.from("error\0"), 1);
      return;
    } catch {
      // Another C library's name.
    }
  }
}
