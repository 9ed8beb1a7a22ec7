import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { modules } from "#modules/index";
import { local } from "#plugins/local/index";
import { instagram, type PlatformInfo, tiktok, youtube } from "#sdk/platforms";
import { type Client, startApp, type TestApp } from "#test/app";
import { accountsBy, recorder, until, VIDEO } from "#test/modules/social-fake";
import { synthesize } from "#test/plugins/local/edit-clips";
import { until as poll } from "#test/until";

const platforms: PlatformInfo[] = [
  { ...tiktok, media: { images: 35, videos: 1, imageTypes: ["image/jpeg"], maxImagePixels: 100 } },
  {
    ...instagram,
    media: { images: 10, videos: 10, mixed: 10, imageTypes: ["image/jpeg"], imageRatio: { min: 0.8, max: 1.91 } },
  },
  youtube,
];
const { module, record } = recorder({ platforms });
let app: TestApp;
let api: Client;
let ids: Record<string, string>;
let files: ReturnType<typeof Bun.serve>;
const requests: string[] = [];
const draw = (width: number, height: number, type: "image/png" | "image/jpeg") => {
  const canvas = createCanvas(width, height);
  canvas.getContext("2d").fillRect(0, 0, width / 2, height);
  return new Uint8Array(type === "image/png" ? canvas.toBuffer(type) : canvas.toBuffer(type));
};
const pictures: Record<string, Uint8Array> = {
  "/square.jpg": draw(90, 90, "image/jpeg"),
  "/large.png": draw(400, 400, "image/png"),
  "/narrow.jpg": draw(40, 90, "image/jpeg"),
  "/text.jpg": new TextEncoder().encode("no picture"),
};

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "vireo-pictures-"));
  await synthesize(join(folder, "clip.mp4"), { pictures: "testsrc2=s=180x320:r=10:d=1" });
  pictures["/clip.mp4"] = await Bun.file(join(folder, "clip.mp4")).bytes();
  await rm(folder, { recursive: true });
  files = Bun.serve({
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      requests.push(pathname);
      const bytes = pictures[pathname];
      return bytes ? new Response(new Uint8Array(bytes)) : new Response(null, { status: 404 });
    },
  });
  app = await startApp({ allowHosts: ["127.0.0.1"], limits: { posts: 1e6 } as never }, [...modules, local, module]);
  ({ api } = await app.account(100));
  ids = await accountsBy(api);
});
afterAll(async () => {
  await app.stop();
  await files.stop(true);
});

const at = (name: string) => ({ url: `http://127.0.0.1:${files.port}/${name}` });
const square = () => at("square.jpg");
const create = (media: object[], more: object = {}, client = api) =>
  client("POST", "/social/posts", {
    media,
    accountIds: [ids.instagram],
    mode: "now",
    content: `Pictures ${crypto.randomUUID()}`,
    ...more,
  });

