/**
 * Results of whole days (UTC) as columns of bytes. A year of an account with a million posts is half a million results:
 * adding up their rows takes seconds, adding up their columns 50 ms.
 *
 * A packed day counts while no change of it is noted. A trigger notes changes in the transaction that makes them, so
 * also those of an older server. Packing a day deletes the notes that its own snapshot sees, in one statement.
 */
import { CompiledQuery, sql } from "kysely";
import type { Database, Transaction } from "vireo/database";
import { LENGTH_RANGE, type Question } from "./question";
import { type Column, type Figure, figures, NONE } from "./tally";

export const DAY = 86_400_000;
/** Days with fewer results are read from their rows. */
const FEWEST = 20;
const LOCK = "social_result_days";
const QUARTER = `(extract(hour from published_at at time zone 'UTC')::int * 4
  + extract(minute from published_at at time zone 'UTC')::int / 15)`;

const NOTE_ALL = `
  insert into social_result_changes (account_id, day)
  select account_id, (published_at at time zone 'UTC')::date from social_results group by 1, 2 having count(*) >= ${FEWEST}
  on conflict do nothing`;

const names = figures.map(({ column }) => column);
const CHANNEL = ["social_account_id", "platform", "is_simulated"].join(", ");
const pack = (column: string) => `social_pack(array_agg(${column} order by is_shared, post_id, nth))`;
const packed = ["is_same", "quarter", "channel", "hook", "length", ...names];
const PACK = `
  with gone as (delete from social_result_changes where account_id = $1 and day = $2),
  own as (
    select post_id, ${names.join(", ")}, ${CHANNEL}, ${QUARTER} as quarter, ${LENGTH_RANGE} as length,
      count(*) over post < (select count(*) from social_targets t where t.post_id = r.post_id) as is_shared,
      row_number() over (partition by post_id order by target_id) as nth, coalesce(hook, 'unknown') as hook_name
    from social_results r
    where account_id = $1 and published_at >= $2::timestamp at time zone 'UTC'
      and published_at < ($2::timestamp + interval '1 day') at time zone 'UTC'
    window post as (partition by post_id)),
  known as (select place, ${CHANNEL} from social_result_channels where account_id = $1),
  added as (
    insert into social_result_channels (account_id, place, ${CHANNEL})
    select $1, (select coalesce(max(place), -1) from known) + row_number() over (), ${CHANNEL}
    from (select distinct ${CHANNEL} from own except select ${CHANNEL} from known) as other
    where (select count(*) from own) >= ${FEWEST}
    returning place, ${CHANNEL}),
  placed as (
    select own.*, (nth > 1)::int as is_same, channels.place as channel, dense_rank() over (order by hook_name) - 1 as hook
    from own join (table known union all table added) as channels using (${CHANNEL}))
  insert into social_result_days (account_id, day, results, is_simulated, hooks, posts, shared_posts, ${packed.join(", ")})
  select $1, $2, count(*), bool_or(is_simulated), array_agg(distinct hook_name order by hook_name),
    coalesce(string_agg(uuid_send(post_id), '' order by post_id) filter (where nth = 1 and not is_shared), ''),
    coalesce(string_agg(uuid_send(post_id), '' order by post_id, nth) filter (where is_shared), ''),
    ${packed.map(pack).join(",\n    ")}
  from placed having count(*) >= ${FEWEST}`;

/** Packs the days that have changed, one per transaction, until none is left. */
export async function packChangedDays(db: Database, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await db.transaction().execute(packNext)));
}

async function packNext(trx: Transaction): Promise<boolean> {
  // A second packer could replace a day by an older snapshot of it.
  await sql`select pg_advisory_xact_lock(hashtext(${LOCK}))`.execute(trx);
  const next = await sql<{ account: string; day: string }>`
    select account_id as account, day::text from social_result_changes order by account_id, day limit 1`.execute(trx);
  if (!next.rows[0]) return false;
  const { account, day } = next.rows[0];
  await sql`delete from social_result_days where account_id = ${account} and day = ${day}::date`.execute(trx);
  await trx.executeQuery(CompiledQuery.raw(PACK, [account, day]));
  return true;
}

/** Notes all days that are worth packing. For a restored database, whose triggers have not run. */
export const noteAllDays = (trx: Transaction) => sql.raw(NOTE_ALL).execute(trx);

interface Channel {
  id: string;
  platform: string;
  isSimulated: boolean;
}

