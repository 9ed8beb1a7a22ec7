/** Agents that sign in on behalf of a person, with the official client's OAuth. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { modules } from "#modules/index";
import { mcp } from "#plugins/mcp/index";
import { Clients } from "#plugins/mcp/oauth/client";
import { oauth } from "#plugins/mcp/oauth/index";
import type { SafeFetch } from "#sdk/fetch";
import { TestClock } from "#sdk/testing/clock";
import { startApp, type TestApp } from "#test/app";
import { fakeImages } from "#test/engines";
import { createBrowser, join, OWN } from "#test/modules/people-client";

const REDIRECT = "http://127.0.0.1:33418/callback";
let app: TestApp;
let origin: string;
const clock = new TestClock();
beforeAll(async () => {
  app = await startApp({}, [...modules, fakeImages({}), mcp, oauth], {}, clock);
  origin = app.vireo.origin;
});
afterAll(() => app.stop());

const handle = (url: string | URL, init?: RequestInit) => app.vireo.handle(new Request(url, init));

// biome-ignore lint/suspicious/noExplicitAny: what the client keeps
type Any = any;
/** A program that keeps what it is given, and opens a browser by remembering the address. */
function createProvider() {
  const kept: { client?: Any; tokens?: Any; verifier?: string; address?: URL } = {};
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: "Test <agent>", redirect_uris: [REDIRECT], scope: "media:read media:write" },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    codeVerifier: () => kept.verifier ?? "",
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    redirectToAuthorization: (address) => void Object.assign(kept, { address }),
    invalidateCredentials: (what) => void (what === "tokens" && delete kept.tokens),
  };
  return { kept, provider };
}

const connect = async (provider: OAuthClientProvider, code?: string) => {
  const client = new Client({ name: "agent", version: "1" });
  const fetch = (url: string | URL, init?: RequestInit) => handle(url, init);
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider: provider, fetch });
  if (code) await transport.finishAuth(new URLSearchParams({ code, iss: origin }));
  await client.connect(transport as never);
  return client;
};

/** What the consent page does when the person allows these scopes. */
async function consent(browser: ReturnType<typeof createBrowser>, address: URL, scopes: string[]) {
  const page = await (await handle(address)).text();
  const [, text = ""] = /<script type="application\/json" id="request">(.*?)<\/script>/.exec(page) ?? [];
  const { clientId, redirectUri, challenge } = JSON.parse(text);
  const answer = await browser.call("POST", "/oauth/consents", { clientId, redirectUri, challenge, scopes });
  return { page, ...answer };
}

async function signIn(scopes = ["media:read", "media:write"]) {
  const { browser, me } = await join(app);
  const { kept, provider } = createProvider();
  await expect(connect(provider)).rejects.toThrow(UnauthorizedError);
  const { page, status, body } = await consent(browser, kept.address!, scopes);
  return { browser, me, kept, provider, page, status, body };
}

test("an agent registers, a person consents, and the agent does what was allowed and nothing else", async () => {
  const { kept, provider, page, status, body, browser } = await signIn(["media:read"]);
  expect([status, kept.address!.searchParams.get("code_challenge_method")]).toEqual([200, "S256"]);
  expect(page).toContain("Allow Test &#60;agent&#62; to use Vireo?");
  expect(page).toContain("media:write");
  const client = await connect(provider, body.code);
  const call = (name: string, input: object = {}) => client.callTool({ name, arguments: input as Any }) as Promise<Any>;
  expect((await call("list_videos")).isError).toBeUndefined();
  expect((await call("generate_image", { prompt: "a cup" })).content[0].text).toContain("Missing scope (403)");
  await client.close();

  // The token is an API key of the person, who finds and revokes it among theirs.
  const all = (await browser.call("GET", "/keys")).body.keys as Any[];
  const keys = all.filter(({ name }) => name === "Test <agent> (signed in)");
  expect(keys).toEqual([expect.objectContaining({ scopes: ["media:read"] })]);
  // The client renews it.
  expect(keys[0].expiresAt).toBeLessThan(Date.now() + 86_400_000);
  await browser.call("DELETE", `/keys/${keys[0].keyId}`);
  await expect(connect(provider)).rejects.toThrow(UnauthorizedError);
});

