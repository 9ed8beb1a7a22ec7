import type { Static } from "@sinclair/typebox";
import type { Context } from "vireo/module";
import type { settings } from "./schema";

/** The module's context. */
export type Accounts = Context<Static<typeof settings>, never, "people">;
