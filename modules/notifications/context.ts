import type { Context } from "vireo/module";

/** The module's context. */
export type Notifications = Context<unknown, "people" | "mail">;
