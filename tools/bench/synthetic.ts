/** Videos, questions and vectors from numbers: the same everywhere, at any size, without a file. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Table } from "@lancedb/lancedb";
import { sql } from "kysely";
import { boot } from "#core/boot/boot";
import { collectMigrations } from "#core/database/migrations";
import type { Slots } from "#core/engine";
import { newUuid } from "#core/ids";
import { defineModule } from "#core/module";
import { createLog } from "#core/observability/log";
import type { Database } from "#db/tables";
import { viralLibrary } from "#modules/viral-library/index";
import { Indexes } from "#modules/viral-library/index-vectors/indexes";
import { partition } from "#modules/viral-library/index-vectors/partition";
import { createVectors } from "#modules/viral-library/index-vectors/vectors";
import type { Analysis } from "#modules/viral-library/schema";
import { createEmbedder } from "#plugins/embedder/embedder";
import { freshDatabase } from "#test/database";
import { ADMIN } from "#test/modules/viral-library-server";

const CLUSTERS = 500;
const log = createLog({ level: "silent", format: "text" });
export const bundled = createEmbedder({ dtype: "q8", offline: true, cacheDir: tmpdir(), log });
/** As long as the bundled model's. */
export const SIZE = bundled.engine.dimensions!;

/** Numbers from a seed, -0.5 to 0.5. */
function noise(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}
const unit = (vector: Float32Array): Float32Array => {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
};
const centres = Array.from({ length: CLUSTERS }, (_, at) => {
  const random = noise(at + 1);
  return unit(Float32Array.from({ length: SIZE }, random));
});

/** The same text, the same vector: near the centre of some cluster. */
export function vectorOf(text: string): Float32Array {
  const hash = Bun.hash.xxHash32(text);
  const random = noise(hash);
  return unit(centres[hash % CLUSTERS]!.map((value) => value + random() * 0.12));
}

/**
 * English words of the bundled model. Made-up words would count as another language, whose hits are compared word by
 * word, and words with digits as names of creators, for which a search reads more rows.
 */
const words = readFileSync(new URL("../../plugins/embedder/model/vocabulary.txt", import.meta.url), "utf8").split("\n");
const vocabulary = words.filter((word) => /^[a-z]{5,}$/.test(word)).slice(0, 4000);

/** Few words are common, most are rare. */
export function sentence(seed: number, length: number): string {
  const random = noise(seed * 7919 + 13);
  return Array.from({ length }, () => vocabulary[Math.floor((random() + 0.5) ** 3 * vocabulary.length)]).join(" ");
}
export const caption = (at: number): string => sentence(at, 12);
export const questions = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => sentence(10_000_000 + at, 3));

const tableName = (id: string) => `videos_${id.replaceAll("-", "")}`;

/** Costs what the bundled model costs for questions; videos get their vectors for nothing. */
const engine: Slots["embed"] = {
  name: "synthetic",
  model: "synthetic",
  dimensions: SIZE,
  async embed(texts, signal) {
    if (texts.length === 1) await bundled.engine.embed(texts, signal);
    return texts.map(vectorOf);
  },
  compareWords: (query, texts, signal) => bundled.engine.compareWords!(query, texts, signal),
};

