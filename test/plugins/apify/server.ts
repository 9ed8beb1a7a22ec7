import { type Reply, startVendor, type VendorServer } from "#sdk/testing/vendor-server";

export const TOKEN = "apify_api_secret";

/** An item as clockworks/tiktok-scraper puts it into the data set. */
export const itemOf = (at: number) => ({
  id: `75000000000000000${at}`,
  text: `Matcha ${at} #matcha`,
  createTime: 1_760_000_000,
  createTimeISO: "2025-10-09T08:53:20.000Z",
  authorMeta: { id: "3", name: "tea.time", nickName: "Tea", verified: false, fans: 4 },
  musicMeta: { musicName: "Calm", musicAuthor: "Bot", musicOriginal: false, musicId: "1" },
  webVideoUrl: `https://www.tiktok.com/@tea.time/video/75000000000000000${at}`,
  mediaUrls: [],
  videoMeta: { height: 1024, width: 576, duration: 34, coverUrl: "https://p16.example/c.jpg", definition: "540p" },
  diggCount: 7,
  shareCount: 6,
  playCount: 5_000,
  collectCount: 4,
  commentCount: 3,
  hashtags: [{ id: "1", name: "matcha", title: "", cover: "" }],
  isAd: false,
  isSlideshow: false,
});

const ERROR = {
  url: "https://www.tiktok.com/x",
  error: "Post not found or private",
  errorCode: "POST_NOT_FOUND_OR_PRIVATE",
};

export interface Apify extends VendorServer {
  /** Reads of a run that still see it running. */
  busy: number;
  /** Runs that were ended by request. */
  aborted: string[];
}

interface Run {
  id: string;
  status: string;
  left: number;
  items: object[];
}

// biome-ignore lint/suspicious/noExplicitAny: an actor's input is looked into freely
function work(input: any, max: number): Pick<Run, "status" | "items"> {
  const words = input.searchQueries?.[0] ?? input.hashtags?.[0] ?? input.postURLs?.[0] ?? "";
  if (words === "nothing") return { status: "SUCCEEDED", items: [] };
  if (words === "errors") return { status: "SUCCEEDED", items: [{ error: "Blocked by TikTok" }, { error: "Blocked" }] };
  if (words === "crash") return { status: "FAILED", items: [] };
  if (words === "late") return { status: "TIMED-OUT", items: [itemOf(1)] };
  if (words === "too late") return { status: "TIMED-OUT", items: [] };
  if (input.postURLs) {
    if (!/video\/75/.test(words)) return { status: "SUCCEEDED", items: [ERROR] };
    const mediaUrls = input.shouldDownloadVideos
      ? ["https://api.apify.example/v2/key-value-stores/1/records/v.mp4"]
      : [];
    return { status: "SUCCEEDED", items: [{ ...itemOf(1), mediaUrls }] };
  }
  const all = Array.from({ length: Math.min(max, input.resultsPerPage) }, (_, at) => itemOf(at));
  const odd = [{ ...itemOf(700), isAd: true }, { ...itemOf(701), isSlideshow: true }, ERROR, itemOf(0)];
  return { status: "SUCCEEDED", items: [...all, ...odd] };
}

/** Plays Apify's API, version 2, as its client expects it. */
export async function startApify(): Promise<Apify> {
  const runs = new Map<string, Run>();
  const aborted: string[] = [];
  const view = ({ id, status, left }: Run): Reply => ({
    json: {
      data: {
        id,
        status: left > 0 ? "RUNNING" : status,
        statusMessage: status === "FAILED" ? "It broke" : null,
        defaultDatasetId: `set${id}`,
      },
    },
  });
  const server = await startVendor((call) => {
    const { method, path, query, headers, json } = call;
    if (headers.authorization !== `Bearer ${TOKEN}`)
      return {
        status: 401,
        json: { error: { type: "user-or-token-not-found", message: `No user has ${headers.authorization}` } },
      };
    if (method === "GET" && path === "/v2/users/me") return { json: { data: { username: "vireo" } } };
    if (method === "POST" && path === "/v2/acts/clockworks~tiktok-scraper/runs") {
      if (json.searchQueries?.[0] === "broke")
        return { status: 402, json: { error: { type: "not-enough-usage", message: "You would exceed your usage" } } };
      const run = { id: `run${runs.size}`, left: self.busy, ...work(json, Number(query.get("maxItems"))) };
      runs.set(run.id, run);
      return { ...view(run), status: 201 };
    }
    const [, id = "", rest] = /^\/v2\/actor-runs\/(\w+)(\/abort)?$/.exec(path) ?? [];
    const run = runs.get(id);
    if (run && rest && method === "POST") {
      aborted.push(id);
      return view(run);
    }
    if (run && !rest) {
      run.left--;
      return view(run);
    }
    const of = runs.get(/^\/v2\/datasets\/set(\w+)\/items$/.exec(path)?.[1] ?? "");
    if (of) return { json: of.items };
    return { status: 404, json: { error: { type: "record-not-found", message: "There is no such record" } } };
  });
  const self: Apify = Object.assign(server, { busy: 1, aborted });
  return self;
}
