/** The search index in a bucket: written by one replica at a time, read by all. */
import { afterEach, describe, expect, test } from "bun:test";
import { collectMigrations } from "#core/database/migrations";
import { viralLibrary } from "#modules/viral-library/index";
import { createVectors } from "#modules/viral-library/index-vectors/vectors";
import { startApp, type TestApp } from "#test/app";
import { freshDatabase, type TestDatabase } from "#test/database";
import { left, letters, plant, poke } from "#test/modules/viral-library-server";
import { until } from "#test/until";
import { type Bucket, startBucket } from "./bucket";

/** In some tens of milliseconds a batch, so that a replica can be stopped in the middle. */
const modules = [viralLibrary, letters({ name: "letters-1" }, 30)];
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function ground(options: { isConditional?: boolean } = {}) {
  const bucket = await startBucket(options);
  ends.push(bucket.stop);
  const database = await freshDatabase(collectMigrations(modules));
  ends.push(database.drop);
  const location = `s3://${bucket.env.S3_BUCKET}/${crypto.randomUUID()}`;
  const start = async () => {
    const app = await startApp({}, modules, { ...bucket.env, DATABASE_URL: database.url, VECTORS_LOCATION: location });
    ends.push(app.stop);
    return app;
  };
  return { bucket, database, location, start };
}

/** What the files hold, read by somebody who has written nothing. */
async function heldIn(location: string, { env }: Bucket, { db }: TestDatabase) {
  const [index] = await db.selectFrom("viral_indexes").select("id").orderBy("created_at", "desc").execute();
  const vectors = createVectors(location, {
    endpoint: env.S3_ENDPOINT!,
    region: env.S3_REGION!,
    accessKeyId: env.S3_ACCESS_KEY_ID!,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY!,
  });
  const ids = (await (await vectors.open(index!.id))?.listIds()) ?? [];
  await vectors.close();
  return ids.sort();
}

/** Waits until the index has taken over everything, and compares it with the database. */
async function settled(place: Awaited<ReturnType<typeof ground>>) {
  const { db } = place.database;
  await until(async () => {
    const index = await db.selectFrom("viral_indexes").select("ready_at").executeTakeFirst();
    const due = await db.selectFrom("viral_videos").select("id").where("analysis_due", "=", true).execute();
    return index?.ready_at && due.length === 0 && (await left(db)) === 0;
  });
  const rows = await db.selectFrom("viral_videos").select("id").where("analysis", "is not", null).execute();
  expect(await heldIn(place.location, place.bucket, place.database)).toEqual(rows.map(({ id }) => id).sort());
  return rows.length;
}

const captions = async (app: TestApp, q: string) => {
  const { body } = await app.api("GET", `/viral-library/search?q=${encodeURIComponent(q)}&limit=5`);
  return (body.results as { video: { description: string } }[]).map(({ video }) => video.description);
};
const importAt = (app: TestApp, id: string, description: string) =>
  app.api("POST", "/viral-library/videos", { videos: [{ id, url: "https://example.com/v", description }] });

test("a video imported at one replica is found at all; the writing moves on when its replica stops", async () => {
  const place = await ground();
  const { db } = place.database;
  await plant(db, 300);
  const [first, second] = [await place.start(), await place.start()];
  await poke(first.vireo);
  expect(await settled(place)).toBe(301);
  expect((await importAt(first, "zebra", "zzz zebra zoo zigzag")).status).toBe(202);
  for (const app of [first, second])
    await until(async () => (await captions(app, "zzz zebra zoo zigzag"))[0] === "zzz zebra zoo zigzag");

  await plant(db, 1500, "later-");
  await poke(first.vireo);
  await until(async () => (await left(db)) < 1400);
  await first.stop();
  expect(await settled(place)).toBe(1803);
  const third = await place.start();
  expect((await importAt(third, "quiz", "qqq quokka quiz quartz")).status).toBe(202);
  for (const app of [second, third])
    await until(async () => (await captions(app, "qqq quokka quiz quartz"))[0] === "qqq quokka quiz quartz");
});

test("imports at three replicas at once: each video is in the index once, and no write was lost", async () => {
  const place = await ground();
  const apps = [await place.start(), await place.start(), await place.start()];
  await Promise.all(
    Array.from({ length: 90 }, (_, at) => importAt(apps[at % 3]!, `v${at}`, `video number ${at} about bread`)),
  );
  expect(await settled(place)).toBe(90);
  // One writer at a time: nobody had to give way.
  expect(place.bucket.refused()).toBe(0);
});

describe("a service that ignores If-None-Match", () => {
  test("serves too, as long as there is one writer", async () => {
    const place = await ground({ isConditional: false });
    const apps = [await place.start(), await place.start()];
    await Promise.all(Array.from({ length: 60 }, (_, at) => importAt(apps[at % 2]!, `v${at}`, `video ${at} on yoga`)));
    expect(await settled(place)).toBe(60);
    await apps[0]!.stop();
    await importAt(apps[1]!, "last", "the last video on yoga");
    expect(await settled(place)).toBe(61);
  });
});
