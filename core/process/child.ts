import { dlopen, FFIType } from "bun:ffi";
import { setPriority } from "node:os";
import { EngineError } from "#core/engine";
import type { ChildOptions, ChildTask, Module } from "#core/module";
import { metrics } from "#core/observability/metrics";
import { isCompiled } from "#core/process/compiled";
import { unpackAll } from "#core/process/natives";

/** What the parent sends first. */
interface Order {
  /** Plug-ins to look for the module in, beside our own. */
  plugins: readonly string[];
  module: string;
  task: string;
  input: unknown;
  folder: string;
}
type Report =
  | { type: "progress"; percent: number }
  | { type: "done"; output: unknown }
  /** A reason for people. A failure without one ends the process with its stack on stderr. */
  | { type: "failed"; message: string; code: string };

/** Renders yield to requests. */
const NICENESS = 10;
const STDERR_TAIL = 4000;

/** How to start this very program: from source through the interpreter, compiled by itself. */
function command(): string[] {
  return isCompiled
    ? [process.execPath, "child"]
    : [process.execPath, new URL("../../cli/main.ts", import.meta.url).pathname, "child"];
}

const PASSED_ON = ["PATH", "HOME", "TMPDIR", "TEMP", "LANG", "SystemRoot", "NATIVES_DIR"];

/** What a child may see of the environment: enough to find programs and write temporary files, no secrets. */
const environment = (): Record<string, string | undefined> =>
  Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]]));

/**
 * Runs one of a module's `children` in a process group of its own and returns its output.
 * Rejects with an EngineError where the task said why, else with the end of its log. When the
 * signal fires or the time is up the whole group is killed.
 */
export async function runChild<Output>(
  plugins: readonly string[],
  module: string,
  task: string,
  input: unknown,
  options: ChildOptions,
): Promise<Output> {
  await unpackAll(["postgres"]);
  options.signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Output>();
  let failure: EngineError | undefined;
  let result: { output: unknown } | undefined;
  const child = Bun.spawn(command(), {
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
    detached: true,
    env: environment(),
    ipc(report: Report) {
      if (report.type === "progress") options.progress?.(report.percent);
      else if (report.type === "done") result = { output: report.output };
      else failure = new EngineError(report.code, report.message);
    },
  });
  try {
    setPriority(child.pid, NICENESS);
  } catch {
    // It has ended already, or the system does not let us: neither matters.
  }
  const labels = { task: `${module}.${task}` };
  metrics.renders.inc(labels);
  void child.exited.finally(() => metrics.renders.dec(labels));
  const kill = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      child.kill("SIGKILL");
    }
  };
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeLimitMs)]);
  const onAbort = () => {
    kill();
    reject(
      options.signal.aborted
        ? options.signal.reason
        : new EngineError("engine_timeout", "The engine did not finish in time."),
    );
  };
  signal.addEventListener("abort", onAbort, { once: true });
  child.send({ plugins, module, task, input, folder: options.folder } satisfies Order);

  const stderr = new Response(child.stderr).text();
  const code = await Promise.race([child.exited, promise.catch(() => undefined)]);
  signal.removeEventListener("abort", onAbort);
  if (code === undefined) return promise;
  kill(); // What the task started and left behind.
  if (result) resolve(result.output as Output);
  else if (failure) reject(failure);
  else
    reject(
      new Error(
        `The child process for ${module}.${task} ended with ${child.signalCode ?? code}: ${(await stderr).slice(-STDERR_TAIL)}`,
      ),
    );
  return promise;
}

/** Linux ends the child with its parent even while it computes; elsewhere the closed channel does, once it looks up. */
function dieWithParent(): void {
  process.once("disconnect", () => {
    try {
      process.kill(-process.pid, "SIGKILL");
    } finally {
      process.exit(1);
    }
  });
  if (process.platform !== "linux") return;
  const PR_SET_PDEATHSIG = 1;
  const SIGKILL = 9;
  for (const libc of ["libc.so.6", "libc.so"]) {
    try {
      const { symbols } = dlopen(libc, { prctl: { args: [FFIType.i32, FFIType.u64], returns: FFIType.i32 } });
      symbols.prctl(PR_SET_PDEATHSIG, SIGKILL);
      return;
    } catch {
      // musl names it otherwise; the closed channel is left.
    }
  }
}

/** Where modules come from; the likeliest first, since loading all of them costs a tenth of a second. */
type Source = (plugins: readonly string[]) => Promise<readonly Module[]>;

async function findModule({ module, plugins }: Order, sources: readonly Source[]): Promise<Module | undefined> {
  for (const source of sources) {
    const found = (await source(plugins)).find((one) => one.name === module);
    if (found) return found;
  }
  return undefined;
}

/** The child's side: takes the order, runs the task, reports, ends. Dies with its parent. */
export async function serveChild(sources: readonly Source[]): Promise<void> {
  const send = (report: Report) => process.send?.(report);
  dieWithParent();
  const order = await new Promise<Order>((resolve) => process.once("message", resolve));
  try {
    const module = await findModule(order, sources);
    const open = module?.children?.[order.task];
    if (!open) throw new Error(`There is no task ${order.module}.${order.task}.`);
    const task = (await open()) as ChildTask<unknown>;
    let told = 0;
    const progress = (percent: number) => {
      if (percent < told + 1) return;
      told = percent;
      send({ type: "progress", percent });
    };
    send({ type: "done", output: await task(order.input, { folder: order.folder, progress }) });
  } catch (error) {
    const reason = reasonOf(error);
    if (!reason) {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    }
    send({ type: "failed", ...reason });
  }
  // Let the last message leave before the process ends.
  await Bun.sleep(20);
  process.exit(0);
}

/** What people may read of a failure: errors that were made for them have a lower-case code. */
function reasonOf(error: unknown): { code: string; message: string } | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === "ENOSPC") return { code: "storage_full", message: "The server's disk is full." };
  return typeof code === "string" && /^[a-z_]+$/.test(code) ? { code, message: String(message) } : undefined;
}
