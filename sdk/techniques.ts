/** What analyses of short videos say about openings and figures. */
import { findHookForm, type HookForm, hookForms } from "#sdk/hooks";
import type { ScrapedVideo } from "#sdk/slots/scrape";

/** Technique of an opening. */
export interface Technique {
  id: HookForm;
  name: string;
  /** Advice for reusing it. */
  copy: string;
  /** The same opening for another subject, a noun phrase. */
  next: (subject: string) => string;
}

const texts: Record<HookForm, Pick<Technique, "copy" | "next">> = {
  pov: {
    copy: "Opens as a point of view, so that viewers see themselves in it",
    next: (subject) => `POV: you finally understand ${subject}`,
  },
  list: {
    copy: "Promises a countable list",
    next: (subject) => `3 things nobody tells you about ${subject}`,
  },
  comparison: {
    copy: "Puts two things side by side, so that the difference shows by itself",
    next: (subject) => `${subject}: what you expect, and what it is really like`,
  },
  warning: {
    copy: "Opens with a warning against something common",
    next: (subject) => `Stop making this mistake with ${subject}`,
  },
  question: {
    copy: "Opens with a question that the video answers",
    next: (subject) => `What would you change about ${subject}?`,
  },
  "how-to": {
    copy: "Teaches one thing from start to end",
    next: (subject) => `${subject}, explained in under a minute`,
  },
  test: {
    copy: "Tries something out in front of the viewer",
    next: (subject) => `One week of paying attention to ${subject}: an honest review`,
  },
  process: {
    copy: "Lets viewers watch something being made",
    next: (subject) => `Behind the scenes of ${subject}`,
  },
  story: {
    copy: "Tells a personal story",
    next: (subject) => `The moment ${subject} stopped being complicated`,
  },
  statement: {
    copy: "Says its point in the first sentence",
    next: (subject) => `Nobody talks about this side of ${subject}`,
  },
};

/** The technique of each form of hook, in the order of `hookForms`. */
export const techniques: readonly Technique[] = hookForms.map(({ id, name }) => ({
  id,
  name,
  copy: texts[id].copy,
  next: (subject) => texts[id].next(subject).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
}));

/**
 * Finds the technique of an opening, by its form.
 *
 * @example findTechnique("5 ways to save money").id; // "list"
 */
export function findTechnique(opening: string): Technique {
  const form = findHookForm(opening);
  return techniques.find(({ id }) => id === form)!;
}

/** Shares of the views that are high for short videos: from these on, a reaction is listed. */
const RATES = [
  ["saves", 0.02, "a save"],
  ["shares", 0.01, "a share"],
  ["comments", 0.01, "a comment"],
  ["likes", 0.1, "a like"],
] as const;
/** With fewer views, a share means nothing. */
const MANY_VIEWS = 1000;

/**
 * Lists the reactions that an unusual share of the views led to. Empty for fewer than 1,000 views.
 *
 * @example explainReach({ views: 2000, shares: 50 }); // ["2.5% of its views led to a share"]
 */
export function explainReach({ views = 0, ...stats }: Partial<ScrapedVideo["stats"]>): string[] {
  if (views < MANY_VIEWS) return [];
  return RATES.flatMap(([field, high, act]) => {
    const share = (stats[field] ?? 0) / views;
    return share >= high ? [`${(100 * share).toFixed(1)}% of its views led to ${act}`] : [];
  });
}