const redeem = (fields: Record<string, string>) =>
  handle(`${origin}/oauth/token`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "content-length": "500" },
    body: new URLSearchParams({ grant_type: "authorization_code", ...fields }).toString(),
  });

test("a code works once, for a minute, for its client and with its verifier", async () => {
  const wrong: Record<string, (fields: Record<string, string>) => Record<string, string>> = {
    verifier: (fields) => ({ ...fields, code_verifier: "x".repeat(43) }),
    "other address": (fields) => ({ ...fields, redirect_uri: "http://127.0.0.1:1/other" }),
    "other client": (fields) => ({ ...fields, client_id: Buffer.from(`["x","${REDIRECT}"]`).toString("base64url") }),
  };
  for (const [name, change] of Object.entries(wrong)) {
    const { kept, body } = await signIn();
    const right = {
      code: body.code,
      redirect_uri: REDIRECT,
      client_id: kept.client.client_id,
      code_verifier: kept.verifier!,
    };
    const refused = await redeem(change(right));
    expect([name, refused.status, (await refused.json()).error]).toEqual([name, 400, "invalid_grant"]);
    // The attempt has used it up.
    expect((await redeem(right)).status).toBe(400);
  }
  const { kept, body } = await signIn();
  const right = {
    code: body.code,
    redirect_uri: REDIRECT,
    client_id: kept.client.client_id,
    code_verifier: kept.verifier!,
  };
  await clock.advance(61_000);
  expect((await redeem(right)).status).toBe(400);
  const again = await signIn();
  const token = {
    ...right,
    code: again.body.code,
    code_verifier: again.kept.verifier!,
    client_id: again.kept.client.client_id,
  };
  const [first, second] = [await redeem(token), await redeem(token)];
  expect([first.status, second.status]).toEqual([200, 400]);
  expect(await first.json()).toMatchObject({ token_type: "Bearer", scope: "media:read media:write" });
});

const isValid = async (key: string) => (await app.as(key)("GET", "/models")).status === 200;
const CLIENT = { client_name: "x", redirect_uris: [REDIRECT] };

/** Signs in without the official client. Returns the form for the code, and the parts that it needs. */
async function authorize(metadata: object, browser?: ReturnType<typeof createBrowser>, id?: string) {
  const register = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadata),
  };
  const clientId = id ?? (await (await handle(`${origin}/oauth/register`, register)).json()).client_id;
  const verifier = "v".repeat(43);
  const challenge = new Bun.CryptoHasher("sha256").update(verifier).digest("base64url");
  const signedIn = browser ?? (await join(app)).browser;
  const consent = { clientId, redirectUri: REDIRECT, challenge, scopes: ["media:read"] };
  const { status, body } = await signedIn.call("POST", "/oauth/consents", consent);
  const form = { client_id: clientId, code: body.code, redirect_uri: REDIRECT, code_verifier: verifier };
  return { form, clientId, status, browser: signedIn };
}

const refresh = (client_id: string, refresh_token: string) =>
  redeem({ grant_type: "refresh_token", client_id, refresh_token });

test("access is renewed with a refresh token, which works once; using one again ends the access", async () => {
  const { form, clientId } = await authorize({ ...CLIENT, grant_types: ["authorization_code", "refresh_token"] });
  const first = await (await redeem(form)).json();
  expect(first).toMatchObject({ expires_in: 43_200, scope: "media:read" });
  const second = await (await refresh(clientId, first.refresh_token)).json();
  expect([await isValid(first.access_token), await isValid(second.access_token)]).toEqual([false, true]);
  // A client whose response was lost repeats the request within seconds.
  const repeated = await (await refresh(clientId, first.refresh_token)).json();
  expect(await isValid(repeated.access_token)).toBe(true);
  expect((await refresh("another", repeated.refresh_token)).status).toBe(400);
  await clock.advance(60_000);
  expect((await refresh(clientId, first.refresh_token)).status).toBe(400);
  expect(await isValid(repeated.access_token)).toBe(false);
  expect((await refresh(clientId, repeated.refresh_token)).status).toBe(400);
});

