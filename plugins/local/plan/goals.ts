import type { Platform } from "vireo/slots/social";

/** Purpose of an item. */
export const PILLARS = ["teach", "sell", "prove", "connect", "entertain"] as const;
export type Pillar = (typeof PILLARS)[number];

export interface Goal {
  test: RegExp;
  /** Number of items of each kind out of ten. */
  mix: Record<Pillar, number>;
  /** First actions of a new customer, as noun phrases. The first one named in the goal is used. */
  steps: readonly (readonly [RegExp, string])[];
  /** Requests to viewers; `{there}` is the location of the link. */
  ctas: string[];
}

const mix = (teach: number, sell: number, prove: number, connect: number, entertain: number) => ({
  teach,
  sell,
  prove,
  connect,
  entertain,
});

const ANY = /(?:)/;

/** The first match applies; the last one always matches. */
export const goals: readonly Goal[] = [
  {
    test: /\b(?:donat|donor|fundrais|volunteer|charit)/i,
    mix: mix(2, 2, 2, 3, 1),
    steps: [
      [/volunteer/i, "your first hour as a volunteer"],
      [ANY, "your first donation"],
    ],
    ctas: [
      "If you want to help, the link is {there}.",
      "Every way to help is listed {there}.",
      "Share this with one person who would want to know.",
      "Ask {us} anything before you give; {we} answer in the comments.",
      "Give what is easy for you; the link is {there}.",
    ],
  },
  {
    test: /\b(?:hir|recruit|appl(?:y|icants?|ications?)|job|employ|talent|candidate)/i,
    mix: mix(2, 2, 1, 4, 1),
    steps: [[ANY, "your application"]],
    ctas: [
      "Open positions are listed {there}.",
      "Send this to somebody who should work here.",
      "Ask in the comments what you would ask in an interview.",
      "Write to {us} before you apply; {we} answer.",
    ],
  },
  {
    test: /\b(?:book|appointment|reservation|consult|client|student|pupil|session|class(?:es)?|lesson|member|enrol)/i,
    mix: mix(3, 3, 1, 2, 1),
    steps: [
      [/trial lesson/i, "your trial lesson"],
      [/lesson|student|pupil/i, "your first lesson"],
      [/class/i, "your first class"],
      [/consult/i, "your first consultation"],
      [/reserv|table/i, "your first reservation"],
      [/session|member/i, "your first session"],
      [ANY, "your first appointment"],
    ],
    ctas: [
      "Ready for {step}? The link is {there}.",
      "Free times are listed {there}.",
      "Write “TIME” in the comments, and {we} send you the free slots.",
      "Not sure yet? Ask in the comments, and {we} will answer honestly.",
      "Save this, and book when you are ready.",
    ],
  },
  {
    test: /\b(?:visit|foot ?fall|store traffic|walk[- ]?in|come (?:in|by)|local customers|guests|locals|neighbou?rhood)/i,
    mix: mix(2, 2, 1, 3, 2),
    steps: [[ANY, "your first visit"]],
    ctas: [
      "Come by this week; the address is {there}.",
      "Opening hours are {there}.",
      "Bring the person you would send this to.",
      "Save this for your next free afternoon.",
      "Tell {us} when you are coming; {we} will say hello.",
    ],
  },
  {
    test: /\b(?:lead|sign[- ]?up|trial|demo|newsletter|subscrib(?:e|ers) to (?:our|the) (?:list|newsletter)|waitlist|download|install|register|registration|users)/i,
    mix: mix(4, 2, 2, 1, 1),
    steps: [
      [/demo/i, "your first demo"],
      [/trial/i, "your trial"],
      [/download|install/i, "getting the app"],
      [ANY, "signing up"],
    ],
    ctas: [
      "Try it yourself: the link is {there}.",
      "Look at {product} yourself: the link is {there}.",
      "Send this to the person who decides about it.",
      "Want to see it with your own example? The link is {there}.",
      "Save this for your next planning day.",
      "Ask your question below; the next video may be the answer.",
    ],
  },
  {
    test: /\b(?:sell|sale|order|revenue|conver|shop|buy|purchase|ticket|customer|checkout|launch|pre-?order|stock)/i,
    mix: mix(3, 3, 2, 1, 1),
    steps: [
      [/ticket/i, "getting your ticket"],
      [ANY, "your first order"],
    ],
    ctas: [
      "You find {product} {there}.",
      "Everything else is {there}.",
      "Order when you are ready: the link is {there}.",
      "Questions before you buy? Ask below; {we} answer all of them.",
      "Save this, so that you find it when you need it.",
      "Show this to the person who would love it as a present.",
    ],
  },
  {
    test: ANY,
    mix: mix(3, 1, 1, 2, 3),
    steps: [],
    ctas: [
      "Follow for the next one.",
      "Send this to somebody who needs it today.",
      "Save it, and come back to it when you need it.",
      "Tell {us} in the comments: how do you do it?",
      "What should the next video be about?",
      "Follow along; there is one new idea every time.",
    ],
  },
];

export const findGoal = (goal: string): Goal => goals.find(({ test }) => test.test(goal))!;
/** Low-commitment calls to action, used for most videos. */
export const softCtas: readonly string[] = goals.at(-1)!.ctas;

/** Location of a tappable link on each platform. */
export const LINK_PLACE: Record<Platform, string> = {
  tiktok: "in {our} bio",
  instagram: "in {our} bio",
  youtube: "on {our} channel page",
};
