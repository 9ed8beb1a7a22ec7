import { FFIType } from "bun:ffi";
import { openLibc } from "#core/process/libc";

/** Sets a variable in the C library's environment. Native libraries read that one; `process.env` does not change it. */
export function setNativeEnv(name: string, value: string): void {
  const libc = openLibc({
    setenv: { args: [FFIType.cstring, FFIType.cstring, FFIType.i32], returns: FFIType.i32 },
  });
  libc?.setenv(Buffer.from(`${name}\0`), Buffer.from(`${value}\0`), 1);
}
