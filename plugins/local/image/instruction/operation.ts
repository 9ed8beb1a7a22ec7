import type { Canvas } from "@napi-rs/canvas";
import type { Caption } from "../caption";
import type { Pixels } from "../pixels/pixels";

/** Order of operations, independent of the instruction, because a caption must survive a crop. */
export const phases = ["shape", "size", "tone", "light", "caption", "border", "corners"] as const;

/** An operation on an image. `label` describes it in a few words. */
export type Operation = { phase: (typeof phases)[number]; label: string } & (
  | { kind: "pixels"; run(picture: Pixels, random: () => number): Pixels }
  | { kind: "canvas"; run(picture: Canvas): Canvas }
  | { kind: "caption"; caption: Caption }
);

/** Finds operations of one kind in an instruction. The named groups of the pattern are passed to `make`. */
export interface Rule {
  /** A pattern with the flags "giu" and named groups. */
  pattern: RegExp;
  make(groups: Readonly<Record<string, string | undefined>>): Operation | undefined;
}
