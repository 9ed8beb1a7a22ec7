/**
 * Words of one language that the parser looks for. Lists are separated by "|". A word may be a phrase. Scripts without
 * spaces match anywhere; all others match whole words only.
 */
export interface Lexicon {
  /** Frequent small words, by which the language is told. */
  small: string;
  /** First words of an order to the designer: "create", "I need". */
  order: string;
  /** Media that people ask for: "video", "poster". */
  medium: string;
  /** Between the order and its subject: "for", "about", "that shows". */
  link: string;
  /** Verbs that order something said or shown; their object is content: "announce our party". */
  say: string;
  /** First words of a call to action. */
  call: string;
  /** Phrases that make a sentence a call to action wherever they stand. */
  callAnywhere?: string;
  /** Verbs of instructions to the designer, together with a production noun: "use", "don't show". */
  direct: string;
  /** "don't", "no", "without". */
  not: string;
  /** Topics of instructions: "style", "music", "background". */
  production: string;
  /** Adjectives of instructions: "cinematic", "upbeat". */
  style: string;
  /** Who can be filmed. */
  person: string;
  /** How it is filmed: "drone shot", "close-up". */
  camera: string;
  /** Words beside a percentage or an amount: "off", "discount". */
  discount: string;
  /** Content that people save for later: "how to", "recipe", "tips". */
  guide: string;
  event: string;
  job: string;
  /** Wishes, after which nothing is sold. */
  greeting: string;
  /** Small words that join the last item of a list. */
  and: string;
  months: string;
  weekdays: string;
  /** Calls to action for prompts that name none. */
  calls: { generic: string; sale: string; save: string; event: string; job: string; listen: string };
}
