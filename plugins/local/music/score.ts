import { createRandom, hash } from "#plugins/local/draw/random";
import { Clock } from "#plugins/local/music/clock";
import { GENRES } from "#plugins/local/music/genres";
import type { Genre, Role } from "#plugins/local/music/genres/genre";
import { buildChords, type Chord, findNearestNote, voiceChord } from "#plugins/local/music/harmony";
import { answer, develop, getMelodyPitch, type MelodyNote, makePhrase } from "#plugins/local/music/melody";
import { METRES } from "#plugins/local/music/metre";
import {
  type BarContext,
  findNextInScale,
  padChord,
  writeArpeggio,
  writeBassLine,
  writeComping,
} from "#plugins/local/music/parts";
import { type DrumHit, writeDrumBar, writeEnding } from "#plugins/local/music/percussion";
import type { MusicPlan } from "#plugins/local/music/plan";
import { PATCHES } from "#plugins/local/music/sound/patches";
import type { Note } from "#plugins/local/music/sound/voice";
import { planStructure, type Section } from "#plugins/local/music/structure";

/** The notes of all parts. Times in seconds. */
export interface Score {
  clock: Clock;
  sections: Section[];
  notes: Record<Role, Note[]>;
  drums: DrumHit[];
  /** Noise risers that end at `at`. */
  risers: { at: number; length: number }[];
  /** Time of the final chord. Null if there is no time for one. */
  end: number | null;
}

/** Writes the notes of a plan. Deterministic. */
export function compose(plan: MusicPlan, shape: "track" | "bed"): Score {
  const genre = GENRES[plan.genre];
  const clock = new Clock(plan, hash(`clock ${plan.seed}`));
  const choose = createRandom(hash(`notes ${plan.seed}`));
  const sections = planStructure(plan.bars, plan.form, shape);
  const notes: Score["notes"] = { bass: [], chords: [], pad: [], lead: [], arp: [] };
  const drums: DrumHit[] = [];
  const risers: Score["risers"] = [];
  const progressions = {
    verse: buildChords(plan.progressions.verse, plan.key, genre.colour),
    chorus: buildChords(plan.progressions.chorus, plan.key, genre.colour),
  };
  const phrases = writePhrases(plan, genre, choose);
  const patterns = choosePatterns(plan, genre, choose);
  const centre = plan.voices.chords === "ukulele" ? 67 : genre.centre;
  let voicing: number[] | undefined;

  sections.forEach((section, index) => {
    const next = sections[index + 1];
    const chords = section.kind === "chorus" || section.kind === "break" ? progressions.chorus : progressions.verse;
    // Twelve bars of blues go on across sections.
    const chordAt = (k: number): Chord =>
      chords[Math.floor((chords.length > 8 ? section.bar + k : k) / genre.barsPerChord) % chords.length]!;
    const lift = section.kind === "chorus" && section.isLast && section.turn > 0 ? 3 : 0;
    for (let k = 0; k < section.bars; k++) {
      const chord = chordAt(k);
      const held = Math.min(genre.barsPerChord - (k % genre.barsPerChord), section.bars - k);
      const starts = k % genre.barsPerChord === 0;
      if (starts || !voicing) voicing = voiceChord(chord, centre + lift, voicing);
      const context: BarContext = {
        plan,
        genre,
        clock,
        section,
        bar: section.bar + k,
        inSection: k,
        chord,
        following:
          k + 1 < section.bars ? chordAt(k + 1) : progressions[next?.kind === "chorus" ? "chorus" : "verse"][0]!,
        voicing,
        comp: patterns.comp[patternOf(section) % patterns.comp.length]!,
        bass: patterns.bass[patternOf(section) % patterns.bass.length]!,
        held,
        pedal: patterns.pedal,
        choose,
      };
      const on = (role: Role) => plan.voices[role] !== null && plays(role, plan, section);
      if (on("chords")) notes.chords.push(...writeComping(context));
      if (on("pad") && starts) notes.pad.push(...padChord(context));
      if (on("bass")) notes.bass.push(...writeBassLine(context));
      if (on("arp")) notes.arp.push(...writeArpeggio(context));
      if (on("lead")) notes.lead.push(...leadBar(context, phrases));
      if (plan.drums) drums.push(...writeDrumBar(context, next?.kind));
    }
    const start = next ? clock.at(next.bar, 0) : 0;
    if (genre.swells && next?.kind === "chorus")
      risers.push({ at: start, length: Math.min(2, section.bars) * clock.bar });
  });
  const end = plan.bars * clock.bar;
  const room = plan.seconds - end;
  if (room < 0.3) return { clock, sections, notes, drums, risers, end: null };
  writeEnding({ plan, at: end, room, tonic: progressions.chorus[0]!, voicing: voicing! }, notes, drums);
  return { clock, sections, notes, drums, risers, end };
}

