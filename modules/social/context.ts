import type { Context } from "vireo/module";
import type { Settings } from "./settings";

/** What the verbs of this module take first. */
export type Social = Context<Settings, never, "videos" | "viral-library">;
