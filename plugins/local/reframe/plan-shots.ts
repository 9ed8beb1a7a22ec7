import { createCentre, planPath } from "./follow";
import { aimAt, type Crop, sizeCrop } from "./frame";
import { planPanels } from "./panels";
import { isFullOfText, isInset } from "./screen";
import type { Seen, Shot, Span, Wanted } from "./shots";
import { chooseGroups, formGroups, listen } from "./speaker";
import { findPeople, type Person } from "./track";
import { findMedian } from "./values";

type Mode = Shot["mode"];

/** A span with what it can be shown as. */
interface Plan {
  span: Span;
  mode: Mode;
  show: (mode: Mode) => Shot[];
}

/** Deviation of the ratios up to which nothing is cropped. */
const SAME_RATIO = 0.03;
/** A layout that lasts for less looks like a mistake. */
const LAYOUT_SECONDS = 1.5;
/** Spans without a sample that are this short belong to the one before them: flashes, cuts that are none. */
const BLIND_SECONDS = 1;
/** A face seen for a smaller share of a picture full of text does not decide how that is shown. */
const RARE_FACE = 0.2;
/** Share of the distance from the centre to the motion that the crop goes: motion is not always what matters. */
const MOTION_PULL = 0.5;
/** Samples on each side of which the median of the motion is taken. */
const MOTION_REACH = 4;

/** Plans which part of the picture is shown when, so that the people who matter stay in it. */
export function planShots(seen: readonly Seen[], wanted: Wanted): Shot[] {
  const { width, height, ratio, duration } = wanted;
  if (!(duration > 0)) return [];
  if (Math.abs(width / height / ratio - 1) <= SAME_RATIO) {
    return [{ start: 0, end: duration, mode: "fill", path: [createCentre(0)] }];
  }
  const plans = listSpans(seen, wanted).map((span) => planSpan(span, wanted));
  return settleModes(plans).flatMap(({ mode, show }) => show(mode));
}

function listSpans(seen: readonly Seen[], { duration, cuts }: Wanted): Span[] {
  const inside = cuts.filter((cut) => cut > 0 && cut < duration);
  const bounds = [...new Set([0, ...inside, duration])].sort((a, b) => a - b);
  const samples = seen.toSorted((a, b) => a.time - b.time);
  const spans: Span[] = [];
  let next = 0;
  for (const [i, end] of bounds.slice(1).entries()) {
    const first = next;
    const isLast = i === bounds.length - 2;
    while (next < samples.length && (isLast || samples[next]!.time < end)) next++;
    const span = { start: bounds[i]!, end, seen: samples.slice(first, next) };
    const before = spans.at(-1);
    const isBlind = ({ start, end, seen }: Span) => seen.length === 0 && end - start < BLIND_SECONDS;
    if (before && (isBlind(span) || isBlind(before))) {
      before.end = end;
      if (before.seen.length === 0) before.seen = span.seen;
    } else spans.push(span);
  }
  return spans;
}

function planSpan(span: Span, wanted: Wanted): Plan {
  const { start, end, seen } = span;
  const crop = sizeCrop(wanted, wanted.ratio);
  const people = findPeople(seen);
  const fit = (): Shot[] => [{ start, end, mode: "fit" }];
  const isText = seen.length > 0 && isFullOfText(findMedian(seen.map(({ text }) => text)));
  const isBeside = people.every(
    ({ sightings }) => sightings.length < RARE_FACE * seen.length || isInset(findPlace(sightings)),
  );
  if (people.length === 0 || (isText && isBeside)) {
    const fill = () => [
      fillWith(people.length > 0 ? aimAtGroup(span, people, crop) : aimAtMotion(seen, crop), span, crop),
    ];
    return { span, mode: isText ? "fit" : "fill", show: (mode) => (mode === "fit" ? fit() : fill()) };
  }
  const groups = formGroups(people, crop);
  const heard = listen(people, span, wanted.voice);
  const turns = chooseGroups(groups, people, heard, span);
  const panels = planPanels(people, groups, turns, heard, span, wanted);
  const aims = groups.map((group) => aimAtGroup(span, group, crop));
  const fill = (from = start, until = end) =>
    turns
      .map((turn) => ({ ...turn, start: Math.max(from, turn.start), end: Math.min(until, turn.end) }))
      .filter((turn) => turn.end > turn.start)
      .map((turn) => fillWith(aims[turn.group]!, turn, crop));
  const fillBetween = (shots: readonly Shot[]) =>
    [start, ...shots.map((shot) => shot.end)].flatMap((from, i) => fill(from, shots[i]?.start ?? end));
  return {
    span,
    mode: panels ? "split" : "fill",
    show: (mode) =>
      (mode === "fit" ? fit() : mode === "split" && panels ? [...panels, ...fillBetween(panels)] : fill()).sort(
        (a, b) => a.start - b.start,
      ),
  };
}

/** Returns where a face is most of the time. */
const findPlace = (sightings: Person["sightings"]) => {
  const find = (key: "x" | "y" | "width") => findMedian(sightings.map(({ face }) => face[key]));
  return { x: find("x"), y: find("y"), width: find("width") };
};

function fillWith(
  aims: Parameters<typeof planPath>[0],
  { start, end }: { start: number; end: number },
  crop: Crop,
): Shot {
  return { start, end, mode: "fill", path: planPath(aims, start, end, crop) };
}

function aimAtGroup({ seen }: Span, group: readonly Person[], crop: Crop) {
  return seen.flatMap(({ time }, i) => {
    const heads = group.flatMap(({ places }) => places[i] ?? []);
    return heads.length > 0 ? [{ time, ...aimAt(heads, crop) }] : [];
  });
}

function aimAtMotion(seen: readonly Seen[], { axis, size }: Crop) {
  const moves = seen.flatMap(({ time, motion }) => (motion ? [{ time, at: motion[axis] }] : []));
  return moves.map(({ time }, i) => {
    const near = moves.slice(Math.max(0, i - MOTION_REACH), i + MOTION_REACH + 1).map(({ at }) => at);
    const at = 0.5 + MOTION_PULL * (findMedian(near) - 0.5);
    return { time, best: Math.min(1 - size / 2, Math.max(size / 2, at)), least: 0, most: 1 };
  });
}

interface Run {
  mode: Mode;
  start: number;
  end: number;
  plans: Plan[];
}

/** Layouts that would last too briefly take the one beside them. */
function settleModes(plans: readonly Plan[]): Plan[] {
  const runs: Run[] = [];
  for (const plan of plans) {
    runs.push({ mode: plan.mode, start: plan.span.start, end: plan.span.end, plans: [plan] });
    // The newest run may still grow, so the one before it is judged.
    while (runs.length > 1 && (runs.at(-1)!.mode === runs.at(-2)!.mode || isBrief(runs.at(-2)!))) joinLast(runs);
  }
  while (runs.length > 1 && isBrief(runs.at(-1)!)) joinLast(runs);
  return runs.flatMap(({ mode, plans }) => plans.map((plan) => ({ ...plan, mode })));
}

const isBrief = ({ start, end }: Run) => end - start < LAYOUT_SECONDS;

/** Joins the last two runs. The longer one's layout stays, but two panels need two people. */
function joinLast(runs: Run[]): void {
  const [before, after] = runs.splice(-2) as [Run, Run];
  const longer = before.end - before.start >= after.end - after.start ? before : after;
  const mode = before.mode !== after.mode && longer.mode === "split" ? "fill" : longer.mode;
  runs.push({ mode, start: before.start, end: after.end, plans: [...before.plans, ...after.plans] });
}
