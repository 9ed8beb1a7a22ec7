import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type Connector, requestTokens, requireScopes, toTokens } from "vireo/oauth";
import { RetryLater, type Vendor } from "vireo/vendor";
import type { App } from "./api";

const SCOPES = ["user.info.basic", "user.info.profile", "video.publish", "video.upload", "video.list"];
const NEEDED = ["user.info.basic", "video.publish"];
const names = { "user.info.basic": "view your profile", "video.publish": "post content" };

const Text = Type.Optional(Type.String());
const User = Type.Object({
  data: Type.Object({
    user: Type.Object({ open_id: Type.String({ minLength: 1 }), username: Text, display_name: Text, avatar_url: Text }),
  }),
});

/** TikTok's Login Kit. Each refresh token works once, and the response contains the next one. */
export function createConnector(app: App, api: Vendor): Connector {
  const { clientId: client_key, clientSecret: client_secret } = app;

  return {
    platform: "tiktok",

    authorizeUrl({ redirectUrl, state, challenge }) {
      const query = new URLSearchParams({
        client_key,
        redirect_uri: redirectUrl,
        response_type: "code",
        scope: SCOPES.join(","),
        state,
        code_challenge: challenge,
        code_challenge_method: "S256",
      });
      return `${app.loginUrl}/v2/auth/authorize/?${query}`;
    },

    async exchange({ code, verifier, redirectUrl }, signal) {
      const form = {
        client_key,
        client_secret,
        code,
        code_verifier: verifier,
        grant_type: "authorization_code",
        redirect_uri: redirectUrl,
      };
      const answer = await requestTokens(api, "/v2/oauth/token/", form, signal);
      requireScopes(answer.scope, NEEDED, names);
      const tokens = toTokens(answer);
      const isNamed = typeof answer.scope !== "string" || answer.scope.includes("user.info.profile");
      const fields = `open_id,avatar_url,display_name${isNamed ? ",username" : ""}`;
      const response = await api.fetch(`/v2/user/info/?fields=${fields}`, {
        headers: { authorization: `Bearer ${tokens.access}` },
        signal,
      });
      if (response.status !== 200 || !Value.Check(User, response.json))
        throw new Error(`TikTok did not show the profile: ${response.status} ${api.errorMessage(response)}`);
      const { open_id, username, display_name, avatar_url } = response.json.data.user;
      return [
        {
          externalId: open_id,
          platform: "tiktok",
          username: username || display_name || open_id,
          displayName: display_name,
          profileUrl: username ? `https://www.tiktok.com/@${encodeURIComponent(username)}` : undefined,
          avatarUrl: avatar_url?.startsWith("https:") ? avatar_url : undefined,
          tokens,
        },
      ];
    },

    async refresh(before, signal) {
      const form = { client_key, client_secret, grant_type: "refresh_token", refresh_token: before.refresh ?? "" };
      return toTokens(await requestTokens(api, "/v2/oauth/token/", form, signal), before);
    },

    async revoke({ access }, signal) {
      const response = await api.send("/v2/oauth/revoke/", {
        method: "POST",
        body: new URLSearchParams({ client_key, client_secret, token: access }).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
        signal,
      });
      if (response instanceof RetryLater) throw new Error(response.reason);
      if (response.status !== 200) throw new Error(`TikTok responded with ${response.status}.`);
    },
  };
}
