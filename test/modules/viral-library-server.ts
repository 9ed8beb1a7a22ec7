import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { boot } from "#core/boot/boot";
import type { Vireo } from "#core/boot/vireo";
import { collectMigrations } from "#core/database/migrations";
import type { Slots } from "#core/engine";
import { newUuid } from "#core/ids";
import { defineModule, type Module } from "#core/module";
import type { Database } from "#db/tables";
import { viralLibrary } from "#modules/viral-library/index";
import { createVectors } from "#modules/viral-library/index-vectors/vectors";
import type { Analysis } from "#modules/viral-library/schema";
import { SECRET_KEY } from "#sdk/testing/app";
import { freshDatabase } from "#test/database";

export const ADMIN = "test-admin-key-0123456789";
/** Dimensions of the test's own model. */
const SIZE = 16;

/** An engine of its own kind: a text's vector is made of its letters. `delayMs` is what a batch takes. */
export const lettersEngine = (model: string, older?: string, delayMs = 0, size = SIZE): Slots["embed"] => ({
  name: "letters",
  model,
  dimensions: size,
  async embed(texts) {
    if (delayMs) await Bun.sleep(delayMs);
    return texts.map((text) => {
      const vector = new Float32Array(size).fill(0.01);
      for (const letter of text.toLowerCase()) vector[letter.charCodeAt(0) % size]! += 1;
      const length = Math.hypot(...vector);
      return vector.map((value) => value / length);
    });
  },
  forModel: (other) => (other === older ? lettersEngine(other) : undefined),
});

/** The plug-in of that engine. Its model may change while it runs. */
export const letters = (model: { name: string; older?: string }, delayMs = 0): Module =>
  defineModule({
    name: "letters",
    start: () => ({
      engines: {
        embed: {
          ...lettersEngine(model.name, model.older, delayMs),
          get model() {
            return model.name;
          },
          forModel: (other) => (other === model.older ? lettersEngine(other) : undefined),
        },
      },
    }),
  });

/** A database and a data directory that outlive the servers on them. */
export async function ground(engine: Module) {
  const modules = [viralLibrary, engine];
  const dataDir = await mkdtemp(join(tmpdir(), "vireo-viral-"));
  const database = await freshDatabase(collectMigrations(modules));
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    VIREO_ADMIN_KEY: ADMIN,
    VIREO_SECRET_KEY: SECRET_KEY,
    LOG_LEVEL: process.env.TEST_LOG ?? "silent",
  };
  return {
    env,
    dataDir,
    db: database.db,
    start: (): Promise<Vireo> => boot({ modules, env }),
    async end() {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const caption = (at: number) => `planted video number ${at} about ${["bread", "cars", "yoga"][at % 3]}`;

/** An analysis that says nothing. */
export const emptyAnalysis: Analysis = {
  hook: "",
  summary: "",
  whyItPerformed: [],
  attributesToCopy: [],
  hooksToTest: [],
  keyframes: [],
  durationSeconds: 1,
  tags: [],
  analyzedAt: 0,
  basis: "caption",
};

/** Analysed videos of the shared library, put straight into the database. */
export async function plant(db: Database, count: number, prefix = "planted-", captionOf = caption): Promise<void> {
  const stats = { views: 1, likes: 0, comments: 0, shares: 0, saves: 0 };
  for (let from = 0; from < count; from += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - from) }, (_, at) => ({
      id: newUuid(),
      account_id: null,
      tiktok_id: `${prefix}${from + at}`,
      tiktok_url: "https://example.com/planted",
      username: `planter_${(from + at) % 7}`,
      description: captionOf(from + at),
      stats,
      hashtags: [],
      analysis: emptyAnalysis,
      analysis_due: false,
    }));
    await db.insertInto("viral_videos").values(rows).execute();
  }
}

/** Changes that wait to be written, to one index or to all. */
export const left = async (db: Database, indexId?: string): Promise<number> =>
  (
    await db
      .selectFrom("viral_outbox")
      .$if(indexId !== undefined, (query) => query.where("index_id", "=", indexId!))
      .select((eb) => eb.fn.countAll<number>().as("left"))
      .executeTakeFirstOrThrow()
  ).left;

/** What Postgres says belongs into the newest index, and what its files hold. */
export async function compare(db: Database, dataDir: string) {
  const index = await db
    .selectFrom("viral_indexes")
    .selectAll()
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const rows = await db.selectFrom("viral_videos").select("id").where("analysis", "is not", null).execute();
  const vectors = createVectors(join(dataDir, "vectors"));
  const table = await vectors.open(index.id);
  const held = (await table?.listIds()) ?? [];
  await vectors.close();
  return { index, wanted: rows.map((row) => row.id).sort(), held: held.sort() };
}

/** Imports a video, which has the indexer look for work at once. */
export async function poke(vireo: Pick<Vireo, "handle">): Promise<void> {
  const request = new Request("http://localhost/api/v1/viral-library/videos", {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN}`, "content-type": "application/json" },
    body: JSON.stringify({ videos: [{ id: newUuid(), url: "https://example.com/poke", description: "a poke" }] }),
  });
  const { status } = await vireo.handle(request);
  if (status !== 202) throw new Error(`The import answered ${status}.`);
}

/** Run by itself: a server that indexes, so slowly that a poll sees it in the middle. */
if (import.meta.main) await poke(await boot({ modules: [viralLibrary, letters({ name: "letters-1" }, 500)] }));
