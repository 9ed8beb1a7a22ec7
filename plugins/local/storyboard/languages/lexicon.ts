/**
 * Words of one language for the parser. Lists are separated by "|". An entry may be a phrase. Scripts without spaces
 * match anywhere; all others match only whole words.
 */
export interface Lexicon {
  /** Frequent small words, used to detect the language. */
  small: string;
  /** First words of a call to action. */
  call: string;
  /** Phrases that make a sentence a call to action in any position. */
  callAnywhere?: string;
  /** Words next to a percentage or an amount: "off", "discount". */
  discount: string;
  /** Small words that join the last item of a list. */
  and: string;
  months: string;
  weekdays: string;
  /** Calls to action for `callToAction: "auto"`: with an offer, and with a contact. */
  calls: { sale: string; generic: string };
}
