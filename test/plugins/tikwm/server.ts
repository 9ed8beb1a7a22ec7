import { type Call, type Reply, startVendor, type VendorServer } from "#sdk/testing/vendor-server";

/** A page of tikwm holds no more, whatever was asked for. */
const PAGE = 12;
const ALL = 70;

/** A video as tikwm tells it; with `web=1`, and here, paths are relative to the service. */
export const videoOf = (at: number) => ({
  video_id: `73000000000000000${at}`,
  region: "US",
  title: `Latte art ${at} #coffee #Barista ☕`,
  cover: `/video/cover/${at}.webp`,
  duration: 17,
  play: `/video/media/play/${at}.mp4`,
  wmplay: `/video/media/wmplay/${at}.mp4`,
  hdplay: `/video/media/hdplay/${at}.mp4`,
  size: 1_234_567,
  music: `/video/music/${at}.mp3`,
  music_info: { id: "9", title: "original sound - mia", author: "mia", duration: 17 },
  play_count: 100_000 - at,
  digg_count: 900,
  comment_count: 30,
  share_count: 20,
  download_count: 5,
  collect_count: 11,
  create_time: 1_760_000_000,
  is_ad: false,
  author: { id: "6", unique_id: "mia.brews", nickname: "Mia" },
});

/** What no search for videos should bring. */
const ODD = [
  { ...videoOf(900), is_ad: true },
  { ...videoOf(901), duration: 0, images: ["https://p16.example/1.jpeg"], play: "https://p16.example/music.mp3" },
  videoOf(0),
  { title: "without an id" },
];

const ok = (data: unknown): Reply => ({ json: { code: 0, msg: "success", processed_time: 0.2, data } });
const bad = (msg: string): Reply => ({ json: { code: -1, msg, processed_time: 0.1 } });

function pageOf({ query }: Call): Reply {
  const cursor = Number(query.get("cursor"));
  const count = Math.min(Number(query.get("count")), PAGE);
  const videos = Array.from({ length: Math.min(count, ALL - cursor) }, (_, at) => videoOf(cursor + at));
  const odd = cursor === 0 ? ODD : [];
  return ok({ videos: [...odd, ...videos], cursor: cursor + videos.length, hasMore: cursor + videos.length < ALL });
}

/** Plays tikwm as its callers describe it: 200 to everything, the outcome in `code`. */
export const startTikwm = (): Promise<VendorServer> =>
  startVendor((call) => {
    const { path, query } = call;
    if (!/Mozilla/.test(call.headers["user-agent"] ?? "")) return { status: 403, body: "error code: 1010" };
    const words = query.get("keywords") ?? "";
    if (words === "broken") return bad("server error, please try again");
    if (words === "half" && query.get("cursor") !== "0") return bad("server error, please try again");
    if (words === "busy") return bad("Free Api Limit: 1 request/second.");
    switch (path) {
      case "/api/feed/search":
        return words === "nothing" ? ok({ videos: [], cursor: 0, hasMore: false }) : pageOf(call);
      case "/api/challenge/search":
        return ok({
          challenge_list: [
            { id: "1", cha_name: `${words}lover` },
            ...(words === "nothing" ? [] : [{ id: "5932", cha_name: words }]),
          ],
        });
      case "/api/challenge/posts":
        return query.get("challenge_id") === "5932" ? pageOf(call) : bad("challenge_id is invalid");
      case "/api/":
        return /video\/7300/.test(query.get("url") ?? "")
          ? ok({ ...videoOf(1), id: videoOf(1).video_id, video_id: undefined })
          : bad("Url parsing is failed! Please check url.");
      default:
        return { status: 404, body: "no such path" };
    }
  });
