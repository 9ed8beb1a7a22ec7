/** Edits that end while the video gets its thumbnail. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { collectMigrations } from "#core/database/migrations";
import type { Engine } from "#core/engine";
import { defineModule } from "#core/module";
import { modules } from "#modules/index";
import { startApp, type TestApp } from "#test/app";
import { freshDatabase, type TestDatabase } from "#test/database";
import { clipVideos } from "#test/engines";
import { clip, tools } from "#test/plugins/local/edit-clips";
import { until } from "#test/until";

let source: string;
const begun = Promise.withResolvers<void>();
const released = Promise.withResolvers<void>();
const edit: Engine<object> = {
  name: "cutter",
  models: [{ id: "cutter-1", title: "Cutter" }],
  async create(_, { folder }) {
    const path = join(folder, "cut.mp4");
    await copyFile(source, path);
    begun.resolve();
    await released.promise;
    return { state: "completed", files: { main: { path } } };
  },
};
const cutter = defineModule({ name: "cutter", start: () => ({ engines: { edit: edit as Engine<never> } }) });

let app: TestApp;
let database: TestDatabase;
beforeAll(async () => {
  source = await clip(tools(), "clip.mp4");
  const all = [...modules, clipVideos(source).module, cutter];
  database = await freshDatabase(collectMigrations(all));
  app = await startApp({ providers: { video: "clips", edit: "cutter" } }, all, { DATABASE_URL: database.url });
});
afterAll(async () => {
  await app.stop();
  await database.drop();
});

test("an edit that ends while its video gets a thumbnail is stored", async () => {
  const { body } = await app.api("POST", "/videos/generate", { prompt: "Hello", duration: 3 });
  const { videoId } = await app.ended(`/videos/${body.videoId}`);
  const edited = app.api("POST", `/videos/${videoId}/trim`, { start: 0, end: 1 });
  await begun.promise;
  await database.sql.begin(async (sql) => {
    // The thumbnail is written in one statement, which locks the video, and then the account that its bytes count for.
    const [video] = await sql`select account_id from generations where kind = 'video' for update`;
    released.resolve();
    await until(async () => {
      const waiting = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return waiting.length > 0;
    });
    await sql`update accounts set stored_bytes = stored_bytes where id = ${video!.account_id}`;
  });
  const { status, body: version } = await edited;
  expect([status, version.version]).toEqual([200, 2]);
});
