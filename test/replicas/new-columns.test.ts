/** Two replicas at work while a newer version adds columns to their tables. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { modules } from "#modules/index";
import { embedder } from "#plugins/embedder/index";
import { fakeImages, picture } from "#test/engines";
import { accountsBy, recorder, VIDEO } from "#test/modules/social-fake";
import { startReceiver } from "#test/modules/webhooks-receiver";
import { until } from "#test/until";
import { type Replicas, startReplicas } from "./replicas";

const receiver = startReceiver();
const published = new Map<string, number>();
let replicas: Replicas;
beforeAll(async () => {
  replicas = await startReplicas(2, {
    modules: () => [
      ...modules,
      embedder,
      fakeImages({ create: async (_, run) => picture(run) }),
      recorder({
        async publish({ targetId }) {
          published.set(targetId, (published.get(targetId) ?? 0) + 1);
          return { state: "published" };
        },
      }).module,
    ],
    overrides: {
      allowHosts: ["127.0.0.1"],
      limits: { default: 1e6, generation: 1e6, posts: 1e6, address: 1e6 } as never,
    },
  });
});
afterAll(async () => {
  await replicas?.stop();
  await receiver.stop();
});

/** Adds a column to each table, one table after the other. */
async function addColumns(): Promise<number> {
  const { sql } = replicas.database;
  const tables = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;
  for (const { name } of tables) {
    await sql.unsafe(`alter table ${name} add column added_${crypto.randomUUID().slice(0, 8)} int not null default 7`);
    await Bun.sleep(20);
  }
  return tables.length;
}

test("nothing fails while every table gets columns: generations, posts, webhooks, the library, accounts", async () => {
  const clients = replicas.apps.map(({ api }) => api);
  const { tiktok } = await accountsBy(clients[0]!);
  await clients[0]!("POST", "/webhooks", { url: receiver.url("hook"), events: ["*"] });
  const bad: unknown[] = [];
  const images: string[] = [];
  const posts: string[] = [];
  let isOver = false;
  const works = clients.flatMap((client) => {
    const call = async (...request: Parameters<typeof client>) => {
      const { status, body } = await client(...request);
      if (status >= 400) bad.push([request[0], request[1], status, body]);
      return body;
    };
    return [
      async (n: number) => void images.push((await call("POST", "/images/generate", { prompt: `image ${n}` })).imageId),
      async (n: number) => {
        const post = {
          videoUrl: VIDEO,
          accountIds: [tiktok],
          tiktokPrivacyLevel: "SELF_ONLY",
          content: `post ${crypto.randomUUID()}`,
          mode: "now",
        };
        const { postId } = await call("POST", "/social/posts", { ...post, timezone: "UTC" });
        posts.push(postId);
        await call("GET", `/social/posts/${posts[n % posts.length]}`);
        await call("GET", "/social/posts");
      },
      async (n: number) => {
        const { id } = await call("POST", "/personas", { name: `Ann ${n}` });
        await call("PATCH", `/personas/${id}`, { name: `Bea ${n}` });
        await call("GET", "/personas");
      },
      async (n: number) => {
        const videos = [`https://www.tiktok.com/@ann/video/7${String(n % 50).padStart(18, "0")}`];
        await call("POST", "/viral-library/videos", { videos });
        await call("GET", "/viral-library/videos");
      },
      async () => {
        const { status, body } = await replicas.apps[1]!.as((await replicas.apps[0]!.account()).key)("GET", "/credits");
        if (status !== 200) bad.push(["GET", "/credits", status, body]);
        await call("GET", "/images");
      },
    ];
  });
  const load = works.map(async (work) => {
    for (let n = 0; !isOver; n++) await work(n);
  });
  const failure = Promise.all(load);
  await until(() => posts.length > 4);
  for (let round = 0; round < 3; round++) expect(await addColumns()).toBeGreaterThan(30);
  isOver = true;
  await failure;
  expect(bad).toEqual([]);

  const ended = (client: (typeof clients)[number], path: string, waits: readonly string[]) =>
    until(async () => {
      const { status } = (await client("GET", path)).body;
      return !waits.includes(status) && status;
    });
  for (const id of images)
    expect(await ended(clients[0]!, `/images/${id}`, ["pending", "processing"])).toBe("completed");
  for (const id of posts)
    expect(await ended(clients[1]!, `/social/posts/${id}`, ["scheduled", "publishing"])).toBe("published");
  expect([...published.values()].filter((count) => count !== 1)).toEqual([]);
  const sent = () =>
    new Set(
      receiver
        .at("hook")
        .filter(({ body }) => body.type === "post.published")
        .map(({ headers }) => headers["webhook-id"]),
    ).size;
  await until(() => sent() >= posts.length);
});
