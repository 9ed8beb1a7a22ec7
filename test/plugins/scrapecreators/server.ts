import { type Call, type Reply, startVendor, type VendorServer } from "#sdk/testing/vendor-server";

export const KEY = "sc-key-1234567";
const PAGE = 10;
const ALL = 55;

/** As TikTok's own app is told it, which is what ScrapeCreators passes on: durations in milliseconds. */
export const awemeOf = (at: number) => ({
  aweme_id: `74000000000000000${at}`,
  desc: `Cold brew ${at} #coldbrew`,
  create_time: 1_760_000_000,
  author: { unique_id: "joe", nickname: "Joe", follower_count: 12 },
  statistics: { play_count: 50_000, digg_count: 400, comment_count: 30, share_count: 20, collect_count: 10 },
  video: {
    duration: 21_400,
    cover: { url_list: ["https://p16.example/cover.heic?x=1", "https://p16.example/cover.jpeg?x=1"] },
    play_addr: { url_list: ["https://v16.example/play.mp4", "https://v19.example/play.mp4"] },
  },
  music: { title: "Jazz", author: "Trio" },
  text_extra: [{ hashtag_name: "coldbrew" }, { hashtag_name: "" }, { user_id: "1" }],
  share_url: "https://www.tiktok.com/@joe/video/1",
  region: "US",
  is_ad: false,
});

const ODD = [
  { ...awemeOf(800), is_ad: true },
  { ...awemeOf(801), image_post_info: { images: [{}] } },
  { ...awemeOf(802), content_type: "multi_photo" },
  {},
];

function pageOf({ query }: Call, list: string, wrap = (one: object): object => one): Reply {
  const from = Number(query.get("cursor") ?? 0);
  const some = Array.from({ length: Math.min(PAGE, ALL - from) }, (_, at) => awemeOf(from + at));
  const entries = [...(from === 0 ? ODD : []), ...some].map(wrap);
  const left = from + some.length < ALL ? { cursor: from + some.length } : { has_more: 0 };
  return { json: { success: true, credits_remaining: 99, [list]: entries, ...left } };
}

/** Plays ScrapeCreators as its callers describe it. */
export const startScrapeCreators = (): Promise<VendorServer> =>
  startVendor((call) => {
    const { path, query, headers } = call;
    if (headers["x-api-key"] !== KEY) return { status: 401, json: { message: `Bad key ${headers["x-api-key"]}` } };
    const words = query.get("query") ?? query.get("hashtag") ?? "";
    if (words === "broke") return { status: 402, json: { success: false, message: "You have run out of credits" } };
    if (words === "broken") return { json: { success: false, error: "TikTok did not answer" } };
    const none = words === "nothing";
    switch (path) {
      case "/v1/tiktok/search/keyword":
        return none
          ? { json: { search_item_list: [] } }
          : pageOf(call, "search_item_list", (aweme_info) => ({ aweme_info }));
      case "/v1/tiktok/search/hashtag":
        return none ? { status: 404, json: { message: "Hashtag not found" } } : pageOf(call, "aweme_list");
      case "/v1/tiktok/search/top":
        return none ? { json: { items: [] } } : pageOf(call, "items");
      case "/v2/tiktok/video":
        return /video\/74/.test(query.get("url") ?? "")
          ? { json: { success: true, aweme_detail: awemeOf(1) } }
          : { status: 404, json: { message: "Video not found" } };
      default:
        return { status: 404, json: { message: "no such path" } };
    }
  });
