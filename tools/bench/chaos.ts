/**
 * Replicas killed under load: three servers and two render workers as processes of their own on one Postgres, one bucket
 * and one index, a fixed rate of reads, searches, generations, and posts through a publisher and straight to YouTube,
 * Instagram and TikTok, and a server killed every half a minute, a worker every minute. What was
 * promised to the clients is then looked for in Postgres, in the vendors' own records and in what was told. Exits
 * with 1 where a promise is broken.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toDatabaseUrl } from "#db/address";
import { connect } from "#db/connect";
import { startEmbedded } from "#db/embedded";
import type { Database } from "#db/tables";
import { SECRET_KEY } from "#sdk/testing/app";
import { createBalancer } from "./chaos/balancer";
import { BUCKET, cast, KIE_KEY, type Player, play, type Role, ZERNIO_KEY } from "./chaos/cast";
import { check } from "./chaos/checks";
import { furnish } from "./chaos/furnish";
import { countDirectTargets, load } from "./chaos/load";
import { lives, memory } from "./chaos/memory";
import { createReplica, type Replica } from "./chaos/replica";
import { open, reader, settled } from "./chaos/settled";
import { follow } from "./chaos/stream";

const MINUTES = Number(process.env.MINUTES ?? 10);
const KILL_SECONDS = Number(process.env.KILL_SECONDS ?? 30);
const RATE = Number(process.env.RATE ?? 20);
const AWAY_MS = 5_000;
const SETTLE_MS = 6 * 60_000;
const KEY = "chaos-admin-key-0123456789";
/** No address of a replica's own: they are behind one name. */
const PUBLIC_URL = "http://chaos.example.com";

interface Surroundings {
  folder: string;
  config: string;
  /** DATABASE_URL, without parameters. */
  database: string;
  s3: Record<"S3_BUCKET", string> & Record<string, string>;
  players: Record<"kie" | "zernio" | "platforms", Player>;
}

/** The settings of a server or worker. */
const createEnv = (
  name: string,
  { folder, config, database, s3, players: { kie, zernio, platforms } }: Surroundings,
) => ({
  PATH: process.env.PATH ?? "",
  VIREO_CONFIG: config,
  DATA_DIR: join(folder, name),
  DATABASE_URL: `${database}?application_name=${name}`,
  ...s3,
  VECTORS_LOCATION: `s3://${s3.S3_BUCKET}/vectors`,
  PORT: "0",
  PUBLIC_URL,
  VIREO_ADMIN_KEY: KEY,
  VIREO_SECRET_KEY: SECRET_KEY,
  ALLOW_HOSTS: "127.0.0.1",
  CREDITS_INITIAL: "1000000",
  RATE_LIMIT_PER_MINUTE: "1000000",
  LOG_LEVEL: "warn",
  LEAVE_TO_WORKERS: "image",
  KIE_API_KEY: KIE_KEY,
  KIE_URL: kie.url,
  KIE_UPLOAD_URL: kie.url,
  KIE_CREATES_PER_10_SECONDS: "1000",
  ZERNIO_API_KEY: ZERNIO_KEY,
  ZERNIO_URL: zernio.url,
  ZERNIO_REQUESTS_PER_MINUTE: "100000",
  ...platforms.env,
  YOUTUBE_UPLOADS_PER_DAY: "1000000",
});

/** Kills a server at each interval, and a worker at every other one, and starts them again. */
async function killInTurn(
  db: Database,
  replicas: readonly Replica[],
  workers: readonly Replica[],
  [began, end]: readonly [number, number],
): Promise<void> {
  for (let turn = 0, at = began + KILL_SECONDS * 1000; at < end; turn++, at += KILL_SECONDS * 1000) {
    await Bun.sleep(at - Date.now());
    // The first is spared from a quarter on: its memory is watched, once it is warm.
    const spared = at > began + (end - began) / 4;
    const victim = spared ? replicas[1 + (turn % 2)]! : replicas[turn % 3]!;
    const isReader = (await reader(db)) === victim.name;
    await victim.kill();
    console.log(
      `${Math.round((at - began) / 1000)} s: killed the ${victim.name}${isReader ? ", which read the vendors" : ""}`,
    );
    const worker = turn % 2 === 0 ? workers[(turn / 2) % 2]! : undefined;
    if (worker) {
      await worker.kill();
      console.log(`${Math.round((at - began) / 1000)} s: killed ${worker.name}`);
    }
    await Bun.sleep(AWAY_MS);
    await Promise.all([victim.start(), worker?.start()]);
  }
}

