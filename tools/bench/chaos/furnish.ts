import { join } from "node:path";
import { synthesize } from "#test/plugins/local/edit-clips";
import type { Balancer } from "./balancer";
import type { Player } from "./cast";

/** Vireo publishes no more than 15 posts a day at an account of TikTok; the others would wait for a day. */
const POSTS_PER_ACCOUNT = 12;
const MIN_ACCOUNTS = 20;
const DIRECT = ["youtube", "instagram", "tiktok"] as const;

/** What the load needs: connected accounts, a video, a webhook, a library to search. */
export async function furnish(
  { pick }: Pick<Balancer, "pick">,
  key: string,
  { hooks, platforms }: Record<"hooks" | "platforms", Player>,
  folder: string,
  /** Targets at the platforms that the load will have. */
  directTargets: number,
) {
  const perPlatform = Math.max(MIN_ACCOUNTS, Math.ceil(directTargets / DIRECT.length / POSTS_PER_ACCOUNT));
  const { origin } = await pick();
  const ask = async (method: string, path: string, body?: object | FormData) => {
    const json = body && !(body instanceof FormData);
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(json ? { "content-type": "application/json" } : {}) },
      body: body ? (json ? JSON.stringify(body) : body) : undefined,
    } as RequestInit);
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
    return answer as any;
  };
  const clip = await synthesize(join(folder, "clip.mp4"), { pictures: "testsrc2=s=180x320:r=15:d=2" });
  const form = new FormData();
  form.set("file", Bun.file(clip), "clip.mp4");
  const { url } = await ask("POST", "/upload", form);
  await ask("POST", "/social/accounts");
  const { accounts } = await ask("GET", "/social/accounts");
  await ask("POST", "/webhooks", { url: hooks.url, events: ["*"] });
  await ask("POST", "/viral-library/demo");
  for (let found = 0; found === 0; ) {
    found = (await ask("GET", "/viral-library/search?q=cheap%20dinner")).total;
    await Bun.sleep(500);
  }
  const connect = async (platform: string, account: string): Promise<string> => {
    const { authorizeUrl } = await ask("POST", "/social/accounts/connect", { platform });
    const back = new URL(await platforms.allow(platform, authorizeUrl, account));
    const path = origin + back.pathname + back.search;
    const [, confirm] = /confirm=([\w-]+)"/.exec(await (await fetch(path)).text()) ?? [];
    await fetch(`${path}&confirm=${confirm}`);
    return account;
  };
  for (const platform of DIRECT) for (let at = 0; at < perPlatform; at++) await connect(platform, `${platform}-${at}`);
  const direct: { platform: string; accountId: string }[] = [];
  for (const platform of DIRECT) {
    const { accounts: theirs } = await ask("GET", `/social/accounts?platform=${platform}&pageSize=100`);
    direct.push(...theirs.filter(({ provider }: { provider: string }) => provider === platform));
  }
  const theirs = accounts.filter(({ username }: { username: string }) => username.startsWith("chaos."));
  return {
    accountIds: theirs.map(({ accountId }: { accountId: string }) => accountId) as string[],
    directIds: direct.map(({ accountId }) => accountId),
    tiktokIds: new Set(direct.filter(({ platform }) => platform === "tiktok").map(({ accountId }) => accountId)),
    videoUrl: url as string,
  };
}