const stats = { views: 0, likes: 0, comments: 0, shares: 0, saves: 0 };
const analysis: Analysis = {
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

/** Analysed videos in Postgres, and an index of them that was written in one go, as the indexer leaves it. */
async function fill(db: Database, location: string, rows: number) {
  const vectors = createVectors(location);
  const indexes = new Indexes(db);
  const id = newUuid();
  // First, for it quiets LanceDB before it is loaded.
  await vectors.create(id, SIZE);
  const { connect, makeArrowTable } = await import("@lancedb/lancedb");
  const connection = await connect(location);
  const raw = await connection.openTable(tableName(id));
  const schema = await raw.schema();
  for (let from = 0; from < rows; from += 10_000) {
    const videos = Array.from({ length: Math.min(10_000, rows - from) }, (_, at) => ({
      id: newUuid(),
      at: from + at,
      username: `user_${(from + at) % 5000}`,
      text: caption(from + at),
    }));
    await sql`insert into viral_videos (id, tiktok_id, tiktok_url, username, description, stats, hashtags, analysis, analysis_due)
      select id, at::text, 'https://example.com/v', username, text,
        ${stats}::jsonb || jsonb_build_object('views', at), '{}', ${analysis}::jsonb, false
      from unnest(${videos.map((one) => one.id)}::uuid[], ${videos.map((one) => one.at)}::int[],
        ${videos.map((one) => one.username)}::text[], ${videos.map((one) => one.text)}::text[]) as given (id, at, username, text)`.execute(
      db,
    );
    const written = videos.map(({ at, text, ...one }) => ({
      ...one,
      text: `${text} ${one.username}`,
      vector: vectorOf(text),
      account: "shared",
      hashtags: [],
      views: at,
      duration: null,
    }));
    await raw.add(makeArrowTable(written as never, { schema }));
  }
  connection.close();
  await db.insertInto("viral_indexes").values({ id, model: "synthetic" }).execute();
  const table = (await vectors.open(id))!;
  await table.prepare();
  const index = (await indexes.find(id))!;
  await partition(table, index, indexes, log);
  await indexes.update(id, { ready_at: new Date() });
  await vectors.close();
}

/** A server with so many analysed videos in its library and its index, and the index's table beside it. */
export async function library(rows: number, embed: Slots["embed"] = engine) {
  const modules = [viralLibrary, defineModule({ name: "synthetic", start: () => ({ engines: { embed } }) })];
  const database = await freshDatabase(collectMigrations(modules));
  const dataDir = await mkdtemp(join(tmpdir(), "vireo-search-"));
  const { db } = database;
  const started = performance.now();
  if (rows > 0) await fill(db, join(dataDir, "vectors"), rows);
  await sql`analyze`.execute(db);
  const vireo = await boot({
    modules,
    env: {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      VIREO_ADMIN_KEY: ADMIN,
      LOG_LEVEL: "warn",
      RATE_LIMIT_PER_MINUTE: "1000000000",
    },
  });
  const index = await db.selectFrom("viral_indexes").selectAll().executeTakeFirst();
  const { id = "", nprobes = null } = index ?? {};
  const seconds = (performance.now() - started) / 1000;
  if (rows > 0) console.log(`${rows} videos written and indexed in ${seconds.toFixed(0)} s, nprobes ${nprobes}`);
  const vectors = createVectors(join(dataDir, "vectors"));
  // With caches that fit the table, as a server has after its first searches.
  await vectors.open(id);
  await vectors.fit();
  async function withRaw<T>(work: (raw: Table) => Promise<T>): Promise<T> {
    const { connect } = await import("@lancedb/lancedb");
    const connection = await connect(join(dataDir, "vectors"));
    try {
      return await work(await connection.openTable(tableName(id)));
    } finally {
      connection.close();
    }
  }
  const call = async (method: string, path: string, body?: object) => {
    const request = new Request(`http://localhost/api/v1/viral-library/${path}`, {
      method,
      headers: { authorization: `Bearer ${ADMIN}`, ...(body ? { "content-type": "application/json" } : {}) },
      body: body ? JSON.stringify(body) : undefined,
    });
    const response = await vireo.handle(request);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return response.json();
  };
  return {
    db,
    nprobes,
    table: (await vectors.open(id))!,
    call,
    search: (q: string) => call("GET", `search?q=${encodeURIComponent(q)}`),
    withRaw,
    /** Rows that no compaction has seen yet. */
    unread: () => withRaw(async (raw) => (await raw.indexStats("text_idx"))?.numUnindexedRows ?? 0),
    async end() {
      await vectors.close();
      await vireo.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
