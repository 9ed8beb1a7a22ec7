import type { Limit } from "vireo/limits";
import type { Context } from "vireo/module";
import type { Auth } from "./auth";
import type { Settings } from "./settings";

/** The module's context with its shared state. */
export interface People extends Context<Settings, never, "webhooks" | "mail"> {
  auth: Auth;
  /** Limits of attempts with passwords, links and codes. */
  attempts: Record<"perAddress" | "perEmail" | "perEmailTotal" | "perForgotten" | "perCode" | "perCodeTotal", Limit>;
}
