/**
 * Every caller who must not get anything calls every route, in both API versions, with and without the Idempotency-Key of
 * the owner's own call. No answer is a success, and none contains anything of the owner's.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createIdempotency, fingerprint } from "#core/request/idempotency";
import { modules } from "#modules/index";
import { plugins } from "#plugins/index";
import { ADMIN, type Answer, type Client } from "#test/app";
import { endless } from "#test/engines";
import { join, OWN } from "#test/modules/people-client";
import { bodies, createRouteList } from "#test/route-list";
import { expectNoLeak, PRIVATE, startTarget, type Target } from "./target";

const VERSIONS = ["2025-11-10", "2026-03-06"];
/** The one version with every route. */
const OLD = { "service-version": "2025-11-10" };
/** The owner's call of each route that writes is stored under this key. */
const OWNERS_KEY = { "idempotency-key": "owners-call" };
const NEEDS_NO_KEY = ["GET /api/v1/versions", "GET /health", "GET /ready"];

interface Route {
  method: string;
  path: string;
  /** With ids of the owner's resources. */
  url: string;
  scope: string;
  body: unknown;
}

let target: Target;
let routes: Route[];
const callers: Record<string, Client> = {};
/** Keys that no longer work, or never did. */
const keys: Record<string, string> = { "a key that never was": "vireo_nothing" };
/** For each scope, a key that has every other one. */
const without: Record<string, Client> = {};

beforeAll(async () => {
  target = await startTarget({ modules: [...modules, ...plugins.filter(({ name }) => name !== "local"), endless] });
  routes = await listRoutes();
  await storeOwnersCalls();
  await createCallers();
});
afterAll(() => target.stop());

async function listRoutes(): Promise<Route[]> {
  const all: Route[] = [];
  for (const { method, path, scope, fill, id } of await createRouteList(target)) {
    if (NEEDS_NO_KEY.includes(`${method} ${path}`)) continue;
    const [own = "x"] = path.includes("{") ? await id() : [];
    const body = method === "GET" || method === "DELETE" ? undefined : (bodies[path] ?? { name: "x" });
    all.push({ method, path, url: `http://localhost${fill(own)}`, scope: scope ?? "none", body });
  }
  return all;
}

const isWrite = ({ method }: Route) => method === "POST" || method === "PATCH";

async function storeOwnersCalls(): Promise<void> {
  const idempotency = createIdempotency(target.vireo.db);
  const { accountId, keyId } = await getOwner();
  for (const [at, { method, url, body }] of routes.filter(isWrite).entries()) {
    const content = new TextEncoder().encode(JSON.stringify(body));
    const call = {
      ...{ accountId, callerId: keyId, key: `${OWNERS_KEY["idempotency-key"]}-${at}`, secrets: [] },
      fingerprint: fingerprint(method, new URL(url).pathname, content),
    };
    await idempotency.begin(call);
    const headers = { "content-type": "application/json" };
    await idempotency.end(call, new Response(JSON.stringify({ stored: PRIVATE }), { status: 201, headers }));
  }
}

const withOwnersKey = (route: Route) => ({
  "idempotency-key": `${OWNERS_KEY["idempotency-key"]}-${routes.filter(isWrite).indexOf(route)}`,
});

async function getOwner() {
  const { body } = await target.api("GET", "/keys");
  return body.keys.find(({ name }: { name: string }) => name === "VIREO_ADMIN_KEY");
}

