import type { KitName } from "#plugins/local/music/sound/kits";
import type { VoiceName } from "#plugins/local/music/sound/patches";

export type GenreName =
  | "lofi"
  | "house"
  | "techno"
  | "trap"
  | "hiphop"
  | "ambient"
  | "cinematic"
  | "pop"
  | "rock"
  | "funk"
  | "synthwave"
  | "acoustic"
  | "jazz"
  | "corporate"
  | "dnb"
  | "latin";

export type Role = "bass" | "chords" | "pad" | "lead" | "arp";

/** Chord type: stacked thirds, or a power chord (root, fifth, octave). */
export type Colour = "triad" | "add9" | "seventh" | "ninth" | "power";

/**
 * How a genre sounds. Patterns in `comp` and `bass` are one bar of 16 steps, or two bars of 32. A letter starts a note,
 * `-` holds it, `.` is a rest. Chords: `x` loud, `o` soft. Bass: `r` root, `3` third, `5` fifth, `o` octave, `a` a step
 * towards the next chord's root, `w` walking bass.
 */
export interface Genre {
  label: string;
  /** Tempo range in beats per minute. */
  bpm: readonly [number, number];
  /** Probability of a minor key if the prompt has no mood. */
  minor: number;
  /** Swing of 8th or 16th notes: 0 is straight, 0.33 is triplet feel. */
  swing: number;
  swingUnit: 8 | 16;
  /** Largest timing deviation of a played note, in seconds. */
  loose: number;
  kit: KitName;
  groove: GrooveName;
  drums: boolean;
  voices: Readonly<Record<Role, VoiceName | null>>;
  comp: readonly string[];
  bass: readonly string[];
  arp: ArpShape;
  colour: Colour;
  barsPerChord: 1 | 2;
  /** Seconds between the notes of a strummed chord. */
  strum: number;
  /** Approximate notes per bar of the lead, and its central MIDI note. */
  leadDensity: number;
  leadCentre: number;
  /** Loudness of each stem relative to the others, in LU. */
  mix: Readonly<Record<"drums" | Role | "fx", number>>;
  /** Decay in seconds, and the send level. */
  reverb: readonly [number, number];
  /** How far the kick ducks the other stems, 0 to 1. */
  duck: number;
  /** Adds noise risers before a chorus. */
  swells: boolean;
  /** Adds low-pass sweeps to the chords in intros and breaks. */
  sweeps: boolean;
  finish: "clean" | "warm" | "tape";
}

export type GrooveName = GenreName;
type ArpShape = "up" | "updown" | "broken" | "sparse" | "sixteenths";

const MIX = { drums: -1.5, bass: -2, chords: 0, pad: -5, lead: -1.5, arp: -6, fx: -9 } as const;

const BASE = {
  minor: 0.5,
  swing: 0,
  swingUnit: 16,
  loose: 0.004,
  drums: true,
  arp: "up",
  colour: "triad",
  barsPerChord: 1,
  strum: 0,
  leadDensity: 5,
  leadCentre: 74,
  mix: MIX,
  reverb: [1.6, 0.25],
  duck: 0.2,
  swells: true,
  sweeps: false,
  finish: "clean",
} as const satisfies Partial<Genre>;

