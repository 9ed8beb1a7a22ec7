import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Condition for generations that are media: completed videos, images and music. */
const isMedia = (row: string) => sql.raw(`${row}.status = 'completed' and ${row}.kind in ('video', 'image', 'music')`);
/** Condition for stored uploads with a file name. Uploaded videos are already included as videos. */
const isFile = (row: string) =>
  sql.raw(`${row}.status = 'stored' and ${row}.file_name <> '' and ${row}.facts->>'kind' is distinct from 'video'`);

/** SQL of the view of own media, with the columns `more` of generations and uploads appended. */
function selectMedia(hasUploads: boolean, more = { generations: "", uploads: "" }) {
  const media = sql`select id, account_id, kind, engine = 'none' as is_uploaded, prompt as title, request, facts, files,
      created_at ${sql.raw(more.generations)}
    from generations where ${isMedia("generations")}`;
  const uploads = sql`select id, account_id, 'upload', true, file_name, '{}'::jsonb, facts,
      jsonb_build_object('main', jsonb_build_object('key', key, 'contentType', content_type, 'size', size)), created_at
      ${sql.raw(more.uploads)}
    from uploads where ${isFile("uploads")}`;
  return hasUploads ? sql`${media} union all ${uploads}` : media;
}

async function hasTable(db: Kysely<unknown>, table: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select to_regclass(${table}) is not null as has`.execute(db);
  return rows[0]?.has === true;
}

/** Adds own media to the search index: views of its documents, and triggers that record each change. */
export const mediaMigration: Migration = {
  async up(db) {
    const hasUploads = await hasTable(db, "uploads");
    const statements = [
      sql`create view viral_media as ${selectMedia(hasUploads)}`,
      sql`create view viral_documents as select id from viral_videos where analysis is not null
        union all select id from viral_media`,
      sql`create index viral_media_analyses on generations (account_id, (request->>'videoId'))
        where kind = 'analysis' and status = 'completed'`,
      ...noteChanges("generations", isMedia, "(old.status, old.prompt, old.facts, old.request)"),
      ...(hasUploads ? noteChanges("uploads", isFile, "(old.status, old.file_name, old.facts)") : []),
      sql`insert into viral_outbox (index_id, video_id)
        select viral_indexes.id, viral_media.id from viral_indexes cross join viral_media on conflict do nothing`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
};

/** Adds the titles and tags that users give their media. */
export const labelsMigration: Migration = {
  async up(db) {
    const more = { generations: ", title as label, tags", uploads: ", null, '{}'::text[]" };
    const [, updated] = noteChanges(
      "generations",
      isMedia,
      "(old.status, old.prompt, old.facts, old.request, old.title, old.tags)",
    );
    const statements = [
      // Whether the view includes uploads was decided when it was created. Without their triggers, it must not include
      // them.
      sql`create or replace view viral_media as ${selectMedia(await isReadByView(db, "uploads"), more)}`,
      sql`drop trigger viral_media_updated on generations`,
      updated!,
      sql`insert into viral_outbox (index_id, video_id)
        select viral_indexes.id, viral_media.id from viral_indexes cross join viral_media
        where label is not null or tags <> '{}' on conflict do nothing`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
};

async function isReadByView(db: Kysely<unknown>, table: string): Promise<boolean> {
  const { rows } = await sql`select from information_schema.view_table_usage
    where view_schema = current_schema() and view_name = 'viral_media' and table_name = ${table}`.execute(db);
  return rows.length > 0;
}

function noteChanges(table: string, belongs: typeof isMedia, columns: string) {
  const on = sql.raw(table);
  const old = sql.raw(columns);
  const changed = sql.raw(columns.replaceAll("old.", "new."));
  return [
    sql`create trigger viral_media_inserted after insert on ${on} for each row when (${belongs("new")})
      execute function viral_outbox_note()`,
    sql`create trigger viral_media_updated after update on ${on} for each row
      when ((${belongs("new")} or ${belongs("old")}) and ${old} is distinct from ${changed})
      execute function viral_outbox_note()`,
    sql`create trigger viral_media_deleted after delete on ${on} for each row when (${belongs("old")})
      execute function viral_outbox_note()`,
  ];
}