describe("a post with pictures", () => {
  test("shows them in their order, and is published with their bytes", async () => {
    const { status, body } = await create([square(), at("large.png"), { url: VIDEO }]);
    expect([status, body.errors]).toEqual([201, undefined]);
    expect(body.videoUrl).toBeUndefined();
    expect(body.media.map(({ type }: { type: string }) => type)).toEqual(["image", "image", "video"]);
    expect(body.media[0].url).toMatch(/\/media\/.+\.jpg$/);
    expect(body.media[2].url).toBe(VIDEO);
    expect((await until(api, body.postId)).status).toBe("published");
    const { media } = record.calls.find(({ content }) => content === body.content)!;
    expect(media.items?.map(({ kind }) => kind)).toEqual(["image", "image", "video"]);
    expect(media.address).toBe(media.items![0]!.address);
    const { body: list } = await api("GET", "/social/posts");
    expect(list.posts[0].media).toEqual(body.media);
  });

  test("has a text for people who cannot see a picture, which the platform gets", async () => {
    const described = [{ ...square(), altText: "A loaf on a wooden board" }, at("large.png")];
    const { body } = await create(described, { mode: "draft" });
    expect(body.media.map(({ altText }: { altText?: string }) => altText)).toEqual([
      "A loaf on a wooden board",
      undefined,
    ]);
    const path = `/social/posts/${body.postId}`;
    const media = [{ url: body.media[0].url, altText: "Bread" }, { url: body.media[1].url }];
    expect((await api("PATCH", path, { media })).body.media[0].altText).toBe("Bread");
    await api("POST", `${path}/publish`);
    await until(api, body.postId);
    const call = record.calls.find(({ content }) => content === body.content)!;
    expect(call.media.items?.map(({ altText }) => altText)).toEqual(["Bread", undefined]);
    const refused = await create([{ url: VIDEO, altText: "A loaf" }, square()]);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ["media.0.altText"]]);
  });

  test("becomes JPEG of the size that the platform takes, under the same address at every attempt", async () => {
    const seen: { address: string; contentType: string; bytes: Uint8Array }[] = [];
    const content = `Converted ${crypto.randomUUID()}`;
    let calls = 0;
    record.outcomes[content] = async ({ media }) => {
      const item = media.items![0]!;
      const file = await item.file();
      const bytes = await new Response(file.stream()).bytes();
      seen.push({ address: item.address, contentType: file.contentType, bytes });
      return ++calls === 1
        ? { state: "failed", category: "platform_error", message: "Not this time." }
        : { state: "published", platformPostId: "p1" };
    };
    const { body } = await create([at("large.png")], { accountIds: [ids.tiktok], content });
    expect((await until(api, body.postId)).status).toBe("failed");
    await api("POST", `/social/posts/${body.postId}/retry`);
    expect((await until(api, body.postId)).status).toBe("published");
    expect(seen).toHaveLength(2);
    expect(seen[1]!.address).toBe(seen[0]!.address);
    expect(seen[0]!.contentType).toBe("image/jpeg");
    // The start of frame of a JPEG has height and width.
    const frame = Buffer.from(seen[0]!.bytes).indexOf(Buffer.from([0xff, 0xc0]));
    expect(Buffer.from(seen[0]!.bytes).readUInt16BE(frame + 5)).toBe(100);
  });

  test("takes generated images by their ids, and uploads by their URLs", async () => {
    const { body: image } = await api("POST", "/images/generate", { prompt: "A cup", aspectRatio: "1:1" });
    const done = await poll(async () => {
      const { body } = await api("GET", `/images/${image.imageId}`);
      return body.status === "completed" && body;
    });
    const { body, status } = await create([{ imageId: image.imageId }, { url: done.url }]);
    expect([status, body.errors]).toEqual([201, undefined]);
    expect(body.media).toEqual([
      { type: "image", url: done.url, imageId: image.imageId },
      { type: "image", url: done.url },
    ]);
  });

  test("is found by each video, image and upload that it shows", async () => {
    const { api } = await app.account(100);
    const { instagram: channel } = await accountsBy(api);
    const draft = async (body: object) => {
      const more = { accountIds: [channel], mode: "draft", content: `Uses ${crypto.randomUUID()}` };
      const { status, body: post } = await api("POST", "/social/posts", { ...body, ...more });
      expect([status, post.errors]).toEqual([201, undefined]);
      return post.postId as string;
    };
    const { body: started } = await api("POST", "/images/generate", { prompt: "A cup", aspectRatio: "1:1" });
    const image = await poll(async () => {
      const { body } = await api("GET", `/images/${started.imageId}`);
      return body.status === "completed" && body;
    });
    const { body: upload } = await api("POST", "/upload", square());
    const { body: film } = await api("POST", "/upload", at("clip.mp4"));
    const { videoId, url: videoUrl } = film;

    const carousel = await draft({ media: [{ imageId: image.imageId }, { url: upload.url }, { videoId }] });
    const byId = await draft({ videoId });
    const byUrl = await draft({ videoUrl });
    const picture = await draft({ media: [{ url: image.url }] });
    await draft({ media: [square()] });
    const find = async (query: string, client = api) => {
      const { body } = await client("GET", `/social/posts?${query}`);
      expect(body.pagination.total).toBe(body.posts.length);
      return body.posts.map(({ postId }: { postId: string }) => postId);
    };
    expect(await find(`videoId=${videoId}`)).toEqual([byUrl, byId, carousel]);
    expect(await find(`videoId=vid_unknown,${videoId}&status=draft`)).toEqual([byUrl, byId, carousel]);
    expect(await find(`videoId=${videoId}&status=scheduled`)).toEqual([]);
    expect(await find(`imageId=${image.imageId}`)).toEqual([picture, carousel]);
    expect(await find(`uploadId=${upload.uploadId}`)).toEqual([carousel]);
    expect(await find(`imageId=${image.imageId}&videoId=${videoId}`)).toEqual([carousel]);
    expect(await find(`uploadId=${film.uploadId}`)).toEqual([byUrl, byId, carousel]);
    expect(await find("uploadId=unknown")).toEqual([]);
    const { api: other } = await app.account(0);
    expect(await find(`videoId=${videoId}`, other)).toEqual([]);
  });

  test("is stored as a video post if it is one video", async () => {
    const { body } = await create([{ url: VIDEO }], { accountIds: [ids.youtube], mode: "draft" });
    expect([body.videoUrl, body.media]).toEqual([VIDEO, undefined]);
  });

  test.each<[string, () => object[], string, string, string]>([
    ["pictures for YouTube", () => [square()], "youtube", "media.0", "YouTube accepts no pictures in a post"],
    ["eleven for Instagram", () => Array(11).fill(square()), "instagram", "media", "Instagram accepts at most 10 pic"],
    ["a video among TikTok's", () => [square(), { url: VIDEO }], "tiktok", "media", "TikTok accepts pictures or a vid"],
    [
      "a narrow one",
      () => [at("narrow.jpg")],
      "instagram",
      "media.0",
      "Instagram accepts pictures whose width divided",
    ],
    ["two fields in one item", () => [{ ...square(), imageId: "img_x" }], "instagram", "media.0", "Send exactly one"],
    ["no field in an item", () => [{}], "instagram", "media.0", "Send exactly one of url, imageId, videoId."],
    ["an unknown image", () => [{ imageId: "img_x" }], "instagram", "media.0.imageId", "Image not found"],
    ["an unknown video", () => [square(), { videoId: "vid_x" }], "instagram", "media.1.videoId", "Video not found"],
    [
      "a file that is none",
      () => [at("text.jpg")],
      "instagram",
      "media.0.url",
      "The image cannot be used: Unsupported file format.",
    ],
    [
      "a missing one",
      () => [at("gone.jpg")],
      "instagram",
      "media.0.url",
      "The image cannot be used: The server responded with status 404.",
    ],
  ])("is refused with %s", async (_, media, platform, field, message) => {
    const { status, body } = await create(media(), { accountIds: [ids[platform]] });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    expect(body.errors[field][0]).toContain(message);
  });

  test("is refused beside a video, in a private network, and with 21 items", async () => {
    expect((await create([square()], { videoUrl: VIDEO })).body.errors.videoUrl[0]).toContain("Not allowed with media");
    expect((await create([{ url: "http://10.0.0.1/a.jpg" }])).body.type).toContain("unsafe_url");
    expect((await create(Array(21).fill(square()))).body.errors.media[0]).toContain("at most 20 items");
  });

  test("is refused before anything is fetched if its caption is too long for the platform", async () => {
    const before = requests.length;
    expect((await create([square()], { content: "#a ".repeat(31) })).status).toBe(400);
    expect(requests).toHaveLength(before);
  });

  test("keeps a picture of another server among the account's uploads, within its quota", async () => {
    const own = await app.account(0);
    const accounts = await accountsBy(own.api);
    const send = () => create([square()], { accountIds: [accounts.instagram], mode: "draft" }, own.api);
    expect((await send()).status).toBe(201);
    const { uploads } = (await own.api("GET", "/uploads?kind=image")).body;
    expect(uploads).toMatchObject([{ fileName: "square.jpg", size: pictures["/square.jpg"]!.length }]);
    await app.api("PATCH", `/accounts/${own.accountId}`, { storageBytes: uploads[0].size });
    expect((await send()).status).toBe(507);
  });

  test("is fetched once in a bulk request", async () => {
    const before = requests.length;
    const posts = [{ media: [square()], accountIds: [ids.instagram], mode: "draft", content: "Bulk" }];
    const { body } = await api("POST", "/social/posts/bulk", { posts });
    expect([body.created, requests.length - before]).toEqual([1, 1]);
  });

  test("is only looked at in a dry run, which stores nothing", async () => {
    const own = await app.account(0);
    const { instagram } = await accountsBy(own.api);
    const dryRun = (media: object[]) => {
      const post = { media, accountIds: [instagram], mode: "draft", content: "Tried" };
      return own.api("POST", "/social/posts/bulk", { posts: [post], dryRun: true });
    };
    expect((await dryRun([square()])).body).toMatchObject({ created: 0, failed: 0 });
    expect(Object.keys((await dryRun([at("text.jpg")])).body.errors)).toEqual(["posts.0.media.0.url"]);
    expect((await own.api("GET", "/uploads")).body.uploads).toEqual([]);
  });

  test("is a duplicate of one with the same pictures and text", async () => {
    const content = `Twice ${crypto.randomUUID()}`;
    expect((await create([square(), square()], { content })).status).toBe(201);
    expect((await create([square(), square()], { content })).status).toBe(409);
    expect((await create([square()], { content })).status).toBe(201);
  });

  test("is changed to a video, and back", async () => {
    const { body } = await create([square()], { mode: "draft" });
    const path = `/social/posts/${body.postId}`;
    const video = await api("PATCH", path, { videoUrl: VIDEO });
    expect([video.body.videoUrl, video.body.media]).toEqual([VIDEO, undefined]);
    const back = await api("PATCH", path, { media: [square(), square()] });
    expect([back.body.videoUrl, back.body.media.length]).toEqual([undefined, 2]);
    expect((await api("PATCH", path, { accountIds: [ids.youtube] })).body.errors.media[0]).toContain("YouTube");
  });
});

