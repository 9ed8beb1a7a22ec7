/**
 * Words of one language for the parser. Lists are separated by "|". An entry may be a phrase. Scripts without spaces
 * match anywhere; all others match only whole words.
 */
export interface Lexicon {
  /** Frequent small words, used to detect the language. */
  small: string;
  /** First words of a request: "create", "I need". */
  order: string;
  /** Requested media: "video", "poster". */
  medium: string;
  /** Words between the request and its subject: "for", "about", "that shows". */
  link: string;
  /** Verbs that ask to say or show something; their object is content: "announce our party". */
  say: string;
  /** First words of a call to action. */
  call: string;
  /** Phrases that make a sentence a call to action in any position. */
  callAnywhere?: string;
  /** Verbs of instructions, together with a production noun: "use", "don't show". */
  direct: string;
  /** "don't", "no", "without". */
  not: string;
  /** Topics of instructions: "style", "music", "background". */
  production: string;
  /** Adjectives of instructions: "cinematic", "upbeat". */
  style: string;
  /** People who can be filmed. */
  person: string;
  /** Filming techniques: "drone shot", "close-up". */
  camera: string;
  /** Words next to a percentage or an amount: "off", "discount". */
  discount: string;
  /** Content that viewers save for later: "how to", "recipe", "tips". */
  guide: string;
  event: string;
  job: string;
  /** Greetings, which sell nothing. */
  greeting: string;
  /** Small words that join the last item of a list. */
  and: string;
  months: string;
  weekdays: string;
  /** Default calls to action for prompts without one. */
  calls: { generic: string; sale: string; save: string; event: string; job: string; listen: string };
}