test("windows of a program that renew its access at the same time all keep it", async () => {
  const { form, clientId } = await authorize({ ...CLIENT, grant_types: ["authorization_code", "refresh_token"] });
  const { refresh_token } = await (await redeem(form)).json();
  const responses = await Promise.all([1, 2, 3].map(() => refresh(clientId, refresh_token)));
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  const pairs = await Promise.all(responses.map((response) => response.json()));
  const valid = await Promise.all(pairs.map(({ access_token }) => isValid(access_token)));
  expect(valid.filter(Boolean)).toHaveLength(1);
});

test("a client that cannot renew its access gets a token for 30 days", async () => {
  const { form } = await authorize({ ...CLIENT, grant_types: ["authorization_code"] });
  const token = await (await redeem(form)).json();
  expect(token).toEqual(expect.objectContaining({ expires_in: 30 * 86_400 }));
  expect(token.refresh_token).toBeUndefined();
});

test("a code that is used again has leaked: the access that it gave ends", async () => {
  const { form } = await authorize(CLIENT);
  const { access_token } = await (await redeem(form)).json();
  expect(await isValid(access_token)).toBe(true);
  expect((await redeem(form)).status).toBe(400);
  expect(await isValid(access_token)).toBe(false);
});

test("a code ends when the person signs out", async () => {
  const { form, browser } = await authorize(CLIENT);
  await browser.call("POST", "/auth/sign-out");
  expect((await redeem(form)).status).toBe(400);
});

test("signing in agents revokes no key that a person named like one", async () => {
  const { browser } = await join(app);
  const named = await browser.call("POST", "/keys", { name: "Mine (signed in)", scopes: ["media:read"] });
  for (let i = 0; i < 21; i++) expect((await redeem((await authorize(CLIENT, browser)).form)).status).toBe(200);
  expect(await isValid(named.body.key)).toBe(true);
});

describe("a client whose id is the URL of its metadata", () => {
  const id = "https://agent.example/client.json";
  const metadata = { client_id: id, client_name: "Agent", redirect_uris: [REDIRECT], grant_types: ["refresh_token"] };
  let asked: string[] = [];
  const find = (url: string, document: object, status = 200) => {
    asked = [];
    const open = async (to: string) => {
      asked.push(to);
      return { status, body: new Response(JSON.stringify(document)).body! };
    };
    return new Clients({ open } as unknown as SafeFetch, () => clock.now()).find(url);
  };

  test("needs no registration", async () => {
    expect(await find(id, metadata)).toEqual({ name: "Agent", redirectUris: [REDIRECT], refreshes: true });
    expect(asked).toEqual([id]);
  });

  test.each([
    ["claims to be another client", { ...metadata, client_id: "https://other.example/client.json" }, 200],
    ["sends people elsewhere", { ...metadata, redirect_uris: ["javascript:alert(1)"] }, 200],
    ["is not there", {}, 404],
    ["moved", metadata, 302],
  ])("is unknown if its document %s", async (_, document, status) => {
    expect(await find(id, document, status)).toBeUndefined();
  });

  test.each([
    "https://agent.example/",
    "https://user@agent.example/client.json",
    "https://agent.example/client.json#x",
    "https://agent.example/a/../client.json",
    "http://agent.example/client.json",
  ])("is not looked up at %s", async (url) => {
    expect(await find(url, { ...metadata, client_id: url })).toBeUndefined();
    expect(asked).toEqual([]);
  });

  test("is not read from a private network", async () => {
    const query = { client_id: "https://127.0.0.1/client.json", redirect_uri: REDIRECT, response_type: "code" };
    expect((await handle(`${origin}/oauth/authorize?${new URLSearchParams(query)}`)).status).toBe(400);
    const server = await (await handle(`${origin}/.well-known/oauth-authorization-server`)).json();
    expect(server.client_id_metadata_document_supported).toBe(true);
  });
});

