import type { Interval } from "vireo/captions/align";
import { planPath, type TimedAim } from "./follow";
import { aimAt, type Crop, sizeCrop } from "./frame";
import type { Shot, Span, Wanted } from "./shots";
import { ALONE, type Heard, TALKS, type Turn } from "./speaker";
import type { Head, Person } from "./track";
import { findMedian } from "./values";

/** Least share of the samples that show both people. */
const BOTH_SEEN = 0.5;
/** Least distance of their centres, and least width of a face, as fractions of the picture's width. */
const APART = 0.2;
const FACE_WIDTH = 0.045;
const SHOT_SECONDS = 2.5;
/** Somebody who is not found for longer has left, and does not only look away. */
const AWAY_SECONDS = 4;
/** Least share of the voice that each of them speaks. */
const EACH_SPEAKS = 0.2;
/** Least share of the voice whose speaker would not be shown otherwise: those who take turns need no panels. */
const UNSEEN_VOICE = 0.2;

const middle = ({ left, right }: Head) => (left + right) / 2;
const findPlace = ({ heads }: Person) => findMedian(heads.flatMap((head) => (head ? [middle(head)] : [])));

/**
 * Plans two stacked panels for two people who speak at once, or in turn too fast to follow; undefined if not so. There are
 * none while one of them is away, because a panel would show an empty place.
 */
export function planPanels(
  people: readonly Person[],
  groups: readonly Person[][],
  turns: readonly Turn[],
  heard: Heard,
  span: Span,
  wanted: Wanted,
): Shot[] | undefined {
  const { seen } = span;
  const crop = sizeCrop(wanted, 2 * wanted.ratio);
  if (wanted.ratio >= 1 || crop.axis !== "x" || groups.length < 2) return undefined;
  const most = seen.map((_, at) => Math.max(...heard.talk.map((levels) => levels[at]!)));
  const talks = people.map((_, i) =>
    heard.talk[i]!.map((level, at) => Number(heard.voiced[at]! && level >= Math.max(TALKS, most[at]! / ALONE))),
  );
  const voiced = heard.voiced.filter(Boolean).length;
  const talkers = people.filter((_, i) => {
    const spoken = talks[i]!.reduce((sum, one) => sum + one, 0);
    return spoken > 0 && spoken >= EACH_SPEAKS * voiced;
  });
  if (talkers.length !== 2) return undefined;
  const [left, right] = talkers.sort((a, b) => findPlace(a) - findPlace(b)) as [Person, Person];
  const together = seen.filter((_, i) => left.heads[i] && right.heads[i]).length;
  if (together < BOTH_SEEN * seen.length || Math.min(left.width, right.width) < FACE_WIDTH) return undefined;
  if (findPlace(right) - findPlace(left) < APART) return undefined;

  let turn = 0;
  const unseen = seen.filter(({ time }, i) => {
    while (turn < turns.length - 1 && time >= turns[turn]!.end) turn++;
    const shown = groups[turns[turn]!.group]!;
    return talkers.some((one) => !shown.includes(one) && talks[people.indexOf(one)]![i]);
  }).length;
  if (unseen < UNSEEN_VOICE * voiced) return undefined;

  const upper = aimBeside(span, left, right, -1, crop);
  const lower = aimBeside(span, right, left, 1, crop);
  if (!upper || !lower) return undefined;
  const shots = listTogether(left, right, span).map(({ start, end }): Shot => {
    const plan = (aims: readonly TimedAim[]) =>
      planPath(
        aims.filter(({ time }) => time >= start && time < end),
        start,
        end,
        crop,
      );
    return { start, end, mode: "split", path: plan(upper), second: plan(lower) };
  });
  // The lower panel does not move, so somebody who walks would leave it.
  const isStill = shots.every(({ second }) => second?.length === 1);
  return shots.length > 0 && isStill ? shots : undefined;
}

/** Lists when both people are in the picture. */
function listTogether(one: Person, other: Person, { start, end, seen }: Span): Interval[] {
  const together: Interval[] = [];
  let from: number | undefined;
  let last = start;
  const close = () => {
    if (from !== undefined && last - from >= SHOT_SECONDS) together.push({ start: from, end: last });
    from = undefined;
  };
  for (const [i, { time }] of seen.entries()) {
    if (!one.heads[i] || !other.heads[i]) continue;
    if (time - last > AWAY_SECONDS) close();
    from ??= time - last > AWAY_SECONDS ? time : last;
    last = time;
  }
  if (end - last <= AWAY_SECONDS) last = end;
  close();
  return together;
}

/** Shows one person without the other, who has a panel too; undefined if the other would mostly be in it. */
function aimBeside({ seen }: Span, one: Person, other: Person, side: -1 | 1, crop: Crop): TimedAim[] | undefined {
  let doubled = 0;
  const aims = seen.flatMap(({ time }, i): TimedAim[] => {
    const head = one.places[i];
    if (!head) return [];
    const aim = aimAt([head], crop);
    const beside = other.places[i];
    if (!beside) return [{ time, ...aim }];
    const edge = side < 0 ? beside.left - crop.size / 2 : beside.right + crop.size / 2;
    const best =
      side < 0 ? Math.max(aim.least, Math.min(aim.best, edge)) : Math.min(aim.most, Math.max(aim.best, edge));
    if (Math.abs(middle(beside) - best) < crop.size / 2) doubled++;
    return [{ time, ...aim, best }];
  });
  return doubled > aims.length / 2 ? undefined : aims;
}