async function createCallers(): Promise<void> {
  const { access } = target.vireo.tools;
  const create = async (input: object) => {
    const { status, body } = await target.api("POST", "/keys", { name: "caller", ...input });
    expect(status).toBe(201);
    return body as { key: string; keyId: string };
  };
  const limited = access.scopes.all.filter((scope) => scope !== "admin");
  for (const scope of [...limited, "admin"]) {
    // Scopes that include it give the same rights.
    const scopes = limited.filter((one) => !access.scopes.resolve([one]).has(scope));
    without[scope] = target.as((await create({ scopes })).key);
  }
  callers["no key"] = target.as(undefined);
  const expired = await create({ scopes: ["admin"], expiresAt: Date.now() + 60_000 });
  await target.vireo.db
    .updateTable("api_keys")
    .set({ expires_at: new Date(Date.now() - 1) })
    .where("id", "=", expired.keyId)
    .execute();
  keys["an expired key"] = expired.key;
  const revoked = await create({ scopes: ["admin"] });
  keys["a revoked key"] = revoked.key;
  expect((await target.as(revoked.key)("GET", "/credits")).status).toBe(200);
  await target.api("DELETE", `/keys/${revoked.keyId}`);
  await join(target, { role: "admin" });
  const { browser, me } = await join(target, { role: "admin" });
  const { body: theirs } = await browser.call("POST", "/keys", { name: "theirs", scopes: ["admin"] });
  expect((await target.as(theirs.key)("GET", "/accounts")).status).toBe(200);
  await target.api("DELETE", `/people/${me.personId}`);
  keys["a removed person's key"] = theirs.key;
  const rotated = await create({ scopes: ["admin"] });
  keys["a rotated key"] = rotated.key;
  expect((await target.api("POST", `/keys/${rotated.keyId}/rotate`)).status).toBe(200);
  for (const [name, key] of Object.entries(keys)) callers[name] = target.as(key);
  callers["a removed person's session"] = asClient(browser);
  await createDisguised();
  await createSessions();
  await createSuspended();
}

type Browser = Awaited<ReturnType<typeof join>>["browser"];

/** Calls with the session of a browser. */
const asClient =
  (browser: Browser, own: Record<string, string> = OWN): Client =>
  (method, url, body, headers = {}) => {
    const { pathname, search } = new URL(url);
    return browser.call(method, pathname.replace("/api/v1", "") + search, body, { ...own, ...headers });
  };

/** A valid key where keys do not belong. */
async function createDisguised(): Promise<void> {
  const { body } = await target.api("POST", "/keys", { name: "disguised", scopes: ["admin"] });
  const nobody = target.as(undefined);
  const basic = Buffer.from(`${body.key}:`).toString("base64");
  const sent: Record<string, Record<string, string>> = {
    "a key as Basic": { authorization: `Basic ${basic}` },
    "a key with another scheme": { authorization: `Token ${body.key}` },
    "a key without a scheme": { authorization: body.key },
    "a key in another header": { "x-api-key": body.key },
    "a key as the session": { cookie: `vireo_session=${body.key}.x`, ...OWN },
  };
  for (const [name, own] of Object.entries(sent))
    callers[name] = (method, url, content, headers) => nobody(method, url, content, { ...own, ...headers });
  const query = `?key=${body.key}&api_key=${body.key}&access_token=${body.key}`;
  callers["a key in the query"] = (method, url, ...rest) => nobody(method, url + query, ...rest);
}

/** A valid session in requests that other pages caused. */
async function createSessions(): Promise<void> {
  const { browser } = await join(target, { role: "admin" });
  expect((await browser.call("GET", "/accounts")).status).toBe(200);
  const sent: Record<string, Record<string, string>> = {
    "a session without our header": {},
    "a session from another origin": { ...OWN, origin: "https://evil.example" },
    "a session from a null origin": { ...OWN, origin: "null" },
    "a session from another port": { ...OWN, origin: "http://localhost:8080" },
    "a session from another site": { ...OWN, "sec-fetch-site": "cross-site" },
    "a session from a neighboring site": { ...OWN, "sec-fetch-site": "same-site" },
    "a session without our header, from our origin": { "sec-fetch-site": "same-origin" },
  };
  for (const [name, own] of Object.entries(sent)) callers[name] = asClient(browser, own);
  const { browser: left } = await join(target, { role: "admin" });
  const { cookie } = left;
  expect((await left.call("POST", "/auth/sign-out")).status).toBeLessThan(300);
  left.cookie = cookie;
  callers["a session that was signed out"] = asClient(left);
  const { browser: forged } = await join(target, { role: "admin" });
  expect((await forged.call("GET", "/accounts")).status).toBe(200);
  forged.cookie = forged.cookie!.replace(/\.[^.]*$/, ".AAAA");
  callers["a session with a wrong signature"] = asClient(forged);
}

