import { Elysia } from "elysia";
import { ApiError } from "vireo/errors";
import { getNetwork } from "vireo/limits";
import { defineModule } from "vireo/module";
import { getExchange, readBody } from "vireo/request";
import { Closed, Text } from "vireo/schema";
import { type Client, Clients, isRegistered, registerClient } from "./client";
import { renderConsentPage } from "./consent-page";
import { OAuthError, respondError } from "./error";
import { migrations } from "./migrations";
import { issueCode, redeem } from "./tokens";

const MAX_FORM_BYTES = 10_000;
/** Failed exchanges of codes and refresh tokens, per network address and minute. */
const MAX_FAILURES = 20;
/** Reads of metadata from the addresses of clients, per network address and minute. Anybody can cause them. */
const MAX_READS = 20;
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
  grant_types_supported: ["authorization_code", "refresh_token"],
  client_id_metadata_document_supported: true,
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

const notRegistered = () =>
  new ApiError("validation_error", "This program is not registered with that redirect URL. Connect it again.");

/**
 * OAuth 2.1 for programs that connect to /mcp: they register themselves or publish their metadata, a signed-in person
 * consents, and they receive an API key. Public clients with PKCE only.
 */
export const oauth = defineModule({
  name: "oauth",
  description: "OAuth sign-in for agents on behalf of people.",
  openPrefix: "",
  needs: ["people"],
  migrations,
  rebuilt: ["oauth_codes"],
  start(context) {
    const { router, host, access, limits } = context;
    const clients = new Clients(context.fetch, context.now);
    const failures = limits.define("oauth", MAX_FAILURES, 60);
    const reads = limits.define("oauth-clients", MAX_READS, 60);
    // Scopes that agents can use. Keys, webhooks and administration are reserved for people.
    const scopes = access.scopes.all.filter((scope) => /:(read|draft|write|approve)$/.test(scope));

    /** Finds a client that registered this redirect URI. Throws `validation_error`. */
    async function getClient(id: string, redirectUri: string): Promise<Client> {
      const client = await clients.find(id);
      if (!client || !isRegistered(client, redirectUri)) throw notRegistered();
      return client;
    }

    /** Shows the consent page. Throws `validation_error`, `rate_limit_exceeded`. */
    async function authorize(request: Request): Promise<Response> {
      const { searchParams: query } = new URL(request.url);
      const read = (name: string) => query.get(name) ?? "";
      const [clientId, redirectUri] = [read("client_id"), read("redirect_uri")];
      const exchange = getExchange(request);
      if (clients.mustRead(clientId)) await reads.take(exchange, getNetwork(exchange.address));
      const client = await getClient(clientId, redirectUri);
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
      const consent = { clientId, redirectUri, challenge: read("code_challenge"), state, issuer: host.origin };
      return renderConsentPage(client.name, requested.length > 0 ? requested : scopes, consent);
    }

    /** Exchanges a code or a refresh token. An address that fails often has to wait. */
    async function exchangeTokens(request: Request): Promise<Response> {
      const exchange = getExchange(request);
      const network = getNetwork(exchange.address);
      await failures.take(exchange, network);
      const tokens = await redeem(context, await readForm(request));
      await failures.refund(network);
      return Response.json(tokens, { headers: { "cache-control": "no-store" } });
    }

    const open = new Elysia({ normalize: false })
      .get("/.well-known/oauth-protected-resource", () => describeResource(host.origin, scopes))
      .get("/.well-known/oauth-protected-resource/mcp", () => describeResource(host.origin, scopes))
      .get("/.well-known/oauth-authorization-server", () => describeServer(host.origin, scopes))
      .post("/oauth/register", ({ body }) => {
        try {
          const { id, client } = registerClient((body ?? {}) as Record<string, unknown>);
          const registered = {
            client_id: id,
            client_name: client.name,
            redirect_uris: client.redirectUris,
            grant_types: ["authorization_code", ...(client.refreshes ? ["refresh_token"] : [])],
            token_endpoint_auth_method: "none",
          };
          return Response.json(registered, { status: 201 });
        } catch (error) {
          return respondError(error);
        }
      })
      .get("/oauth/authorize", ({ request }) => authorize(request))
      .post("/oauth/token", ({ request }) => exchangeTokens(request).catch(respondError), { parse: "none" });

    const text = (maxLength: number) => Text({ minLength: 1, maxLength });
    const routes = router().post(
      "/consents",
      async ({ body, caller }) => {
        const client = await clients.find(body.clientId);
        // A key cannot consent for a person.
        if (!caller.personId) throw new ApiError("insufficient_scope", "Only a signed-in person can allow access.");
        if (!client || !isRegistered(client, body.redirectUri) || !CHALLENGE.test(body.challenge))
          throw notRegistered();
        if (!body.scopes.every((scope) => scopes.includes(scope)))
          throw new ApiError("validation_error", `scopes: Choose from ${scopes.join(", ")}.`);
        return { code: await issueCode(context, { ...caller, personId: caller.personId }, client, body) };
      },
      {
        auth: "keys:manage",
        secret: ["code"],
        detail: { hide: true },
        body: Closed({
          clientId: text(5000),
          redirectUri: text(500),
          challenge: text(43),
          scopes: context.t.Array(text(100), { minItems: 1, maxItems: 100 }),
        }),
      },
    );
    return { routes, open };
  },
});
