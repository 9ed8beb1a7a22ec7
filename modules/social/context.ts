import type { Context } from "vireo/module";
import type { Connector } from "vireo/oauth";
import type { TokenCache } from "./connections/token-cache";
import type { DayCache } from "./results/packed-days";
import type { Settings } from "./settings";

/** The module's context with its shared state. */
export interface Social
  extends Context<
    Settings,
    never,
    "videos" | "viral-library" | "people" | "mail" | "notifications" | "local" | "upload"
  > {
  /** Connectors of plug-ins, by provider name. */
  connectors: Map<string, Connector>;
  accessTokens: TokenCache;
  packedDays: DayCache;
}