/** Gives an agent a token of the person, with these scopes. */
async function createToken(browser: Browser, scopes: readonly string[]): Promise<string> {
  const redirectUri = "https://agent.example/callback";
  const verifier = "v".repeat(43);
  const challenge = new Bun.CryptoHasher("sha256").update(verifier).digest("base64url");
  const post = async (path: string, body: BodyInit, type: string) => {
    const headers = { "content-type": type, "content-length": String(String(body).length) };
    const request = new Request(`http://localhost${path}`, { method: "POST", headers, body: String(body) });
    return (await target.vireo.handle(request)).json() as Promise<Record<string, string>>;
  };
  const wanted = JSON.stringify({ client_name: "Agent", redirect_uris: [redirectUri] });
  const { client_id: clientId = "" } = await post("/oauth/register", wanted, "application/json");
  const { body } = await browser.call("POST", "/oauth/consents", { clientId, redirectUri, challenge, scopes });
  const fields = { grant_type: "authorization_code", client_id: clientId, redirect_uri: redirectUri };
  const form = new URLSearchParams({ ...fields, code: body.code, code_verifier: verifier });
  return (await post("/oauth/token", form.toString(), "application/x-www-form-urlencoded")).access_token ?? "";
}

async function createSuspended(): Promise<void> {
  const { accountId, api } = await target.account(1000, { scopes: ["credits:read"] });
  const { browser } = await join(target, { accountId });
  const token = target.as(await createToken(browser, ["credits:read"]));
  for (const client of [api, token, asClient(browser)])
    expect((await client("GET", "http://localhost/api/v1/credits")).status).toBe(200);
  expect((await target.api("POST", `/accounts/${accountId}/suspend`)).status).toBe(200);
  callers["a key of a suspended account"] = api;
  callers["a session of a suspended account"] = asClient(browser);
  callers["an agent's token of a suspended account"] = token;
}

/**
 * Routes that show one of the owner's resources. No delivery and no viral video was made, and the clip is never finished:
 * it has no transcript, no edit and nothing to caption.
 */
const listReadable = () =>
  routes.filter(
    ({ method, path }) =>
      method === "GET" &&
      path.includes("{") &&
      !/deliver|viral-library|transcript|caption-guides|edits|versions/.test(path),
  );

/** Calls a route in each version, with and without the owner's Idempotency-Key. */
async function* callInEveryWay(client: Client, route: Route): AsyncGenerator<Answer> {
  for (const version of VERSIONS) {
    const headers = { "service-version": version };
    yield client(route.method, route.url, route.body, headers);
    if (isWrite(route)) yield client(route.method, route.url, route.body, { ...headers, ...withOwnersKey(route) });
  }
  yield client(route.method, `${route.url}/`, route.body);
  if (route.method === "GET") yield client("HEAD", route.url);
}

async function expectEvery(client: Client, tried: readonly Route[], isExpected: (status: number) => boolean) {
  let calls = 0;
  for (const route of tried) {
    for await (const answer of callInEveryWay(client, route)) {
      if (!isExpected(answer.status)) expect(`${route.method} ${route.path} → ${answer.status}`).toBe("a refusal");
      expectNoLeak(answer);
      calls++;
    }
  }
  // At least one call per version, or nothing was tried.
  expect(calls).toBeGreaterThanOrEqual(2 * tried.length);
}

describe("the walk can fail", () => {
  test("the owner gets their own stored calls, with what is private", async () => {
    const missed: string[] = [];
    for (const route of routes.filter(isWrite)) {
      // Not through the client, which would miss the fields of a real response.
      const { method, url } = route;
      const headers = { authorization: `Bearer ${ADMIN}`, "content-type": "application/json", ...withOwnersKey(route) };
      const request = new Request(url, { method, headers, body: JSON.stringify(route.body) });
      const response = await target.vireo.handle(request);
      if (response.status !== 201 || !(await response.text()).includes(PRIVATE))
        missed.push(`${route.method} ${route.path}`);
    }
    expect(missed).toEqual([]);
  });

  test("the owner sees each resource by the same address, and what is private in many", async () => {
    let shown = 0;
    for (const { method, url, path } of listReadable()) {
      const { status, body } = await target.api(method, url, undefined, OLD);
      expect([path, status]).toEqual([path, 200]);
      if (JSON.stringify(body).includes(PRIVATE)) shown++;
    }
    expect(shown).toBeGreaterThan(10);
  });

  test("it covers the routes: many, with every scope there is", () => {
    expect(routes.length).toBeGreaterThan(100);
    const scopes = new Set(routes.map(({ scope }) => scope));
    expect([...scopes].sort()).toEqual([...target.vireo.tools.access.scopes.all, "any"].sort());
  });
});

