import type { Context } from "vireo/module";
import type { Settings } from "./settings";

/** The module's context. */
export type Webhooks = Context<Settings>;
