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
