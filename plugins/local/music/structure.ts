import type { FormName } from "#plugins/local/music/genres/genre";

export type SectionKind = "intro" | "verse" | "build" | "chorus" | "break" | "outro";

export interface Section {
  kind: SectionKind;
  /** The kind, except that choruses of club music are called "drop", and those of a build-up "climax". */
  name: string;
  /** First bar, and number of bars. */
  bar: number;
  bars: number;
  /** 0 (quiet) to 1 (full). */
  energy: number;
  /** 0 for the first section of its kind, 1 for the second, and so on. */
  turn: number;
  isLast: boolean;
}

interface Form {
  /** Sections from the shortest to the longest track. Letters: intro, verse, build (p), chorus, break, outro. */
  sections: readonly string[];
  /** Level of the quietest section below the fullest, in dB. */
  range: number;
  chorus: string;
}

export const FORMS: Readonly<Record<FormName, Form>> = {
  song: {
    sections: ["c", "vc", "ivc", "ivco", "ivcvc", "ivcvco", "ivcbvco", "ivcvcbco", "ivpcvpcbco", "ivpcvpcbvpcco"],
    range: 3,
    chorus: "chorus",
  },
  club: {
    sections: ["c", "pc", "ipc", "ivpc", "ivpco", "ivpcbc", "ivpcbpc", "ivpcbpco", "ivpcvbpcco", "ivpcvpcbvpcco"],
    range: 2.5,
    chorus: "drop",
  },
  loop: {
    sections: ["c", "vc", "ivc", "ivcv", "ivcvc", "ivcbvc", "ivcvbco", "ivcvcbvco", "ivcvcbvcvbco"],
    range: 2,
    chorus: "chorus",
  },
  piece: {
    sections: ["v", "vc", "vcv", "vcvo", "ivcvo", "ivcbvo", "ivcbvco", "ivcvbcvo", "ivcvcbvcvo", "ivcvbcvcbvco"],
    range: 6,
    chorus: "chorus",
  },
  build: {
    sections: ["c", "pc", "ipc", "ippc", "ivppc", "ivpbpc", "ivppbpc", "ivpcbppc", "ivpcvbppcc"],
    range: 9,
    chorus: "climax",
  },
};

const KINDS: Readonly<Record<string, SectionKind>> = {
  i: "intro",
  v: "verse",
  p: "build",
  c: "chorus",
  b: "break",
  o: "outro",
};
const ENERGY: Readonly<Record<SectionKind, number>> = {
  intro: 0.35,
  verse: 0.6,
  build: 0.75,
  chorus: 0.9,
  break: 0.35,
  outro: 0.4,
};
/** How readily a section grows when there is time left. */
const GROWTH: Readonly<Record<SectionKind, number>> = {
  intro: 0.5,
  verse: 1,
  build: 0.6,
  chorus: 1,
  break: 0.5,
  outro: 0.5,
};

/** Divides bars into sections. Background music ("bed") starts with the groove, without an intro, and has no outro. */
export function planStructure(bars: number, form: FormName, shape: "track" | "bed"): Section[] {
  const unit = bars >= 64 ? 8 : bars >= 24 ? 4 : bars >= 9 ? 2 : 1;
  const units = Math.max(1, Math.floor(bars / unit));
  const forms = FORMS[form].sections.map((letters) => (shape === "bed" ? letters.replace(/[io]/g, "") : letters));
  // Sections of a single unit are too short to settle, except in very short tracks.
  const most = Math.max(Math.min(units, 3), Math.ceil(units * 0.55));
  const letters = [...forms.findLast((f) => f.length <= most)!].map((letter) => KINDS[letter]!);
  const sizes = letters.map(() => 1);
  for (let spare = units - letters.length; spare > 0; spare--) sizes[findSmallest(sizes, letters)]!++;
  const rest = bars - units * unit;
  const full = Math.max(letters.lastIndexOf("chorus"), 0);
  let bar = 0;
  return letters.map((kind, i) => {
    const start = bar;
    const length = sizes[i]! * unit + (i === full ? rest : 0);
    bar += length;
    return {
      kind,
      name: kind === "chorus" ? FORMS[form].chorus : kind,
      bar: start,
      bars: length,
      energy: getEnergy(kind, form, i === full, bar / bars),
      turn: letters.slice(0, i).filter((k) => k === kind).length,
      isLast: !letters.includes(kind, i + 1),
    };
  });
}

function findSmallest(sizes: readonly number[], kinds: readonly SectionKind[]): number {
  const grown = sizes.map((size, i) => size / GROWTH[kinds[i]!]);
  return grown.indexOf(Math.min(...grown));
}

/** The last chorus is the peak. In a build-up, each section is fuller than the one before. */
function getEnergy(kind: SectionKind, form: FormName, isPeak: boolean, done: number): number {
  if (isPeak) return 1;
  return form === "build" && kind !== "break" && kind !== "chorus" ? Math.min(0.85, 0.1 + 0.75 * done) : ENERGY[kind];
}
