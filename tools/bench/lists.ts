/**
 * An account of 100,000 videos and 1,000,000 posts: every list with every filter, alone and in pairs, a middle page, the
 * last one and the next by cursor. Prints the median and the slowest of some requests for each, and the CPU time of one in
 * this process and in PostgreSQL; with `ABOVE`, only those that take more milliseconds of it. Filling takes minutes: give
 * `DATA_DIR` to keep the account for the next run.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { boot } from "#core/boot/boot";
import { toPublicId } from "#core/ids";
import { modules } from "#modules/index";
import { packChangedDays } from "#modules/social/results/packed-days";
import { plugins } from "#plugins/index";
import { fillAccount } from "#tools/bench/big-account";
import { listChildren, type ProcessStat } from "#tools/bench/processes";
import { timesOf } from "#tools/bench/rounds";

const { VIDEOS = "100000", POSTS = "1000000", ROUNDS = "7", ABOVE = "0", ONLY = "", DATA_DIR } = process.env;
const ADMIN = "bench-admin-key-0123456789";
const dataDir = DATA_DIR ?? (await mkdtemp(join(tmpdir(), "vireo-lists-")));
const vireo = await boot({
  // Without search, whose index would be built meanwhile.
  modules: [...modules, ...plugins.filter(({ name }) => name !== "embedder")],
  env: {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: "0",
    VIREO_ADMIN_KEY: ADMIN,
    LOG_LEVEL: "silent",
    RATE_LIMIT_PER_MINUTE: "1000000000",
  },
});
const { db } = vireo;
const { id: accountId } = await db.selectFrom("accounts").select("id").orderBy("created_at").executeTakeFirstOrThrow();
const filled = await db.selectFrom("social_posts").select("id").limit(1).executeTakeFirst();
if (!filled) await fillAccount(db, accountId, { videos: Number(VIDEOS), posts: Number(POSTS) });
const { origin } = await vireo.listen();
// Otherwise packed within minutes of a change.
await packChangedDays(db, new AbortController().signal);
const headers = { authorization: `Bearer ${ADMIN}` };
const get = (path: string) => fetch(`${origin}/api/v1${path}`, { headers });

const channel = await db.selectFrom("social_accounts").select("id").orderBy("username").executeTakeFirstOrThrow();
const newest = async (kind: string) => {
  const rows = await db
    .selectFrom("generations")
    .select("id")
    .where("account_id", "=", accountId)
    .where("kind", "=", kind)
    .orderBy("created_at", "desc")
    .limit(50)
    .execute();
  return rows.map(({ id }) => toPublicId(kind === "video" ? "vid" : "img", id));
};
const now = Date.now();
const DAY = 86_400_000;
const month = { from: now - 30 * DAY, to: now };
/** Values of parameters that are not enumerations: one that matches much, one that matches little, one that matches nothing. */
const values: Record<string, readonly (string | number)[]> = {
  q: ["the", "Take 4711", "о", "no such text"],
  tag: ["client 3", "no such tag"],
  folder: ["Folder 7", "no such folder"],
  ids: [(await newest("video")).join(",")],
  platform: ["tiktok"],
  accountId: [toPublicId("soc", channel.id)],
  group: ["europe"],
  from: [month.from, now - 3 * 365 * DAY],
  to: [month.to, now - 2 * 365 * DAY],
  videoId: [(await newest("video"))[0]!],
  imageId: [(await newest("image"))[0]!],
  actor: ["key_3"],
  subject: ["key_4711"],
  pageSize: [100],
  prefix: ["a"],
};
/** Required together, or meaningful only together. */
const fixed: Record<string, string[]> = {
  "/social/calendar": [
    ...[month, { from: now, to: now + 30 * DAY }, { from: now, to: now + 7 * DAY }].map(
      ({ from, to }) => `from=${from}&to=${to}&timezone=Europe/Berlin`,
    ),
    `from=${now}&to=${now + 35 * DAY}&timezone=Europe/Berlin&perDay=28`,
  ],
  "/social/analytics": ["day", "weekday", "hour", "account", "platform", "post", "hook", "length"].flatMap((by) => [
    `from=${month.from}&to=${month.to}&groupBy=${by}`,
    `from=${now - 365 * DAY}&to=${now}&groupBy=${by}`,
  ]),
  "/social/report.html": [`month=${new Date(now - 20 * DAY).toISOString().slice(0, 7)}`],
};
const skipped = /^\/(people|viral-library\/search|health|ready|events|mcp|openapi)|analytics\.csv/;

