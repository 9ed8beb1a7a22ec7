import type { Static } from "@sinclair/typebox";
import type { Context } from "vireo/module";
import type { settings } from "./schema";

/** What the verbs of this module take first. */
export type Accounts = Context<Static<typeof settings>, never, "people">;
