/** Slot `plan`: writes content plans. */
import type { Brief } from "#sdk/brief";
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
  /** 0 to 1: how near it is to what the plan is about. */
  score: number;
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
  /** The same seed and request give the same plan, where the engine can. */
  seed: number;
  /** Persona, product, messaging and inspiration project. */
  brief: Brief;
  /** Search results from the library, best first. `inspiredBy` may only use these ids. */
  inspiration: Inspiration[];
}

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
