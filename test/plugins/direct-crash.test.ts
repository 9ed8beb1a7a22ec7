/** Kills a process at each call to a platform and at each point of the publish path, and lets another one clear up. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectMigrations } from "#core/database/migrations";
import { createSafeFetch } from "#core/fetch/fetch";
import { social } from "#modules/social/index";
import * as instagramApi from "#plugins/instagram/api";
import * as instagramProvider from "#plugins/instagram/provider";
import * as tiktokApi from "#plugins/tiktok/api";
import * as tiktokProvider from "#plugins/tiktok/provider";
import * as youtubeApi from "#plugins/youtube/api";
import * as youtubeProvider from "#plugins/youtube/provider";
import type { Outcome, Platform, ProviderAccount, Publication, SocialProvider } from "#sdk/slots/social";
import { createTestProgress } from "#sdk/testing/progress";
import { bundleChild, type Child } from "#test/child";
import { freshDatabase } from "#test/database";
import { CLIENT, connectionsOf, orderOf, type People, videoBytes } from "#test/plugins/direct";
import { bootDirect, callDirect, type Order, POINTS } from "./direct-crash-child";
import { startInstagram } from "./instagram/server";
import { startTikTok } from "./tiktok/server";
import { startYouTube } from "./youtube/server";

const app = { clientId: CLIENT.id, clientSecret: CLIENT.secret, apiVersion: "v24.0" };
const fetchFiles = createSafeFetch();
const realFetch = globalThis.fetch;

interface Case {
  url: string;
  people: People;
  made(text: string): number;
  /** Several chunks, where there are chunks. */
  bytes: number;
  open(url: string, connections: ReturnType<typeof connectionsOf>, now: () => number): SocialProvider;
}

const cases = {} as Record<Platform, Case>;
let env: Record<string, string> = {};
let child: Child;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const [youtube, instagram, tiktok] = await Promise.all([startYouTube(), startInstagram(), startTikTok()]);
  child = await bundleChild(new URL("./direct-crash-child.ts", import.meta.url).pathname);
  stops.push(youtube.stop, instagram.stop, tiktok.stop, child.remove);
  env = { ...youtube.env, ...instagram.env, ...tiktok.env };
  const urls = (url: string) => ({ ...app, apiUrl: url, tokenUrl: url, loginUrl: url });
  cases.youtube = {
    ...youtube,
    bytes: 5_000_000,
    open: (url, connections, now) =>
      youtubeProvider.createProvider({
        api: youtubeApi.createApi(urls(url)),
        connections,
        now,
        fetch: fetchFiles,
        media: { convertPicture: async (path) => path },
        host: { dataDir: tmpdir() },
        log: { warn() {} },
        uploadsPerDay: 100,
      }),
  };
  cases.instagram = {
    ...instagram,
    bytes: 2_000,
    open: (url, connections, now) =>
      instagramProvider.createProvider({ api: instagramApi.createApi(urls(url)), connections, now }),
  };
  cases.tiktok = {
    ...tiktok,
    bytes: 13_000_000,
    open: (url, connections, now) =>
      tiktokProvider.createProvider({ api: tiktokApi.createApi(urls(url)), connections, now }),
  };
});
afterAll(async () => {
  globalThis.fetch = realFetch;
  await Promise.all(stops.map((stop) => stop()));
});

class Killed extends Error {}

/** Counts calls; from the one to die at on, nothing reaches the platform, or nobody hears its answer. */
function killAt(call: number, isAfter: boolean): () => number {
  let calls = 0;
  globalThis.fetch = (async (...args: Parameters<typeof fetch>) => {
    calls++;
    if (calls > call || (calls === call && !isAfter)) throw new Killed();
    const response = await realFetch(...args);
    if (calls === call) throw new Killed();
    return response;
  }) as typeof fetch;
  return () => calls;
}

const { signal } = new AbortController();
const HOURS = 2 * 3_600_000;

/** As the module does it: prepares, records the call, and makes it. Tells how far it came. */
async function attempt(provider: SocialProvider, order: Publication, progress: ReturnType<typeof createTestProgress>) {
  let prepared: unknown;
  try {
    prepared = JSON.parse(JSON.stringify(await provider.prepare?.(order, order.media, signal, progress)));
  } catch {
    return { isCalled: false } as const;
  }
  const unknown: Outcome = { state: "unknown", message: "" };
  return {
    isCalled: true,
    outcome: await provider.publish({ ...order, prepared }, signal).catch(() => unknown),
  } as const;
}

async function settle(
  provider: SocialProvider,
  order: Publication,
  first: Outcome,
  progress: ReturnType<typeof createTestProgress>,
) {
  const sent = { ...order, calledAt: Date.now(), progress };
  let outcome: Outcome | undefined = first;
  for (let reads = 0; reads < 5; reads++) {
    if (outcome?.state === "pending" && provider.read) outcome = await provider.read(outcome.task, sent, signal);
    else if (!outcome || outcome.state === "unknown") outcome = await provider.find(sent, signal);
    else break;
  }
  return outcome?.state;
}