/** Results of at most a day, next to each other if they are of one post. */
export interface Piece {
  /** Start of the day. */
  day: number;
  results: number;
  isSimulated: boolean;
  hooks: readonly string[];
  isSame: Uint8Array;
  /** Ids of the posts of the last results, which may have results on other days. */
  sharedPosts: readonly string[];
  /** Quarters of an hour since the start of the day, places in `channels` and `hooks`, and ranges of lengths. */
  codes: Record<Code, Column>;
  figures: Partial<Record<Figure, Column>>;
}

/** Results of some time. */
export interface Pieces {
  pieces: readonly Piece[];
  channels: readonly Channel[];
}
const codes = ["quarter", "channel", "hook", "length"] as const;
export type Code = (typeof codes)[number];

const toUuid = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;

function unpackIds(bytes: Buffer): string[] {
  const hex = bytes.toString("hex");
  return Array.from({ length: bytes.length / 16 }, (_, at) => toUuid(hex.slice(at * 32, at * 32 + 32)));
}

/** Maximum number of results that are read from their rows beside packed days. */
const MOST_UNPACKED = 10_000;

/**
 * Reads an account's results from a time until another. Returns undefined if too many of them are not packed.
 * @param trx in which all reads see the same rows
 */
export async function readPieces(
  trx: Transaction,
  cache: DayCache,
  { accountId, from, to }: Pick<Question, "accountId" | "from" | "to">,
): Promise<Pieces | undefined> {
  const [first, end] = [Math.ceil(from / DAY) * DAY, Math.floor(to / DAY) * DAY];
  const days = await readPackedDays(trx, cache, accountId, { first, end });
  const packedDays = days.map(({ day }) => day);
  const gaps = findGaps(packedDays, from, to);
  if (days.length === 0) return undefined;
  const channels = await readChannels(trx, accountId);
  const others = await readRows(trx, accountId, gaps, channels);
  return others && { pieces: [...days, ...others], channels };
}

async function readChannels(trx: Transaction, accountId: string): Promise<Channel[]> {
  const { rows } = await sql<Channel>`
    select social_account_id as id, platform, is_simulated as "isSimulated" from social_result_channels
    where account_id = ${accountId} order by place`.execute(trx);
  return rows;
}

interface Gap {
  from: number;
  to: number;
}

function findGaps(days: readonly number[], from: number, to: number): Gap[] {
  const gaps: Gap[] = [];
  let at = from;
  for (const day of days) {
    if (day > at) gaps.push({ from: at, to: day });
    at = day + DAY;
  }
  if (to > at) gaps.push({ from: at, to });
  return gaps;
}

/** Valid days, oldest first. */
async function readPackedDays(
  trx: Transaction,
  cache: DayCache,
  accountId: string,
  { first, end }: { first: number; end: number },
): Promise<Piece[]> {
  const { rows: days } = await sql<{ day: string; version: string }>`
    select day::text, xmin::text as version from social_result_days d
    where account_id = ${accountId} and day >= ${new Date(first)}::timestamptz at time zone 'UTC'
      and day < ${new Date(end)}::timestamptz at time zone 'UTC'
      and not exists (select from social_result_changes c where c.account_id = d.account_id and c.day = d.day)
    order by day`.execute(trx);
  const keys = days.map(({ day, version }) => `${accountId} ${day} ${version}`);
  const found = keys.map((key) => cache.get(key));
  const missing = days.flatMap(({ day }, nth) => (found[nth] ? [] : [day]));
  if (missing.length === 0) return found as Piece[];
  type Row = { at: number; results: number; is_simulated: boolean; hooks: string[] } & Record<string, Buffer>;
  const columns = ["is_same", "shared_posts", ...codes, ...names];
  const { rows } = await sql<Row>`
    select (extract(epoch from day) * 1000)::float8 as at, results, is_simulated, hooks, ${sql.raw(columns.join(", "))}
    from social_result_days where account_id = ${accountId} and day = any(${missing}::date[]) order by day`.execute(
    trx,
  );
  const read = rows.values();
  return found.map((known, nth) => {
    if (known) return known;
    const row = read.next().value!;
    const piece: Piece = {
      day: row.at,
      results: row.results,
      hooks: row.hooks,
      isSimulated: row.is_simulated,
      isSame: row.is_same!,
      sharedPosts: unpackIds(row.shared_posts!),
      codes: { quarter: row.quarter!, channel: row.channel!, hook: row.hook!, length: row.length! },
      figures: Object.fromEntries(
        figures.flatMap(({ name, column }) => (row[column]!.length === 0 ? [] : [[name, row[column]]])),
      ),
    };
    cache.set(
      keys[nth]!,
      piece,
      columns.reduce((sum, column) => sum + row[column]!.length, 0),
    );
    return piece;
  });
}

