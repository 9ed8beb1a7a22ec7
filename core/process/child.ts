import { FFIType } from "bun:ffi";
import { constants } from "node:fs";
import { lstat, open, writeFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { basename, join } from "node:path";
import { EngineError } from "#core/engine";
import { metrics } from "#core/observability/metrics";
import { type ChildHost, planChild } from "#core/process/confinement";
import { openLibc } from "#core/process/libc";
import { limitCpu, limitProcess, watchMemory } from "#core/process/limits";
import { unpackAll } from "#core/process/natives";
import { getProgram } from "#core/process/program";
import type { ChildOptions, ChildTask } from "#core/process/task";
import { untilAborted, withDeadline } from "#core/timing";

/** One component of a path, as the children of all our modules name their files. */
const NAME = /^[\w-][\w.-]{0,199}$/;

type Fields = Record<string, unknown>;

/** First message from the parent. */
interface Order {
  /** Files of the configured plug-ins, searched in addition to the built-in modules. */
  plugins: readonly string[];
  module: string;
  task: string;
  input: unknown;
  folder: string;
  /** Properties of the output that hold paths of files. */
  files: readonly string[];
}
type Report =
  | { type: "progress"; percent: number }
  | { type: "shown"; files: Readonly<Fields> }
  | { type: "done"; output: unknown }
  /** A failure with a message for users. Other failures end the process with a stack trace on stderr. */
  | { type: "failed"; message: string; code: string };

/** Something outside Vireo killed the child, usually the system because memory ran out. A retry may succeed. */
export class ChildKilledError extends Error {}

/** Low priority, so that renders yield to requests, and background work to both. */
const NICENESS = { render: 10, background: 19 };
const STDERR_TAIL = 4000;
/** Maximum number of times that one task shows files. */
const MAX_SHOWN = 10;
/** Time limit for the parent to read a report. */
const READ_MS = 60_000;

const ENVIRONMENT = ["PATH", "HOME", "TMPDIR", "TEMP", "LANG", "SystemRoot", "NATIVES_DIR"];

/** Environment of the child: enough to find programs and write temporary files, without secrets. */
const getEnvironment = (): Record<string, string | undefined> =>
  Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]]));

/** Processes that are not background work. */
const awaited = new Set<Promise<unknown>>();

function track(exited: Promise<unknown>): void {
  const ended = exited.finally(() => awaited.delete(ended));
  awaited.add(ended);
}

/**
 * Runs one of a module's `children` in its own process group and returns its output. The process is this program with
 * the command `child`: it starts in cli/main.ts, which leads to `serveChild` below. On Linux, it can read only the program
 * and the system's libraries, and can read and write `options.folder`. Rejects with an EngineError if the task reported
 * one, otherwise with the end of its stderr. Paths in `options.files` are those of checked files. Kills the whole group
 * when the signal fires or the time limit is reached.
 */
export async function runChild<Output>(
  host: ChildHost,
  module: string,
  task: string,
  input: unknown,
  options: ChildOptions,
): Promise<Output> {
  await unpackAll(["postgres"]);
  const { folder, files = [], isBackground = false } = options;
  while (isBackground && awaited.size > 0) await untilAborted(Promise.allSettled(awaited), options.signal);
  options.signal.throwIfAborted();
  const reports = new Reports(options);
  const child = await spawnChild(host, module, options, reports);
  const name = `${module}.${task}`;
  metrics.renders.inc({ task: name });
  void child.exited.finally(() => metrics.renders.dec({ task: name }));
  child.send({ plugins: host.plugins, module, task, input, folder, files } satisfies Order);
  const end = await waitForEnd(child, options, reports.ended.promise);
  if (reports.end?.type === "done") return (await takeFiles(reports.end.output, files, folder)) as Output;
  if (reports.end?.type === "failed") throw new EngineError(reports.end.code, reports.end.message);
  throw await toError(name, child, end);
}

/** Receives the reports of one child. */
class Reports {
  /** Resolves once the task has reported its result or its failure. */
  readonly ended = Promise.withResolvers<"reported">();
  /** The result or the failure. */
  end: Report | undefined;
  readonly #options: ChildOptions;
  #shown = 0;
  #showing = Promise.resolve();

  constructor(options: ChildOptions) {
    this.#options = options;
  }

