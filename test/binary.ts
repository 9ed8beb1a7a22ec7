import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Lock, takeLock } from "#db/embedded/lock";

const repository = join(import.meta.dir, "..");

/** Waits while another process builds, so that the files of a run share one build. */
const lockBuild = (): Promise<Lock> =>
  until(
    "the build of another process",
    async () => {
      try {
        return takeLock(join(repository, "dist/.lock"));
      } catch {
        return undefined;
      }
    },
    240_000,
  );

/** The program in one file, built where what it is made of has changed. Returns its path and the table of its parts. */
export async function builtBinary(): Promise<{ path: string; table: string }> {
  const lock = await lockBuild();
  try {
    return await build();
  } finally {
    lock.release();
  }
}

async function build(): Promise<{ path: string; table: string }> {
  const build = Bun.spawn([process.execPath, "tools/build/index.ts", "--quick"], {
    cwd: repository,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [table, errors] = await Promise.all([new Response(build.stdout).text(), new Response(build.stderr).text()]);
  if ((await build.exited) !== 0) throw new Error(`The build failed:\n${errors}`);
  return { path: join(repository, "dist/vireo"), table };
}

export interface Running {
  origin: string;
  /** All that it printed while it started. */
  text: string;
  key: string | undefined;
  pid: number;
  /** Milliseconds from its execution to the first 200. */
  firstAnswerMs: number;
  exited: Promise<number>;
  kill(signal: NodeJS.Signals): void;
  log(): Promise<string>;
}

const running = new Set<Running>();

/** The first key is printed to terminals only. */
async function createKey(path: string, cwd: string, env: Record<string, string>): Promise<string | undefined> {
  const options = { cwd, env, stderr: "inherit" } as const;
  const text = await new Response(
    Bun.spawn([path, "keys", "create", "operator", "--scope", "admin"], options).stdout,
  ).text();
  return /vireo_[0-9A-Za-z]{36}/.exec(text)?.[0];
}

/**
 * Starts it in `folder` with nothing in its environment but what is given, and a free port. On a slow machine, warnings of
 * slow queries would be in its log.
 */
export async function launch(path: string, folder: string, env: Record<string, string> = {}): Promise<Running> {
  const began = performance.now();
  const child = Bun.spawn([path], {
    cwd: folder,
    env: { PORT: "0", LOG_SLOW_QUERY_MS: "0", ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const log = new Response(child.stderr).text();
  const { text, origin } = await firstLines(child.stdout, log);
  const answer = await fetch(`${origin}/health`);
  if (answer.status !== 200) throw new Error(`/health answered ${answer.status}`);
  const started: Running = {
    origin,
    text,
    key: text.includes("vireo keys create") ? await createKey(path, folder, env) : undefined,
    pid: child.pid,
    firstAnswerMs: performance.now() - began,
    exited: child.exited,
    kill: (signal) => child.kill(signal),
    log: () => log,
  };
  running.add(started);
  void child.exited.then(() => running.delete(started));
  return started;
}

/** Waits for the lines of a start, which come in one write. */
async function firstLines(stdout: ReadableStream<Uint8Array>, log: Promise<string>) {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stdout) {
    text += decoder.decode(chunk);
    const origin = /API\s+(http:\/\/\S+)\/api\/v1\n/.exec(text)?.[1];
    if (origin) return { text, origin };
  }
  throw new Error(`It did not start: ${text}${await log}`);
}

/** Ends what a failed test left running. */
export async function endAll(): Promise<void> {
  for (const one of running) {
    one.kill("SIGTERM");
    await one.exited;
  }
}

/** Processes below one, itself included. */
async function tree(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    parents.set(Number(pid), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(isBelow);
}

/** Proportional set size of a process and all below it, MB: shared pages are counted once. */
export async function memoryOf(root: number): Promise<number> {
  const sizes = (await tree(root)).map(async (pid) => {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0);
  });
  return Math.round((await Promise.all(sizes)).reduce((sum, kb) => sum + kb, 0) / 1024);
}

/** The API with a key: JSON in, status and JSON out. */
export const client =
  ({ origin }: Pick<Running, "origin">, key: string | undefined) =>
  async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
    return { status: response.status, body: (await response.json()) as any };
  };

/** Waits until `look` finds what it looks for. */
export async function until<T>(what: string, look: () => Promise<T | undefined>, limitMs = 120_000): Promise<T> {
  for (const end = Date.now() + limitMs; Date.now() < end; await Bun.sleep(100)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(`Waited in vain for ${what}.`);
}