describe("routes that the reference does not show", () => {
  /** They answer anyone. A new one has to be named here. Pages of the dashboard are all the same but for their names and scripts. */
  const withoutName = (page: string) =>
    page
      .replace(/<link rel="modulepreload"[^>]*>\s*/g, "")
      .replace(/<title>.*?<\/title>|<b>.*?<\/b>|<nav class="boot-nav".*?<\/nav>|<!-- The server puts .*?-->/gs, "");
  const METADATA = "GET /.well-known/oauth-";
  const PUBLIC = [
    // What an OAuth client has to know before it has a token (RFC 8414, RFC 9728).
    ...["authorization-server", "protected-resource", "protected-resource/mcp"].map((name) => METADATA + name),
    ...["GET /api/v1/versions", "GET /auth/state", "GET /docs", "GET /docs/scalar.js", "GET /health"],
    ...["GET /openapi.json", "GET /ready", "OPTIONS /media/*", "POST /open/callbacks/:id"],
  ];

  /** With a made-up value for each parameter. The names of files and links are secrets that nobody can guess. */
  function listHidden() {
    const shown = new Set(routes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, ":")}`));
    return target.vireo.routes
      .map(({ method, path }) => ({ method, path, name: `${method} ${path}`, generic: path.replace(/:\w+/g, ":") }))
      .filter(({ method, generic }) => !shown.has(`${method} ${generic}`) && !shown.has(`${method} ${generic}/`));
  }

  test("show nothing private to anybody, and refuse who has no key unless they are known to be public", async () => {
    const open = new Set<string>();
    const page = withoutName(await (await target.vireo.handle(new Request("http://localhost/"))).text());
    for (const [caller, key] of Object.entries({ ...keys, "no key": "", "another account": target.attacker.key })) {
      for (const { method, path, name } of listHidden()) {
        // Not through the client, which knows what is documented.
        const request = new Request(`http://localhost${path.replace(/:\w+\??|\*/g, "made-up")}`, {
          method: method === "ALL" ? "GET" : method,
          headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
          ...(/^(GET|HEAD|ALL)$/.test(method) ? {} : { body: "{}" }),
        });
        const response = await target.vireo.handle(request);
        expect([name, caller, response.status < 500]).toEqual([name, caller, true]);
        const text = await response.text();
        expect(text).not.toContain(PRIVATE);
        if (response.status < 300 && withoutName(text) !== page && caller !== "another account")
          open.add(name.replace(/-[\d.]+js$/, ".js"));
      }
    }
    expect([...open].sort()).toEqual(PUBLIC);
  });
});

