/**
 * Runs the tasks of modules in the test's own process. A child process takes 0.2 s of CPU time to start, which is most of
 * what a small render takes. That tasks run confined, are killed and report files safely is tested with real processes
 * (test/core/child.test.ts, test/plugins/local/engines.test.ts), and by every test that starts a server.
 */
import { EngineError } from "#core/engine";
import type { Context, Module } from "#core/module";
import type { ChildTask } from "#core/process/task";
import { untilAborted } from "#core/timing";
import { AAC, FASTEST, X264 } from "#plugins/local/codec/formats";

const copy = <T>(value: T): T => (value === undefined ? value : JSON.parse(JSON.stringify(value)));

/** What a child process reports: errors with a lower-case code are for users. */
function toFailure(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: string };
  return typeof code === "string" && /^[a-z_]+$/.test(code) ? new EngineError(code, String(message)) : error;
}

const { options: usual } = X264;
let running = 0;

/** Encodes as fast as FFmpeg can while a task runs. A file looks and sounds the same, but for fine detail, and is larger. */
async function encodeFast<T>(work: () => Promise<T>): Promise<T> {
  running++;
  X264.options = FASTEST.options;
  AAC.options = { aac_coder: "fast" };
  try {
    return await work();
  } finally {
    if (--running === 0) {
      X264.options = usual;
      delete AAC.options;
    }
  }
}

async function runTask(module: Module, name: string, input: unknown, options: Parameters<Context["child"]>[2]) {
  const { folder, timeLimitMs, progress, show } = options;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(timeLimitMs)]);
  signal.throwIfAborted();
  const open = module.children?.[name];
  if (!open) throw new Error(`There is no task ${module.name}.${name}.`);
  const task = (await open()) as ChildTask<unknown>;
  let showing = Promise.resolve();
  const tools: Parameters<typeof task>[1] = {
    folder,
    progress(percent) {
      // A child process would be killed.
      signal.throwIfAborted();
      progress?.(percent);
    },
    show(files) {
      showing = showing.then(() => show?.(files));
    },
    limitCpu() {},
  };
  const output = encodeFast(() => task(copy(input), tools));
  const ended = output.then(copy, (error) => Promise.reject(toFailure(error)));
  const result = await untilAborted(ended, signal);
  await showing;
  return result;
}

const wrapped = new WeakMap<Module, Module>();
const separate = new WeakSet<Module>();

/** Returns a copy of the module whose tasks run in child processes, as on a server, where they share nothing. */
export function runTasksInChildren(module: Module): Module {
  const copy = { ...module };
  separate.add(copy);
  return copy;
}

/** Returns the module with its tasks in this process. The same module gives the same object. */
export function runTasksHere(module: Module): Module {
  if (!module.children || separate.has(module)) return module;
  const known = wrapped.get(module);
  if (known) return known;
  const { start } = module;
  const child: Context["child"] = (task, input, options) => runTask(module, task, input, options) as never;
  const here: Module = { ...module, start: (context) => start({ ...context, child }) };
  wrapped.set(module, here);
  return here;
}
