import type { Connections, Connector } from "vireo/oauth";
import type { ConnectionDeps, Connectors } from "./deps";
import { createFinish } from "./finish";
import { createTokens } from "./tokens";

/** Registers the connectors of plug-ins, and gives them access to the accounts connected with them. */
export function createConnections(deps: ConnectionDeps) {
  const connectors = new Map<string, Connector>();
  const tokens = createTokens(deps, connectors);
  const finish = createFinish(deps, connectors);

  function register(provider: string, connector: Connector): Connections {
    connectors.set(provider, connector);
    return {
      finish: (request, signal) => finish(provider, request, signal),
      getToken: (owner, externalId, signal) => tokens.get({ owner, provider, externalId }, signal),
      replaceToken: (owner, externalId, rejected, signal) =>
        tokens.get({ owner, provider, externalId }, signal, rejected),
      async list(owner) {
        const rows = await deps.db
          .selectFrom("social_connections")
          .select(["external_id", "platform", "profile", "status"])
          .where("account_id", "=", owner)
          .where("provider", "=", provider)
          .orderBy("connected_at")
          .orderBy("id")
          .execute();
        return rows.map(({ external_id, platform, profile, status }) => ({
          externalId: external_id,
          platform,
          ...profile,
          status,
        }));
      },
    };
  }

  const registry: Connectors = {
    get: (provider) => connectors.get(provider),
    of: (platform) => [...connectors].flatMap(([name, one]) => (one.platform === platform ? [name] : [])),
  };
  return { register, registry, forget: tokens.forget, refreshDue: tokens.refreshDue };
}
