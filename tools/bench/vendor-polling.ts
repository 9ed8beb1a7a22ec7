/**
 * Polling of a vendor: 500 generations in flight against a contract server in a process of its own. How much of a core
 * one process spends on it, whether kie.ai's rate is kept, and, with a second replica on the same database,
 * whether any task is read twice at once.
 */
import { boot } from "#core/boot";
import { modules } from "#modules/index";
import { kie } from "#plugins/kie/index";
import { startVendor } from "#sdk/testing/vendor-server";
import { startApp } from "#test/app";

const TASKS = Number(process.env.TASKS ?? 500);
const SECONDS = Number(process.env.SECONDS ?? 40);
/** What kie.ai takes: reads a second, of an account. */
const RATE = 10;
const KEY = "bench-key";

interface Stats {
  reads: number;
  tasks: number;
  /** Reads of a task that began while another of the same task was being answered. */
  twice: number;
  busiestSecond: number;
}

/** Answers every create, and says of every task that it runs. */
async function playVendor(): Promise<void> {
  let made = 0;
  let at: number[] = [];
  let twice = 0;
  const reading = new Set<string>();
  const seen = new Set<string>();
  const server = await startVendor(async ({ method, path, query }, { calls }) => {
    calls.length = 0;
    if (path === "/stats") {
      const busiestSecond = Math.max(0, ...at.map((from, i) => at.slice(i).filter((to) => to - from < 1000).length));
      const stats: Stats = { reads: at.length, tasks: seen.size, twice, busiestSecond };
      at = [];
      twice = 0;
      seen.clear();
      return { json: stats };
    }
    if (method === "POST") return { json: { code: 200, msg: "success", data: { taskId: `task-${made++}` } } };
    const id = query.get("taskId") ?? "";
    at.push(performance.now());
    seen.add(id);
    if (reading.has(id)) twice++;
    reading.add(id);
    // As long as an answer over the internet takes.
    await Bun.sleep(150);
    reading.delete(id);
    return { json: { code: 200, msg: "success", data: { taskId: id, state: "generating", resultJson: "" } } };
  });
  console.log(server.url);
}

if (process.argv[2] === "vendor") await playVendor();
else {
  const child = Bun.spawn([process.execPath, import.meta.path, "vendor"], { stdout: "pipe", stderr: "inherit" });
  const { value } = await child.stdout.getReader().read();
  const url = new TextDecoder().decode(value).trim();
  const stats = async () => (await (await fetch(`${url}/stats`)).json()) as Stats;

  const settings = {
    settings: { kie: { apiKey: KEY, baseUrl: url, uploadUrl: url, createsPer10Seconds: 100_000 } },
    providers: { image: "kie" },
    credits: { unlimited: true, initial: 0, lowAt: 0 },
  } as never;
  const app = await startApp(settings, [...modules, kie]);

  /** Share of a core that this process uses, over so many seconds. */
  async function share(seconds: number): Promise<number> {
    const before = process.cpuUsage();
    const started = performance.now();
    await Bun.sleep(seconds * 1000);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / (performance.now() - started);
  }

  await Bun.sleep(5_000);
  const idle = await share(15);
  for (let at = 0; at < TASKS; at += 10)
    await Promise.all(
      Array.from({ length: Math.min(10, TASKS - at) }, () => app.api("POST", "/images/generate", { prompt: "A cat" })),
    );
  const begun = async () => {
    const { count } = await app.vireo.db
      .selectFrom("generations")
      .select((eb) => eb.fn.count<string>("id").as("count"))
      .where("task", "is not", null)
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  while ((await begun()) < TASKS) await Bun.sleep(500);
  await Bun.sleep(3_000);
  await stats();
  const busy = await share(SECONDS);
  const one = await stats();
  const percent = (value: number) => `${(value * 100).toFixed(2)}%`;
  console.log(
    `${TASKS} in flight, one process: ${percent(busy)} of a core, ${percent(idle)} idle: polling takes ${percent(busy - idle)} (goal: under 5%)`,
  );
  console.log(
    `reads: ${(one.reads / SECONDS).toFixed(1)} a second, ${(one.reads / SECONDS / RATE).toFixed(2)} of the rate; busiest second ${one.busiestSecond} (goal: at most ${RATE}); ${one.tasks} tasks read; at once twice: ${one.twice}`,
  );

  const { databaseUrl, dataDir } = app.vireo.config;
  const second = await boot({
    modules: [...modules, kie],
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: `${dataDir}/second`, LOG_LEVEL: "silent" },
    overrides: settings,
  });
  await Bun.sleep(2_000);
  await stats();
  await Bun.sleep((SECONDS * 1000) / 2);
  // The one that reads goes, and the other takes over.
  await app.vireo.stop();
  await Bun.sleep((SECONDS * 1000) / 2);
  const two = await stats();
  console.log(
    `two replicas, the first stopped half-way: ${(two.reads / SECONDS).toFixed(1)} reads a second; busiest second ${two.busiestSecond} (goal: at most ${RATE}); at once twice: ${two.twice} (goal: 0)`,
  );
  await second.stop();
  await app.stop().catch(() => {});
  child.kill();
  process.exit(0);
}
