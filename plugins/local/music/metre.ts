import type { Groove } from "#plugins/local/music/grooves";

/** A time signature, with patterns for genres that are at home in another one. */
interface Metre {
  /** Sixteenths of a bar, and of a beat. */
  steps: number;
  beat: number;
  /** Probability of a melody note on each sixteenth, 0 to 9. */
  weights: string;
  groove: Groove;
  comp: readonly string[];
  bass: readonly string[];
  /** The names that a prompt uses, as a pattern. */
  words: RegExp;
}

export type MetreName = "4/4" | "3/4" | "6/8" | "12/8" | "5/4" | "7/8";

/** The more specific words come first. */
export const METRES: Readonly<Record<MetreName, Metre>> = {
  "12/8": {
    steps: 24,
    beat: 6,
    weights: "9.4.5.7.4.5.8.4.5.7.4.5.",
    groove: {
      kick: "9.........6.8...........",
      snare: "......8...........8...g.",
      hat: "7.5.5.7.5.5.7.5.5.7.5.5.",
      open: "......................6.",
    },
    comp: ["x-----o-----x-----o-----", "x---o-x---o-x---o-x---o-"],
    bass: ["r---------r-5-----a-----", "r-----r---5-r-----5---a-"],
    words: /(?<![\d/])12\/8(?!\d)/,
  },
  "6/8": {
    steps: 12,
    beat: 6,
    weights: "9.4.6.8.4.6.",
    groove: { kick: "9.........5.", snare: "......8.....", hat: "7.4.4.6.4.4.", open: "..........5." },
    comp: ["x---o-x---o-", "b-0-1-2-1-0-"],
    bass: ["r-----5-----", "r---r-5---a-"],
    words:
      /(?<![\d/])[63]\/8(?!\d)|\bsix[ -]eight\b|\b(?:sechs|sechser)[ -]?achtel|\bseis por ocho\b|\bsix[ -]huit\b|\bjig\b/iu,
  },
  "7/8": {
    steps: 14,
    beat: 4,
    weights: "9.4.7.3.7.4.3.",
    groove: { kick: "9.......7.....", snare: "....8.......6.", hat: "7.5.7.5.7.5.5." },
    comp: ["x---x---x-----", "x-o-x-o-x-o-o-"],
    bass: ["r---5---r---a-", "r-r-5---r-5---"],
    words: /(?<![\d/])7\/8(?!\d)|\bseven[ -]eight\b/i,
  },
  "5/4": {
    steps: 20,
    beat: 4,
    weights: "9.3.6.3.6.3.8.4.6.3.",
    groove: { kick: "9.....6.....8.......", snare: "....6.......8...8...", hat: "7.5.7.5.7.5.7.5.7.5." },
    comp: ["x-----x-----x---x---", "x---..x-....x---x---"],
    bass: ["r-----r-----5---a---", "r---5---r---5---a---"],
    words: /(?<![\d/])5\/4(?!\d)|\bfive[ -]four\b/i,
  },
  "3/4": {
    steps: 12,
    beat: 4,
    weights: "913461357134",
    groove: { kick: "9...........", snare: "....5...6...", hat: "6...5...5.g.", tambourine: "....4...4..." },
    comp: ["....x---x---", "x---o---o---", "b---x---o-o-"],
    bass: ["r-------....", "r-------5---", "r---....5-a-"],
    words:
      /(?<![\d/])[36]\/4(?!\d)|\bthree[ -](?:four|quarter)\b|\bin (?:three|3)(?! ?[\p{L}\d.,:])|\bwaltz(?:es)?\b|walzer|\bdreiviertel|\bvalses?\b|\bvalzer\b|вальс|\btrois[ -]temps\b|\btres por cuatro\b|ワルツ|圆舞曲/iu,
  },
  "4/4": {
    steps: 16,
    beat: 4,
    // Eighths that anticipate a beat are more likely than in other metres.
    weights: "9134715271536141",
    groove: { kick: "9.......9.......", snare: "....8.......8...", hat: "6.4.6.4.6.4.6.4g", open: "..............5." },
    comp: ["x---x---x---x---", "x-----x-----x---"],
    bass: ["r---r---5---a---", "r-----r-r-----5-"],
    words: /(?<![\d/])[42]\/4(?!\d)|(?:irish|celtic|scottish) reel\b|\bfour[ -]four\b|\bcommon time\b/i,
  },
};

/** Length of a bar in seconds. `bpm` counts beats: dotted quarters in 6/8 and 12/8. */
export function getBarSeconds({ metre, bpm }: { metre: MetreName; bpm: number }): number {
  const { steps, beat } = METRES[metre];
  return ((steps / beat) * 60) / bpm;
}

/** Reads a time signature. A number wins over a name: "waltz in 6/8". */
export function readMetre(text: string): MetreName | undefined {
  const names = Object.keys(METRES) as MetreName[];
  const signature = /(?<![\d/])(?:12|\d)\/[48](?![\d/])/.exec(text)?.[0];
  return names.find((name) => METRES[name].words.test(signature ?? text));
}
