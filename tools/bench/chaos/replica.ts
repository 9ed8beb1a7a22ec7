import { join } from "node:path";

const MAIN = join(import.meta.dir, "../../../cli/main.ts");
const SAMPLE_MS = 2_000;

export interface Sample {
  at: number;
  /** Since the process began, ms. */
  age: number;
  /** Resident memory, MB. */
  rss: number;
}

function freePort(): number {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const { port } = server;
  void server.stop(true);
  return port!;
}

/** One Vireo among several: a process that can be killed and started again. */
export interface Replica {
  name: string;
  /** Where it listens; undefined while nobody is there. */
  readonly origin: string | undefined;
  /** The memory that it took, through all its lives. */
  readonly samples: readonly Sample[];
  /** When it was killed. */
  readonly kills: readonly number[];
  /** Resolves when it listens. */
  start(): Promise<void>;
  /** Without a chance to say goodbye. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** @param kinds of jobs of a render worker, which does not listen. A server without them. */
export function createReplica(name: string, env: Record<string, string>, logFile: string, kinds?: string): Replica {
  const samples: Sample[] = [];
  const kills: number[] = [];
  let child: Bun.Subprocess<"ignore", "pipe", Bun.BunFile> | undefined;
  let began = 0;
  let origin: string | undefined;

  setInterval(async () => {
    const pid = (origin ?? kinds) && child?.pid;
    if (!pid) return;
    const status = await Bun.file(`/proc/${pid}/status`)
      .text()
      .catch(() => "");
    const kb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
    const at = Date.now();
    if (kb > 0) samples.push({ at, age: at - began, rss: kb / 1024 });
  }, SAMPLE_MS).unref();

  return {
    name,
    samples,
    kills,
    get origin() {
      return origin;
    },
    async start() {
      began = Date.now();
      const log = Bun.file(`${logFile}.${kills.length}`);
      const port = freePort();
      child = Bun.spawn([process.execPath, MAIN, ...(kinds ? ["worker", "--kinds", kinds] : ["serve"])], {
        env: { ...env, PORT: String(port) },
        stdout: "pipe",
        stderr: log,
      });
      if (kinds) return;
      // It says where it is when it listens.
      const { done } = await child.stdout.getReader().read();
      if (done) throw new Error(`${name} did not start; see ${log.name}`);
      origin = `http://127.0.0.1:${port}`;
    },
    async kill() {
      kills.push(Date.now());
      child?.kill("SIGKILL");
      await child?.exited;
      origin = undefined;
    },
    async stop() {
      child?.kill("SIGTERM");
      await child?.exited;
    },
  };
}
