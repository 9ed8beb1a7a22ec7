import type { RoleName } from "vireo/access";
import type { SafeFetch } from "vireo/fetch";
import { normalizeEmail } from "../email";
import { type Configured, findRole } from "./settings";

type Client = typeof import("openid-client");
type Configuration = import("openid-client").Configuration;

/** Identity of the person, as reported by the provider. */
export interface Identity {
  issuer: string;
  /** The provider's id of the person. It never changes and is never reassigned. */
  subject: string;
  /** Email address in lower case. Undefined if the provider reports none that can be trusted. */
  email: string | undefined;
  name: string | undefined;
  /** Role given by the claim. Undefined if no claim is configured, or if it gives none. */
  role: RoleName | undefined;
}

/** ASCII only, because letters of other scripts can look like those of somebody else's address. */
const ADDRESS = /^[!-?A-~]+@[!-?A-~]+$/;
const PATH = "/auth/oidc/callback";
const MAX_BYTES = 1_000_000;
const TIMEOUT_MS = 10_000;
/** Tolerated difference between the provider's clock and ours. */
const CLOCK_SECONDS = 60;
/** Endpoints and keys of the provider are refreshed after this time. */
const REFRESH_MS = 3_600_000;

/** Derives a value of a flow from its token. No value reveals the token or another value. */
const derive = (token: string, purpose: "state" | "nonce" | "verifier") =>
  new Bun.CryptoHasher("sha256").update(`${purpose} ${token}`).digest("base64url");

/** An OpenID Connect provider: authorization code with PKCE, and ID tokens whose signature is checked. */
export class OidcProvider {
  readonly settings: Configured;
  readonly #fetch: SafeFetch;
  readonly #callback: string;
  #loading: Promise<{ client: Client; config: Configuration }> | undefined;
  #loadedAt = 0;

  constructor(settings: Configured, fetch: SafeFetch, host: { readonly origin: string }) {
    this.settings = settings;
    this.#fetch = fetch;
    this.#callback = `${host.origin}${PATH}`;
  }

  /**
   * Builds the URL of the provider's sign-in page. `token` is secret: state, nonce and verifier are derived from it.
   */
  async getUrl(token: string): Promise<string> {
    const { client, config } = await this.#load();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: this.#callback,
      scope: this.settings.scopes.join(" "),
      state: derive(token, "state"),
      nonce: derive(token, "nonce"),
      code_challenge: await client.calculatePKCECodeChallenge(derive(token, "verifier")),
      code_challenge_method: "S256",
    });
    return url.href;
  }

  /** True if a callback belongs to the flow of this token. */
  isState = (token: string, query: URLSearchParams): boolean => query.get("state") === derive(token, "state");

  /** Exchanges the code of a callback. Throws if any part of the response or the ID token is invalid. */
  async identify(token: string, query: URLSearchParams): Promise<Identity> {
    const { client, config } = await this.#load();
    const tokens = await client.authorizationCodeGrant(config, new URL(`${this.#callback}?${query}`), {
      expectedState: derive(token, "state"),
      expectedNonce: derive(token, "nonce"),
      pkceCodeVerifier: derive(token, "verifier"),
      idTokenExpected: true,
    });
    const idToken = tokens.claims();
    if (!idToken) throw new Error("The provider returned no ID token.");
    if (idToken.iat > Date.now() / 1000 + CLOCK_SECONDS) throw new Error("The ID token is from the future.");
    const { roleClaim, roles } = this.settings;
    let claims: Record<string, unknown> = { ...idToken };
    const isIncomplete = !claims.email || (roleClaim && !findRole(claims, roleClaim, roles));
    if (isIncomplete && config.serverMetadata().userinfo_endpoint) {
      claims = { ...(await client.fetchUserInfo(config, tokens.access_token, idToken.sub)), ...claims };
    }
    return {
      issuer: idToken.iss,
      subject: idToken.sub,
      email: this.#pickEmail(claims),
      name: typeof claims.name === "string" ? claims.name.trim().slice(0, 200) || undefined : undefined,
      role: roleClaim ? findRole(claims, roleClaim, roles) : undefined,
    };
  }

  #pickEmail({ email, email_verified: verified }: Record<string, unknown>): string | undefined {
    const isTrusted = verified === true || verified === "true" || (verified === undefined && this.settings.trustEmail);
    if (!isTrusted || typeof email !== "string" || email.length > 254 || !ADDRESS.test(email)) return undefined;
    return normalizeEmail(email);
  }

  #load() {
    if (Date.now() - this.#loadedAt > REFRESH_MS) this.#loading = undefined;
    if (!this.#loading) {
      this.#loadedAt = Date.now();
      const loading = this.#discover();
      this.#loading = loading;
      loading.catch(() => {
        if (this.#loading === loading) this.#loading = undefined;
      });
    }
    return this.#loading;
  }

  async #discover() {
    const client = await import("openid-client");
    const { issuer, clientId, clientSecret } = this.settings;
    const basic = client.ClientSecretBasic(clientSecret);
    const post = client.ClientSecretPost(clientSecret);
    const authenticate: typeof basic = (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
      return (methods.includes("client_secret_basic") ? basic : post)(server, ...rest);
    };
    const config = await client.discovery(new URL(issuer), clientId, undefined, authenticate, {
      [client.customFetch]: this.#createFetch(),
      timeout: TIMEOUT_MS / 1000,
      execute: [
        client.enableNonRepudiationChecks,
        // Only for a provider that the operator has configured without TLS, on a private network.
        ...(issuer.startsWith("http:") ? [client.allowInsecureRequests] : []),
      ],
    });
    return { client, config };
  }

  /** The guarded client: no private networks except those in ALLOW_HOSTS, no redirects. */
  #createFetch() {
    return async (url: string, options: import("openid-client").CustomFetchOptions): Promise<Response> => {
      const { status, headers, body } = await this.#fetch.open(url, {
        method: options.method,
        headers: Object.fromEntries(new Headers(options.headers)),
        body: options.body ? String(options.body) : undefined,
        signal: options.signal,
        maxBytes: MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
        maxRedirects: 0,
      });
      const text = await new Response(body).text();
      headers.delete("content-encoding");
      return new Response(text || null, { status, headers });
    };
  }
}
