/** Technique of an opening. */
export interface Technique {
  id: TechniqueId;
  name: string;
  test: RegExp;
  /** Advice for reusing it. */
  copy: string;
  /** The same opening for another subject, a noun phrase. */
  next: (subject: string) => string;
}

export type TechniqueId =
  | "pov"
  | "warning"
  | "list"
  | "question"
  | "comparison"
  | "how-to"
  | "test"
  | "process"
  | "story"
  | "statement";

/** Openings recognisable by words. The first match counts; the last always matches. */
export const techniques: readonly Technique[] = [
  {
    id: "pov",
    name: "a point of view",
    test: /^\W*pov\b/i,
    copy: "Opens as a point of view, so that viewers see themselves in it",
    next: (subject) => `POV: you finally understand ${subject}`,
  },
  {
    id: "list",
    name: "a countable list",
    test: /^\W*(?:top\s+|my\s+|the\s+)?(?:\d+|two|three|four|five|six|seven|ten)\s+(?!day|week|month|year|minute|hour|second|percent|km|kg)\p{L}+/iu,
    copy: "Promises a countable list",
    next: (subject) => `3 things nobody tells you about ${subject}`,
  },
  {
    id: "comparison",
    name: "a comparison",
    test: /\b(?:vs\.?|versus|before and after|expectations?|left side|instead of|day 1 .*day \d+)\b/i,
    copy: "Puts two things side by side, so that the difference shows by itself",
    next: (subject) => `${subject}: what you expect, and what it is really like`,
  },
  {
    id: "warning",
    name: "a warning",
    test: /\b(?:stop|do(?:n['’]?t| not)|never|avoid|mistakes?|wrong|warning|scams?|myths?)\b/i,
    copy: "Opens with a warning against something common",
    next: (subject) => `Stop making this mistake with ${subject}`,
  },
  {
    id: "question",
    name: "a question",
    test: /\?/,
    copy: "Opens with a question that the video answers",
    next: (subject) => `What would you change about ${subject}?`,
  },
  {
    id: "how-to",
    name: "a how-to",
    test: /\b(?:how to|how i|here['’]?s how|step by step|tutorial|recipe|hack|tips?|trick|routine|for beginners|explained|guide)\b/i,
    copy: "Teaches one thing from start to end",
    next: (subject) => `${subject}, explained in under a minute`,
  },
  {
    id: "test",
    name: "a test or challenge",
    test: /\b(?:tried|testing|test|tested|challenge|ranked|rating|honest review|for \d+ days?|for a (?:week|month|year)|day \d+)\b/i,
    copy: "Tries something out in front of the viewer",
    next: (subject) => `One week of paying attention to ${subject}: an honest review`,
  },
  {
    id: "process",
    name: "a look behind the scenes",
    test: /\b(?:behind the scenes|day in the life|a day as|with me|making|building|restoring|turning|time ?lapse|from .+ to|satisfying|asmr)\b/i,
    copy: "Lets viewers watch something being made",
    next: (subject) => `Behind the scenes of ${subject}`,
  },
  {
    id: "story",
    name: "a story",
    test: /\b(?:story ?time|the day|when (?:i|my|you|your)|i (?:was|quit|found|got|spent|lost|paid|failed|built|let|only|deleted|wore|wish|beat|turned|took)|my (?:mum|mom|dad|nan|grandma|kids?|sister|brother))\b/i,
    copy: "Tells a personal story",
    next: (subject) => `The moment ${subject} stopped being complicated`,
  },
  {
    id: "statement",
    name: "a plain statement",
    test: /(?:)/,
    copy: "Says its point in the first sentence",
    next: (subject) => `Nobody talks about this side of ${subject}`,
  },
];

export const findTechnique = (opening: string): Technique => techniques.find(({ test }) => test.test(opening))!;
