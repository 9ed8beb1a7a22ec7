/** Slot `plan`: writes content plans. */
import type { Brief } from "#sdk/brief";
import type { HookForm } from "#sdk/hooks";
import type { Platform } from "#sdk/slots/social";

/** A video of the library that a plan may learn from. */
export interface Inspiration {
  id: string;
  description: string;
  username: string;
  hashtags: string[];
  views: number;
  hook: string;
  tags: string[];
  /** Relevance to the plan, 0 to 1. */
  score: number;
  /** For a post of the account itself: its views as a multiple of the account's median. */
  timesMedian?: number;
}

/** How hooks performed in an account's own published posts. */
export interface OwnResults {
  /** Number of posts of the last 180 days whose views were read a day or more after publication. */
  posts: number;
  /** How many posts it takes to report results: in total, and per form of hook. */
  neededPosts: number;
  neededPostsPerHook: number;
  /** Of all these posts. */
  medianViews: number;
  /** True if the figures are invented by the sandbox. */
  simulated: boolean;
  /** The best form first: the median of its views as a multiple of the median of the social account. Empty if there are too few posts. */
  hooks: { form: HookForm; posts: number; timesMedian: number }[];
}

/** A content plan to write: `days` × `postsPerDay` items. */
export interface PlanRequest {
  model: string;
  niche?: string;
  goal?: string;
  platforms: Platform[];
  days: number;
  postsPerDay: number;
  /** BCP 47, such as "en". */
  language?: string;
  /** The same seed and request give the same plan, if the engine supports it. */
  seed: number;
  /** Persona, product, messaging and inspiration project. */
  brief: Brief;
  /** Search results from the library, best first. `inspiredBy` may only use these ids. */
  inspiration: Inspiration[];
  /** Missing if the account cannot publish. */
  ownResults?: OwnResults;
}

/** A video of a plan, with its post. */
export interface PlanItem {
  /** From 1. */
  day: number;
  platform: Platform;
  title: string;
  hook: string;
  concept: string;
  script: string;
  shots: string[];
  caption: string;
  /** Without the #. */
  hashtags: string[];
  cta: string;
  /** Ids of `inspiration`. */
  inspiredBy: string[];
}

/** The facts of a content plan, in the order of the days. */
export interface PlanFacts {
  items: PlanItem[];
}

declare module "#core/engine" {
  interface Slots {
    plan: Engine<PlanRequest>;
  }
}
