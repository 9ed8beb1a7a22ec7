import type { GenreName } from "#plugins/local/music/genres";

export type SectionKind = "intro" | "verse" | "chorus" | "break" | "outro";

export interface Section {
  kind: SectionKind;
  /** The kind, except that choruses of club music are called "drop". */
  name: string;
  /** First bar, and number of bars. */
  bar: number;
  bars: number;
  /** 0 (quiet) to 1 (full). */
  energy: number;
}

const DROPS = new Set<GenreName>(["house", "techno", "dnb", "trap"]);
const ENERGY: Readonly<Record<SectionKind, number>> = { intro: 0.4, verse: 0.65, chorus: 1, break: 0.35, outro: 0.45 };

/** Forms by length. Each letter is one unit of bars: intro, verse, chorus, break or outro. */
const TRACK = [
  "c",
  "vc",
  "ivc",
  "ivcc",
  "ivcco",
  "ivvcco",
  "ivvcbcc",
  "ivvccbcc",
  "ivvccbcco",
  "ivvccvbcco",
  "ivvccvbccco",
  "ivvccvvbccco",
  "ivvccvvbcccco",
  "ivvcccvvbcccco",
  "ivvcccvvbbcccco",
];
/** Background music starts with the groove, without an intro. */
const BED = [
  "c",
  "vc",
  "vcc",
  "vvcc",
  "vvccc",
  "vvcbcc",
  "vvccbcc",
  "vvccbccc",
  "vvccvbccc",
  "vvccvvbccc",
  "vvcccvvbccc",
];

/** Divides bars into sections. Only a track has an intro and an outro. */
export function structure(bars: number, genre: GenreName, shape: "track" | "bed"): Section[] {
  const shapes = shape === "track" ? TRACK : BED;
  const unit = bars >= 64 ? 8 : bars >= 24 ? 4 : bars >= 9 ? 2 : 1;
  const units = Math.floor(bars / unit);
  const letters = shapes[Math.min(units, shapes.length) - 1] ?? "c";
  const sections: Section[] = [];
  for (const letter of letters) {
    const kind = (["intro", "verse", "chorus", "break", "outro"] as const).find((k) => k.startsWith(letter))!;
    const last = sections.at(-1);
    if (last?.kind === kind) last.bars += unit;
    else
      sections.push({
        kind,
        name: kind === "chorus" && DROPS.has(genre) ? "drop" : kind,
        bar: 0,
        bars: unit,
        energy: ENERGY[kind],
      });
  }
  spend(sections, bars - letters.length * unit);
  let bar = 0;
  for (const section of sections) {
    section.bar = bar;
    bar += section.bars;
  }
  return sections;
}

/** Gives leftover bars to the last chorus, and to the verses if there are eight or more. */
function spend(sections: Section[], left: number): void {
  const chorus = sections.findLast((s) => s.kind === "chorus")!;
  const verses = sections.filter((s) => s.kind === "verse");
  const toVerses = verses.length === 0 || left < 8 ? 0 : Math.floor(left / 2 / verses.length / 4) * 4;
  for (const verse of verses) verse.bars += toVerses;
  chorus.bars += left - toVerses * verses.length;
}
