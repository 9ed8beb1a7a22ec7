/** What the tests of directly connected platforms share. */
import { createHash } from "node:crypto";
import type { Connections } from "#sdk/oauth";
import type { MediaFile, Platform, ProviderAccount, Publication } from "#sdk/slots/social";
import type { Client, TestApp } from "#test/app";

export const CLIENT = { id: "client-of-vireo", secret: "secret-of-the-app" };
export const FAULT = /\[fault:([a-z0-9-]+)\]/;

/** Some bytes that are sniffed as a video, of any size. */
export function videoBytes(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  bytes.set([0, 0, 0, 24, ...Buffer.from("ftypmp42"), 0, 0, 0, 0, ...Buffer.from("mp42isom")]);
  for (let at = 24; at < size; at += 4096) bytes[at] = at / 4096;
  return bytes;
}

export const fileOf = (bytes: Uint8Array<ArrayBuffer>): MediaFile => ({
  size: bytes.length,
  contentType: "video/mp4",
  stream: (range) => new Blob([bytes.subarray(range?.start, range && range.end + 1)]).stream(),
});

/** The people and tokens behind a platform's OAuth 2. */
export function createPeople() {
  const codes = new Map<string, { account: string; challenge: string; redirect: string }>();
  const access = new Map<string, string>();
  const refresh = new Map<string, string>();
  const people = {
    codes,
    access,
    refresh,
    /** Seconds that access tokens work. */
    life: 3600,
    /** True if a refresh token works once. */
    rotates: false,
    /** Tokens that were asked to be revoked. */
    revoked: [] as string[],
    /** A person gives access: returns the address that the platform sends them back to. */
    allow(authorizeUrl: string, account: string): string {
      const query = new URL(authorizeUrl).searchParams;
      const redirect = query.get("redirect_uri") ?? "";
      const code = crypto.randomUUID();
      codes.set(code, { account, challenge: query.get("code_challenge") ?? "", redirect });
      return `${redirect}?${new URLSearchParams({ code, state: query.get("state") ?? "" })}`;
    },
    /** Exchanges a code, which works once and needs its verifier and address. */
    exchange(form: URLSearchParams): string | undefined {
      const code = form.get("code") ?? "";
      const known = codes.get(code);
      codes.delete(code);
      const verifier = form.get("code_verifier");
      const challenge = verifier ? createHash("sha256").update(verifier).digest("base64url") : "";
      return known && known.challenge === challenge && known.redirect === form.get("redirect_uri")
        ? known.account
        : undefined;
    },
    issue(account: string, withRefresh = true) {
      const token = `at-${crypto.randomUUID()}`;
      access.set(token, account);
      if (!withRefresh) return { access_token: token, expires_in: people.life };
      const refresh_token = `rt-${crypto.randomUUID()}`;
      refresh.set(refresh_token, account);
      return { access_token: token, expires_in: people.life, refresh_token };
    },
    /** Takes all access of an account away, as its owner can. */
    withdraw(account: string) {
      for (const tokens of [access, refresh])
        for (const [token, of] of tokens) if (of === account) tokens.delete(token);
    },
    owner: (authorization: string | undefined) => access.get(authorization?.replace(/^Bearer /, "") ?? ""),
  };
  return people;
}
export type People = ReturnType<typeof createPeople>;

/** Connections without a database: every account's token works until the platform withdraws it. */
export function connectionsOf(accounts: readonly ProviderAccount[], people: People): Connections {
  const tokens = new Map(accounts.map(({ externalId }) => [externalId, people.issue(externalId).access_token]));
  const getToken = async (_owner: string, externalId: string) => tokens.get(externalId) ?? "";
  return { finish: async () => ({ accounts: [] }), list: async () => [...accounts], getToken, replaceToken: getToken };
}

/** Connects an account as people do: the API's link, the platform's page, and the way back. */
export async function connect(app: TestApp, api: Client, platform: Platform, people: People, account: string) {
  const { status, body } = await api("POST", "/social/accounts/connect", { platform });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const back = new URL(people.allow(body.authorizeUrl, account));
  return confirmed(app, back.pathname + back.search);
}

/** Comes back from the platform, and agrees to connect. */
export async function confirmed(app: TestApp, path: string) {
  const answer = await app.as(undefined)("GET", path);
  const [, confirm] = /confirm=([\w-]+)"/.exec(String(answer.body)) ?? [];
  return confirm ? app.as(undefined)("GET", `${path}&confirm=${confirm}`) : answer;
}

export function orderOf(
  account: ProviderAccount,
  bytes: Uint8Array<ArrayBuffer>,
  more: Partial<Publication> = {},
): Publication {
  const { externalId, platform, username } = account;
  return {
    targetId: Bun.randomUUIDv7(),
    postId: "post_01",
    owner: "owner",
    account: { externalId, platform, username },
    content: `A caption ${crypto.randomUUID()}`,
    aiGenerated: false,
    toInbox: false,
    idempotencyKey: crypto.randomUUID(),
    attempt: 1,
    media: { address: "http://localhost:3000/media/video.mp4", fileName: "video.mp4", file: async () => fileOf(bytes) },
    prepared: undefined,
    ...more,
  };
}