  receive(message: unknown): void {
    const report = readReport(message);
    if (report?.type === "progress") this.#options.progress?.(report.percent);
    else if (report?.type === "shown") this.#show(report.files);
    else if (report) {
      this.end ??= report;
      this.ended.resolve("reported");
    }
  }

  #show(files: Readonly<Fields>): void {
    // One after the other: an older file must not replace a newer one.
    if (this.#shown++ < MAX_SHOWN) this.#showing = this.#showing.then(() => showFiles(files, this.#options));
  }
}

type Child = Bun.Subprocess<"ignore", "ignore", "pipe">;

async function spawnChild(host: ChildHost, module: string, options: ChildOptions, reports: Reports): Promise<Child> {
  const { folder, isBackground = false } = options;
  const { command, env, ...place } = await planChild(host, [...getProgram(), "child", module], options);
  const child = Bun.spawn(command, {
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
    detached: true,
    ...place,
    env: { ...getEnvironment(), ...(folder ? { TMPDIR: folder } : {}), ...env },
    ipc: (message: unknown) => reports.receive(message),
  });
  if (!isBackground) track(child.exited);
  lowerPriority(child.pid, isBackground ? NICENESS.background : NICENESS.render);
  sacrifice(child.pid);
  return child;
}

/** How a child ended that may not have reported. */
interface End {
  code: number | "reported";
  isOverMemory: boolean;
  stderr: Promise<string>;
}

/** Waits until the task has reported or the process has ended, and kills the whole group. Throws if it was cut off. */
async function waitForEnd(child: Child, options: ChildOptions, reported: Promise<"reported">): Promise<End> {
  const { timeLimitMs, signal } = options;
  const stderr = new Response(child.stderr).text();
  const memory = watchMemory(child.pid, () => killGroup(child));
  const late = () => new EngineError("engine_timeout", "The engine did not finish in time.");
  try {
    // Once a task has reported, its process need not clean up.
    const code = await withDeadline(timeLimitMs, late, () => Promise.race([child.exited, reported]), signal);
    return { code, isOverMemory: memory.isExceeded(), stderr };
  } finally {
    memory.stop();
    killGroup(child); // Also ends processes that the task left running.
  }
}

/** Describes the end of a child that has not reported. */
async function toError(name: string, { signalCode }: Child, { code, isOverMemory, stderr }: End): Promise<Error> {
  if (isOverMemory || signalCode === "SIGXCPU") return tooComplex();
  const message = `The child process for ${name} ended with ${signalCode ?? code}: ${(await stderr).slice(-STDERR_TAIL)}`;
  return signalCode === "SIGKILL" ? new ChildKilledError(message) : new Error(message);
}

/** Reads a message of the child, which may have been taken over. Returns undefined if it is no report. */
function readReport(message: unknown): Report | undefined {
  if (!isFields(message)) return undefined;
  const { type, percent, output, message: text, code } = message;
  if (type === "progress") return Number.isFinite(percent) ? { type, percent: Number(percent) } : undefined;
  if (type === "shown") return isFields(message.files) ? { type, files: message.files } : undefined;
  if (type === "done") return { type, output };
  return type === "failed" ? { type, message: String(text), code: String(code) } : undefined;
}

/** Passes files on that a task shows. One that cannot be used is not missed: the result has its own. */
async function showFiles(files: Readonly<Fields>, { folder, show }: ChildOptions): Promise<void> {
  const checked = await takeFiles(files, Object.keys(files), folder).catch(() => undefined);
  if (checked) await show?.(checked as Record<string, string>);
}

const tooComplex = () =>
  new EngineError(
    "source_too_complex",
    "Processing the file takes far more time or memory than its size and length explain. Encode it again, or use another file.",
  );

function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // The process has already ended, or the system does not permit it.
  }
}

/** Makes the kernel end this process first if the machine runs out of memory, instead of the server or its database. */
function sacrifice(pid: number): void {
  if (process.platform === "linux") void writeFile(`/proc/${pid}/oom_score_adj`, "1000").catch(() => {});
}

function killGroup(child: Bun.Subprocess): void {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

/** On Linux the kernel kills the child when its parent dies. Elsewhere the closed IPC channel ends it. */
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
  // Without prctl, as on musl, the IPC channel still applies.
  openLibc({ prctl: { args: [FFIType.i32, FFIType.u64], returns: FFIType.i32 } })?.prctl(PR_SET_PDEATHSIG, SIGKILL);
}