test("new pictures of an approved post need a new approval", async () => {
  const own = (await app.account(0)).api;
  const { instagram: account } = await accountsBy(own);
  await own("PUT", "/social/approval", { requireApproval: "everyone" });
  const { body } = await create([square()], { accountIds: [account], mode: "now" }, own);
  expect(body.status).toBe("needs_approval");
  const path = `/social/posts/${body.postId}`;
  await own("PATCH", path, { scheduledFor: Date.now() + 3_600_000 });
  const approved = await own("POST", `${path}/approve`, { revision: 1 });
  expect(approved.body.approval).toMatchObject({ state: "approved", revision: 1 });
  const same = await own("PATCH", path, { timezone: "Europe/Berlin" });
  expect(same.body.approval).toMatchObject({ state: "approved", revision: 1 });
  const { body: changed } = await own("PATCH", path, { media: [square(), square()] });
  expect([changed.status, changed.approval.revision]).toEqual(["needs_approval", 2]);
});

test("a review page shows the pictures with their alt texts, below the link only", async () => {
  const later = { mode: "schedule", scheduledFor: Date.now() + 3_600_000 };
  const { body } = await create([{ ...square(), altText: "Salt & <b>bread</b>" }, at("large.png")], later);
  const { body: review } = await api("POST", "/social/reviews", {
    postIds: [body.postId],
    reviewers: [{ name: "Ann", email: "ann@example.com" }],
    canDecide: false,
  });
  const { origin, pathname: link } = new URL(review.links[0].url);
  const page = await app.vireo.handle(new Request(origin + link));
  const html = await page.text();
  expect(page.headers.get("content-security-policy")).toContain("img-src 'self'");
  const sources = [...html.matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src!.replaceAll("&amp;", "&"));
  expect(sources).toHaveLength(2);
  expect(html).toContain('alt="Salt &amp; &lt;b&gt;bread&lt;/b&gt;"');
  expect(html).toContain('<li value="1" dir="auto">Salt &amp; &lt;b&gt;bread&lt;/b&gt;</li>');
  for (const [index, src] of sources.entries()) {
    const picture = await app.vireo.handle(new Request(origin + src));
    expect([src.startsWith(link), picture.status]).toEqual([true, 200]);
    expect(picture.headers.get("content-type")).toBe(index === 0 ? "image/jpeg" : "image/png");
  }
});