/** Keeps days that were read lately, because pages ask for the same time in several groupings. */
export class DayCache {
  static readonly #MOST_BYTES = 32_000_000;
  /** The least recently used first. */
  readonly #days = new Map<string, { piece: Piece; bytes: number }>();
  #bytes = 0;

  get(key: string): Piece | undefined {
    const found = this.#days.get(key);
    if (!found) return undefined;
    this.#days.delete(key);
    this.#days.set(key, found);
    return found.piece;
  }

  set(key: string, piece: Piece, bytes: number): void {
    this.#bytes += bytes - (this.#days.get(key)?.bytes ?? 0);
    this.#days.set(key, { piece, bytes });
    for (const [oldest, { bytes }] of this.#days) {
      if (this.#bytes <= DayCache.#MOST_BYTES) break;
      this.#days.delete(oldest);
      this.#bytes -= bytes;
    }
  }
}

interface ResultRow extends Record<(typeof figures)[number]["column"], number | null> {
  day: number;
  quarter: number;
  length: number;
  post_id: string;
  social_account_id: string;
  platform: string;
  is_simulated: boolean;
  hook: string;
}

/**
 * Reads results of some times from their rows. Returns undefined if there are too many.
 * @param channels is extended by channels that no packed day has
 */
async function readRows(
  trx: Transaction,
  accountId: string,
  gaps: readonly Gap[],
  channels: Channel[],
): Promise<Piece[] | undefined> {
  if (gaps.length === 0) return [];
  const [froms, tos] = [gaps.map(({ from }) => new Date(from)), gaps.map(({ to }) => new Date(to))];
  const { rows } = await sql<ResultRow>`
    select (extract(epoch from date_trunc('day', published_at, 'UTC')) * 1000)::float8 as day, ${sql.raw(QUARTER)} as quarter,
      ${sql.raw(LENGTH_RANGE)} as length, post_id, social_account_id, platform, is_simulated, coalesce(hook, 'unknown') as hook,
      ${sql.raw(names.map((column) => `${column}::float8`).join(", "))}
    from unnest(${froms}::timestamptz[], ${tos}::timestamptz[]) as gap (since, until)
      cross join lateral (select * from social_results r where r.account_id = ${accountId} and published_at >= since
        and published_at < until order by published_at limit ${MOST_UNPACKED + 1}) as own
    limit ${MOST_UNPACKED + 1}`.execute(trx);
  if (rows.length > MOST_UNPACKED) return undefined;
  const places = new Map(channels.map((channel, place) => [toName(channel), place]));
  const findChannel = ({ social_account_id: id, platform, is_simulated: isSimulated }: ResultRow): number => {
    const channel = { id, platform, isSimulated };
    const place = places.get(toName(channel)) ?? channels.push(channel) - 1;
    places.set(toName(channel), place);
    return place;
  };
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, own]) => toPiece(day, own, findChannel));
}

const toName = ({ id, platform, isSimulated }: Channel) => `${id} ${platform} ${isSimulated}`;

/** Any of these posts may have results elsewhere. */
function toPiece(day: number, rows: readonly ResultRow[], findChannel: (row: ResultRow) => number): Piece {
  const hooks = [...new Set(rows.map(({ hook }) => hook))];
  return {
    day,
    results: rows.length,
    hooks,
    isSame: new Uint8Array(),
    isSimulated: rows.some(({ is_simulated }) => is_simulated),
    sharedPosts: rows.map(({ post_id }) => post_id),
    codes: {
      quarter: Float64Array.from(rows, ({ quarter }) => quarter),
      length: Float64Array.from(rows, ({ length }) => length),
      channel: Float64Array.from(rows, findChannel),
      hook: Float64Array.from(rows, ({ hook }) => hooks.indexOf(hook)),
    },
    figures: Object.fromEntries(
      figures.map(({ name, column }) => [name, Float64Array.from(rows, (row) => row[column] ?? NONE)]),
    ),
  };
}

/** Returns the ids of posts by their places among the posts of a day that have no results elsewhere. */
export async function readPostIds(
  trx: Transaction,
  accountId: string,
  posts: readonly { day: number; place: number }[],
): Promise<string[]> {
  const { rows } = await sql<{ id: Buffer }>`
    select substring(posts from place * 16 + 1 for 16) as id
    from unnest(${posts.map(({ day }) => new Date(day))}::timestamptz[], ${posts.map(({ place }) => place)}::int[])
      with ordinality as wanted (at, place, nth)
      join social_result_days on account_id = ${accountId} and day = (at at time zone 'UTC')::date
    order by nth`.execute(trx);
  return rows.map(({ id }) => toUuid(id.toString("hex")));
}