async function crash({ url, people, made, bytes, open }: Case, platform: Platform, call: number, isAfter: boolean) {
  const account: ProviderAccount = { externalId: `a${call}${isAfter}`, platform, username: "shop", status: "active" };
  const connections = connectionsOf([account], people);
  const order = orderOf(account, videoBytes(bytes), {
    ...(platform === "tiktok" ? { tiktok: { privacyLevel: "PUBLIC_TO_EVERYONE" } } : {}),
  });
  const progress = createTestProgress();
  const dying = open(url, connections, Date.now);
  const count = killAt(call, isAfter);
  let state = await attempt(dying, order, progress);
  // Reads that come after the call are the module's, and harmless.
  const calls = count();
  globalThis.fetch = realFetch;
  const next = open(url, connections, () => Date.now() + HOURS);
  const states: (string | undefined)[] = [];
  for (let tries = 0; tries < 3; tries++) {
    if (state.isCalled) {
      states.push(await settle(next, order, state.outcome, progress));
      // A person retries what has failed.
      if (states.at(-1) !== "failed") break;
    }
    state = await attempt(next, { ...order, attempt: tries + 2 }, progress);
  }
  return { calls, states, made: made(order.content) };
}

for (const platform of ["youtube", "instagram", "tiktok"] as const)
  test(`${platform}: killed at any call, the post is made once, and never twice`, async () => {
    const one = cases[platform];
    const { calls } = await crash(one, platform, Number.POSITIVE_INFINITY, false);
    expect(calls).toBeGreaterThan(2);
    for (let call = 1; call <= calls; call++)
      for (const isAfter of [false, true]) {
        const { states, made } = await crash(one, platform, call, isAfter);
        expect([platform, call, isAfter, states.at(-1), made]).toEqual([platform, call, isAfter, "published", 1]);
      }
  });

type TestDatabase = Awaited<ReturnType<typeof freshDatabase>>;
const NO_KEY = { content: "", killAt: POINTS[0] };

/** Runs a process to its death at each point, one post each. Returns the posts as they were left. */
async function killAtPoints(common: Omit<Order, "content" | "killAt">, { sql }: TestDatabase) {
  const posts = [];
  for (const killAt of POINTS) {
    const content = `A caption ${crypto.randomUUID()}`;
    const order: Order = { ...common, content, killAt };
    const process_ = Bun.spawn([process.execPath, child.path, JSON.stringify(order)], {
      stdout: "ignore",
      stderr: "inherit",
    });
    await process_.exited;
    const [target] = await sql`select t.status, t.called_at is not null as called
      from social_targets t join social_posts p on p.id = t.post_id where p.content = ${content}`;
    posts.push({ killAt, content, signal: process_.signalCode, status: target?.status, isCalled: target?.called });
  }
  return posts;
}

/** A server that clears up; people retry what has failed. Waits are over at once. */
async function clearUp(common: Omit<Order, "content" | "killAt">, { sql }: TestDatabase): Promise<void> {
  const vireo = await bootDirect({ ...common, ...NO_KEY }, undefined, true);
  const started = new Date();
  try {
    for (let tries = 0; tries < 400; tries++) {
      await sql`update social_targets set lease_until = now() - interval '1 second' where lease_until > now() and claimed_at < ${started}`;
      await sql`update social_targets set next_read_at = now() where next_read_at > now()`;
      const { posts } = await callDirect(vireo, "GET", "/social/posts?pageSize=50");
      if (posts.every(({ status }: { status: string }) => status === "published")) return;
      for (const { postId, status } of posts)
        if (status === "failed") await callDirect(vireo, "POST", `/social/posts/${postId}/retry`);
      await Bun.sleep(50);
    }
  } finally {
    await vireo.stop();
  }
}

async function killPlatform(platform: Platform, server: string, dataDir: string): Promise<void> {
  const database = await freshDatabase(collectMigrations([social]));
  const common = { databaseUrl: database.url, dataDir, platform, env, server };
  try {
    const left = await killAtPoints(common, database);
    expect(left.map(({ killAt, signal, status, isCalled }) => [killAt, signal, status, isCalled])).toEqual(
      POINTS.map((point, at) => [point, "SIGKILL", "publishing", at >= POINTS.indexOf("call recorded")]),
    );
    await clearUp(common, database);
    const rows = await database.sql`select content, status from social_posts`;
    const ends = left.map(({ killAt, content }) => [
      killAt,
      rows.find((row) => row.content === content)?.status,
      cases[platform].made(content),
    ]);
    expect(ends).toEqual(POINTS.map((point) => [point, "published", 1]));
  } finally {
    await database.drop();
  }
}

test("killed by kill -9 at each point of the publish path, a post is made once, and nothing is lost", async () => {
  const root = await mkdtemp(join(tmpdir(), "vireo-direct-"));
  const video = videoBytes(13_000_000);
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname !== "/allow") return new Response(video);
      const { people } = cases[searchParams.get("platform") as Platform];
      return new Response(people.allow(searchParams.get("authorizeUrl") ?? "", `p${crypto.randomUUID()}`));
    },
  });
  try {
    const all = ["youtube", "instagram", "tiktok"] as const;
    await Promise.all(all.map((platform) => killPlatform(platform, server.url.origin, join(root, platform))));
  } finally {
    await server.stop(true);
    await rm(root, { recursive: true, force: true });
  }
});
