/** Functions that run in child processes. */

/** A function that runs in a child process, where it may block or crash. Input and output are JSON. */
export type ChildTask<Input = never, Output = unknown> = (input: Input, tools: ChildTools) => Promise<Output>;

export interface ChildTools {
  folder: string;
  progress(percent: number): void;
  /**
   * Passes complete files in `folder` to the server before the task ends, by role. They are moved, so the output of the
   * task must not name them.
   */
  show(files: Readonly<Record<string, string>>): void;
  /**
   * Limits the CPU time of this process and the programs it starts, in seconds from now. Call it with the most that a
   * legitimate file needs. Beyond it, the task fails with `source_too_complex`, which is not refunded.
   */
  limitCpu(seconds: number): void;
}

export interface ChildOptions {
  folder: string;
  /**
   * Properties of the output, or of each entry of a list, that hold the path of a file which the task wrote directly into
   * `folder`. The server checks these files before it uses them. Never use another path from the output: a hostile file
   * may have taken over the process.
   */
  files?: readonly string[];
  signal: AbortSignal;
  timeLimitMs: number;
  progress?(percent: number): void;
  /** Receives the files that the task shows, checked like `files`. */
  show?(files: Readonly<Record<string, string>>): Promise<void>;
  /**
   * True if nobody waits for the result. The task then starts when this server runs no other child process, and has the
   * lowest priority.
   */
  isBackground?: boolean;
  /** Lets the process use the graphics card. An attacker who takes over the process can then reach the card's driver. */
  gpu?: boolean;
}
