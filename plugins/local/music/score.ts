import { hash, random } from "#plugins/local/draw/random";
import { Clock } from "#plugins/local/music/clock";
import { GENRES, type Role } from "#plugins/local/music/genres";
import { buildChords, type Chord, nearest, voiceChord } from "#plugins/local/music/harmony";
import { answer, type MelodyNote, makePhrase, melodyPitch } from "#plugins/local/music/melody";
import { arpeggio, type BarContext, bassLine, comping, padChord } from "#plugins/local/music/parts";
import { type DrumHit, drumBar, ending } from "#plugins/local/music/percussion";
import type { MusicPlan } from "#plugins/local/music/plan";
import type { Note } from "#plugins/local/music/sound/voice";
import { type Section, structure } from "#plugins/local/music/structure";

/** The notes of all parts. Times in seconds. */
export interface Score {
  sections: Section[];
  notes: Record<Role, Note[]>;
  drums: DrumHit[];
  /** Noise risers that end at `at`. */
  risers: { at: number; length: number }[];
  /** Time of the final chord. Null if there is no time for one. */
  end: number | null;
}

/** Parts that play in each kind of section. */
const PLAYS: Readonly<Record<Section["kind"], readonly Role[]>> = {
  intro: ["chords", "pad", "arp"],
  verse: ["chords", "bass", "arp"],
  chorus: ["chords", "bass", "pad", "lead", "arp"],
  break: ["chords", "pad", "lead"],
  outro: ["chords", "pad", "bass"],
};

/** Writes the notes of a plan. Deterministic. */
export function compose(plan: MusicPlan, shape: "track" | "bed"): Score {
  const genre = GENRES[plan.genre];
  const clock = new Clock(plan.bpm, genre, hash(`clock ${plan.seed}`));
  const choose = random(hash(`notes ${plan.seed}`));
  const sections = structure(plan.bars, plan.genre, shape);
  const notes: Score["notes"] = { bass: [], chords: [], pad: [], lead: [], arp: [] };
  const drums: DrumHit[] = [];
  const risers: Score["risers"] = [];
  const progressions = {
    verse: buildChords(plan.progressions.verse, plan.key, genre.colour),
    chorus: buildChords(plan.progressions.chorus, plan.key, genre.colour),
  };
  const density = genre.leadDensity * (0.7 + 0.5 * plan.energy);
  const hook = makePhrase(density, choose);
  const phrases = {
    chorus: [hook, answer(hook, choose)],
    verse: [makePhrase(density * 0.55, choose), answer(hook, choose)],
  };
  const variants = { comp: pick(genre.comp, choose), bass: pick(genre.bass, choose) };
  let voicing: number[] | undefined;

  for (const section of sections) {
    const chords = section.kind === "verse" || section.kind === "intro" ? progressions.verse : progressions.chorus;
    const chordAt = (k: number): Chord => chords[Math.floor(k / genre.barsPerChord) % chords.length]!;
    const next = sections[sections.indexOf(section) + 1];
    for (let k = 0; k < section.bars; k++) {
      const bar = section.bar + k;
      const chord = chordAt(k);
      const following =
        k + 1 < section.bars ? chordAt(k + 1) : progressions[next?.kind === "verse" ? "verse" : "chorus"][0]!;
      if (k % genre.barsPerChord === 0 || !voicing)
        voicing = voiceChord(chord, plan.voices.chords === "ukulele" ? 67 : 60, voicing);
      const context: BarContext = {
        plan,
        genre,
        clock,
        section,
        bar,
        inSection: k,
        chord,
        following,
        voicing,
        variants,
        choose,
      };
      const playing = PLAYS[section.kind];
      const on = (role: Role) =>
        plan.voices[role] !== null && (playing.includes(role) || (plan.featured.includes(role) && role !== "bass"));
      if (on("chords")) notes.chords.push(...comping(context));
      if (on("pad") && k % genre.barsPerChord === 0) notes.pad.push(...padChord(context));
      if (on("bass")) notes.bass.push(...bassLine(context));
      if (on("arp")) notes.arp.push(...arpeggio(context));
      if (on("lead")) notes.lead.push(...leadBar(context, section.kind === "chorus" ? phrases.chorus : phrases.verse));
      if (plan.drums) drums.push(...drumBar(context, next?.kind));
    }
    const start = next ? clock.at(next.bar, 0) : 0;
    if (genre.swells && next?.kind === "chorus")
      risers.push({ at: start, length: Math.min(2, section.bars) * clock.bar });
  }
  const end = plan.bars * clock.bar;
  const room = plan.seconds - end;
  if (room < 0.3) return { sections, notes, drums, risers, end: null };
  ending({ plan, at: end, room, tonic: progressions.chorus[0]!, voicing: voicing! }, notes, drums);
  return { sections, notes, drums, risers, end };
}

function leadBar(c: BarContext, phrases: readonly MelodyNote[][]): Note[] {
  const phrase = phrases[Math.floor(c.inSection / 2) % 2]!;
  const half = c.inSection % 2;
  const quiet = c.section.kind === "chorus" ? 1 : 0.75;
  return phrase
    .filter((n) => Math.floor(n.step / 16) === half)
    .map((n) => ({
      at: c.clock.played(c.bar, n.step % 16),
      length: n.length * c.clock.step * 0.92,
      midi: melodyPitch(n, c.plan.key, c.chord, c.genre.leadCentre + register(c.plan)),
      velocity: c.clock.touch(0.82 * n.accent * quiet),
      pan: 0.06,
    }));
}

/** Semitones that move the lead from the genre's register to the instrument's own. */
function register(plan: MusicPlan): number {
  const centre = GENRES[plan.genre].leadCentre;
  const low =
    plan.voices.lead === "cello" ? 60 : plan.voices.lead === "sax" || plan.voices.lead === "brass" ? 69 : undefined;
  return low === undefined ? 0 : nearest(0, low) - nearest(0, centre);
}

function pick<T>(list: readonly T[], choose: () => number): T {
  return list[Math.floor(choose() * list.length)]!;
}
