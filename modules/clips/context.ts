import type { Context } from "vireo/module";

/** The module's context. */
export type ClipMaker = Context<unknown, "videos", "content">;