/** Parts that play in each kind of section. `VARIED` parts join when the section comes back. */
const PLAYS: Readonly<Record<Section["kind"], readonly Role[]>> = {
  intro: ["chords", "pad", "arp"],
  verse: ["chords", "bass"],
  build: ["chords", "bass", "pad", "arp"],
  chorus: ["chords", "bass", "pad", "lead", "arp"],
  break: ["chords", "pad", "lead"],
  outro: ["chords", "pad", "bass"],
};
const VARIED: Readonly<Partial<Record<Section["kind"], readonly Role[]>>> = {
  verse: ["arp", "pad"],
  break: ["arp"],
};

function plays(role: Role, plan: MusicPlan, section: Section): boolean {
  if (PLAYS[section.kind].includes(role)) return true;
  if (plan.featured.includes(role) && role !== "bass") return true;
  // A piece is a melody with its accompaniment throughout.
  if (plan.form === "piece" && role !== "pad") return section.kind !== "intro" || role === "bass";
  return VARIED[section.kind]?.includes(role) === true && (section.turn > 0 || (role === "arp" && !plan.drums));
}

/** Choruses use another pattern than verses, and a section that comes back may use a third one. */
function patternOf({ kind, turn, isLast }: Section): number {
  if (kind === "chorus") return isLast && turn > 0 ? 3 : 1;
  return kind === "build" || kind === "break" ? 2 : turn * 2;
}

function choosePatterns(plan: MusicPlan, genre: Genre, choose: () => number) {
  const { comp, bass } = plan.metre === genre.metre ? genre : METRES[plan.metre];
  // On a piano or a harp, held chords become broken ones.
  const voice = plan.voices.chords;
  const decays = voice !== null && PATCHES[voice].engine !== "subtractive";
  const broken = decays && voice !== genre.voices.chords && plan.metre === "4/4" && comp.every((p) => /-{7}/.test(p));
  const own = broken ? GENRES.piano : { comp, bass };
  return {
    comp: rotate(own.comp, choose),
    bass: rotate(own.bass, choose),
    pedal: genre.pedal || broken,
  };
}

function rotate<T>(list: readonly T[], choose: () => number): readonly T[] {
  const from = Math.floor(choose() * list.length);
  return [...list.slice(from), ...list.slice(0, from)];
}

interface Phrases {
  chorus: readonly MelodyNote[][];
  verse: readonly MelodyNote[][];
}

/** Four phrases of two bars each, all from one idea. */
function writePhrases({ energy, metre }: MusicPlan, genre: Genre, choose: () => number): Phrases {
  const density = genre.leadDensity * (0.7 + 0.5 * energy);
  const hook = makePhrase(density, metre, choose);
  const theme = makePhrase(density * (genre.form === "piece" ? 0.8 : 0.55), metre, choose);
  const group = (phrase: MelodyNote[]) => {
    const developed = develop(phrase, choose);
    return [phrase, answer(phrase, metre, choose), developed, answer(developed, metre, choose)];
  };
  return { chorus: group(hook), verse: group(theme) };
}

/** Length of a grace note in seconds. */
const GRACE = 0.07;

function leadBar(c: BarContext, phrases: Phrases): Note[] {
  const isChorus = c.section.kind === "chorus";
  const phrase = phrases[isChorus ? "chorus" : "verse"][Math.floor(c.inSection / 2) % 4]!;
  const half = c.inSection % 2;
  const { steps } = c.clock;
  const { leadCentre, leadMode, ornaments } = c.genre;
  const key = leadMode ? { ...c.plan.key, mode: leadMode } : c.plan.key;
  // The last chorus sings out, an octave higher.
  const octave = isChorus && c.section.isLast && c.section.turn > 0 && leadCentre < 72 ? 12 : 0;
  return phrase
    .filter((n) => Math.floor(n.step / steps) === half)
    .flatMap((n) => {
      const step = n.step % steps;
      const note = {
        at: c.clock.played(c.bar, step),
        length: n.length * c.clock.step * 0.92,
        midi: getMelodyPitch(n, key, c.chord, leadCentre + register(c.plan) + octave, c.plan.metre),
        velocity: c.clock.touch(0.82 * n.accent * (isChorus ? 1 : 0.8), c.bar, step),
        pan: 0.06,
      };
      if (n.length < 4 || note.at < GRACE || c.choose() >= ornaments) return [note];
      const grace = { ...note, at: note.at - GRACE, length: GRACE, midi: findNextInScale(c, note.midi, 1) };
      return [{ ...grace, velocity: note.velocity * 0.7 }, note];
    });
}

/** Semitones that move the lead from the genre's register to the instrument's own. */
function register(plan: MusicPlan): number {
  const centre = GENRES[plan.genre].leadCentre;
  const low =
    plan.voices.lead === "cello" ? 60 : plan.voices.lead === "sax" || plan.voices.lead === "brass" ? 69 : undefined;
  return low === undefined ? 0 : findNearestNote(0, low) - findNearestNote(0, centre);
}