/** Loads modules that may include `module`. Sources are tried in order, because loading all takes a tenth of a second. */
type Source = (plugins: readonly string[], module: string) => Promise<readonly TaskOwner[]>;

/** The parts of a module that its tasks need. */
interface TaskOwner {
  name: string;
  children?: Record<string, () => Promise<ChildTask>>;
}

async function findModule({ module, plugins }: Order, sources: readonly Source[]): Promise<TaskOwner | undefined> {
  for (const source of sources) {
    const plugin = (await source(plugins, module)).find(({ name }) => name === module);
    if (plugin) return plugin;
  }
  return undefined;
}

/** Entry point of the child process: receives the task, runs it, reports and exits. Dies with its parent. */
export async function serveChild(sources: readonly Source[]): Promise<void> {
  const send = (report: Report) => process.send?.(report);
  dieWithParent();
  limitProcess();
  const order = await new Promise<Order>((resolve) => process.once("message", resolve));
  try {
    const module = await findModule(order, sources);
    const open = module?.children?.[order.task];
    if (!open) throw new Error(`There is no task ${order.module}.${order.task}.`);
    const task = (await open()) as ChildTask<unknown>;
    let reported = 0;
    const progress = (percent: number) => {
      if (percent < reported + 1) return;
      reported = percent;
      send({ type: "progress", percent });
    };
    const show = (files: Readonly<Record<string, string>>) => {
      const names = Object.entries(files).map(([role, path]) => [role, basename(path)]);
      send({ type: "shown", files: Object.fromEntries(names) });
    };
    const output = await task(order.input, { folder: order.folder, progress, show, limitCpu });
    send({ type: "done", output: await nameFiles(output, order.files) });
  } catch (error) {
    const failure = toFailure(error);
    if (!failure) {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    }
    send({ type: "failed", ...failure });
  }
  // The parent kills this process after reading the report, which can take a while on a busy server.
  await Bun.sleep(READ_MS);
  process.exit(1);
}

/** Serialises an error. Errors with a lower-case code carry a message for users; others are internal. */
function toFailure(error: unknown): { code: string; message: string } | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === "ENOSPC") return { code: "storage_full", message: "The server's disk is full." };
  return typeof code === "string" && /^[a-z_]+$/.test(code) ? { code, message: String(message) } : undefined;
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** Returns a copy of the output, or of each entry of a list, with the named properties replaced. */
async function mapFiles(
  output: unknown,
  names: readonly string[],
  map: (value: unknown) => string | Promise<string>,
): Promise<unknown> {
  if (names.length === 0 || !isFields(output)) return output;
  if (Array.isArray(output)) return Promise.all(output.map((entry) => mapFiles(entry, names, map)));
  const files = names.filter((name) => output[name] !== undefined && output[name] !== null);
  const entries = files.map(async (name) => [name, await map(output[name])] as const);
  return { ...output, ...Object.fromEntries(await Promise.all(entries)) };
}

/** In the child process: replaces the paths of its files by their names. */
const nameFiles = (output: unknown, names: readonly string[]): Promise<unknown> =>
  mapFiles(output, names, (path) => basename(String(path)));

/** In the server: replaces the reported names by the paths of checked files. Throws if one is anything else. */
const takeFiles = (output: unknown, names: readonly string[], folder: string): Promise<unknown> =>
  mapFiles(output, names, (name) => takeFile(folder, name));

async function takeFile(folder: string, name: unknown): Promise<string> {
  if (typeof name !== "string" || !NAME.test(name)) throw refuse("something that is not the name of a file");
  if (!folder || !(await lstat(folder)).isDirectory()) throw refuse("a file, but its folder is no folder");
  const path = join(folder, name);
  // Does not wait for the other end of a pipe. Windows has neither flag.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch((error) => {
    throw refuse(`a file that cannot be opened (${(error as { code?: string }).code})`);
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw refuse("something that is not a file");
    // Another name of the same file may be outside the folder.
    if (stats.nlink > 1) throw refuse("a file with several names");
    return path;
  } finally {
    await file.close();
  }
}

const refuse = (what: string) => new Error(`The child process reported ${what}.`);
