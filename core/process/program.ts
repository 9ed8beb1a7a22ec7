import { isCompiled } from "#core/process/compiled";

/** Command line that starts this program again. Child processes are started with it. */
let command: readonly string[] | undefined = isCompiled ? [process.execPath] : undefined;

/** Called by the composition root when it runs from source. The compiled binary is the program itself. */
export function setEntryPoint(path: string): void {
  if (!isCompiled) command = [process.execPath, path];
}

export function getProgram(): readonly string[] {
  if (!command) throw new Error("Child processes need the program's entry point. Call setEntryPoint first.");
  return command;
}
