import { join } from "node:path";
import { synthesize } from "#test/plugins/local/edit-clips";
import type { Balancer } from "./balancer";

/** What the load needs: connected accounts, a video, a webhook, a library to search. */
export async function furnish({ pick }: Pick<Balancer, "pick">, key: string, hook: string, folder: string) {
  const { origin } = await pick();
  const ask = async (method: string, path: string, body?: object | FormData) => {
    const json = body && !(body instanceof FormData);
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(json ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: json ? JSON.stringify(body) : body } : {}),
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
  await ask("POST", "/webhooks", { url: hook, events: ["*"] });
  await ask("POST", "/viral-library/demo");
  for (let found = 0; found === 0; ) {
    found = (await ask("GET", "/viral-library/search?q=cheap%20dinner")).total;
    await Bun.sleep(500);
  }
  const theirs = accounts.filter(({ username }: { username: string }) => username.startsWith("chaos."));
  return { accountIds: theirs.map(({ accountId }: { accountId: string }) => accountId), videoUrl: url };
}
