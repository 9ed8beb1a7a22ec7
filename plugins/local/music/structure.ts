import type { GenreName } from "#plugins/local/music/genres";

export type SectionKind = "intro" | "verse" | "chorus" | "break" | "outro";

export interface Section {
  kind: SectionKind;
  /** "drop" in club music, else as `kind`. */
  name: string;
  /** First bar, and how many. */
  bar: number;
  bars: number;
  /** 0 (quiet) to 1 (full). */
  energy: number;
}

const DROPS = new Set<GenreName>(["house", "techno", "dnb", "trap"]);
const ENERGY: Readonly<Record<SectionKind, number>> = { intro: 0.4, verse: 0.65, chorus: 1, break: 0.35, outro: 0.45 };

/** Shapes by how many units of bars there are: i, v, c, b, o for the kinds, one letter a unit. */
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
/** A bed under pictures has no time for an intro: it starts with the groove. */
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

/** Divides bars into sections: a track has an intro and an outro, a bed starts and ends in full swing. */
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

/** Bars left over go to the last chorus, and to the verses when there are many. */
function spend(sections: Section[], left: number): void {
  const chorus = sections.findLast((s) => s.kind === "chorus")!;
  const verses = sections.filter((s) => s.kind === "verse");
  const toVerses = verses.length === 0 || left < 8 ? 0 : Math.floor(left / 2 / verses.length / 4) * 4;
  for (const verse of verses) verse.bars += toVerses;
  chorus.bars += left - toVerses * verses.length;
}
