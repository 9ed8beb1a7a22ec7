/** Another process: publishes one post straight to a platform and dies at the point it is told, by kill -9. */
import { boot } from "#core/boot/boot";
import type { Module } from "#core/module";
import { social } from "#modules/social/index";
import { instagram } from "#plugins/instagram/index";
import { tiktok } from "#plugins/tiktok/index";
import { youtube } from "#plugins/youtube/index";
import { toChallenge } from "#sdk/oauth";
import type { Platform, SocialProvider } from "#sdk/slots/social";
import { SECRET_KEY } from "#sdk/testing/app";

/** The points of the publish contract at which a process may die. */
export const POINTS = [
  "claimed",
  "half uploaded",
  "prepared",
  "call recorded",
  "call answered, answer lost",
  "outcome known, not stored",
] as const;
export type Point = (typeof POINTS)[number];

export interface Order {
  databaseUrl: string;
  dataDir: string;
  platform: Platform;
  content: string;
  /** Settings of the platforms' plug-ins. */
  env: Record<string, string>;
  /** A server of the test: `/video.mp4`, and `/allow`, where a person gives access. */
  server: string;
  killAt: Point;
}

const KEY = "crash-admin-key-0123456789";
const HOURS = 3 * 3_600_000;

/** Calls `tell` at each point of the publish path of the post with this content. */
function watch(provider: SocialProvider, content: string, tell: (name: Point) => void): SocialProvider {
  const realFetch = globalThis.fetch;
  /** Where the post is. Posts of earlier crashes may be published meanwhile. */
  let at: "prepare" | "publish" | undefined;
  let calls = 0;
  globalThis.fetch = (async (...args: Parameters<typeof fetch>) => {
    const response = await realFetch(...args);
    if (at === "prepare" && ++calls === 2) tell("half uploaded");
    if (at === "publish") tell("call answered, answer lost");
    return response;
  }) as typeof fetch;
  return {
    ...provider,
    async prepare(...args) {
      if (args[0].content !== content) return provider.prepare?.(...args);
      tell("claimed");
      at = "prepare";
      const prepared = await provider.prepare?.(...args);
      at = undefined;
      tell("prepared");
      return prepared;
    },
    async publish(...args) {
      if (args[0].content !== content) return provider.publish(...args);
      tell("call recorded");
      at = "publish";
      const outcome = await provider.publish(...args);
      tell("outcome known, not stored");
      return outcome;
    },
  };
}

const plugins: Record<Platform, Module> = { youtube, instagram, tiktok } as never;

/** A server with the plug-in of one platform. `isLater`: hours after the crash, when platforms have given up on uploads. */
export function bootDirect(order: Order, point?: (name: Point) => void, isLater = false) {
  const plugin = plugins[order.platform];
  const watched: Module = {
    ...plugin,
    async start(context) {
      const parts = await plugin.start(context);
      const provider = parts.engines?.social as SocialProvider;
      return { ...parts, engines: { social: point ? watch(provider, order.content, point) : provider } };
    },
  };
  return boot({
    modules: [social, watched],
    overrides: { allowHosts: ["127.0.0.1"] } as never,
    env: {
      ...order.env,
      DATABASE_URL: order.databaseUrl,
      DATA_DIR: order.dataDir,
      VIREO_ADMIN_KEY: KEY,
      RATE_LIMIT_PER_MINUTE: "100000",
      VIREO_SECRET_KEY: SECRET_KEY,
      LOG_LEVEL: process.env.TEST_LOG ?? "silent",
    },
    ...(isLater
      ? {
          clock: {
            now: () => Date.now() + HOURS,
            setTimer(ms, run) {
              const timer = setTimeout(run, ms);
              return () => clearTimeout(timer);
            },
          },
        }
      : {}),
  });
}

export async function callDirect(vireo: Awaited<ReturnType<typeof boot>>, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
  const url = path.startsWith("/open/") ? path : `/api/v1${path}`;
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const response = await vireo.handle(new Request(`http://localhost${url}`, init));
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
  return (await response.json().catch(() => undefined)) as Promise<any>;
}

async function main(): Promise<void> {
  const order = JSON.parse(process.argv[2] ?? "{}") as Order;
  const vireo = await bootDirect(order, (name) => {
    if (name !== order.killAt) return;
    process.kill(process.pid, "SIGKILL");
    Bun.sleepSync(10_000);
  });
  const { authorizeUrl } = await callDirect(vireo, "POST", "/social/accounts/connect", { platform: order.platform });
  const query = new URLSearchParams({ authorizeUrl, platform: order.platform });
  const back = new URL(await (await fetch(`${order.server}/allow?${query}`)).text());
  const confirm = toChallenge(back.searchParams.get("code") ?? "");
  await callDirect(vireo, "GET", `${back.pathname}${back.search}&confirm=${confirm}`);
  const { accounts } = (await callDirect(vireo, "GET", "/social/accounts")) as {
    accounts: { accountId: string; connectedAt: number }[];
  };
  // An account of its own, so that no limit of an account delays the post.
  const { accountId } = accounts.toSorted((a, b) => b.connectedAt - a.connectedAt)[0]!;
  const { postId } = await callDirect(vireo, "POST", "/social/posts", {
    videoUrl: `${order.server}/video.mp4`,
    accountIds: [accountId],
    mode: "now",
    content: order.content,
    tiktokPrivacyLevel: "PUBLIC_TO_EVERYONE",
  });
  for (let status = ""; status !== "published"; await Bun.sleep(20))
    ({ status } = await callDirect(vireo, "GET", `/social/posts/${postId}`));
  process.exit(0);
}

// Not awaited: bundles of bytecode have no top-level await.
if (import.meta.main) void main();
