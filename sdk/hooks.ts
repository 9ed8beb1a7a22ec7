/** Forms of hooks: how a short video opens, recognised by the words of its first sentence. */

export type HookForm =
  | "pov"
  | "list"
  | "comparison"
  | "warning"
  | "question"
  | "how-to"
  | "test"
  | "process"
  | "story"
  | "statement";

/** The first match counts; the last always matches. Words are English; questions and lists are found in any language. */
export const hookForms: readonly { id: HookForm; name: string; test: RegExp }[] = [
  { id: "pov", name: "a point of view", test: /^\W*pov\b/i },
  {
    id: "list",
    name: "a countable list",
    test: /^\W*(?:top\s+|my\s+|the\s+)?(?:\d+|two|three|four|five|six|seven|ten)\s+(?!day|week|month|year|minute|hour|second|percent|km|kg)\p{L}+/iu,
  },
  {
    id: "comparison",
    name: "a comparison",
    test: /\b(?:vs\.?|versus|before and after|expectations?|left side|instead of|day 1 .*day \d+)\b/i,
  },
  {
    id: "warning",
    name: "a warning",
    test: /\b(?:stop|do(?:n['’]?t| not)|never|avoid|mistakes?|wrong|warning|scams?|myths?)\b/i,
  },
  { id: "question", name: "a question", test: /[?？؟]/ },
  {
    id: "how-to",
    name: "a how-to",
    test: /\b(?:how to|how i|here['’]?s how|step by step|tutorial|recipe|hack|tips?|trick|routine|for beginners|explained|guide)\b/i,
  },
  {
    id: "test",
    name: "a test or challenge",
    test: /\b(?:tried|testing|test|tested|challenge|ranked|rating|honest review|for \d+ days?|for a (?:week|month|year)|day \d+)\b/i,
  },
  {
    id: "process",
    name: "a look behind the scenes",
    test: /\b(?:behind the scenes|day in the life|a day as|with me|making|building|restoring|turning|time ?lapse|from .+ to|satisfying|asmr)\b/i,
  },
  {
    id: "story",
    name: "a story",
    test: /\b(?:story ?time|the day|when (?:i|my|you|your)|i (?:was|quit|found|got|spent|lost|paid|failed|built|let|only|deleted|wore|wish|beat|turned|took)|my (?:mum|mom|dad|nan|grandma|kids?|sister|brother))\b/i,
  },
  { id: "statement", name: "a plain statement", test: /(?:)/ },
];

/** The form of an opening. */
export const findHookForm = (opening: string): HookForm => hookForms.find(({ test }) => test.test(opening))!.id;

/** The first sentence of a caption or a script, without hashtags and line breaks; empty if there is none. */
export function getOpening(text: string): string {
  const plain = text
    .replace(/#[\p{L}\p{N}\p{M}_]+/gu, " ")
    .replace(/[^\S\n]+/g, " ")
    .trim();
  return plain.match(/^[^\n]+?(?:[.!?…？！。؟]+(?=\s|$|\p{Lo})|\n|$)/u)?.[0].trim() ?? "";
}
