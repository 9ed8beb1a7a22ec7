import type { Context } from "vireo/module";

/** What the verbs of this module take first. */
export type Research = Context<unknown, "viral-library" | "videos", "content" | "social">;
