import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Binaries } from "#db/embedded/binaries";
import { EmbeddedError } from "#db/embedded/error";
import type { Identity } from "#db/embedded/identity";

/** PostgreSQL's programs and the user that runs them. */
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
    // No keys of ours, and no PG… variables that would change its behaviour.
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", ...programs.binaries.env, ...env },
    ...ids,
    ...options,
  });
}

/** Runs a program until it exits. Throws EmbeddedError with its output if it fails. */
export async function runProgram(
  programs: Programs,
  program: "initdb" | "postgres",
  args: readonly string[],
  input = "",
) {
  const child = start(programs, program, args, { stdio: "pipe" });
  const ended = once(child, "close");
  child.stdin!.on("error", () => {}); // It may exit without reading; the exit code is checked below.
  child.stdin!.end(input);
  const [output, errors] = await Promise.all([text(child.stdout!), text(child.stderr!), ended]);
  if (child.exitCode !== 0) {
    const message = (errors || output).trim() || `exit code ${child.signalCode ?? child.exitCode}`;
    throw new EmbeddedError(`Could not create the database (${program}): ${message}`);
  }
}

/**
 * Starts the server in its own session, so that Ctrl-C in a terminal does not reach it and it is stopped last. It logs
 * to a file, so it survives this process.
 * @param log file descriptor of its log.
 */
export function startServer(programs: Programs, args: readonly string[], log: number, env: Record<string, string>) {
  const child = start(programs, "postgres", args, { stdio: ["ignore", log, log], detached: true, env });
  child.unref();
  return child;
}
