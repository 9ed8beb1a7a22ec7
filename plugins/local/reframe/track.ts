import { clampFinite } from "../numbers";
import type { Seen } from "./shots";
import { findMedian } from "./values";

type Face = Seen["faces"][number];

/** A head, as fractions of the picture: more than the face, which ends at the eyebrows. */
export interface Head {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Height of the eyes. */
  eyes: number;
  /** Width of the face. */
  width: number;
}

export interface Sighting {
  /** Index of the sample. */
  sample: number;
  time: number;
  face: Face;
}

/** A person in one shot of the source. */
export interface Person {
  sightings: Sighting[];
  /** For each sample of the shot; undefined where the person is not in the picture. Brief gaps are filled. */
  heads: (Head | undefined)[];
  /** As `heads`, but also where the person is found again in the same place later: faces that turn away are not found. */
  places: (Head | undefined)[];
  /** Median width of the face. */
  width: number;
  /** Grows with time in the picture and with size. */
  importance: number;
}

/** A face that is not found for longer has left. */
const LOST_SECONDS = 1;
/** Where samples are rare, this many steps are not too long. */
const LOST_SAMPLES = 2;
/** How far a face gets from where it is expected: in widths of the face, and in widths of the picture a second. */
const REACH_FACES = 0.6;
const REACH_PER_SECOND = 0.4;
const REACH_SECONDS = 0.6;
/** Most by which the size of a face changes between two sightings. */
const SIZE_CHANGE = 2;
/** Sightings that confirm a face, also one that seems to have jumped. */
const CONFIRMATIONS = 3;
/** Least share of samples in which a true face is found while it is there. */
const STEADY = 0.4;
/** Less important people are passers-by and the audience. */
const RELEVANT = 0.25;
/** Sightings on each side for the median of a position. */
const SMOOTH_REACH = 2;
/** What a head adds to a face, in widths and heights of the face, and where in the face the eyes are. */
const HEAD = { side: 0.12, top: 0.6, bottom: 0.1, eyes: 0.28 };

/** Finds the people of a shot who matter, the most important first. */
export function findPeople(seen: readonly Seen[]): Person[] {
  const tracks = linkFaces(seen).filter((track) => isTrue(track, seen.length));
  const people = joinTracks(tracks).map((one) => describePerson(one, seen));
  people.sort((a, b) => b.importance - a.importance);
  return people.filter(({ importance }) => importance >= RELEVANT * people[0]!.importance);
}

const isLost = (from: Sighting, sample: number, time: number) =>
  time - from.time > LOST_SECONDS && sample - from.sample > LOST_SAMPLES;

/** Links the faces of one sample to those of the ones before, the nearest first. */
function linkFaces(seen: readonly Seen[]): Sighting[][] {
  const tracks: Sighting[][] = [];
  let open: Sighting[][] = [];
  for (const [sample, { time, faces }] of seen.entries()) {
    open = open.filter((track) => !isLost(track.at(-1)!, sample, time));
    const links = open
      .flatMap((track) => faces.map((face) => ({ track, face, distance: measureDistance(track, face, time) })))
      .filter(({ distance }) => distance < 1)
      .sort((a, b) => a.distance - b.distance);
    const taken = new Set<unknown>();
    for (const { track, face } of links) {
      if (taken.has(track) || taken.has(face)) continue;
      taken.add(track).add(face);
      track.push({ sample, time, face });
    }
    for (const face of faces) {
      if (taken.has(face)) continue;
      const track = [{ sample, time, face }];
      tracks.push(track);
      open.push(track);
    }
  }
  return tracks;
}

/** Distance from where the face of a track is expected; from 1 on, it is another face. */
function measureDistance(track: readonly Sighting[], face: Face, time: number): number {
  const last = track.at(-1)!;
  const earlier = track.at(-2);
  if (Math.max(face.width / last.face.width, last.face.width / face.width) > SIZE_CHANGE) return 1;
  const seconds = Math.min(REACH_SECONDS, time - last.time);
  const from = last.face;
  const to = face;
  const apart = (x: number, y: number) =>
    Math.hypot(
      (to.x - x) / (REACH_FACES * last.face.width + REACH_PER_SECOND * seconds),
      (to.y - y) / (REACH_FACES * last.face.height + REACH_PER_SECOND * seconds),
    );
  const stays = apart(from.x, from.y);
  if (!earlier || time - earlier.time > LOST_SECONDS) return stays;
  // Someone who walks is expected further on.
  const before = earlier.face;
  const steps = seconds / Math.max(1e-3, last.time - earlier.time);
  return Math.min(stays, apart(from.x + steps * (from.x - before.x), from.y + steps * (from.y - before.y)));
}

