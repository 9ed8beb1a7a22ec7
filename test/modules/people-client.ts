import type { Answer, TestApp } from "#test/app";

export const PASSWORD = "a long enough password";

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
type Any = any;

/** What our own pages send. */
export const OWN = { "x-vireo-dashboard": "1" };

/** A browser with our page open: it keeps the cookie, and calls /auth and the API without a key. */
export function createBrowser(app: TestApp, origin = "http://localhost") {
  const client = app.as(undefined);
  const browser = {
    cookie: undefined as string | undefined,
    /** The last Set-Cookie. */
    set: undefined as string | undefined,
    /** Cookies of a sign-in that is not complete, by name. */
    pending: new Map<string, string>(),
    async call(
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = OWN,
    ): Promise<Answer<Any>> {
      const url = `${origin}${path.startsWith("/auth/") ? "" : "/api/v1"}${path}`;
      const answer = await client(method, url, body, {
        ...(browser.cookie || browser.pending.size > 0
          ? { cookie: [browser.cookie, ...browser.pending.values()].filter(Boolean).join("; ") }
          : {}),
        ...headers,
      });
      const cookies = answer.headers.getSetCookie();
      for (const [pair = ""] of cookies.map((cookie) => cookie.split(";"))) {
        const [name = "", value] = pair.split("=");
        if (!/vireo_(challenge|oidc)$/.test(name)) continue;
        if (value) browser.pending.set(name, pair);
        else browser.pending.delete(name);
      }
      const [set] = cookies.filter((cookie) => !/vireo_(challenge|oidc)=/.test(cookie));
      if (set) {
        browser.set = set;
        const [pair = ""] = set.split(";");
        browser.cookie = pair.endsWith("=") ? undefined : pair;
      }
      return answer;
    },
  };
  return browser;
}

export const tokenOf = (link: string) => new URL(link).searchParams.get("token") ?? "";

/** The token of a new set-up link; undefined when none is offered any more. */
export async function setupToken(app: TestApp): Promise<string | undefined> {
  const [notice] = (await app.vireo.notices()).filter(([label]) => label === "Set-up");
  return notice && tokenOf(notice[1]);
}

let invited = 0;
/** Somebody who came by an invitation, signed in. */
export async function join(
  app: TestApp,
  { role = "publisher", accountId }: { role?: string; accountId?: string } = {},
) {
  const email = `person-${++invited}@example.com`;
  const { body } = await app.api("POST", "/people/invitations", { email, role, ...(accountId ? { accountId } : {}) });
  const browser = createBrowser(app);
  const { body: me } = await browser.call("POST", "/auth/accept", {
    token: tokenOf(body.link),
    password: PASSWORD,
    name: "Somebody",
  });
  return { browser, email, me };
}
