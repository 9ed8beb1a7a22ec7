import { FFIType } from "bun:ffi";
import { openLibc } from "#core/process/libc";

/**
 * Sets a variable in the environment of the C library, which native libraries read. Changes of `process.env` do not
 * reach it.
 */
export function setNativeEnv(name: string, value: string): void {
  const libc = openLibc({
    setenv: { args: [FFIType.cstring, FFIType.cstring, FFIType.i32], returns: FFIType.i32 },
  });
  libc?.setenv(Buffer.from(`${name}\0`), Buffer.from(`${value}\0`), 1);
}
