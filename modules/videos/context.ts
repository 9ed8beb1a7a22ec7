import type { Context } from "vireo/module";
import type { FairQueue } from "vireo/timing";

/** What the verbs of this module take first. */
export interface Videos extends Context<unknown, "voices", "content" | "upload" | "local" | "templates"> {
  /** Turns of the accounts whose videos are measured for a preview of captions. */
  measuring: FairQueue;
}
