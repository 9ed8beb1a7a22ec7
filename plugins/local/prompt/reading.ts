/** A prompt whose words are labelled, while the labels are corrected. */
import type { Features } from "./features";
import type { Role } from "./headings";
import type { Labelling } from "./label";
import { isShown, type Label } from "./network";

/** What a heading announces. */
export interface Heading {
  role?: Role;
  /** Seconds from the start, of a heading such as "[3–7s]". */
  span?: { from: number; to: number };
  /** True for a scene whose heading says what is seen. */
  isNoted?: boolean;
}

/** A prompt with what is known of each of its words. */
export interface Reading extends Features, Labelling {
  text: string;
  /** Of words in labels such as "Hook:", whose meaning is certain. */
  headings: (Heading | undefined)[];
}

/** Words from one index up to another. */
export interface Range {
  from: number;
  to: number;
}

/** Sets the label of words, unless they are in a heading. */
export function setLabel({ found, headings }: Reading, { from, to }: Range, label: Label): void {
  for (let at = from; at < to; at++)
    if (headings[at] === undefined) found[at] = { label, shown: isShown(label) ? 1 : 0 };
}

/** Characters in which a lead is looked for. */
const LONGEST_LEAD = 40;

/** Returns the first word after words that a pattern matches at `from`, or `from` if it does not match. */
export function skipLead({ text, words }: Reading, { from, to }: Range, pattern: RegExp): number {
  const { start } = words[from]!;
  const [lead = ""] = pattern.exec(text.slice(start, start + LONGEST_LEAD)) ?? [];
  let rest = from;
  while (rest < to && words[rest]!.end <= start + lead.length) rest++;
  return rest;
}