interface Parameter {
  name: string;
  in: string;
  schema?: { enum?: string[] };
  $ref?: string;
}
async function listPaths(): Promise<string[]> {
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as {
    paths: Record<string, { get?: { parameters?: Parameter[] } }>;
    components: { parameters?: Record<string, Parameter> };
  };
  const paths: string[] = [];
  for (const [path, { get: operation }] of Object.entries(document.paths)) {
    if (!operation || skipped.test(path)) continue;
    if (path.includes("{")) {
      if (path === "/social/accounts/{accountId}/best-times" || path === "/social/accounts/{accountId}/slots")
        paths.push(path.replace("{accountId}", toPublicId("soc", channel.id)));
      continue;
    }
    const parameters = (operation.parameters ?? []).map((one) =>
      one.$ref ? document.components.parameters![one.$ref.split("/").at(-1)!]! : one,
    );
    const filters = parameters.flatMap(({ name, in: place, schema }) => {
      const all = place === "query" ? (schema?.enum ?? values[name] ?? []) : [];
      return all.length > 0 && name !== "timezone" ? [all.map((value) => `${name}=${encodeURIComponent(value)}`)] : [];
    });
    const required = fixed[path];
    const single = required ? filters.filter(([first]) => !/^(from|to|groupBy|month)=/.test(first!)) : filters;
    const pairs = single.flatMap((one, at) =>
      single.slice(at + 1).flatMap((other) => one.flatMap((a) => other.map((b) => `${a}&${b}`))),
    );
    const queries = [...(required ? [] : [""]), ...single.flat(), ...pairs];
    const all = required ? required.flatMap((one) => [one, ...queries.map((query) => `${one}&${query}`)]) : queries;
    paths.push(...all.map((query) => (query ? `${path}?${query}` : path)));
  }
  return paths;
}

const postmaster = Number.parseInt(await readFile(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8"), 10);

/** CPU time of this process and of those of PostgreSQL since their start, in milliseconds. Ticks would be too long. */
async function readCpu(backends: readonly ProcessStat[]): Promise<number> {
  const { user, system } = process.cpuUsage();
  const read = async ({ pid }: ProcessStat) =>
    Number((await readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => "0")).split(" ")[0]) / 1e6;
  const times = await Promise.all(backends.map(read));
  return (user + system) / 1000 + times.reduce((sum, ms) => sum + ms, 0);
}

const slow: string[] = [];
async function measure(path: string, method = get) {
  const times: number[] = [];
  let size = 0;
  let from = 0;
  let backends: ProcessStat[] = [];
  for (let round = 0; round < Number(ROUNDS); round++) {
    const sent = performance.now();
    const response = await method(path);
    size = (await response.arrayBuffer()).byteLength;
    times.push(performance.now() - sent);
    if (response.status !== 200) {
      console.log(`   ${response.status}       ${path}`);
      return;
    }
    if (round === 0) {
      backends = await listChildren(postmaster);
      from = await readCpu(backends);
    }
    if (times.length === 2 && Math.min(...times) > 1000) break;
  }
  const cpu = ((await readCpu(backends)) - from) / (times.length - 1);
  const { p50, p95 } = timesOf(times.slice(1));
  const line = `${p50.toFixed(1).padStart(8)} ${p95.toFixed(1).padStart(8)} ms, CPU ${cpu.toFixed(0).padStart(4)} ms ${(size / 1000).toFixed(0).padStart(5)} kB  ${path.replace(/ids=[^&]*/, "ids=…").replace(/\d{13}/g, (ms) => `${Math.round((Number(ms) - now) / DAY)}d`)}`;
  if (cpu >= Number(ABOVE)) console.log(line);
  if (cpu >= 100) slow.push(line);
}

const paths = (await listPaths()).filter((path) => path.includes(ONLY));
for (const path of paths) await measure(path);
for (const path of paths.filter((path) => !path.includes("&") && !/from|ids|month/.test(path))) {
  const answer = (await (await get(path)).json()) as {
    pagination?: { total: number; pageSize: number; nextCursor?: string };
  };
  const { total = 0, pageSize = 20, nextCursor } = answer.pagination ?? {};
  if (!nextCursor) continue;
  const and = path.includes("?") ? "&" : "?";
  const last = Math.ceil(total / pageSize);
  for (const page of [...new Set([2, Math.ceil(last / 2), last])]) await measure(`${path}${and}page=${page}`);
  await measure(`${path}${and}cursor=${nextCursor}`);
}
console.log(`\n${slow.length} of ${paths.length} above 100 ms of CPU time`);
for (const line of slow) console.log(line);
await vireo.stop();
if (!DATA_DIR) await rm(dataDir, { recursive: true, force: true });
process.exit(0);
