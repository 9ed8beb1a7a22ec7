/** Another process: the platforms. The contract servers for publishing, and fast ones for tokens and figures. */
import { startInstagram } from "#test/plugins/instagram/server";
import { startTikTok } from "#test/plugins/tiktok/server";
import { startYouTube } from "#test/plugins/youtube/server";

export const PLATFORMS = ["youtube", "instagram", "tiktok"] as const;
export type PlatformName = (typeof PLATFORMS)[number];
export const toAccess = (account: string) => `at-${account}`;

export interface Report {
  /** Posts that were made, and captions that were posted more than once. */
  made: number;
  twice: number;
  /** Calls for figures: [milliseconds, account] of each. */
  reads: Record<PlatformName, [number, string][]>;
  /** Posts whose figures were read, in all and more than once. */
  readPosts: number;
  readTwice: number;
  /** Tokens that were renewed, and those renewed more than once. */
  renewed: number;
  renewedTwice: number;
}

/** Answers to renewals of tokens and to reads of figures, with a record of each. */
function startReader() {
  const reads: Report["reads"] = { youtube: [], instagram: [], tiktok: [] };
  const posts = new Map<string, number>();
  const renewals = new Map<string, number>();
  const add = (to: Map<string, number>, key: string) => to.set(key, (to.get(key) ?? 0) + 1);
  const note = (platform: PlatformName, request: Request, ids: readonly string[]) => {
    reads[platform].push([Date.now(), request.headers.get("authorization") ?? ""]);
    for (const id of ids) add(posts, id);
  };
  const renew = (token: string) => {
    add(renewals, token);
    const account = token.replace(/^[a-z]+-/, "");
    const issued = { access_token: toAccess(account), expires_in: 86_400 };
    return Response.json({
      ...issued,
      refresh_token: `rt-${account}`,
      scope: "",
      open_id: account,
      token_type: "Bearer",
    });
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.endsWith("/video.mp4")) return new Response(VIDEO);
      if (pathname === "/token" || pathname === "/v2/oauth/token/")
        return renew(new URLSearchParams(await request.text()).get("refresh_token") ?? "");
      if (pathname === "/refresh_access_token") return renew(searchParams.get("access_token") ?? "");
      if (pathname === "/youtube/v3/videos") {
        const ids = (searchParams.get("id") ?? "").split(",");
        note("youtube", request, ids);
        const statistics = { viewCount: "120", likeCount: "7", commentCount: "1" };
        return Response.json({ items: ids.map((id) => ({ id, statistics })) });
      }
      if (pathname.endsWith("/insights")) {
        note("instagram", request, [pathname.split("/").at(-2) ?? ""]);
        return Response.json({ data: [{ name: "views", values: [{ value: 120 }] }] });
      }
      const body = (await request.json()) as { filters: { video_ids: string[] } };
      note("tiktok", request, body.filters.video_ids);
      const videos = body.filters.video_ids.map((id) => ({ id, view_count: 120, like_count: 7 }));
      return Response.json({ data: { videos }, error: { code: "ok" } });
    },
  });
  const countTwice = (of: Map<string, number>) => [...of.values()].filter((times) => times > 1).length;
  return {
    url: server.url.origin,
    report: () => ({
      reads,
      readPosts: posts.size,
      readTwice: countTwice(posts),
      renewed: renewals.size,
      renewedTwice: countTwice(renewals),
    }),
  };
}

const VIDEO = new Uint8Array(20_000);
VIDEO.set([0, 0, 0, 24, ...Buffer.from("ftypmp42"), 0, 0, 0, 0, ...Buffer.from("mp42isom")]);

if (import.meta.main) {
  const [youtube, instagram, tiktok] = await Promise.all([startYouTube(), startInstagram(), startTikTok()]);
  const accounts = Number(process.argv[2]);
  for (const [name, { people }] of Object.entries({ youtube, instagram, tiktok }))
    for (let at = 0; at < accounts; at++) people.access.set(toAccess(`${name}${at}`), `${name}${at}`);
  const reader = startReader();
  const captions = () => [
    ...[...youtube.videos.values()].map(({ video }) => video.snippet.description),
    ...instagram.reels.map(({ caption }) => caption),
    ...[...tiktok.posts.values()].flatMap(({ info, postId }) => (postId ? [String(info.title)] : [])),
  ];
  const control = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch() {
      const all = captions();
      return Response.json({ made: all.length, twice: all.length - new Set(all).size, ...reader.report() });
    },
  });
  const env = { ...youtube.env, ...instagram.env, ...tiktok.env };
  console.log(JSON.stringify({ env, reader: reader.url, control: control.url.href }));
}
