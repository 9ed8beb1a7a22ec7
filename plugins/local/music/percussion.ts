import type { Role } from "#plugins/local/music/genres/genre";
import { CHORUS_ONLY, FILLS, LIGHT } from "#plugins/local/music/grooves";
import { type Chord, findNearestNote } from "#plugins/local/music/harmony";
import { METRES } from "#plugins/local/music/metre";
import { type BarContext, getBar } from "#plugins/local/music/parts";
import type { MusicPlan } from "#plugins/local/music/plan";
import type { DrumPiece } from "#plugins/local/music/sound/kits";
import type { Note } from "#plugins/local/music/sound/voice";
import type { SectionKind } from "#plugins/local/music/structure";

/** `at` is in seconds, `velocity` 0 to 1. */
export interface DrumHit {
  at: number;
  piece: DrumPiece;
  velocity: number;
}

const ROLL = 3;
/** Length of a fill in sixteenths. */
const FILL_STEPS = 8;

/** Writes one bar of drums. A section's last bar has a fill, and a chorus starts with a crash. */
export function writeDrumBar(c: BarContext, next: SectionKind | undefined): DrumHit[] {
  const { kind } = c.section;
  const hits: DrumHit[] = [];
  const { groove } = c.plan.metre === c.genre.metre ? c.genre : METRES[c.plan.metre];
  const { steps } = c.clock;
  const last = c.inSection === c.section.bars - 1;
  const fill =
    last && (kind === "verse" || kind === "chorus") && c.genre.fills
      ? FILLS[Math.floor(c.choose() * FILLS.length)]!
      : undefined;
  const fillStart = steps - FILL_STEPS;
  const fillFrom = fill ? fillStart + Math.min(...Object.values(fill).map((p) => p.search(/\d/))) : steps;
  for (const [piece, pattern] of Object.entries(groove) as [DrumPiece, string][]) {
    if (!plays(piece, c)) continue;
    strike(c, piece, getBar(pattern, c.bar, steps).slice(0, piece === "kick" ? steps : fillFrom), hits);
  }
  for (const [piece, pattern] of Object.entries(fill ?? {}) as [DrumPiece, string][])
    strike(c, piece, pattern.padStart(steps, "."), hits);
  if ((kind === "break" || kind === "build") && last && next === "chorus" && c.genre.swells) {
    // Snare roll that gets louder into the chorus.
    for (let step = 0; step < steps; step++) hits.push(hit(c, "snare", step, 0.2 + (0.64 * step) / steps));
  }
  if (kind === "chorus" && c.inSection % 8 === 0)
    hits.push({ at: c.clock.at(c.bar, 0), piece: "crash", velocity: 0.75 });
  return hits;
}

/** Drums join one by one: light ones, the beat, then all. A verse that comes back is fuller. */
function plays(piece: DrumPiece, { section: { kind, turn, energy }, plan }: BarContext): boolean {
  if (kind === "chorus") return true;
  if (plan.form === "build" && energy < 0.5) return energy > 0.25 && (piece === "kick" || LIGHT.includes(piece));
  if (kind === "verse" || kind === "build") return turn > 1 || !CHORUS_ONLY.includes(piece);
  return kind === "break" ? piece === "shaker" : LIGHT.includes(piece);
}

function strike(c: BarContext, piece: DrumPiece, pattern: string, hits: DrumHit[]): void {
  for (let step = 0; step < pattern.length; step++) {
    const mark = pattern[step]!;
    if (mark === ".") continue;
    if (mark === "g") {
      if (c.choose() < 0.5) hits.push(hit(c, piece, step, 0.26));
    } else if (mark === "r") {
      for (let k = 0; k < ROLL; k++)
        hits.push(hit(c, piece, step + (k * 2) / ROLL / (pattern[step + 1] === "r" ? 2 : 1), 0.42 + k * 0.08));
    } else {
      hits.push(hit(c, piece, step, Number(mark) / 9));
    }
  }
}

function hit(c: BarContext, piece: DrumPiece, step: number, velocity: number): DrumHit {
  const strong = piece === "kick" ? 1 : 0.75 + 0.25 * c.plan.energy;
  return {
    at: piece === "kick" ? c.clock.at(c.bar, step) : c.clock.played(c.bar, step),
    piece,
    velocity: c.clock.touch(velocity * strong, c.bar, step),
  };
}

/** Adds the final chord: all parts play the tonic and let it ring. `at` and `room` (time left) are in seconds. */
export function writeEnding(
  e: { plan: MusicPlan; at: number; room: number; tonic: Chord; voicing: readonly number[] },
  notes: Record<Role, Note[]>,
  drums: DrumHit[],
): void {
  const length = Math.min(4, e.room * 0.7);
  const home = [0, 1, 2].map((i) => findNearestNote(tonicTriad(e.plan, e.tonic)[i]!, e.voicing[i] ?? 60));
  const add = (role: Role, midi: number, velocity: number, pan = 0) => {
    if (e.plan.voices[role]) notes[role].push({ at: e.at, length, midi, velocity, pan });
  };
  home.forEach((midi, i) => {
    add("chords", midi, 0.8, (i - 1) * 0.35);
    add("pad", midi + 12, 0.5, (1 - i) * 0.4);
  });
  add("bass", 28 + ((e.plan.key.tonic - 28 + 60) % 12), 0.85);
  add("lead", findNearestNote(e.plan.key.tonic, 72), 0.6);
  if (!e.plan.drums) return;
  drums.push({ at: e.at, piece: "kick", velocity: 0.9 }, { at: e.at, piece: "crash", velocity: 0.7 });
}

function tonicTriad(plan: MusicPlan, first: Chord): readonly number[] {
  if (first.degree === 0) return first.pitchClasses;
  const third = plan.key.mode === "major" || plan.key.mode === "lydian" || plan.key.mode === "mixolydian" ? 4 : 3;
  return [0, third, 7].map((n) => (plan.key.tonic + n) % 12);
}