function isTrue(track: readonly Sighting[], samples: number): boolean {
  const spanned = track.at(-1)!.sample - track[0]!.sample + 1;
  return track.length >= Math.min(CONFIRMATIONS, Math.ceil(0.6 * samples)) && track.length >= STEADY * spanned;
}

/** Joins tracks that can be one person who was away, or not found, for a while. */
function joinTracks(tracks: readonly Sighting[][]): Sighting[][] {
  const people: Sighting[][] = [];
  for (const track of tracks) {
    const first = track[0]!;
    const to = first.face;
    let nearest: Sighting[] | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const one of people) {
      const last = one.at(-1)!;
      const change = last.face.width / first.face.width;
      if (last.sample >= first.sample || Math.max(change, 1 / change) > SIZE_CHANGE) continue;
      const from = last.face;
      const distance = Math.hypot(to.x - from.x, to.y - from.y);
      if (distance < least) [nearest, least] = [one, distance];
    }
    if (nearest) nearest.push(...track);
    else people.push([...track]);
  }
  return people;
}

function describePerson(sightings: Sighting[], seen: readonly Seen[]): Person {
  const heads: (Head | undefined)[] = new Array(seen.length).fill(undefined);
  const places = heads.slice();
  const smooth = sightings.map((_, i) => smoothHead(sightings, i));
  for (const [i, sighting] of sightings.entries()) {
    const [head, later] = [smooth[i]!, smooth[i + 1]];
    const next = sightings[i + 1];
    heads[sighting.sample] = head;
    places[sighting.sample] = head;
    if (!later || !next) break;
    const isAway = isLost(sighting, next.sample, next.time);
    if (
      isAway &&
      Math.hypot((later.left - head.left) / head.width, (later.top - head.top) / (head.bottom - head.top)) > 1
    )
      continue;
    for (let sample = sighting.sample + 1; sample < next.sample; sample++) {
      const share = (seen[sample]!.time - sighting.time) / Math.max(1e-6, next.time - sighting.time);
      places[sample] = mixHeads(head, later, share);
      if (!isAway) heads[sample] = places[sample];
    }
  }
  const width = findMedian(sightings.map(({ face }) => face.width));
  const certain = sightings.reduce((sum, { face }) => sum + clampFinite(face.score, 0.1, 1), 0);
  return { sightings, heads, places, width, importance: certain * width };
}

/** Uses medians, because single boxes jump. Fewer at the ends, so that someone who walks is not held back. */
function smoothHead(sightings: readonly Sighting[], at: number): Head {
  const isNear = (i: number, next: number) => {
    const [a, b] = [sightings[i], sightings[next]];
    return a && b && !isLost(a, b.sample, b.time);
  };
  let reach = 0;
  while (reach < SMOOTH_REACH && isNear(at + reach, at + reach + 1) && isNear(at - reach - 1, at - reach)) reach++;
  const near = sightings.slice(at - reach, at + reach + 1).map(({ face }) => face);
  const width = findMedian(near.map((face) => face.width));
  const height = findMedian(near.map((face) => face.height));
  const x = findMedian(near.map((face) => face.x));
  const y = findMedian(near.map((face) => face.y));
  return {
    left: x - (0.5 + HEAD.side) * width,
    right: x + (0.5 + HEAD.side) * width,
    top: y - (0.5 + HEAD.top) * height,
    bottom: y + (0.5 + HEAD.bottom) * height,
    eyes: y + (HEAD.eyes - 0.5) * height,
    width,
  };
}

function mixHeads(a: Head, b: Head, share: number): Head {
  const mix = (key: keyof Head) => a[key] + share * (b[key] - a[key]);
  return {
    left: mix("left"),
    right: mix("right"),
    top: mix("top"),
    bottom: mix("bottom"),
    eyes: mix("eyes"),
    width: mix("width"),
  };
}
