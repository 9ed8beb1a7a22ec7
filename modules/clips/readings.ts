/** What engines have read of videos. It is kept with the video, so that another search need not read the file again. */
import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import { ApiError } from "vireo/errors";
import type { Generation } from "vireo/generations";
import { transact } from "vireo/transaction";
import type { ClipMaker } from "./context";
import type { SearchRequest } from "./request";

declare module "vireo/database" {
  interface Tables {
    clip_readings: {
      video_id: string;
      version: number;
      account_id: string;
      /** Engine that understands it. */
      engine: string;
      data: string;
    };
  }
}

/** `add_stored_bytes` belongs to the kernel's storage quotas. */
export const readingsMigration: Migration = {
  async up(db) {
    await sql`create table clip_readings (
      video_id uuid not null references generations on delete cascade,
      version int not null,
      account_id uuid not null references accounts on delete cascade,
      engine text not null,
      data text not null,
      created_at timestamptz not null default clock_timestamp(),
      primary key (video_id, version)
    )`.execute(db);
    await sql`create function count_reading_bytes() returns trigger language plpgsql as $$ begin
      if tg_op <> 'DELETE' then perform add_stored_bytes(new.account_id, length(new.data)); end if;
      if tg_op <> 'INSERT' then perform add_stored_bytes(old.account_id, -length(old.data)); end if;
      return null;
    end $$`.execute(db);
    await sql`create trigger count_bytes after insert or update or delete on clip_readings
      for each row execute function count_reading_bytes()`.execute(db);
  },
};

type Search = Pick<Generation<SearchRequest>, "account_id" | "engine" | "request">;

/** Returns what the search's engine has read of the video before. */
export async function findReading({ db }: ClipMaker, { account_id, engine, request }: Search) {
  const row = await db
    .selectFrom("clip_readings")
    .select("data")
    .where("video_id", "=", request.source.id)
    .where("version", "=", request.source.version)
    .where("account_id", "=", account_id)
    .where("engine", "=", engine)
    .executeTakeFirst();
  return row?.data;
}

/** Maximum length of a stored reading, in characters. */
const MAX_LENGTH = 4_000_000;

/** Keeps a reading in place of an older one, unless it is too long, the account has no room or the video is gone. */
export async function keepReading(
  { db, quotas }: ClipMaker,
  { account_id, engine, request: { source } }: Search,
  data: string,
): Promise<void> {
  if (data.length > MAX_LENGTH) return;
  try {
    await quotas.checkStorage(db, account_id, data.length);
  } catch (error) {
    if (error instanceof ApiError) return;
    throw error;
  }
  await transact(db, (trx) =>
    sql`insert into clip_readings (video_id, version, account_id, engine, data)
      select id, ${source.version}, account_id, ${engine}, ${data} from generations
      where id = ${source.id} and account_id = ${account_id} for key share
      on conflict (video_id, version) do update set engine = excluded.engine, data = excluded.data`.execute(trx),
  );
}
