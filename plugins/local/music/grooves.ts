import type { DrumPiece } from "#plugins/local/music/sound/kits";

/** One bar or two, by drum: `1`–`9` is a hit by velocity, `.` a rest, `g` a ghost note at random, `r` a roll. */
export type Groove = Readonly<Partial<Record<DrumPiece, string>>>;

/** Fills for the last eight sixteenths of a section. The groove plays until the fill starts. */
export const FILLS: readonly Groove[] = [
  { snare: "5..6.778" },
  { tomHigh: "7.6.....", tomLow: "....7.68", snare: "6......." },
  { snare: "....6789", kick: "8......." },
  { tomHigh: "..76....", tomLow: "....7.7." },
];

/** Drums that play in choruses but not in verses, which should sound lighter. */
export const CHORUS_ONLY: readonly DrumPiece[] = ["open", "tambourine"];
/** Drums that play in intros and outros. */
export const LIGHT: readonly DrumPiece[] = ["hat", "shaker", "rim", "ride"];
