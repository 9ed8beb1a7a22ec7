/**
 * An import of 10,000 videos (VIDEOS) into a library of 20,000, with the bundled model: how searches fare meanwhile,
 * beside idle; and how much of the bare model's speed the indexer keeps up.
 *
 *     bun bench/import.ts
 */
import type { Slots } from "#core/engine";
import { COMPACT_AT_REST } from "#modules/viral-library/index-vectors/vector-table";
import { readSamples } from "#modules/viral-library/videos/samples";
import { stopCluster } from "#test/db/cluster";
import { plant } from "#test/modules/viral-library-server";
import { bundled, library, questions as make } from "./library";
import { median, shown, timesOf } from "./rounds";

const VIDEOS = Number(process.env.VIDEOS ?? 10_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const questions = make(300);
const never = new AbortController().signal;
/** Between two searches of one person. */
const PAUSE_MS = 20;

let firstText = 0;
const engine: Slots["embed"] = {
  name: "bundled",
  model: bundled.engine.model,
  dimensions: bundled.engine.dimensions,
  embed(texts, signal) {
    if (texts.length > 1) firstText ||= performance.now();
    return bundled.engine.embed(texts, signal);
  },
};
const { db, call, search, unread, end } = await library(20_000, engine);
const captions = (await readSamples("http://localhost")).map(({ description }) => description);
const textOf = (at: number) => `${captions[at % captions.length]} ${at}`;
const left = async () => (await db.selectFrom("viral_outbox").select("video_id").limit(1).execute()).length > 0;
const due = async () =>
  (await db.selectFrom("viral_videos").select("id").where("analysis_due", "=", true).limit(1).execute()).length > 0;
const settled = async () => {
  while ((await left()) || (await due())) await Bun.sleep(20);
};

/** Texts a second. */
async function bare(): Promise<number> {
  const texts = Array.from({ length: VIDEOS }, (_, at) => textOf(at));
  const from = performance.now();
  await bundled.engine.embed(texts, never);
  return (VIDEOS / (performance.now() - from)) * 1000;
}

/** The same texts, from Postgres into the index. */
async function indexed(round: number): Promise<number> {
  firstText = 0;
  await plant(db, VIDEOS, `${round}-`, textOf);
  await settled();
  return (VIDEOS / (performance.now() - firstText)) * 1000;
}

async function searching(until: () => boolean): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; !until(); at++) {
    const from = performance.now();
    await search(questions[at % questions.length]!);
    times.push(performance.now() - from);
    await Bun.sleep(PAUSE_MS);
  }
  return times;
}

/** Until nothing is left to do, the last compaction included. */
async function rested(): Promise<void> {
  await settled();
  while ((await unread()) >= COMPACT_AT_REST) await Bun.sleep(50);
}

async function importAll(round: number): Promise<void> {
  for (let from = 0; from < VIDEOS; from += 500) {
    const videos = Array.from({ length: 500 }, (_, at) => ({
      id: `import-${round}-${from + at}`,
      url: "https://example.com/v",
      author: "somebody",
      description: textOf(from + at),
    }));
    await call("POST", "videos", { videos });
  }
  await rested();
}

await searching(() => true);
const shares: number[] = [];
const ratios: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const before = await bare();
  const speed = await indexed(round);
  const after = await bare();
  shares.push(speed / ((before + after) / 2));
  console.log(
    `bare ${before.toFixed(0)} and ${after.toFixed(0)} texts/s, indexing ${speed.toFixed(0)}: ${shares.at(-1)!.toFixed(2)}`,
  );

  await rested();
  const idleUntil = Date.now() + 10_000;
  const idle = timesOf(await searching(() => Date.now() > idleUntil));
  let isDone = false;
  const work = importAll(round).finally(() => {
    isDone = true;
  });
  const busy = timesOf(await searching(() => isDone));
  await work;
  ratios.push(busy.p99 / idle.p99);
  console.log(`search idle ${shown(idle)}; importing ${shown(busy)}: ${ratios.at(-1)!.toFixed(2)}`);
}
console.log(`embedding throughput of the indexer / bare model: ${median(shares).toFixed(2)} (goal: at least 0.9)`);
console.log(`search p99 while importing / idle: ${median(ratios).toFixed(2)} (goal: at most 3)`);

await end();
await bundled.stop();
await stopCluster();
process.exit(0);
