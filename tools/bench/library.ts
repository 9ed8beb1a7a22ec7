/** A library of texts that people wrote, with the vectors of the bundled encoder: the same everywhere, at any size. */
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
import { createEmbedder } from "#plugins/embedder/embedder";
import { freshDatabase } from "#test/database";
import { ADMIN, emptyAnalysis } from "#test/modules/viral-library-server";

const log = createLog({ level: "silent", format: "text" });
export const bundled = createEmbedder({ dtype: "q8", offline: true, cacheDir: tmpdir(), log });
const never = new AbortController().signal;
const root = join(import.meta.dir, "../..");

/** Random whole numbers below a limit, the same in each run. */
function createRandom(): (limit: number) => number {
  let state = 1;
  return (limit) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state % limit;
  };
}

/** Captions, questions and sentences that people wrote to train the encoder, of one line each, in random order. */
function readTexts(): string[] {
  const all = new Set<string>();
  for (const file of new Bun.Glob("tools/training/text/{videos,sentences}*.txt").scanSync(root)) {
    for (const line of readFileSync(join(root, file), "utf8").split("\n")) {
      if (!line.startsWith("//")) for (const part of line.split("|")) if (part.trim()) all.add(part.trim());
    }
  }
  const random = createRandom();
  return [...all]
    .sort()
    .map((text) => ({ text, place: random(2 ** 31) }))
    .sort((a, b) => a.place - b.place)
    .map(({ text }) => text);
}
const texts = readTexts();
/** Of these, only the beginnings are asked for. */
const MOST_QUESTIONS = 500;
const asked = texts.splice(0, MOST_QUESTIONS);
const QUESTION_WORDS = 4;
export const questions = (count: number): string[] =>
  asked.slice(0, count).map((text) => text.split(" ").slice(0, QUESTION_WORDS).join(" "));

/** Makes captions: each text once, then two of them in a row. */
export function createCaptions(): () => string {
  const random = createRandom();
  let at = 0;
  return () => texts[at++] ?? `${texts[random(texts.length)]} ${texts[random(texts.length)]}`;
}

const tableName = (id: string) => `videos_${id.replaceAll("-", "")}`;

const stats = { views: 0, likes: 0, comments: 0, shares: 0, saves: 0 };
const SLOW_TRIGGER = sql.raw("viral_videos_inserted");

/** Analysed videos in Postgres, and an index of them that was written in one go, as the indexer leaves it. */
async function fill(db: Database, location: string, rows: number) {
  const vectors = createVectors(location);
  const indexes = new Indexes(db);
  const id = newUuid();
  // This comes first, because it sets the log level of LanceDB before that is loaded.
  await vectors.create(id, bundled.engine.dimensions!);
  const { connect, makeArrowTable } = await import("@lancedb/lancedb");
  const connection = await connect(location);
  const raw = await connection.openTable(tableName(id));
  const schema = await raw.schema();
  const write = createCaptions();
  // Otherwise each row would be queued for the index.
  await sql`alter table viral_videos disable trigger ${SLOW_TRIGGER}`.execute(db);
  for (let from = 0; from < rows; from += 10_000) {
    const videos = Array.from({ length: Math.min(10_000, rows - from) }, (_, at) => ({
      id: newUuid(),
      at: from + at,
      username: `user_${(from + at) % 5000}`,
      text: write(),
    }));
    await sql`insert into viral_videos (id, tiktok_id, tiktok_url, username, description, stats, hashtags, analysis, analysis_due)
      select id, at::text, 'https://example.com/v', username, text,
        ${stats}::jsonb || jsonb_build_object('views', at), '{}', ${emptyAnalysis}::jsonb, false
      from unnest(${videos.map((one) => one.id)}::uuid[], ${videos.map((one) => one.at)}::int[],
        ${videos.map((one) => one.username)}::text[], ${videos.map((one) => one.text)}::text[]) as given (id, at, username, text)`.execute(
      db,
    );
    const embedded = await bundled.engine.embed(
      videos.map(({ text }) => text),
      never,
    );
    const written = videos.map(({ at, text, ...one }, nth) => ({
      ...one,
      text: `${text} ${one.username}`,
      vector: embedded[nth]!,
      account: "shared",
      hashtags: [],
      views: at,
      duration: null,
    }));
    await raw.add(makeArrowTable(written as never, { schema }));
  }
  connection.close();
  await sql`alter table viral_videos enable trigger ${SLOW_TRIGGER}`.execute(db);
  await db.insertInto("viral_indexes").values({ id, model: bundled.engine.model! }).execute();
  const table = (await vectors.open(id))!;
  await table.prepare();
  const index = (await indexes.find(id))!;
  await partition(table, index, indexes, log);
  await indexes.update(id, { ready_at: new Date() });
  await vectors.close();
}

/** A server with so many analysed videos in its library and its index, and the index's table beside it. */
export async function library(rows: number, embed: Slots["embed"] = bundled.engine) {
  const modules = [viralLibrary, defineModule({ name: "bench", start: () => ({ engines: { embed } }) })];
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