async function run(folder: string, undo: (() => unknown)[]): Promise<boolean> {
  const [kie, zernio, platforms, hooks] = await Promise.all([
    ...[cast("kie"), cast("zernio"), cast("platforms"), cast("hooks")],
  ] as const);
  const given = process.env.S3_ENDPOINT;
  const bucket = given ? undefined : await cast("bucket");
  undo.push(() => [kie, zernio, platforms, hooks, bucket].map((player) => player?.stop()));
  const s3 = {
    S3_ENDPOINT: given ?? bucket!.url,
    S3_BUCKET: process.env.S3_BUCKET ?? BUCKET.bucket,
    S3_REGION: process.env.S3_REGION ?? BUCKET.region,
    S3_ACCESS_KEY_ID: process.env.S3_ACCESS_KEY_ID ?? BUCKET.accessKeyId,
    S3_SECRET_ACCESS_KEY: process.env.S3_SECRET_ACCESS_KEY ?? BUCKET.secretAccessKey,
  };
  const postgres = await startEmbedded({
    directory: join(folder, "postgres"),
    settings: { max_connections: "100", shared_buffers: "128MB" },
  });
  undo.push(() => postgres.stop());
  const pool = connect(postgres.connection, { max: 2 });
  undo.push(() => pool.close());

  const config = join(folder, "vireo.config.ts");
  // Shorter than the default, so that the outcome of a call that a kill fell into is asked for during the run.
  await Bun.write(
    config,
    `export default ${JSON.stringify({
      providers: { image: "kie", social: "zernio" },
      settings: { zernio: { callSeconds: 15 } },
    })};\n`,
  );
  const surroundings = {
    folder,
    config,
    database: toDatabaseUrl(postgres.connection),
    s3,
    players: { kie, zernio, platforms },
  };
  const create = (name: string, kinds?: string) =>
    createReplica(name, createEnv(name, surroundings), join(folder, `${name}.log`), kinds);
  const replicas = ["first", "second", "third"].map((name) => create(name));
  const workers = ["worker-a", "worker-b"].map((name) => create(name, "image"));
  const everybody = [...replicas, ...workers];
  undo.push(() => Promise.all(everybody.map((one) => one.stop())));
  await Promise.all(replicas.map((one) => one.start()));
  for (const worker of workers) await worker.start();
  console.log(`three replicas at ${replicas.map(({ origin }) => origin).join(", ")}; logs in ${folder}`);

  const balancer = createBalancer(replicas, KEY);
  const direct = countDirectTargets(RATE * MINUTES * 60);
  const furniture = await furnish(balancer, KEY, { hooks, platforms }, folder, direct);
  const streams = replicas.map(() => follow(balancer, KEY));
  undo.push(() => Promise.all(streams.map((one) => one.stop())));
  await Promise.all(streams.map(({ begun }) => begun));

  const began = Date.now();
  const end = began + MINUTES * 60_000;
  const killing = killInTurn(pool.db, replicas, workers, [began, end]);
  const { promised, sent, unsent } = await load({
    balancer,
    rate: RATE,
    seconds: MINUTES * 60,
    ...furniture,
  });
  const loaded = Date.now();
  await killing;
  console.log(`${sent} requests in ${((loaded - began) / 1000).toFixed(0)} s, ${unsent} could not be sent`);
  const took = await settled(pool.db, SETTLE_MS);
  console.log(`settled in ${(took / 1000).toFixed(0)} s; still open: ${JSON.stringify(await open(pool.db))}`);
  await Bun.sleep(2_000);

  const checks = await check({
    db: pool.db,
    promised,
    tally: balancer.tally,
    streams,
    created: await kie.stats(),
    published: await zernio.stats(),
    direct: await platforms.stats(),
    received: await hooks.stats(),
  });
  checks.push(memory(replicas[0]!, began + (end - began) / 2, end));
  for (const replica of everybody)
    console.log(`memory of the ${replica.name}, at the end of each life: ${lives(replica)}`);
  for (const { promise, found, broken } of checks) {
    console.log(`${broken.length > 0 ? "BROKEN" : "kept  "} ${promise}${found ? ` (${found})` : ""}`);
    for (const one of broken.slice(0, 8)) console.log(`         ${one}`);
    if (broken.length > 8) console.log(`         and ${broken.length - 8} more`);
  }

  return checks.every(({ broken }) => broken.length === 0);
}

const role = process.argv[2] as Role | undefined;
if (role) await play(role);
else {
  const folder = await mkdtemp(join(tmpdir(), "vireo-chaos-"));
  const undo: (() => unknown)[] = [];
  const cut = Promise.withResolvers<boolean>();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => cut.resolve(false));
  const kept = await Promise.race([run(folder, undo), cut.promise]).catch((error) => {
    console.error(error);
    return false;
  });
  for (const step of undo.reverse()) await step();
  if (kept) await rm(folder, { recursive: true, force: true });
  process.exit(kept ? 0 : 1);
}
