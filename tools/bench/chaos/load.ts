import type { Answer, Balancer, Call } from "./balancer";

/** What the clients were promised, by the answers they got. */
export interface Promised {
  /** By id: what was asked, and whether the vendor is to fail it. */
  images: Map<string, { prompt: string; fails: boolean }>;
  /** By id: the caption, and to whom. */
  posts: Map<string, { content: string; accounts: number; scheduled: boolean }>;
  /** Ids at the source of imported videos. */
  imports: string[];
}

interface Options {
  balancer: Balancer;
  /** Requests a second. */
  rate: number;
  seconds: number;
  accountIds: readonly string[];
  /** Accounts at the platforms themselves. */
  directIds: readonly string[];
  /** Those of them at TikTok, whose posts need a privacy level. */
  tiktokIds: ReadonlySet<string>;
  videoUrl: string;
}

/** Shares of the load, in percent. */
const MIX = { read: 59, search: 15, generation: 15, post: 10, import: 1 } as const;
/** ONLY=import,search runs these kinds of work alone, to find out which one makes memory grow. */
const ONLY = process.env.ONLY?.split(",");
/** Share of the posts that go straight to platforms, and of those with two accounts. */
const DIRECT = 0.5;
const TWICE = 0.3;
/** Targets at the platforms among that many requests. */
export const countDirectTargets = (requests: number): number => requests * (MIX.post / 100) * DIRECT * (1 + TWICE);
/** Requests that may wait at a time; one more is not sent, and told. */
const MOST = 500;
const WORDS = ["dinner", "cheap", "workout", "cat", "skin", "travel", "coffee", "hook", "morning", "budget", "diy"];

const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
const chance = (share: number) => Math.random() < share;

/** Some minutes later somebody downloads it. */
async function look(imageId: string, get: (path: string) => Promise<unknown>, media: string[]): Promise<void> {
  if (!chance(0.2)) return;
  await Bun.sleep(15_000);
  const answer = (await get(`/api/v1/images/${imageId}`)) as Answer | undefined;
  if (answer?.body.url) media.push(new URL(answer.body.url).pathname);
  if (media.length > 100) media.shift();
}

/** So many requests a second, whatever the answers do; resolves when all are answered. */
export async function load({ balancer, rate, seconds, accountIds, directIds, tiktokIds, videoUrl }: Options) {
  const promised: Promised = { images: new Map(), posts: new Map(), imports: [] };
  const media: string[] = [];
  let number = 0;
  let unsent = 0;
  let directTargets = 0;

  const get = (path: string): Promise<unknown> => balancer.send({ name: "read", method: "GET", path });
  const post = (name: string, path: string, body: object) =>
    balancer.send({ name, method: "POST", path, body } satisfies Call);

  const work: Record<keyof typeof MIX, () => Promise<unknown>> = {
    read() {
      const [image, sent] = [
        oneOf([...promised.images.keys()].slice(-300)),
        oneOf([...promised.posts.keys()].slice(-300)),
      ];
      return get(
        oneOf([
          image ? `/api/v1/images/${image}` : "/api/v1/images",
          sent ? `/api/v1/social/posts/${sent}` : "/api/v1/social/posts",
          ...["/api/v1/images?pageSize=20", "/api/v1/social/posts?status=published", "/api/v1/social/accounts"],
          ...["/api/v1/credits", "/api/v1/credits/transactions", "/api/v1/models", "/api/v1/viral-library/videos"],
          oneOf(media) ?? "/health",
        ]),
      );
    },
    search: () =>
      balancer.send({
        name: "search",
        method: "GET",
        path: `/api/v1/viral-library/search?limit=10&q=${oneOf(WORDS)}%20${oneOf(WORDS)}%20${oneOf(WORDS)}`,
      }),
    async generation() {
      const fails = chance(0.1);
      const order = fails ? " [fail Internal Error]" : chance(0.4) ? " [running 1]" : "";
      const prompt = `Chaos ${number}${order}`;
      const answer = await post("generation", "/api/v1/images/generate", { prompt });
      if (answer?.status !== 202) return;
      promised.images.set(answer.body.imageId, { prompt, fails });
      await look(answer.body.imageId, get, media);
    },
    async post() {
      const accounts = chance(TWICE) ? 2 : 1;
      const isDirect = chance(DIRECT);
      const from = isDirect ? directIds : accountIds;
      // In turn, because platforms limit the posts of an account.
      const first = (isDirect ? directTargets : Math.floor(Math.random() * from.length)) % from.length;
      if (isDirect) directTargets += accounts;
      const to = [...from, ...from].slice(first, first + accounts);
      const scheduled = chance(0.5);
      const content = `Chaos ${number}`;
      const answer = await post("post", "/api/v1/social/posts", {
        videoUrl,
        accountIds: to,
        tiktokPrivacyLevel: to.some((id) => tiktokIds.has(id)) ? "PUBLIC_TO_EVERYONE" : undefined,
        mode: scheduled ? "schedule" : "now",
        scheduledFor: scheduled ? Date.now() + 45_000 + Math.floor(Math.random() * 30_000) : undefined,
        content,
        allowDuplicate: chance(0.5),
      });
      if (answer?.status === 201) promised.posts.set(answer.body.postId, { content, accounts, scheduled });
    },
    async import() {
      const id = `chaos-${number}`;
      const answer = await post("import", "/api/v1/viral-library/videos", {
        videos: [{ id, url: `https://example.com/${id}`, description: `${oneOf(WORDS)} ${oneOf(WORDS)} ${number}` }],
      });
      if (answer?.status === 202) promised.imports.push(id);
    },
  };

  const kinds = Object.entries(MIX)
    .filter(([kind]) => ONLY?.includes(kind) ?? true)
    .flatMap(([kind, share]) => Array<keyof typeof MIX>(share).fill(kind as keyof typeof MIX));
  const open = new Set<Promise<unknown>>();
  const began = performance.now();
  while (number < rate * seconds) {
    await Bun.sleep(Math.max(0, began + (number * 1000) / rate - performance.now()));
    number++;
    if (open.size >= MOST) {
      unsent++;
      continue;
    }
    const one: Promise<unknown> = work[oneOf(kinds)]().finally(() => open.delete(one));
    open.add(one);
  }
  await Promise.all(open);
  return { promised, unsent, sent: number - unsent };
}
