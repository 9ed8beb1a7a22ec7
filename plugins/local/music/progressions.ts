import type { GenreName } from "#plugins/local/music/genres";

interface Progressions {
  major: readonly string[];
  minor: readonly string[];
}

const COMMON: Progressions = {
  major: ["1 5 6 4", "6 4 1 5", "1 6 4 5", "4 1 5 6", "1 4 6 5", "1 3 4 5"],
  minor: ["1 6 3 7", "1 4 6 7", "6 7 1 1", "1 7 6 7", "1 3 7 4", "1 6 4 5M"],
};

const OWN: Partial<Record<GenreName, Partial<Progressions>>> = {
  lofi: { major: ["2 5 1 6", "4 3 2 1", "1 6 2 5", "4 5 3 6"], minor: ["1 4 7 3", "6 7 1 1", "4 7 3 6", "1 6 2 5M"] },
  house: { minor: ["1 6 3 7", "1 7 6 4", "6 7 1 3", "1 4 6 7"] },
  techno: { major: ["1 1 4 4", "1 6"], minor: ["1 1 6 7", "1 6", "1 7"] },
  trap: { minor: ["1 6 1 7", "1 1 6 5M", "1 4 6 5M", "6 5M 1 1"] },
  hiphop: { major: ["2 5 1 6", "4 3 2 1"], minor: ["1 6 4 5M", "1 4 1 6", "6 7 1 1"] },
  ambient: { major: ["1 4", "1 6 4 5", "4 1", "1 5 4 4"], minor: ["1 6", "1 3 6 7", "6 1 7 4"] },
  cinematic: { major: ["1 5 6 4", "6 4 1 5", "4 5 6 1"], minor: ["1 6 3 7", "1 6 4 5M", "1 3 7 6", "1 7 6 7"] },
  rock: { major: ["1 5 6 4", "1 4 5 4", "1 4 1 5", "6 4 1 5"], minor: ["1 6 7 1", "1 3 7 6", "1 7 6 7", "6 7 1 1"] },
  funk: { major: ["1 4 1 4", "2 5 2 5", "1 4 2 5"], minor: ["1 4 1 4", "1 1 4 4", "1 7 6 7"] },
  jazz: { major: ["2 5 1 6", "1 6 2 5", "3 6 2 5", "1 4 3 6 2 5 1 1"], minor: ["1 4 2 5M", "2 5M 1 1", "1 6 2 5M"] },
  corporate: { major: ["1 5 6 4", "4 1 5 6", "1 4 6 5", "6 4 1 5"] },
  dnb: { minor: ["1 6 3 7", "6 7 1 1", "1 3 6 7"] },
  latin: { minor: ["1 6 3 7", "1 7 6 5M", "6 7 1 1", "1 4 7 3"] },
};

/** Typical chord progressions of a genre, as scale degrees. */
export function progressionsFor(genre: GenreName, minor: boolean): readonly string[] {
  const kind = minor ? "minor" : "major";
  return OWN[genre]?.[kind] ?? COMMON[kind];
}
