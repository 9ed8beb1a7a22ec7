import { type Call, type Reply, startVendor, type VendorServer } from "#sdk/testing/vendor-server";

/** Plays Pixabay as its documentation (pixabay.com/api/docs, read 2026-11) describes it. A word of the query says what is found. */
export const KEY = "1234-pixabay-key-of-a-test";

const file = (id: number, name: string, width: number, height: number, size: number) => ({
  ...{ url: `https://cdn.pixabay.com/video/${id}_${name}.mp4`, width, height, size },
  thumbnail: `https://cdn.pixabay.com/video/${id}_${name}.jpg`,
});

const video = (id: number, isTall: boolean) => ({
  ...{ id, pageURL: `https://pixabay.com/videos/id-${id}/`, type: "film", tags: "coffee, cup", duration: 12 },
  videos: {
    large: { url: "", width: 0, height: 0, size: 0, thumbnail: "" },
    medium: isTall ? file(id, "medium", 1080, 1920, 5_000_000) : file(id, "medium", 1920, 1080, 6_615_235),
    small: isTall ? file(id, "small", 720, 1280, 3_000_000) : file(id, "small", 1280, 720, 3_562_083),
    tiny: isTall ? file(id, "tiny", 540, 960, 900_000) : file(id, "tiny", 640, 360, 932_703),
  },
  ...{ views: 4462, downloads: 1464, likes: 18, comments: 0, user_id: 1281706, user: "Coverr" },
});

const photo = {
  ...{ id: 7, pageURL: "https://pixabay.com/photos/id-7/", imageWidth: 3000, imageHeight: 4500, user: "Ben" },
  largeImageURL: "https://pixabay.com/get/7_1280.jpg",
};

const list = (hits: unknown[]): Reply => ({ json: { total: hits.length, totalHits: hits.length, hits } });
const refuse = (text: string): Reply => ({ status: 400, body: `[ERROR 400] ${text}` });

function findVideos(query: string): Reply {
  if (query === "half") return { body: '{"total":1,"hits":[{"id":', headers: { "content-type": "application/json" } };
  if (query === "broken") return list([null, { id: 1 }, { ...video(3, true), videos: "none" }]);
  if (query === "photos" || query === "nothing") return list([]);
  return list([video(2, false), video(1, true)]);
}

export const startPixabay = (): Promise<VendorServer> =>
  startVendor(({ path, query }: Call): Reply => {
    const words = query.get("q") ?? "";
    if (query.get("key") !== KEY || words === "[key]") return refuse(`Invalid or missing API key ${KEY}`);
    if (words.length > 100) return refuse("The search query is too long");
    if (path === "/api/videos/") return findVideos(words);
    if (path === "/api/") return list(words === "photos" || words === "sea" ? [photo] : []);
    return { status: 404, body: "Not Found" };
  });
