/** Analytics of a big account, from packed days. The figures are those of the direct query in analytics.ts. */
import { sql } from "kysely";
import type { Transaction } from "vireo/database";
import { type Code, DAY, type DayCache, type Piece, type Pieces, readPieces, readPostIds } from "./packed-days";
import { type GroupBy, isOrdered, type Question, type Row } from "./question";
import {
  type Figure,
  figures,
  findLargest,
  LEFT_OUT,
  NO_RESULTS,
  NONE,
  type Segment,
  scoreGroups,
  type Tally,
  tally,
  unpack,
} from "./tally";

const QUARTER = DAY / 96;
/** With more posts of equal views at the limit, reading the ids of each is slower than the direct query. */
const MOST_EQUAL = 5000;

const codeOf: Record<Exclude<GroupBy, "post">, Code> = {
  day: "quarter",
  weekday: "quarter",
  hour: "quarter",
  account: "channel",
  platform: "channel",
  hook: "hook",
  length: "length",
};

/** Returns undefined if the days are not packed, or if the question cannot be answered from them. */
export async function readPackedAnalytics(
  trx: Transaction,
  cache: DayCache,
  question: Question,
): Promise<Row[] | undefined> {
  const { groupBy } = question;
  const found = await readPieces(trx, cache, question);
  if (!found) return undefined;
  return groupBy === "post" ? readPosts(trx, question, found) : readGroups(trx, { ...question, groupBy }, found);
}

/** Returns the channels that count, by their places. Undefined if all do. */
function findCounted({ members }: Pick<Question, "members">, { channels }: Pieces): Uint8Array | undefined {
  const all = members && new Set(members);
  return all && Uint8Array.from(channels, ({ id }) => Number(all.has(id)));
}

/** Leaves out results of channels that do not count. */
function leaveOut(groups: Int32Array, { codes }: Piece, counted: Uint8Array | undefined): void {
  if (!counted) return;
  const channels = new Int32Array(groups.length);
  unpack(codes.channel, channels);
  for (let at = 0; at < groups.length; at++) if (counted[channels[at]!] === 0) groups[at] = LEFT_OUT;
}

async function readGroups(
  trx: Transaction,
  question: Question & { groupBy: Exclude<GroupBy, "post"> },
  found: Pieces,
): Promise<Row[] | undefined> {
  const code = codeOf[question.groupBy];
  const nameGroups = code === "quarter" ? await nameTimes(trx, question) : nameOthers(question.groupBy, found);
  if (!nameGroups) return undefined;
  const counted = findCounted(question, found);
  const keys = new Map<string, number>();
  const segments = found.pieces.map((piece): Segment => {
    const places = Int32Array.from(nameGroups(piece), (name) => {
      const place = keys.get(name) ?? keys.size;
      keys.set(name, place);
      return place;
    });
    const groups = new Int32Array(piece.results);
    unpack(piece.codes[code], groups);
    for (let at = 0; at < groups.length; at++) groups[at] = places[groups[at]!]!;
    leaveOut(groups, piece, counted);
    return { ...piece, groups };
  });
  const tallied = await tally(segments, keys.size);
  const groups = [...keys].filter(([, group]) => tallied.posts[group]! > 0);
  return toRows(question, found, segments, tallied, groups);
}

/** Returns the name of each code's group in a piece. */
type NameGroups = (piece: Piece) => readonly string[];

function nameOthers(groupBy: GroupBy, { channels }: Pieces): NameGroups {
  if (groupBy === "hook") return ({ hooks }) => hooks;
  if (groupBy === "length") return () => ["0", "1", "2", "3", "4", "5", "6"];
  const names = channels.map(({ id, platform }) => (groupBy === "account" ? id : platform));
  return () => names;
}

