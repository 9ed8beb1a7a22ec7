/**
 * A backup under load: p99 of requests that read the database while `vireo backup` runs beside them, against p99 of
 * the same load without it; the memory of the tool; and whether a restore gives back the same rows and files.
 */
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { toPublicId } from "#core/ids";
import { newStorageKey } from "#core/storage/storage";
import { connect } from "#db/connect";
import { startEmbedded } from "#db/embedded";
import { ADMIN, startApp } from "#test/app";
import { sums } from "#test/cli/backup-parts";
import { type load, loadFromOutside } from "./load";

const ROWS = Number(process.env.ROWS ?? 100_000);
const MEDIA_MB = Number(process.env.MEDIA_MB ?? 1000);
const CONNECTIONS = Number(process.env.CONNECTIONS ?? 2);
const SECONDS = Number(process.env.SECONDS ?? 15);
const FILE_MB = 10;

const folder = await mkdtemp(join(tmpdir(), "vireo-bench-backup-"));
const at = (...names: string[]) => join(folder, ...names);
const app = await startApp({ port: 0 } as never, undefined, {
  DATABASE_URL: "",
  DATA_DIR: at("from"),
  RATE_LIMIT_PER_MINUTE: "1000000000",
});
const { db, tools } = app.vireo;
const url = await app.vireo.listen();

const keys = Array.from({ length: Math.ceil(MEDIA_MB / FILE_MB) }, () => newStorageKey("mp4"));
for (const key of keys) {
  const bytes = crypto.getRandomValues(Buffer.alloc(65_536));
  const noise = Buffer.concat(Array.from({ length: (FILE_MB * 1024 ** 2) / bytes.length }, () => bytes));
  await tools.storage.put(key, noise, { contentType: "video/mp4" });
}
await sql`
  insert into generations (id, account_id, kind, status, engine, model, prompt, request, credits, files, facts, completed_at)
  select gen_random_uuid(), a.id, 'video', 'completed', 'local', 'slides', 'A prompt of usual length, number ' || n,
    jsonb_build_object('prompt', 'A prompt of usual length, number ' || n, 'duration', 8, 'aspectRatio', '9:16', 'note', repeat(md5(n::text), 8)), 16,
    jsonb_build_object('main', jsonb_build_object('key', (${keys}::text[])[1 + n % ${keys.length}::int], 'size', 1, 'contentType', 'video/mp4')),
    '{}', now()
  from generate_series(1, ${ROWS}::int) n, (select id from accounts limit 1) a`.execute(db);
await sql`analyze`.execute(db);

const { id } = await db.selectFrom("generations").select("id").limit(1).executeTakeFirstOrThrow();

const probe = (seconds: number) =>
  loadFromOutside({
    url: `${url.origin}/api/v1/videos/${toPublicId("vid", id)}`,
    headers: { authorization: `Bearer ${ADMIN}` },
    connections: CONNECTIONS,
    seconds,
  });
async function vireo(words: string[], env: Record<string, string>) {
  const began = performance.now();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "../../cli/main.ts"), ...words], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "inherit", "inherit"],
  });
  let memory = 0;
  const timer = setInterval(async () => {
    const status = await Bun.file(`/proc/${child.pid}/status`)
      .text()
      .catch(() => "");
    memory = Math.max(memory, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }, 200);
  const code = await child.exited;
  clearInterval(timer);
  return { code, seconds: (performance.now() - began) / 1000, memory };
}

const first = await probe(3);
if (first.errors > 0) throw new Error(`${first.errors} requests failed.`);
const idle = await probe(SECONDS);
let running = true;
const during = (async () => {
  const all: Awaited<ReturnType<typeof load>>[] = [];
  while (running) all.push(await probe(SECONDS));
  return all;
})();
const made = await vireo(["backup", at("backup.tar")], { DATA_DIR: at("from") });
running = false;
const busy = await during;
const again = await probe(SECONDS);
const size = (await stat(at("backup.tar"))).size / 1024 ** 2;
console.log(
  `backup: ${made.code === 0 ? "done" : "FAILED"} in ${made.seconds.toFixed(1)} s, ${size.toFixed(0)} MB, ${made.memory.toFixed(0)} MB of memory`,
);
console.log(`idle   p50 ${idle.p50} p99 ${idle.p99} ms, after it p50 ${again.p50} p99 ${again.p99} ms`);
for (const one of busy) {
  const ratio = (one.p99 / ((idle.p99 + again.p99) / 2)).toFixed(2);
  console.log(
    `backup p50 ${one.p50} p99 ${one.p99} ms, errors ${one.errors}; ratio of p99: ${ratio} (goal: at most 3)`,
  );
}

await app.vireo.stop();
const restored = await vireo(["restore", at("backup.tar")], { DATA_DIR: at("to") });
console.log(
  `restore: ${restored.code === 0 ? "done" : "FAILED"} in ${restored.seconds.toFixed(1)} s, ${restored.memory.toFixed(0)} MB of memory`,
);
const [from, to] = await Promise.all(
  ["from", "to"].map(async (name) => {
    const embedded = await startEmbedded({ directory: at(name, "postgres") });
    const pool = connect(embedded.connection);
    const rows = await sums(pool.db);
    await pool.close();
    await embedded.stop();
    const files: Record<string, string> = {};
    for (const path of (await readdir(at(name, "media"), { recursive: true })).filter((one) => one.endsWith(".mp4"))) {
      const hash = new Bun.CryptoHasher("sha256");
      for await (const chunk of Bun.file(at(name, "media", path)).stream()) hash.update(chunk);
      files[path] = hash.digest("hex");
    }
    return { rows, files };
  }),
);
// What the server wrote after the backup began: when the key was last used.
for (const one of [from, to]) delete one!.rows.api_keys;
console.log(
  `rows and files are ${Bun.deepEquals(from, to) ? "equal" : "DIFFERENT"}: ${Object.keys(to!.files).length} files`,
);
await rm(folder, { recursive: true, force: true });
process.exit(0);
