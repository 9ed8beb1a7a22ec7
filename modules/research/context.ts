import type { Context } from "vireo/module";

/** The module's context. */
export type Research = Context<unknown, "viral-library" | "videos", "content" | "social">;
