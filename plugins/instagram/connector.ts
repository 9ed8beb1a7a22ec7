import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { ConnectError, type Connector, requestTokens, requireScopes, toTokens } from "vireo/oauth";
import { createVendor, type Vendor } from "vireo/vendor";
import { type App, isRejectedToken } from "./api";

const BASIC = "instagram_business_basic";
const PUBLISH = "instagram_business_content_publish";
const INSIGHTS = "instagram_business_manage_insights";
const names = { [BASIC]: "view the profile", [PUBLISH]: "publish content" };

const Text = Type.Optional(Type.String());
const Me = Type.Object({
  user_id: Type.Union([Type.String({ minLength: 1 }), Type.Integer()]),
  username: Type.String({ minLength: 1 }),
  name: Text,
  profile_picture_url: Text,
});

/** Reads errors of the token endpoint, which have a different format. */
const isDead = (json: unknown) =>
  isRejectedToken({ json }) || (json as { error_type?: unknown } | null)?.error_type === "OAuthException";

/**
 * Business Login for Instagram: a code is exchanged for a token valid for an hour, then for one valid for 60 days,
 * which can be renewed. It has no PKCE and no revocation: people remove apps in Instagram's settings.
 */
export function createConnector(app: App, api: Vendor): Connector {
  const { clientId: client_id, clientSecret: client_secret } = app;
  const shared = { headers: {}, secrets: [client_secret], keyName: "INSTAGRAM_CLIENT_SECRET", title: "Instagram" };
  const login = createVendor({ ...shared, baseUrl: app.tokenUrl });
  const graph = createVendor({ ...shared, baseUrl: app.apiUrl });

  return {
    platform: "instagram",

    authorizeUrl({ redirectUrl, state }) {
      const query = new URLSearchParams({
        client_id,
        redirect_uri: redirectUrl,
        response_type: "code",
        scope: [BASIC, PUBLISH, INSIGHTS].join(","),
        state,
      });
      return `${app.loginUrl}/oauth/authorize?${query}`;
    },

    async exchange({ code, redirectUrl }, signal) {
      const form = { client_id, client_secret, code, grant_type: "authorization_code", redirect_uri: redirectUrl };
      const short = await requestTokens(login, "/oauth/access_token", form, signal, { isDead });
      const { permissions } = short as { permissions?: unknown };
      requireScopes(Array.isArray(permissions) ? permissions.join(",") : permissions, [BASIC, PUBLISH], names);
      const swap = { grant_type: "ig_exchange_token", client_secret, access_token: short.access_token };
      const tokens = toTokens(await requestTokens(graph, "/access_token", swap, signal, { isGet: true, isDead }));
      const { status, json } = await api.fetch("/me?fields=user_id,username,name,profile_picture_url", {
        headers: { authorization: `Bearer ${tokens.access}` },
        signal,
      });
      if (status !== 200 || !Value.Check(Me, json))
        throw new ConnectError("Instagram did not show the profile. Only professional accounts can be connected.");
      const { user_id, username, name, profile_picture_url: picture } = json;
      return [
        {
          externalId: String(user_id),
          platform: "instagram",
          username,
          displayName: name || username,
          profileUrl: `https://www.instagram.com/${encodeURIComponent(username)}/`,
          avatarUrl: picture?.startsWith("https:") ? picture : undefined,
          tokens,
        },
      ];
    },

    async refresh({ access }, signal) {
      const form = { grant_type: "ig_refresh_token", access_token: access };
      return toTokens(await requestTokens(graph, "/refresh_access_token", form, signal, { isGet: true, isDead }));
    },
  };
}
