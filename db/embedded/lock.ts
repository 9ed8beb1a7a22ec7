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
      "Embedded PostgreSQL requires Linux with glibc, or macOS. On this system, set DATABASE_URL.",
    );
  }
}

/** Opens the file and locks it; undefined if another process holds the lock. */
function tryLock(path: string): number | undefined {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const library = openLibrary();
  const file = openSync(path, "a+", 0o600);
  const locked = library.symbols.flock(file, LOCK_EX_NB) === 0;
  library.close();
  if (locked) return file;
  closeSync(file);
  return undefined;
}

/**
 * Takes an exclusive lock for this process. Throws EmbeddedError naming the holder.
 *
 * Uses flock(2), which the kernel ties to the open file: the lock ends with its holder in every case (kill -9, power
 * cut), is never inherited (Bun opens files close-on-exec), and a reused pid cannot look like a holder. The file is
 * not removed, because two processes could then lock two files of the same name.
 */
export function takeLock(path: string): Lock {
  const file = tryLock(path);
  if (file === undefined) {
    const pid = readFileSync(path, "utf8").trim();
    throw new EmbeddedError(
      `Another Vireo${pid ? ` (process ${pid})` : ""} is using the database in ${dirname(path)}. Stop it, or set DATA_DIR to another directory.`,
    );
  }
  ftruncateSync(file);
  writeSync(file, `${process.pid}\n`);
  return { release: () => closeSync(file) };
}

/** True if a process holds the lock. */
export function isLocked(path: string): boolean {
  const file = tryLock(path);
  if (file !== undefined) closeSync(file);
  return file === undefined;
}
