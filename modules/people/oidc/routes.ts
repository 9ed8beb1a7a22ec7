import { Type } from "@sinclair/typebox";
import type { AnyElysia } from "elysia";
import { hashKey } from "vireo/access";
import type { Database } from "vireo/database";
import { ApiError } from "vireo/errors";
import { randomBase62 } from "vireo/ids";
import { fromNow } from "vireo/leases";
import { toOwnPath } from "vireo/own-path";
import { Closed, Text } from "vireo/schema";
import { countLink } from "../attempts";
import type { People } from "../context";
import { readCookie, serializeCookie } from "../cookie";
import { isSecure } from "../origin";
import { signIn } from "../sign-in";
import { type Refusal, RefusedError, resolveIdentity } from "./people";
import type { OidcProvider } from "./provider";

const COOKIE = "vireo_oidc";
const TOKEN_LENGTH = 43;
/** Maximum time on the provider's pages. */
export const FLOW_SECONDS = 600;
const Start = Closed({
  next: Type.Optional(Text({ maxLength: 2000, description: "Path of the page to open afterwards." })),
});
const Started = Closed({ url: Type.String() });

type Problem = Refusal | "cancelled" | "expired" | "failed" | "suspended" | "busy";

/** Starts a sign-in with the provider. Returns the token for the browser's cookie. */
async function createFlow(db: Database, next: string): Promise<string> {
  const token = randomBase62(TOKEN_LENGTH);
  await db
    .insertInto("people_oidc_flows")
    .values({ token_hash: hashKey(token), next, expires_at: fromNow(FLOW_SECONDS * 1000) })
    .execute();
  return token;
}

/** Consumes a flow. Of several concurrent calls, one succeeds. Returns the path of the page to open afterwards. */
async function takeFlow(db: Database, token: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom("people_oidc_flows")
    .where("token_hash", "=", hashKey(token))
    .where("expires_at", ">", fromNow())
    .returning("next")
    .executeTakeFirst();
  return row?.next;
}

/**
 * Adds the sign-in with an OpenID Connect provider. The browser receives a cookie that lasts ten minutes, and returns
 * with it to the callback. Errors are shown on the sign-in page.
 */
export const addOidcRoutes = (app: AnyElysia, people: People, provider: OidcProvider) => {
  const { db, host, log } = people;
  const serialize = (request: Request, token: string) => {
    const secure = isSecure(request, host.origin);
    // Lax, because the browser returns from the provider's page.
    return serializeCookie(COOKIE, token, { secure, seconds: token ? FLOW_SECONDS : 0, sameSite: "Lax" });
  };
  return app
    .post(
      "/oidc/start",
      async ({ body, request, set }) => {
        await countLink(people, request);
        const token = await createFlow(db, toOwnPath(body.next));
        const url = await provider.getUrl(token).catch((error) => {
          log.warn("unexpected response from the OpenID Connect provider", { error: describe(error) });
          throw new ApiError("sign_in_unavailable");
        });
        set.headers["set-cookie"] = serialize(request, token);
        return { url };
      },
      { body: Start, response: { 200: Started } },
    )
    .get("/oidc/callback", async ({ request, set }) => {
      const { location, cookies } = await complete(people, provider, request);
      set.status = 303;
      set.headers.location = location;
      // The URL of the callback contains the code.
      set.headers["referrer-policy"] = "no-referrer";
      set.headers["set-cookie"] = [...cookies, serialize(request, "")] as never;
    });
};

const refuse = (problem: Problem) => ({ location: `/sign-in?problem=${problem}`, cookies: [] as string[] });

/** Handles the callback from the provider. Returns the page to show. */
async function complete(people: People, provider: OidcProvider, request: Request) {
  const query = new URL(request.url).searchParams;
  const token = readCookie(request, COOKIE);
  try {
    await countLink(people, request);
    // Check before consuming the flow, so that an attacker's link cannot end it.
    if (!token || !provider.isState(token, query)) return refuse("expired");
    const stored = await takeFlow(people.db, token);
    if (stored === undefined) return refuse("expired");
    const next = toOwnPath(stored);
    if (query.get("error") === "access_denied") return refuse("cancelled");
    const person = await resolveIdentity(people, provider.settings, await provider.identify(token, query));
    const { session, cookies } = await signIn(people, request, person);
    return { location: session ? next : `/sign-in/code?to=${encodeURIComponent(next)}`, cookies };
  } catch (error) {
    if (error instanceof RefusedError) return refuse(error.refusal);
    if (error instanceof ApiError && error.kind === "account_suspended") return refuse("suspended");
    if (error instanceof ApiError && error.kind === "rate_limit_exceeded") return refuse("busy");
    people.log.warn("a sign-in with the OpenID Connect provider failed", { error: describe(error) });
    return refuse("failed");
  }
}

/** Returns the messages and codes of an error and its causes. They contain no tokens. */
function describe(error: unknown): string {
  const { message, code, cause } = error as { message?: string; code?: string; cause?: { message?: string } };
  return [message, code, cause?.message].filter(Boolean).join(": ").slice(0, 500);
}
