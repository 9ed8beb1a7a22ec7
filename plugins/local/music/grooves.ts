import type { GrooveName } from "#plugins/local/music/genres";
import type { DrumPiece } from "#plugins/local/music/sound/kits";

/**
 * One bar of 16 steps, or two of 32: `1`–`9` is a hit by velocity, `.` a rest, `g` a ghost note at random, `r` a roll.
 */
type Groove = Partial<Record<DrumPiece, string>>;

export const GROOVES: Readonly<Record<GrooveName, Groove>> = {
  lofi: {
    kick: "9......6..8.....9......6..8..5..",
    snare: "....8.......8..g",
    hat: "7.5.7.5.7.5.7.5g",
    rim: "..........g.....",
  },
  house: {
    kick: "9...9...9...9...",
    clap: "....8.......8...",
    open: "..8...8...8...8.",
    hat: "3.1g3.1g3.1g3.1g",
    shaker: "4243424342434243",
  },
  techno: {
    kick: "9...9...9...9...",
    open: "..7...7...7...7.",
    hat: "4343434343434343",
    rim: "...6.....6..6...",
    clap: "............7...",
    tomLow: "......4.......3g",
  },
  trap: {
    kick: "9.....7...9.....9..7......8..7..",
    clap: "........9.......",
    hat: "7.5.7.5.7.5.7.r.7.5.7575r.5.7.rr",
    open: "..............................7.",
    rim: "...........g....",
  },
  hiphop: { kick: "9..6....9.7.....", snare: "....9..g.g..9...", hat: "7.5.7.5.7.5.7.5.", open: "..............5." },
  ambient: { kick: "5...............................", shaker: "2...1...2...1..." },
  cinematic: {
    kick: "9.......6..5....9.....6.9..6....",
    tomLow: "6..4..6...4.6...6..4..6...4.6.55",
    tomHigh: "..3..3..3..3..3.",
    snare: "............7...",
  },
  pop: {
    kick: "9.....7.9.......9..7....9.7.....",
    snare: "....9.......9...",
    clap: "....7.......7...",
    hat: "6.4.6.4.6.4.6.4g",
    tambourine: "..4...4...4...4.",
    open: "..............................6.",
  },
  rock: {
    kick: "9.....7.9.9.....9.....7.9.98....",
    snare: "....9.......9...",
    hat: "8.6.8.6.8.6.8.6.",
    open: "7...7...7...7...",
  },
  funk: {
    kick: "9..6..7...8.....9..6..7...8..5..",
    snare: "....9..g.g.g9..g",
    hat: "7464746474647464",
    open: "..............6.",
    tambourine: "....5.......5...",
    clap: "....5.......5...",
  },
  synthwave: {
    kick: "9...9...9...9...",
    snare: "....9.......9...",
    hat: "6.5.6.5.6.5.6.54",
    open: "..5...5...5...5.",
    tomLow: "..............................6.",
  },
  acoustic: {
    kick: "8.....5.8.......",
    snare: "....6.......6...",
    shaker: "5264526452645264",
    tambourine: "....5.......5...",
  },
  jazz: {
    ride: "8...7..58...7..5",
    kick: "3.......3.....g.",
    snare: "....4..g....4...",
    hat: "....6.......6...",
    rim: "..........g.....",
  },
  corporate: {
    kick: "8...6...8...6...",
    snare: "....7.......7...",
    shaker: "3.2.4.2.3.2.4.2.",
    tambourine: "..4...4...4...4.",
    tomLow: "................5.....5.....5...",
  },
  dnb: {
    kick: "9.........8.....9.....7...8.....",
    snare: "....9..g.g..9..g",
    hat: "7.5.7.5.7.5.7.5.",
    open: "..5...5...5...5.",
    shaker: "3232323232323232",
  },
  latin: {
    kick: "9...9...9...9...",
    snare: "...8..8....8..8.",
    shaker: "5343534353435343",
    rim: "..5..5....5..5..",
    hat: "..4...4...4...4.",
  },
};

/** Fills for the end of a section's last bar. The groove plays until the fill starts. */
export const FILLS: readonly Groove[] = [
  { snare: "........5..6.778" },
  { tomHigh: "........7.6.....", tomLow: "............7.68", snare: "........6......." },
  { snare: "............6789", kick: "........8......." },
  { tomHigh: "..........76....", tomLow: "............7.7." },
];

/** Drums that play in choruses but not in verses, which should sound lighter. */
export const CHORUS_ONLY: readonly DrumPiece[] = ["open", "tambourine"];
/** Drums that play in intros and outros. */
export const LIGHT: readonly DrumPiece[] = ["hat", "shaker", "rim", "ride"];