/** Undefined if the time zone's offset is not in quarters of an hour, as in some places before 1972. */
async function nameTimes(trx: Transaction, { from, to, timezone, groupBy }: Question): Promise<NameGroups | undefined> {
  const first = Math.floor(from / DAY) * DAY;
  const end = Math.ceil(to / DAY) * DAY;
  const readOffsets = async (starts: readonly number[], step: number, count: number) => {
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from (at at time zone ${timezone}) - (at at time zone 'UTC')) * 1000)::float8 as ms
      from unnest(${starts.map((start) => new Date(start))}::timestamptz[]) with ordinality as days (start, nth)
        cross join generate_series(0, ${count - 1}::int) as step
        cross join lateral (select start + step * ${step}::float8 * interval '1 millisecond' as at) as moment
      order by nth, step`.execute(trx);
    return rows.map(({ ms }) => ms);
  };
  const ofDays = await readOffsets([first], DAY, (end - first) / DAY + 1);
  const days = ofDays.slice(0, -1).map((_, nth) => first + nth * DAY);
  const changing = days.filter((_, nth) => ofDays[nth] !== ofDays[nth + 1]);
  const ofQuarters = changing.length > 0 ? await readOffsets(changing, QUARTER, 96) : [];
  if ([...ofDays, ...ofQuarters].some((ms) => ms % QUARTER !== 0)) return undefined;
  const names = new Map<number, string>();
  const nameLocal = (local: number): string => {
    const number = Math.floor(local / (groupBy === "hour" ? QUARTER * 4 : DAY));
    const known = names.get(number);
    if (known) return known;
    const date = new Date(local);
    const text = date.toISOString();
    const name =
      groupBy === "day" ? text.slice(0, 10) : groupBy === "hour" ? text.slice(11, 13) : String(date.getUTCDay() || 7);
    names.set(number, name);
    return name;
  };
  return ({ day }) => {
    const place = changing.indexOf(day);
    const offset = ofDays[(day - first) / DAY]!;
    return Array.from({ length: 96 }, (_, quarter) =>
      nameLocal(day + quarter * QUARTER + (place < 0 ? offset : ofQuarters[place * 96 + quarter]!)),
    );
  };
}

/** Sums of a channel. Null for what its platform does not report. */
export interface ChannelSums extends Record<Figure, number | null> {
  id: string;
  isSimulated: boolean;
}

/** Adds up the results of each channel. Returns undefined if the days are not packed. */
export async function readPackedSums(
  trx: Transaction,
  cache: DayCache,
  question: Pick<Question, "accountId" | "from" | "to" | "members">,
): Promise<ChannelSums[] | undefined> {
  const found = await readPieces(trx, cache, question);
  if (!found) return undefined;
  const counted = findCounted(question, found);
  const places = found.channels.map(() => new Map<Figure, number>());
  const seen = new Uint8Array(places.length);
  for (const piece of found.pieces) {
    const groups = new Int32Array(piece.results);
    unpack(piece.codes.channel, groups);
    for (const place of groups) seen[place] = 1;
    const numbers = new Float64Array(piece.results);
    for (const { name } of figures) {
      const column = piece.figures[name];
      if (!column) continue;
      unpack(column, numbers);
      const sums = new Float64Array(places.length);
      const reported = new Uint8Array(places.length);
      for (let at = 0; at < numbers.length; at++) {
        if (numbers[at] === NONE) continue;
        sums[groups[at]!]! += numbers[at]!;
        reported[groups[at]!] = 1;
      }
      for (const [place, sum] of sums.entries())
        if (reported[place]) places[place]!.set(name, (places[place]!.get(name) ?? 0) + sum);
    }
  }
  return found.channels.flatMap(({ id, isSimulated }, place) => {
    if (!seen[place] || counted?.[place] === 0) return [];
    const own = Object.fromEntries(figures.map(({ name }) => [name, places[place]!.get(name) ?? null]));
    return [{ id, isSimulated, ...(own as Record<Figure, number | null>) }];
  });
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** In the order of the direct query, after the total. */
function toRows(
  question: Question,
  found: Pieces,
  segments: readonly Segment[],
  tallied: Tally,
  groups: readonly (readonly [key: string, group: number])[],
): Row[] {
  const { groupBy, limit } = question;
  const isByKey = isOrdered(groupBy);
  const compareViews = (a: number, b: number) =>
    Number(tallied.hasViews(b)) - Number(tallied.hasViews(a)) || tallied.views[b]! - tallied.views[a]!;
  const sorted = groups.toSorted(([a, one], [b, other]) => (isByKey ? 0 : compareViews(one, other)) || compare(a, b));
  const rows = sorted
    .slice(0, limit)
    .map(([key, group]): Row => ({ key, total: false, simulated: null, ...tallied.readGroup(group) }));
  return [
    { key: null, total: true, simulated: isSimulated(question, found, segments), ...tallied.readTotal() },
    ...rows,
  ];
}

function isSimulated({ members }: Question, { pieces, channels }: Pieces, segments: readonly Segment[]): boolean {
  if (!members) return pieces.some((piece) => piece.isSimulated);
  return pieces.some((piece, nth) => {
    if (!piece.isSimulated) return false;
    const { groups } = segments[nth]!;
    const places = new Int32Array(groups.length);
    unpack(piece.codes.channel, places);
    return places.some((place, at) => groups[at] !== LEFT_OUT && channels[place]!.isSimulated);
  });
}

async function readPosts(trx: Transaction, question: Question, found: Pieces): Promise<Row[] | undefined> {
  const shared = new Map<string, number>();
  /** Where the id of a post is. */
  const own: { group: number; day: number; place: number }[] = [];
  let count = 0;
  const counted = findCounted(question, found);
  const starts: { group: number; day: number; end: number }[] = [];
  const segments = found.pieces.map((piece): Segment => {
    const groups = new Int32Array(piece.results);
    const firstShared = piece.results - piece.sharedPosts.length;
    const start = count;
    for (let at = 0; at < firstShared; at++) {
      if (piece.isSame[at] === 0) count++;
      groups[at] = count - 1;
    }
    starts.push({ group: start, day: piece.day, end: count });
    for (const [nth, id] of piece.sharedPosts.entries()) {
      const group = shared.get(id) ?? count++;
      shared.set(id, group);
      groups[firstShared + nth] = group;
    }
    leaveOut(groups, piece, counted);
    return { ...piece, groups };
  });
  // Posts without views come last, and those that are left out do not come.
  const scores = await scoreGroups(segments, count);
  const best = findLargest(scores, question.limit).filter((group) => scores[group] !== NO_RESULTS);
  if (best.length > MOST_EQUAL) return undefined;
  // All others are one group, so that the rest is added up for few.
  const places = new Int32Array(count).fill(best.length);
  for (const [place, group] of best.entries()) places[group] = place;
  for (const { groups } of segments)
    for (let at = 0; at < groups.length; at++) if (groups[at] !== LEFT_OUT) groups[at] = places[groups[at]!]!;
  const tallied = await tally(segments, best.length + 1);
  let at = 0;
  for (const group of best) {
    while (at + 1 < starts.length && group >= starts[at + 1]!.group) at++;
    const start = starts[at]!;
    if (group < start.end) own.push({ group, day: start.day, place: group - start.group });
  }
  const ids = await readPostIds(trx, question.accountId, own);
  const named = [...own.map(({ group }, nth) => [ids[nth]!, group] as const), ...shared].flatMap(([id, group]) =>
    places[group]! < best.length ? [[id, places[group]!] as const] : [],
  );
  return toRows(question, found, segments, tallied, named);
}