test("nobody is sent to an address that the client did not register, nor consents for somebody else", async () => {
  const register = (uri: string) =>
    handle(`${origin}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "x", redirect_uris: [uri] }),
    });
  for (const uri of [
    "javascript:alert(1)",
    "http://evil.example/",
    "data:text/html,x",
    "https://a.example/#x",
    "https://user:password@a.example/",
    "view-source:https://a.example/",
    "chrome://settings",
    "ms-msdt:x",
    "filesystem:https://a.example/x",
    "intent://x",
    "nothing",
  ])
    expect([uri, (await register(uri)).status]).toEqual([uri, 400]);
  const { client_id } = await (await register("https://good.example/back")).json();
  const challenge = "c".repeat(43);
  const ask = (more: Record<string, string>) => {
    const query = {
      client_id,
      response_type: "code",
      code_challenge: challenge,
      code_challenge_method: "S256",
      ...more,
    };
    return handle(`${origin}/oauth/authorize?${new URLSearchParams(query)}`);
  };
  expect((await ask({ redirect_uri: "https://evil.example/back" })).status).toBe(400);
  expect((await ask({ redirect_uri: "https://good.example/back" })).status).toBe(200);
  // Nobody is redirected before a person consents: anyone may register an address.
  const wrongs: Record<string, string>[] = [
    { code_challenge_method: "plain" },
    { scope: "admin" },
    { response_type: "token" },
  ];
  for (const wrong of wrongs) {
    const answer = await ask({ redirect_uri: "https://good.example/back", ...wrong });
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
  }

  const body = { clientId: client_id, redirectUri: "https://good.example/back", challenge, scopes: ["media:read"] };
  expect((await createBrowser(app).call("POST", "/oauth/consents", body)).status).toBe(401);
  expect((await app.api("POST", "/oauth/consents", body)).status).toBe(403);
  const { browser } = await join(app);
  expect((await browser.call("POST", "/oauth/consents", { ...body, scopes: ["admin"] })).status).toBe(400);
  const foreign = { ...OWN, origin: "https://evil.example" };
  expect((await browser.call("POST", "/oauth/consents", body, foreign)).status).toBe(401);
  expect((await ask({ redirect_uri: "https://good.example/back" })).headers.get("content-security-policy")).toContain(
    "frame-ancestors 'none'",
  );
});

test("a role that is lowered between the consent and the exchange of the code gives no key", async () => {
  const { me, kept, body } = await signIn();
  await app.api("PATCH", `/people/${me.body?.personId ?? me.personId}`, { role: "viewer" });
  const answer = await redeem({
    code: body.code,
    redirect_uri: REDIRECT,
    client_id: kept.client.client_id,
    code_verifier: kept.verifier!,
  });
  expect([answer.status, (await answer.json()).error]).toEqual([400, "invalid_grant"]);
});

test("a removed person takes the agents that they signed in along", async () => {
  const { me, provider, body } = await signIn();
  await (await connect(provider, body.code)).close();
  await app.api("DELETE", `/people/${me.body?.personId ?? me.personId}`);
  await expect(connect(provider)).rejects.toThrow(UnauthorizedError);
});

test("a form without a length and without an end is refused, and not read on", async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 65_536;
      if (sent > 64 * 1024 ** 2) controller.close();
      else controller.enqueue(new Uint8Array(65_536));
    },
  });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const response = await handle(`${origin}/oauth/token`, { method: "POST", headers, body: endless });
  expect([response.status, (await response.json()).error]).toEqual([400, "invalid_request"]);
  expect(sent).toBeLessThan(1_000_000);
});

// Last, because the whole file shares one address.
test("an address that keeps failing to exchange codes has to wait", async () => {
  const statuses = [];
  for (let i = 0; i < 25; i++) statuses.push((await redeem({ client_id: "x", code: String(i) })).status);
  expect(statuses.slice(-2)).toEqual([429, 429]);
});

test("nobody can make the server read the metadata of ever more clients", async () => {
  const ask = async (n: number) => {
    const query = { client_id: `https://127.0.0.1/${n}.json`, redirect_uri: REDIRECT, response_type: "code" };
    return (await handle(`${origin}/oauth/authorize?${new URLSearchParams(query)}`)).status;
  };
  const statuses = [];
  for (let n = 0; n < 25; n++) statuses.push(await ask(n));
  expect([...new Set(statuses)]).toEqual([400, 429]);
  expect(statuses.slice(-5)).toEqual(Array(5).fill(429));
  // What is known already is not read again.
  expect(await ask(0)).toBe(400);
});