describe("every route refuses, and tells nothing to", () => {
  const excluded = (status: number) => status === 401;

  test.each([
    "no key",
    "a key that never was",
    "an expired key",
    "a revoked key",
    "a rotated key",
    "a removed person's key",
    "a removed person's session",
    "a key as Basic",
    "a key with another scheme",
    "a key without a scheme",
    "a key in another header",
    "a key as the session",
    "a key in the query",
    "a session that was signed out",
    "a session with a wrong signature",
    "a session without our header",
    "a session from another origin",
    "a session from a null origin",
    "a session from another port",
    "a session from another site",
    "a session from a neighboring site",
  ])("%s: 401", (caller) => expectEvery(callers[caller]!, routes, excluded));

  test("a session without our header, from our origin, on routes that change something: 401", () =>
    expectEvery(
      callers["a session without our header, from our origin"]!,
      routes.filter(({ method }) => method !== "GET"),
      excluded,
    ));

  test.each([
    "a key of a suspended account",
    "a session of a suspended account",
    "an agent's token of a suspended account",
  ])("%s: 403", (caller) => expectEvery(callers[caller]!, routes, (status) => status === 403));

  test("an agent that was allowed to read media, on all other routes: 403", async () => {
    const { browser } = await join(target);
    const agent = target.as(await createToken(browser, ["media:read"]));
    const allowed = routes.find(({ method, path }) => method === "GET" && path.endsWith("/videos"))!;
    expect((await agent("GET", allowed.url)).status).toBe(200);
    const refused = routes.filter(({ scope }) => scope !== "any" && scope !== "media:read");
    await expectEvery(agent, refused, (status) => status === 403);
  });

  test("a key with every scope but the route's: 403", async () => {
    const guarded = Map.groupBy(routes, ({ scope }) => scope);
    guarded.delete("any");
    expect(guarded.size).toBe(target.vireo.tools.access.scopes.all.length);
    for (const [scope, tried] of guarded) await expectEvery(without[scope]!, tried, (status) => status === 403);
  });

  test("a key with every read scope, on routes that write: 403", async () => {
    const { all } = target.vireo.tools.access.scopes;
    const scopes = all.filter((scope) => scope.endsWith(":read"));
    const { body } = await target.api("POST", "/keys", { name: "reader", scopes });
    const writing = routes.filter(({ scope }) => scope !== "any" && !scope.endsWith(":read"));
    expect(writing.length).toBeGreaterThan(60);
    await expectEvery(target.as(body.key), writing, (status) => status === 403);
  });

  test.each(["viewer", "editor", "publisher", "manager"])(
    "a person with the role %s, on routes of higher roles: 403",
    async (role) => {
      const { browser, me } = await join(target, { role });
      const { all } = target.vireo.tools.access.scopes;
      const expected = {
        viewer: all.filter((scope) => scope.endsWith(":read")),
        editor: all.filter((scope) => /:(read|draft|write)$/.test(scope) && scope !== "social:write"),
        publisher: all.filter((scope) => !/^(?:admin|(?:workspace|social):manage)$/.test(scope)),
        manager: all.filter((scope) => scope !== "admin"),
      }[role]!;
      expect(me.scopes).toEqual(expected);
      const client = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
        browser.call(method, new URL(path).pathname.replace("/api/v1", ""), body, { ...OWN, ...headers });
      const refused = routes.filter(({ scope }) => scope !== "any" && !expected.includes(scope));
      expect(refused.length).toBeGreaterThan(15);
      await expectEvery(client as Client, refused, (status) => status === 403);
      const allowed = routes.filter(
        ({ scope, method, path }) => method === "GET" && !path.includes("{") && expected.includes(scope),
      );
      for (const { url, path } of allowed.filter(({ path }) => !path.endsWith("/events"))) {
        expect([path, (await client("GET", url)).status]).not.toEqual([path, 403]);
      }
    },
  );

  /** Everyone with something of another account. */
  async function findStranger(role: string): Promise<Client> {
    if (role === "key") return target.attacker.api;
    return asClient((await join(target, { role, accountId: target.attacker.accountId })).browser);
  }

  test.each(["key", "viewer", "editor", "publisher", "manager"])(
    "a %s of another account, by the owner's ids: no success",
    async (role) => {
      const byId = routes.filter(({ path }) => path.includes("{"));
      expect(byId.length).toBeGreaterThan(50);
      await expectEvery(await findStranger(role), byId, (status) => status >= 400 && status < 500);
    },
  );

  test.each(["key", "viewer", "editor", "publisher"])(
    "a %s of another account, in lists: nothing of the owner's",
    async (role) => {
      const lists = routes.filter(
        ({ method, path }) => method === "GET" && !path.includes("{") && !path.endsWith("/events"),
      );
      expect(lists.length).toBeGreaterThan(20);
      await expectEvery(await findStranger(role), lists, (status) => status < 500);
    },
  );

  test("after all that, everything of the owner's is still there", async () => {
    for (const { method, url, path } of listReadable()) {
      expect([path, (await target.api(method, url, undefined, OLD)).status]).toEqual([path, 200]);
    }
  });
});
