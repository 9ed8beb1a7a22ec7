import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Binaries } from "#db/embedded/binaries";
import { EmbeddedError } from "#db/embedded/error";
import type { Identity } from "#db/embedded/identity";

/** PostgreSQL's programs, ready to be run by the right user. */
export interface Programs {
  binaries: Binaries;
  identity: Identity;
}

function start(
  programs: Programs,
  program: "initdb" | "postgres",
  args: readonly string[],
  { env, ...options }: SpawnOptions,
): ChildProcess {
  const { prefix, ids } = programs.identity;
  const [command, ...rest] = [...prefix, programs.binaries[program], ...args];
  return spawn(command!, rest, {
    cwd: "/",
    // Nothing of ours: no keys, and no PG… variables that would change how it behaves.
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", ...programs.binaries.env, ...env },
    ...ids,
    ...options,
  });
}

/** Runs a program to its end; throws an EmbeddedError with what it said when it fails. */
export async function runProgram(
  programs: Programs,
  program: "initdb" | "postgres",
  args: readonly string[],
  input = "",
) {
  const child = start(programs, program, args, { stdio: "pipe" });
  const ended = once(child, "close");
  child.stdin!.on("error", () => {}); // It may end without reading; its status tells.
  child.stdin!.end(input);
  const [output, errors] = await Promise.all([text(child.stdout!), text(child.stderr!), ended]);
  if (child.exitCode !== 0) {
    const said = (errors || output).trim() || `it ended with ${child.signalCode ?? child.exitCode}`;
    throw new EmbeddedError(`The database could not be created (${program}): ${said}`);
  }
}

/**
 * Starts the server. It has a session of its own, so that Ctrl-C in a terminal reaches us alone and
 * the server is stopped last; and it writes to a file rather than to us, so that it outlives us.
 * @param log file descriptor for its messages.
 */
export function startServer(programs: Programs, args: readonly string[], log: number, env: Record<string, string>) {
  const child = start(programs, "postgres", args, { stdio: ["ignore", log, log], detached: true, env });
  child.unref();
  return child;
}
