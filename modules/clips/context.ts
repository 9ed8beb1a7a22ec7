import type { Context } from "vireo/module";

/** What the verbs of this module take first. */
export type ClipMaker = Context<unknown, "videos", "content">;
