import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type Connector, requestTokens, requireScopes, toTokens } from "vireo/oauth";
import { createVendor, RetryLater, type Vendor } from "vireo/vendor";
import type { App } from "./api";

const UPLOAD = "https://www.googleapis.com/auth/youtube.upload";
const READ = "https://www.googleapis.com/auth/youtube.readonly";
const names = { [UPLOAD]: "manage your YouTube videos", [READ]: "view your YouTube account" };

const Channels = Type.Object({
  items: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String({ minLength: 1 }),
        snippet: Type.Object({
          title: Type.String(),
          customUrl: Type.Optional(Type.String()),
          thumbnails: Type.Optional(
            Type.Object({ default: Type.Optional(Type.Object({ url: Type.Optional(Type.String()) })) }),
          ),
        }),
      }),
    ),
  ),
});

function toProfile({ id, snippet }: NonNullable<Static<typeof Channels>["items"]>[number]) {
  const avatarUrl = snippet.thumbnails?.default?.url;
  return {
    externalId: id,
    platform: "youtube" as const,
    username: snippet.customUrl?.replace(/^@/, "") || snippet.title || id,
    displayName: snippet.title || id,
    profileUrl: `https://www.youtube.com/channel/${id}`,
    avatarUrl: avatarUrl?.startsWith("https:") ? avatarUrl : undefined,
  };
}

/** OAuth 2 at Google. A person chooses one channel while granting access. */
export function createConnector(app: App, api: Vendor): Connector {
  const { clientId: client_id, clientSecret: client_secret } = app;
  const auth = createVendor({
    title: "Google",
    baseUrl: app.tokenUrl,
    headers: {},
    secrets: [client_secret],
    keyName: "YOUTUBE_CLIENT_SECRET",
    getErrorMessage: (json) => {
      const { error, error_description } = (json ?? {}) as Record<string, unknown>;
      return [error, error_description].filter((part) => typeof part === "string").join(": ");
    },
  });

  return {
    platform: "youtube",

    authorizeUrl({ redirectUrl, state, challenge }) {
      const query = new URLSearchParams({
        client_id,
        redirect_uri: redirectUrl,
        response_type: "code",
        scope: `${UPLOAD} ${READ}`,
        // Without these, Google returns no refresh token to people who have already granted access.
        access_type: "offline",
        prompt: "consent",
        state,
        code_challenge: challenge,
        code_challenge_method: "S256",
      });
      return `${app.loginUrl}/o/oauth2/v2/auth?${query}`;
    },

    async exchange({ code, verifier, redirectUrl }, signal) {
      const form = {
        client_id,
        client_secret,
        code,
        code_verifier: verifier,
        grant_type: "authorization_code",
        redirect_uri: redirectUrl,
      };
      const answer = await requestTokens(auth, "/token", form, signal);
      requireScopes(answer.scope, [UPLOAD, READ], names);
      const tokens = toTokens(answer);
      const response = await api.fetch("/youtube/v3/channels?part=snippet&mine=true", {
        headers: { authorization: `Bearer ${tokens.access}` },
        signal,
      });
      if (response.status !== 200 || !Value.Check(Channels, response.json))
        throw new Error(`YouTube did not list the channel: ${response.status} ${api.errorMessage(response)}`);
      return (response.json.items ?? []).map((channel) => ({ ...toProfile(channel), tokens }));
    },

    async refresh(before, signal) {
      const form = { client_id, client_secret, grant_type: "refresh_token", refresh_token: before.refresh ?? "" };
      return toTokens(await requestTokens(auth, "/token", form, signal), before);
    },

    async revoke({ refresh, access }, signal) {
      const response = await auth.send("/revoke", {
        method: "POST",
        body: new URLSearchParams({ token: refresh ?? access }).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
        signal,
      });
      if (response instanceof RetryLater) throw new Error(response.reason);
      // 400: it was already revoked.
      if (response.status !== 200 && response.status !== 400)
        throw new Error(`Google responded with ${response.status}.`);
    },
  };
}
