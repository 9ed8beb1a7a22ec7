import type { Context } from "vireo/module";
import type { Connector } from "vireo/oauth";
import type { Platform } from "vireo/slots/social";
import type { SyncDeps } from "../accounts/sync";

/** Purposes of this module's secrets. */
export const TOKENS = "tokens";
export const VERIFIER = "verifier";

export type ConnectionDeps = Pick<Context, "db" | "engines" | "host" | "log" | "now" | "secrets"> & SyncDeps;

/** A connected account. */
export interface ConnectionKey {
  owner: string;
  provider: string;
  externalId: string;
}

/** Connectors of plug-ins, by provider name. */
export interface Connectors {
  get(provider: string): Connector | undefined;
  /** Lists the providers that can connect accounts of a platform. */
  of(platform: Platform): string[];
}
