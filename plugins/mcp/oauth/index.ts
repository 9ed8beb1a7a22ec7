import { Elysia } from "elysia";
import { ApiError } from "vireo/errors";
import { defineModule } from "vireo/module";
import { readBody } from "vireo/request";
import { Closed, Text } from "vireo/schema";
import { isRegistered, parseClient, registerClient } from "./client";
import { createConsentPage } from "./consent-page";
import { OAuthError, respondError } from "./error";
import { migrations } from "./migrations";
import { createTokens } from "./tokens";

const MAX_FORM_BYTES = 10_000;
const CHALLENGE = /^[\w-]{43}$/;

/** Discovery document for clients. */
export const getMetadataUrl = (origin: string): string => `${origin}/.well-known/oauth-protected-resource/mcp`;

const describeResource = (origin: string, scopes: readonly string[]) => ({
  resource: `${origin}/mcp`,
  authorization_servers: [origin],
  scopes_supported: scopes,
  bearer_methods_supported: ["header"],
  resource_name: "Vireo",
});

const describeServer = (origin: string, scopes: readonly string[]) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/oauth/authorize`,
  token_endpoint: `${origin}/oauth/token`,
  registration_endpoint: `${origin}/oauth/register`,
  scopes_supported: scopes,
  response_types_supported: ["code"],
  grant_types_supported: ["authorization_code"],
  token_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
});

async function readForm(request: Request): Promise<URLSearchParams> {
  const body = await readBody(request, MAX_FORM_BYTES).catch((error) => {
    throw new OAuthError("invalid_request", (error as Error).message);
  });
  return new URLSearchParams(body.toString("utf8"));
}

/**
 * OAuth 2.1 for programs that connect to /mcp: they register themselves, a signed-in person consents, and they receive
 * an API key. Public clients with PKCE only.
 */
export const oauth = defineModule({
  name: "oauth",
  description: "OAuth sign-in for agents on behalf of people.",
  openPrefix: "",
  migrations,
  rebuilt: ["oauth_codes"],
  start(context) {
    const { router, host, access } = context;
    const tokens = createTokens(context);
    // Scopes that agents can use. Keys, webhooks and administration are reserved for people.
    const scopes = access.scopes.all.filter((scope) => /:(read|write)$/.test(scope));

    /** Shows the consent page. Throws `validation_error`. */
    function authorize({ searchParams: query }: URL): Response {
      const read = (name: string) => query.get(name) ?? "";
      const [clientId, redirectUri] = [read("client_id"), read("redirect_uri")];
      const client = parseClient(clientId);
      if (!client || !isRegistered(client, redirectUri))
        throw new ApiError(
          "validation_error",
          "This program is not registered with that redirect URL. Connect it again.",
        );
      const requested = read("scope").split(" ").filter(Boolean);
      // Anyone may register a client, so errors are never redirected to it (RFC 9700, 4.11.2).
      const refuse = (detail: string) => new ApiError("validation_error", detail);
      if (read("response_type") !== "code") throw refuse("response_type: Use code.");
      if (read("code_challenge_method") !== "S256" || !CHALLENGE.test(read("code_challenge")))
        throw refuse("code_challenge: Send the SHA-256 of a verifier, with code_challenge_method=S256.");
      if (requested.some((scope) => !scopes.includes(scope))) throw refuse(`scope: Choose from ${scopes.join(" ")}.`);
      if (query.has("resource") && read("resource").replace(/\/$/, "") !== `${host.origin}/mcp`)
        throw refuse(`resource: Must be ${host.origin}/mcp.`);
      const state = query.get("state");
      const request = { clientId, redirectUri, challenge: read("code_challenge"), state, issuer: host.origin };
      return createConsentPage(client.name, requested.length > 0 ? requested : scopes, request);
    }

    const open = new Elysia({ normalize: false })
      .get("/.well-known/oauth-protected-resource", () => describeResource(host.origin, scopes))
      .get("/.well-known/oauth-protected-resource/mcp", () => describeResource(host.origin, scopes))
      .get("/.well-known/oauth-authorization-server", () => describeServer(host.origin, scopes))
      .post("/oauth/register", ({ body }) => {
        try {
          const facts = (body ?? {}) as Record<string, unknown>;
          const client_id = registerClient(facts);
          const { name, redirectUris } = parseClient(client_id) ?? {};
          const answer = {
            client_id,
            client_name: name,
            redirect_uris: redirectUris,
            token_endpoint_auth_method: "none",
          };
          return Response.json({ ...answer, grant_types: ["authorization_code"] }, { status: 201 });
        } catch (error) {
          return respondError(error);
        }
      })
      .get("/oauth/authorize", ({ request }) => authorize(new URL(request.url)))
      .post(
        "/oauth/token",
        ({ request }) =>
          readForm(request)
            .then(tokens.redeem)
            .then((answer) => Response.json(answer, { headers: { "cache-control": "no-store" } }))
            .catch(respondError),
        { parse: "none" },
      );

    const text = (maxLength: number) => Text({ minLength: 1, maxLength });
    const routes = router().post(
      "/consents",
      async ({ body, caller }) => {
        const client = parseClient(body.clientId);
        // A key cannot consent for a person.
        if (!caller.personId) throw new ApiError("insufficient_scope", "Only a signed-in person can allow access.");
        if (!client || !isRegistered(client, body.redirectUri) || !CHALLENGE.test(body.challenge))
          throw new ApiError(
            "validation_error",
            "This program is not registered with that redirect URL. Connect it again.",
          );
        if (!body.scopes.every((scope) => scopes.includes(scope)))
          throw new ApiError("validation_error", `scopes: Choose from ${scopes.join(", ")}.`);
        const consent = { ...body, scopes: body.scopes };
        return { code: await tokens.issueCode({ ...caller, personId: caller.personId }, consent) };
      },
      {
        auth: "keys:manage",
        secret: ["code"],
        detail: { hide: true },
        body: Closed({
          ...{ clientId: text(5000), redirectUri: text(500), challenge: text(43) },
          scopes: context.t.Array(text(100), { minItems: 1, maxItems: 100 }),
        }),
      },
    );
    return { routes, open };
  },
});
