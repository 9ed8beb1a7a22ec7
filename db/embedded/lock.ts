import { dlopen } from "bun:ffi";
import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { EmbeddedError } from "#db/embedded/error";

export interface Lock {
  release(): void;
}

const LOCK_EX_NB = 2 | 4;

function openLibrary() {
  try {
    return dlopen(process.platform === "darwin" ? "libSystem.B.dylib" : "libc.so.6", {
      flock: { args: ["i32", "i32"], returns: "i32" },
    });
  } catch {
    throw new EmbeddedError(
      "The built-in database needs a Linux with glibc, or macOS: on this system, set DATABASE_URL.",
    );
  }
}

/**
 * Takes the lock that one process at a time may hold.
 *
 * By flock(2), because the kernel ties it to the open file: it ends with its holder however that
 * dies (kill -9, power cut), is never inherited (Bun opens files close-on-exec), and no pid that
 * was given to another process since can look like a holder. The file stays: removing it would let
 * two processes lock two files of one name. Throws an EmbeddedError naming the holder.
 */
export function takeLock(path: string): Lock {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const library = openLibrary();
  const file = openSync(path, "a+", 0o600);
  const locked = library.symbols.flock(file, LOCK_EX_NB) === 0;
  library.close();
  if (!locked) {
    closeSync(file);
    const pid = readFileSync(path, "utf8").trim();
    throw new EmbeddedError(
      `Another Vireo${pid ? ` (process ${pid})` : ""} is using the database in ${dirname(path)}. Stop it first, or give this one a data directory of its own (DATA_DIR).`,
    );
  }
  ftruncateSync(file);
  writeSync(file, `${process.pid}\n`);
  return { release: () => closeSync(file) };
}
