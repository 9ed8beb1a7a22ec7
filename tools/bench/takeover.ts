/** Time from kill -9 of a replica until another one works on its generation. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectMigrations } from "#core/database/migrations";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { SECRET_KEY } from "#sdk/testing/app";
import { freshDatabase } from "#test/database";
import { stopCluster } from "#test/db/cluster";
import { startBucket } from "#test/replicas/bucket";
import { startProcess } from "#test/replicas/replicas";
import { timesOf } from "#tools/bench/rounds";

const ROUNDS = Number(process.env.ROUNDS ?? 9);
/** Processes judge others only after five seconds. */
const SETTLED_MS = 6_000;
const SLOW = `export default {
  name: "slow",
  start: () => ({
    engines: {
      image: {
        name: "slow",
        models: [{ id: "slow-1", title: "Slow" }],
        repeatable: true,
        concurrency: 100,
        create: async () => new Promise(() => {}),
      },
    },
  }),
};`;

const folder = await mkdtemp(join(tmpdir(), "vireo-takeover-"));
await Bun.write(join(folder, "slow.ts"), SLOW);
const bucket = await startBucket();
const database = await freshDatabase(collectMigrations([...modules, ...plugins]));
const start = () =>
  startProcess({
    ...bucket.env,
    DATABASE_URL: database.url,
    VIREO_PLUGINS: join(folder, "slow.ts"),
    VIREO_ADMIN_KEY: "bench-admin-key-0123456789",
    VIREO_SECRET_KEY: SECRET_KEY,
    PUBLIC_URL: "https://vireo.example",
    LOG_LEVEL: "error",
  });
const wait = async (prompt: string, attempts: number) => {
  for (;;) {
    const rows = database.db.selectFrom("generations").select("attempts").where("prompt", "=", prompt);
    if (((await rows.executeTakeFirst())?.attempts ?? 0) >= attempts) return performance.now();
    await Bun.sleep(2);
  }
};

const times: number[] = [];
let working = await start();
for (let round = 0; round < ROUNDS; round++) {
  const prompt = `Round ${round}`;
  await working.call("POST", "/images/generate", { prompt, model: "slow-1" });
  await wait(prompt, 1);
  const next = await start();
  await Bun.sleep(SETTLED_MS + Math.random() * 1000);
  const killedAt = performance.now();
  await working.kill();
  times.push((await wait(prompt, 2)) - killedAt);
  working = next;
}
const { p50 } = timesOf(times);
console.log(`taken over after: median ${p50.toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms (goal: 2000)`);
await working.kill();
await database.drop();
await bucket.stop();
await rm(folder, { recursive: true, force: true });
await stopCluster();
