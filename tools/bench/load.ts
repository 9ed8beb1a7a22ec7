/** A plain load generator: so many requests in flight for so long, from this process. */
export interface Load {
  url: string;
  headers?: Record<string, string>;
  connections: number;
  seconds: number;
}
export interface Result {
  requestsPerSecond: number;
  p50: number;
  p99: number;
  errors: number;
}

export async function load({ url, headers = {}, connections, seconds }: Load): Promise<Result> {
  const times: number[] = [];
  let errors = 0;
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const sent = performance.now();
        const response = await fetch(url, { headers });
        await response.arrayBuffer();
        if (!response.ok) errors++;
        times.push(performance.now() - sent);
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 100) / 100;
  return { requestsPerSecond: Math.round(times.length / elapsed), p50: at(0.5), p99: at(0.99), errors };
}

/** Run by itself, it takes its order from the arguments and prints the result, so that the load has a process of its own. */
if (import.meta.main) {
  console.log(JSON.stringify(await load(JSON.parse(process.argv[2] ?? "{}") as Load)));
}

export async function loadFromOutside(order: Load): Promise<Result> {
  const child = Bun.spawn([process.execPath, import.meta.path, JSON.stringify(order)], {
    stdout: "pipe",
    stderr: "inherit",
  });
  return JSON.parse(await new Response(child.stdout).text()) as Result;
}
