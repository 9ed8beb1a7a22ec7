/** Those around Vireo, each in a process of its own: vendors, platforms, a bucket, and somebody who is told by webhook. */
import { createCanvas } from "@napi-rs/canvas";
import { startInstagram } from "#test/plugins/instagram/server";
import { KEY as KIE_KEY, startKie } from "#test/plugins/kie/server";
import { startTikTok } from "#test/plugins/tiktok/server";
import { startYouTube } from "#test/plugins/youtube/server";
import { KEY as ZERNIO_KEY } from "#test/plugins/zernio/faults";
import type { Order } from "#test/plugins/zernio/posts";
import { startZernio } from "#test/plugins/zernio/server";
import { FakeS3 } from "#test/s3";

export { KIE_KEY, ZERNIO_KEY };
export const BUCKET = { bucket: "chaos", accessKeyId: "chaos", secretAccessKey: "chaos-secret", region: "auto" };
/** What a vendor takes to answer, before and after the work is done: kills fall into it. */
const BEFORE_MS = 60;
const AFTER_MS = 120;

export type Role = "kie" | "zernio" | "platforms" | "bucket" | "hooks";
/** Where one listens, and where it tells what it was asked. */
interface Played {
  url: string;
  stats(): unknown;
  /** Settings that lead servers there. */
  env?: Record<string, string>;
  /** Somebody at a platform gives access to their account: the address that leads back. */
  allow?(platform: string, authorizeUrl: string, account: string): string;
}

/** How often something was asked for or received, by name. */
export type Counts = Record<string, number>;
export const countOf = (names: readonly string[]): Counts => {
  const counts: Counts = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
};

const roles: Record<Role, () => Promise<Played>> = {
  /** Makes images; by prompt, how often each was ordered. */
  async kie() {
    const canvas = createCanvas(320, 320);
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#08f";
    pen.fillRect(40, 40, 200, 120);
    const picture = canvas.toBuffer("image/png");
    const files = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(new Uint8Array(picture)) });
    const image = `${files.url.origin}/picture.png`;
    const kie = await startKie({ image, video: image, audio: image });
    kie.readMs = AFTER_MS;
    Object.defineProperty(kie, "hold", { get: () => Bun.sleep(AFTER_MS) });
    setInterval(() => kie.calls.splice(0), 1_000);
    return { url: kie.url, stats: () => countOf(kie.bodies.map((body) => body.input.prompt)) };
  },

  /** Publishes; by caption and account, how often each was ordered, and how many posts came of it. */
  async zernio() {
    const zernio = await startZernio();
    const youtube = zernio.accounts.find(({ platform }) => platform === "youtube")!;
    zernio.accounts.splice(
      0,
      Number.POSITIVE_INFINITY,
      ...[1, 2, 3].map((n) => ({ ...youtube, _id: `account-${n}`, username: `chaos.${n}` })),
    );
    const upstream = new URL(zernio.url);
    const slow = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      async fetch(request) {
        const { pathname, search } = new URL(request.url);
        const body = await request.bytes();
        await Bun.sleep(BEFORE_MS);
        const headers = new Headers(request.headers);
        headers.delete("accept-encoding");
        const answer = await fetch(`${upstream.origin}${pathname}${search}`, {
          method: request.method,
          headers,
          body: body.length > 0 ? body : undefined,
        });
        const text = await answer.text();
        await Bun.sleep(AFTER_MS);
        return new Response(text, {
          status: answer.status,
          headers: { "content-type": answer.headers.get("content-type") ?? "text/plain" },
        });
      },
    });
    const nameOf = ({ content, platforms }: Order) => `${content} to ${platforms[0]?.accountId}`;
    return {
      url: `${slow.url.origin}/api`,
      stats: () => ({
        asked: countOf(
          zernio.calls.filter(({ route }) => route === "POST /v1/posts").map(({ body }) => nameOf(body as Order)),
        ),
        made: countOf(zernio.posts.map(({ order }) => nameOf(order))),
      }),
    };
  },

  /** YouTube, Instagram and TikTok; by caption and account, how many posts came of it. */
  async platforms() {
    const [youtube, instagram, tiktok] = await Promise.all([startYouTube(), startInstagram(), startTikTok()]);
    const all = { youtube, instagram, tiktok };
    setInterval(() => {
      for (const { calls } of Object.values(all)) calls.splice(0);
    }, 1_000);
    return {
      url: youtube.url,
      env: { ...youtube.env, ...instagram.env, ...tiktok.env },
      allow: (platform, authorizeUrl, account) => all[platform as keyof typeof all].people.allow(authorizeUrl, account),
      stats: () =>
        countOf([
          ...[...youtube.videos.values()].map(({ video, channel }) => `${video.snippet.description} to ${channel}`),
          ...instagram.reels.map(({ caption, account }) => `${caption} to ${account}`),
          ...[...tiktok.posts.values()].flatMap(({ info, account, postId }) =>
            postId ? [`${info.title} to ${account}`] : [],
          ),
        ]),
    };
  },

  async bucket() {
    const { endpoint, objects } = new FakeS3(BUCKET);
    return { url: endpoint, stats: () => ({ objects: objects.size }) };
  },

  /** By the message's id, what came and how often. */
  async hooks() {
    const received = new Map<string, { name: string; times: number }>();
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      async fetch(request) {
        const id = request.headers.get("webhook-id") ?? "";
        const { type, data } = (await request.json()) as { type: string; data: Record<string, string> };
        await Bun.sleep(BEFORE_MS);
        const name = `${type} ${data.imageId ?? data.postId ?? data.accountId ?? ""}`;
        received.set(id, { name, times: (received.get(id)?.times ?? 0) + 1 });
        await Bun.sleep(AFTER_MS);
        return new Response("thanks");
      },
    });
    return { url: `${server.url.origin}/hook`, stats: () => Object.fromEntries(received) };
  },
};

/** In the process of its own. */
export async function play(role: Role): Promise<void> {
  const { url, stats, env = {}, allow } = await roles[role]();
  const control = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      if (request.method !== "POST") return Response.json(stats());
      const { platform, authorizeUrl, account } = (await request.json()) as Record<string, string>;
      return Response.json(allow!(platform!, authorizeUrl!, account!));
    },
  });
  console.log(JSON.stringify({ url, env, control: control.url.href }));
}

export interface Player {
  url: string;
  env: Record<string, string>;
  allow(platform: string, authorizeUrl: string, account: string): Promise<string>;
  stats<T>(): Promise<T>;
  stop(): void;
}

/** Starts the bench once more as that one. */
export async function cast(role: Role): Promise<Player> {
  const child = Bun.spawn([process.execPath, Bun.main, role], { stdout: "pipe", stderr: "inherit" });
  const { value } = await child.stdout.getReader().read();
  const { url, env, control } = JSON.parse(new TextDecoder().decode(value)) as Record<"url" | "control", string> &
    Pick<Player, "env">;
  return {
    url,
    env,
    stats: async <T>() => (await (await fetch(control)).json()) as T,
    async allow(platform, authorizeUrl, account) {
      const body = JSON.stringify({ platform, authorizeUrl, account });
      return (await (await fetch(control, { method: "POST", body })).json()) as string;
    },
    stop: () => child.kill(),
  };
}
