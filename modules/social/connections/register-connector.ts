import type { Connections, Connector } from "vireo/oauth";
import type { ProviderAccount } from "vireo/slots/social";
import type { Social } from "../context";
import { finishConnecting } from "./finish";
import { getAccessToken } from "./tokens";

/** Registers the connector of a plug-in, and gives it access to the accounts connected with it. */
export function registerConnector(social: Social, provider: string, connector: Connector): Connections {
  social.connectors.set(provider, connector);
  return {
    finish: (request, signal) => finishConnecting(social, provider, request, signal),
    getToken: (accountId, externalId, signal) => getAccessToken(social, { accountId, provider, externalId }, signal),
    replaceToken: (accountId, externalId, rejected, signal) =>
      getAccessToken(social, { accountId, provider, externalId }, signal, rejected),
    list: (accountId) => listConnections(social, accountId, provider),
  };
}

async function listConnections({ db }: Social, accountId: string, provider: string): Promise<ProviderAccount[]> {
  const rows = await db
    .selectFrom("social_connections")
    .select(["external_id", "platform", "profile", "status"])
    .where("account_id", "=", accountId)
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
}
