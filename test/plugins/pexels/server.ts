import { type Call, type Reply, startVendor, type VendorServer } from "#sdk/testing/vendor-server";

/**
 * Plays Pexels as its documentation (pexels.com/api/documentation, read 2026-11) and npm pexels 1.4.0 describe it. A word
 * of the query says what is found.
 */
export const KEY = "pexels-key-of-a-test";

const file = (id: number, width: number, height: number, size?: number) => ({
  ...{ id, quality: "hd", file_type: "video/mp4", width, height, fps: 30 },
  ...{ link: `https://videos.pexels.com/${id}-${Math.min(width, height)}.mp4`, ...(size ? { size } : {}) },
});

/** A clip in the sizes that Pexels makes of it, and a stream, which has no size. */
const video = (id: number, isTall: boolean) => ({
  ...{ id, url: `https://www.pexels.com/video/${id}/`, image: "https://images.pexels.com/1.jpg", duration: 12 },
  ...(isTall ? { width: 2160, height: 3840 } : { width: 3840, height: 2160 }),
  user: { id: 9, name: "Ann", url: "https://www.pexels.com/@ann" },
  video_files: [
    isTall ? file(id, 2160, 3840, 40_000_000) : file(id, 3840, 2160, 40_000_000),
    isTall ? file(id, 1080, 1920, 9_000_000) : file(id, 1920, 1080, 9_000_000),
    isTall ? file(id, 540, 960, 2_000_000) : file(id, 960, 540),
    { ...file(id, 0, 0), quality: "hls", file_type: "application/x-mpegURL", width: null, height: null },
  ],
});

const photo = {
  ...{ id: 7, width: 3000, height: 4500, url: "https://www.pexels.com/photo/7/", photographer: "Ben" },
  src: { original: "https://images.pexels.com/7.jpg", large2x: "https://images.pexels.com/7-large2x.jpg" },
};

const list = (name: string, items: unknown[]): Reply => ({
  json: { page: 1, per_page: 15, total_results: items.length, [name]: items },
  headers: { "x-ratelimit-limit": "20000", "x-ratelimit-remaining": "19684" },
});

function findVideos(query: string): Reply {
  if (query === "half") return { body: '{"page":1,"videos":[{"id":', headers: { "content-type": "application/json" } };
  if (query === "broken") return list("videos", [null, { id: 1 }, { ...video(3, true), video_files: "none" }]);
  if (query === "photos" || query === "nothing") return list("videos", []);
  return list("videos", [video(2, false), video(1, true)]);
}

export const startPexels = (): Promise<VendorServer> =>
  startVendor(({ headers, path, query }: Call): Reply => {
    const words = query.get("query") ?? "";
    if (headers.authorization !== KEY || words === "[key]")
      return { status: 401, json: { status: 401, code: "Unauthorized", error: `The key ${KEY} is invalid` } };
    if (path === "/v1/curated") return list("photos", [photo]);
    if (path === "/v1/videos/search") return findVideos(words);
    if (path === "/v1/search") return list("photos", words === "photos" ? [photo] : []);
    return { status: 404, json: { status: 404, code: "Not Found" } };
  });
