/** An OpenID Connect provider on loopback. It checks what clients must send, and misbehaves on demand. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

export const CLIENT = { id: "vireo", secret: "a client secret" };

type Claims = Record<string, unknown>;
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
type KeyPair = Record<"publicKey" | "privateKey", KeyObject>;
const createKey = (): KeyPair => generateKeyPairSync("rsa", { modulusLength: 2048 });

/** What one sign-in says and how it is signed. */
export interface Answer {
  claims: Claims;
  /** Overrides claims of the ID token, such as `nonce`. Undefined removes one. */
  forge?: Claims;
  algorithm?: "RS256" | "none" | "HS256";
  isForeignKey?: boolean;
}

interface Grant {
  answer: Answer;
  nonce: string;
  challenge: string;
  redirectUri: string;
}

/** Signs an ID token as the answer says. */
function signToken(
  payload: Claims,
  { publicKey, privateKey }: KeyPair,
  algorithm: Answer["algorithm"] = "RS256",
): string {
  const body = `${encode({ alg: algorithm, kid: "1", typ: "JWT" })}.${encode(payload)}`;
  if (algorithm === "none") return `${body}.`;
  if (algorithm === "HS256") {
    const pem = publicKey.export({ type: "spki", format: "pem" });
    return `${body}.${new Bun.CryptoHasher("sha256", pem).update(body).digest("base64url")}`;
  }
  return `${body}.${sign("sha256", Buffer.from(body), privateKey).toString("base64url")}`;
}

export function startOidcServer() {
  const key = createKey();
  const foreign = createKey();
  const grants = new Map<string, Grant>();
  const requests: string[] = [];
  const state = {
    userinfo: {} as Claims,
    /** Overrides of the discovery document. */
    metadata: {} as Claims,
  };

  async function exchange(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text());
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    const basic = `Basic ${Buffer.from(`${CLIENT.id}:${encodeURIComponent(CLIENT.secret).replaceAll("%20", "+")}`).toString("base64")}`;
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (request.headers.get("authorization") !== basic)
      return Response.json({ error: "invalid_client" }, { status: 401 });
    // A code works once.
    if (
      !grant ||
      !grants.delete(code) ||
      grant.challenge !== verifier ||
      form.get("redirect_uri") !== grant.redirectUri
    ) {
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    }
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      ...{ iss: server.issuer, aud: CLIENT.id, iat: now, exp: now + 300, nonce: grant.nonce },
      ...grant.answer.claims,
      ...grant.answer.forge,
    };
    return Response.json({
      ...{ access_token: "access", token_type: "Bearer", expires_in: 300 },
      id_token: signToken(payload, grant.answer.isForeignKey ? foreign : key, grant.answer.algorithm),
    });
  }

  const http: Bun.Server<undefined> = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request): Response | Promise<Response> {
      const { pathname } = new URL(request.url);
      requests.push(pathname);
      if (pathname === "/.well-known/openid-configuration") {
        return Response.json({
          issuer: server.issuer,
          authorization_endpoint: `${server.issuer}/authorize`,
          token_endpoint: `${server.issuer}/token`,
          userinfo_endpoint: `${server.issuer}/userinfo`,
          jwks_uri: `${server.issuer}/keys`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
          authorization_response_iss_parameter_supported: true,
          ...state.metadata,
        });
      }
      if (pathname === "/keys") {
        return Response.json({
          keys: [{ ...key.publicKey.export({ format: "jwk" }), kid: "1", use: "sig", alg: "RS256" }],
        });
      }
      if (pathname === "/userinfo") return Response.json(state.userinfo);
      if (pathname === "/token") return exchange(request);
      return new Response(null, { status: 404 });
    },
  });

  const server = {
    issuer: `http://127.0.0.1:${http.port}`,
    requests,
    state,
    /** What the provider's page does: checks the request, and returns the path that the browser is sent back to. */
    approve(url: string, answer: Answer): URL {
      const { searchParams: query } = new URL(url);
      const get = (name: string) => query.get(name) ?? "";
      if (get("client_id") !== CLIENT.id || get("response_type") !== "code") throw new Error(`Bad request: ${url}`);
      if (get("code_challenge_method") !== "S256" || !get("scope").split(" ").includes("openid")) {
        throw new Error(`Bad request: ${url}`);
      }
      const code = crypto.randomUUID();
      const redirectUri = get("redirect_uri");
      grants.set(code, { answer, nonce: get("nonce"), challenge: get("code_challenge"), redirectUri });
      const back = new URL(redirectUri);
      back.search = new URLSearchParams({ code, state: get("state"), iss: server.issuer }).toString();
      return back;
    },
    stop: () => http.stop(true),
  };
  return server;
}