export const GENRES: Readonly<Record<GenreName, Genre>> = {
  lofi: {
    ...BASE,
    swells: false,
    label: "Lo-fi",
    bpm: [72, 86],
    minor: 0.55,
    swing: 0.24,
    loose: 0.012,
    kit: "dusty",
    groove: "lofi",
    voices: { bass: "roundBass", chords: "epiano", pad: "softPad", lead: "vibraphone", arp: null },
    comp: ["x-----o---o-----", "x---------o-----"],
    bass: ["r------.r-5-....", "r-----r---5---a-"],
    colour: "ninth",
    strum: 0.012,
    leadDensity: 3,
    leadCentre: 76,
    duck: 0.35,
    finish: "tape",
    mix: { ...MIX, pad: -9, lead: -3, drums: -2 },
  },
  house: {
    ...BASE,
    label: "House",
    bpm: [120, 127],
    minor: 0.6,
    kit: "club",
    groove: "house",
    voices: { bass: "synthBass", chords: "stab", pad: "softPad", lead: "synthPluck", arp: "synthPluck" },
    comp: ["x-.x-.x-..x-.x-.", "..x-..x-..x-..x-"],
    bass: ["..r-..r-..r-..o-", "..r-..rr..r-.ro-"],
    colour: "seventh",
    leadDensity: 6,
    duck: 0.75,
    sweeps: true,
    mix: { ...MIX, drums: -0.5 },
    reverb: [1.8, 0.22],
  },
  techno: {
    ...BASE,
    label: "Techno",
    bpm: [126, 134],
    minor: 0.9,
    kit: "club",
    groove: "techno",
    voices: { bass: "reese", chords: "stab", pad: "softPad", lead: "bell", arp: "synthPluck" },
    comp: ["...x-.....x-....", "x-....x-....x-.."],
    bass: ["..rr..rr..rr..rr", ".rr.r.r..rr.r.ro"],
    arp: "sixteenths",
    barsPerChord: 2,
    leadDensity: 2,
    duck: 0.75,
    sweeps: true,
    reverb: [2.4, 0.3],
    mix: { ...MIX, drums: -0.5, arp: -3, lead: -5 },
  },
  trap: {
    ...BASE,
    label: "Trap",
    bpm: [132, 148],
    minor: 0.92,
    kit: "eight",
    groove: "trap",
    voices: { bass: "subBass", chords: "piano", pad: "choir", lead: "bell", arp: null },
    comp: ["x---------------", "x-----x---------"],
    bass: ["r---------r-----", "r-----r-..r---5-"],
    leadDensity: 4,
    leadCentre: 77,
    reverb: [2.2, 0.3],
    finish: "warm",
    mix: { ...MIX, bass: -1, lead: -1 },
  },
  hiphop: {
    ...BASE,
    swells: false,
    label: "Hip-hop",
    bpm: [84, 96],
    minor: 0.75,
    swing: 0.18,
    loose: 0.009,
    kit: "dusty",
    groove: "hiphop",
    voices: { bass: "roundBass", chords: "epiano", pad: "strings", lead: "flute", arp: null },
    comp: ["x---....o---....", "x--x--..o-----.."],
    bass: ["r--r..r...5-r---", "r-----rr..r-5-a-"],
    colour: "seventh",
    strum: 0.008,
    leadDensity: 4,
    duck: 0.25,
    finish: "warm",
    mix: { ...MIX, pad: -8 },
  },
  ambient: {
    ...BASE,
    label: "Ambient",
    bpm: [60, 76],
    minor: 0.4,
    loose: 0.02,
    kit: "soft",
    groove: "ambient",
    drums: false,
    voices: { bass: "warmBass", chords: "softPad", pad: "choir", lead: "bell", arp: "harp" },
    comp: ["x---------------"],
    bass: ["r---------------"],
    arp: "sparse",
    colour: "add9",
    barsPerChord: 2,
    leadDensity: 1.6,
    leadCentre: 76,
    reverb: [4.5, 0.7],
    duck: 0,
    mix: { ...MIX, pad: -4, lead: -5, arp: -6, bass: -6 },
  },
  cinematic: {
    ...BASE,
    label: "Cinematic",
    bpm: [84, 108],
    minor: 0.75,
    loose: 0.006,
    kit: "epic",
    groove: "cinematic",
    voices: { bass: "cello", chords: "strings", pad: "choir", lead: "brass", arp: "spiccato" },
    comp: ["x---------------"],
    bass: ["r---------------", "r-------r-------"],
    arp: "broken",
    leadDensity: 2.2,
    leadCentre: 67,
    reverb: [3.2, 0.5],
    duck: 0,
    mix: { ...MIX, arp: -2, pad: -5, bass: -4, drums: -2 },
  },
  pop: {
    ...BASE,
    label: "Pop",
    bpm: [104, 122],
    minor: 0.25,
    kit: "studio",
    groove: "pop",
    voices: { bass: "synthBass", chords: "piano", pad: "softPad", lead: "synthPluck", arp: "synthPluck" },
    comp: ["x-----x-----x---", "x---x---x---x---", "x--x--x-..x-x---"],
    bass: ["r--r--r-r--r--5-", "r-----r-r-----a-"],
    colour: "add9",
    leadDensity: 5.5,
    duck: 0.4,
    mix: { ...MIX, arp: -7 },
  },
  rock: {
    ...BASE,
    swells: false,
    label: "Rock",
    bpm: [112, 146],
    minor: 0.5,
    loose: 0.007,
    kit: "rock",
    groove: "rock",
    voices: { bass: "pickBass", chords: "driveGuitar", pad: "organ", lead: "leadGuitar", arp: "cleanGuitar" },
    comp: ["x-x-x-x-x-x-x-x-", "x---..x-x-x---x-"],
    bass: ["r.r.r.r.r.r.r.r.", "r-r.r-r.r-r.5-a."],
    arp: "broken",
    colour: "power",
    strum: 0.007,
    leadDensity: 4.5,
    leadCentre: 71,
    duck: 0,
    reverb: [1.3, 0.15],
    finish: "warm",
    mix: { ...MIX, pad: -10, arp: -7, lead: -2.5 },
  },
  funk: {
    ...BASE,
    swells: false,
    label: "Funk",
    bpm: [104, 118],
    minor: 0.55,
    swing: 0.08,
    loose: 0.005,
    kit: "studio",
    groove: "funk",
    voices: { bass: "slapBass", chords: "cleanGuitar", pad: "strings", lead: "brass", arp: "epiano" },
    comp: ["..x.x..x..x.x..x", "x..x..xx..x..x.x"],
    bass: ["r..r.o.r..r.5.o.", "r.o.r.o.r.o.5.ao", "r--.r.or..3-5.a."],
    arp: "sparse",
    colour: "seventh",
    strum: 0.004,
    leadDensity: 5,
    leadCentre: 70,
    duck: 0.12,
    reverb: [1.1, 0.18],
    mix: { ...MIX, bass: -1, pad: -7, arp: -6 },
  },
  synthwave: {
    ...BASE,
    label: "Synthwave",
    bpm: [84, 108],
    minor: 0.7,
    kit: "retro",
    groove: "synthwave",
    voices: { bass: "synthBass", chords: "polySynth", pad: "softPad", lead: "synthLead", arp: "synthPluck" },
    comp: ["x---------------", "x-----x---------"],
    bass: ["rrrrrrrrrrrrrrrr", "r.rrr.rrr.rrr.or"],
    arp: "sixteenths",
    leadDensity: 4,
    duck: 0.5,
    reverb: [2.6, 0.35],
    finish: "warm",
    mix: { ...MIX, arp: -5 },
  },
  acoustic: {
    ...BASE,
    swells: false,
    label: "Acoustic",
    bpm: [92, 116],
    minor: 0.2,
    swing: 0.06,
    loose: 0.008,
    kit: "folk",
    groove: "acoustic",
    voices: { bass: "uprightBass", chords: "acousticGuitar", pad: "strings", lead: "whistle", arp: "nylonGuitar" },
    comp: ["x---o-x---xox-o-", "x-o-x-oox-o-x-oo"],
    bass: ["r-------5-------", "r-----r-5-----a-"],
    arp: "broken",
    strum: 0.014,
    leadDensity: 4,
    leadCentre: 76,
    duck: 0,
    reverb: [1.2, 0.2],
    mix: { ...MIX, drums: -4, pad: -8, arp: -5, lead: -3 },
  },
  jazz: {
    ...BASE,
    swells: false,
    label: "Jazz",
    bpm: [96, 138],
    minor: 0.35,
    swing: 0.33,
    swingUnit: 8,
    loose: 0.01,
    kit: "brush",
    groove: "jazz",
    voices: { bass: "uprightBass", chords: "piano", pad: null, lead: "sax", arp: null },
    comp: ["x-....x---......", "....x-....x-....", "x---......x-...."],
    bass: ["w---w---w---w---"],
    colour: "ninth",
    strum: 0.006,
    leadDensity: 6,
    leadCentre: 69,
    duck: 0,
    reverb: [1.4, 0.22],
    finish: "warm",
    mix: { ...MIX, drums: -4, bass: -1.5 },
  },
  corporate: {
    ...BASE,
    label: "Uplifting",
    bpm: [108, 124],
    minor: 0.06,
    kit: "folk",
    groove: "corporate",
    voices: { bass: "warmBass", chords: "piano", pad: "strings", lead: "glockenspiel", arp: "cleanGuitar" },
    comp: ["x---x---x---x---", "x-----x---x-x---"],
    bass: ["r-r-r-r-r-r-r-r-", "r-------r---r-r-"],
    arp: "broken",
    colour: "add9",
    leadDensity: 4,
    leadCentre: 79,
    duck: 0.2,
    reverb: [1.8, 0.3],
    mix: { ...MIX, arp: -3, lead: -5, pad: -5, drums: -3 },
  },
  dnb: {
    ...BASE,
    label: "Drum & bass",
    bpm: [170, 176],
    minor: 0.8,
    kit: "breaks",
    groove: "dnb",
    voices: { bass: "reese", chords: "softPad", pad: "strings", lead: "synthPluck", arp: "bell" },
    comp: ["x---------------"],
    bass: ["r-----r---r-----", "r---..r-..5---o-"],
    arp: "sparse",
    colour: "seventh",
    barsPerChord: 2,
    leadDensity: 4,
    duck: 0.3,
    sweeps: true,
    reverb: [2.4, 0.35],
    mix: { ...MIX, bass: -1, pad: -8, drums: -1 },
  },
  latin: {
    ...BASE,
    swells: false,
    label: "Latin",
    bpm: [90, 102],
    minor: 0.7,
    kit: "studio",
    groove: "latin",
    voices: { bass: "subBass", chords: "nylonGuitar", pad: "softPad", lead: "marimba", arp: null },
    comp: ["x--x--x-x--x--x-", "x--x--x-..x-x---"],
    bass: ["r-----r-r-----5-", "r---r--.r---5---"],
    strum: 0.01,
    leadDensity: 6,
    duck: 0.3,
    reverb: [1.4, 0.2],
  },
};
