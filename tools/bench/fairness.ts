/**
 * Fairness between accounts: the time of an account's image while another account has 500 jobs in the queue, relative to
 * its time on the idle server, in the same run.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const JOBS = Number(process.env.JOBS ?? 500);
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const ADMIN = "fairness-admin-key-0123456789";
const POLL_MS = 20;
const IN_FLIGHT = 8;

const dataDir = await mkdtemp(join(tmpdir(), "vireo-fairness-"));
const env = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATA_DIR: dataDir,
  PORT: "0",
  VIREO_ADMIN_KEY: ADMIN,
  RATE_LIMIT_PER_MINUTE: "1000000",
  QUOTA_CONCURRENT_JOBS: String(JOBS * 2),
  CREDITS_INITIAL: "1000000",
  LOG_LEVEL: "warn",
};

async function startServer() {
  const main = new URL("../../cli/main.ts", import.meta.url).pathname;
  const child = Bun.spawn([process.execPath, main, "serve"], { env, stdout: "pipe", stderr: "inherit" });
  let text = "";
  for await (const chunk of child.stdout) {
    text += new TextDecoder().decode(chunk);
    if (text.includes("Docs")) break;
  }
  const origin = /API\s+(http:\/\/[^/]+)/.exec(text)?.[1];
  if (!origin) throw new Error(`The server did not start: ${text}`);
  return { child, origin };
}

const { child, origin } = await startServer();

async function call(key: string, method: string, path: string, body?: object) {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: body ? JSON.stringify(body) : undefined,
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}

async function openAccount(name: string): Promise<string> {
  const { accountId } = await call(ADMIN, "POST", "/accounts", { name });
  const { key } = await call(ADMIN, "POST", "/keys", { name, accountId });
  return key!;
}

const order = (key: string) => call(key, "POST", "/images/generate", { prompt: "Fresh lemonade. Order now" });

/** Seconds from the request to the finished image. */
async function measureImage(key: string): Promise<number> {
  const startedAt = performance.now();
  const { imageId } = await order(key);
  for (;;) {
    const { status } = await call(key, "GET", `/images/${imageId}`);
    if (status === "failed") throw new Error("The image failed.");
    if (status === "completed") return (performance.now() - startedAt) / 1000;
    await Bun.sleep(POLL_MS);
  }
}

async function measureImages(key: string): Promise<number[]> {
  const seconds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) seconds.push(await measureImage(key));
  return seconds;
}

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
const show = (all: readonly number[]) => all.map((one) => one.toFixed(1)).join(" ");

try {
  const [quiet, busy] = [await openAccount("Quiet"), await openAccount("Busy")];
  await measureImage(quiet); // The first one unpacks and compiles.
  const idle = await measureImages(quiet);
  for (let job = 0; job < JOBS; job += IN_FLIGHT) {
    await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, JOBS - job) }, () => order(busy)));
  }
  const flooded = await measureImages(quiet);
  const { pagination } = (await call(busy, "GET", "/images?status=pending&pageSize=1")) as never as {
    pagination: { total: number };
  };
  console.log(`idle: ${show(idle)} s; with ${JOBS} jobs of another account: ${show(flooded)} s`);
  console.log(`still waiting at the end: ${pagination.total} jobs`);
  console.log(`ratio of the medians: ${(median(flooded) / median(idle)).toFixed(2)} (goal: at most 2)`);
} finally {
  child.kill("SIGTERM");
  await child.exited;
  await rm(dataDir, { recursive: true, force: true });
}
