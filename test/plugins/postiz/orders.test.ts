import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { KEY } from "./faults";
import { mediaOf, orderOf, providerOf, send, signal } from "./order";
import { type Postiz, startPostiz } from "./server";

let postiz: Postiz;
beforeEach(async () => {
  postiz = await startPostiz();
});
afterEach(() => postiz.stop());

const settings = () => postiz.posts.at(-1)?.order.settings;

describe("accounts", () => {
  test("those of our platforms are listed, with what Postiz knows of them", async () => {
    const accounts = await providerOf(postiz).accounts("owner", signal);
    expect(accounts.map(({ externalId, platform }) => [externalId, platform])).toEqual([
      ["int-tiktok", "tiktok"],
      ["int-instagram", "instagram"],
      ["int-instagram-standalone", "instagram"],
      ["int-youtube", "youtube"],
      ["int-tiktok-business", "tiktok"],
    ]);
    expect(accounts[0]).toEqual({
      externalId: "int-tiktok",
      platform: "tiktok",
      username: "shop.tiktok",
      displayName: "Shop on tiktok",
      avatarUrl: "https://cdn.example/tiktok.png",
      status: "active",
    });
  });

  test("a business account of TikTok is posted to like any other", async () => {
    const order = orderOf({ channel: "int-tiktok-business" });
    expect((await send(providerOf(postiz), order)).state).toBe("pending");
    expect(settings()).toMatchObject({ __type: "tiktok-business", privacy_level: "PUBLIC_TO_EVERYONE" });
  });

  test("one that is disabled in Postiz is expired; nothing is sent to it", async () => {
    Object.assign(postiz.integrations[0]!, { disabled: true });
    const provider = providerOf(postiz);
    expect((await provider.accounts("owner", signal))[0]?.status).toBe("expired");
    expect(await send(provider, orderOf())).toMatchObject({
      ...{ state: "failed", category: "account_issue" },
      message: expect.stringContaining("Enable it"),
    });
    expect([postiz.count("POST /upload"), postiz.count("POST /posts")]).toEqual([0, 0]);
  });

  test("with a group, only its own are listed", async () => {
    postiz.integrations[3]!.customer = { id: "acme & co", name: "Acme" };
    const accounts = await providerOf(postiz, { group: "acme & co" }).accounts("owner", signal);
    expect(accounts.map(({ externalId }) => externalId)).toEqual(["int-youtube"]);
  });

  test("an answer that is no list is a fault, never an empty list", async () => {
    for (const fault of [
      "html",
      "bad-gateway",
      "redirect",
      "huge",
      "cut-off",
      "reset-before",
      "no-subscription",
    ] as const) {
      postiz.fail("GET /integrations", fault);
      await expect(providerOf(postiz).accounts("owner", signal)).rejects.toThrow(/Postiz/);
    }
  });

  test("the key goes bare, and to no address that an answer names", async () => {
    postiz.fail("GET /integrations", "redirect");
    await expect(providerOf(postiz).accounts("owner", signal)).rejects.toThrow("with 302");
    expect(postiz.calls.map(({ headers }) => headers.authorization)).toEqual([KEY]);
  });

  test("the address may be the backend's, or the API's", async () => {
    for (const path of ["", "/", "/api", "/api/", "/public/v1", "/api/public/v1/"])
      expect(await providerOf({ url: `${postiz.url}${path}` }).accounts("owner", signal)).toHaveLength(5);
  });
});

describe("what is sent", () => {
  test("the bytes of the video go to Postiz, and no address of ours", async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(300_000));
    const file = async () => ({
      size: bytes.length,
      contentType: "video/mp4",
      stream: () => new Blob([bytes]).stream(),
    });
    const media = mediaOf({ fileName: 'my "best"\r\nclip', file, publicUrl: "https://home.example/video.mp4" });
    expect(await send(providerOf(postiz), { ...orderOf(), media })).toMatchObject({ state: "pending" });
    const [upload] = postiz.uploads;
    expect([upload?.file.type, upload?.file.name]).toEqual(["video/mp4", "my %22best%22%0D%0Aclip.mp4"]);
    expect(Buffer.compare(await upload!.file.bytes(), bytes)).toBe(0);
    expect(JSON.stringify(postiz.calls.map(({ body }) => body))).not.toMatch(/localhost|home\.example/);
    expect(postiz.posts[0]?.order.value[0]?.image).toEqual([{ id: upload!.id, path: upload!.path }]);
  });

  test("pictures with their alt texts", async () => {
    const file = async () => ({ size: 3, contentType: "image/jpeg", stream: () => new Blob(["jpg"]).stream() });
    const picture = { ...mediaOf({ fileName: "a.jpg", file }), kind: "image" } as const;
    const items = [{ ...picture, altText: "A loaf of bread" }, picture];
    await send(providerOf(postiz), { ...orderOf({ platform: "instagram" }), media: { ...picture, items } });
    const sent = postiz.posts[0]?.order.value[0]?.image;
    expect(sent).toMatchObject([{ alt: "A loaf of bread" }, { id: expect.any(String) }]);
    expect(sent?.[1]).not.toHaveProperty("alt");
  });

  test.each([
    ["video/quicktime", 100, "MP4"],
    ["video/webm", 100, "MP4"],
    ["video/mp4", 1024 ** 3 + 1, "1 GB"],
  ])("%s of %i bytes is refused before it is uploaded", async (contentType, size, words) => {
    const file = async () => ({ size, contentType, stream: () => new Blob(["x"]).stream() });
    const media = mediaOf({ fileName: "clip.mov", file });
    expect(await send(providerOf(postiz), { ...orderOf(), media })).toMatchObject({
      ...{ state: "failed", category: "user_content", message: expect.stringContaining(words) },
    });
    expect([postiz.count("POST /upload"), postiz.count("POST /posts")]).toEqual([0, 0]);
  });

  test("an MP4 whose name says something else is named as Postiz wants it", async () => {
    await send(providerOf(postiz), { ...orderOf(), media: mediaOf({ fileName: "clip.mov" }) });
    expect(postiz.uploads[0]?.file.name).toBe("clip.mp4");
  });

  test("one channel an order, to go out now", async () => {
    await send(providerOf(postiz), orderOf());
    const { body } = postiz.calls.at(-1) as { body: unknown };
    expect(body).toMatchObject({
      type: "now",
      shortLink: false,
      tags: [],
      posts: [{ integration: { id: "int-tiktok" } }],
    });
    expect(postiz.posts).toHaveLength(1);
  });

  test("TikTok: nothing is allowed that was not asked for", async () => {
    const order = orderOf({ tiktok: { privacyLevel: "SELF_ONLY" } });
    await send(providerOf(postiz), order);
    expect(settings()).toEqual({
      __type: "tiktok",
      privacy_level: "SELF_ONLY",
      duet: false,
      stitch: false,
      comment: false,
      autoAddMusic: "no",
      brand_content_toggle: false,
      brand_organic_toggle: false,
      video_made_with_ai: false,
      content_posting_method: "DIRECT_POST",
      vireo: order.idempotencyKey,
    });
  });

  test("TikTok: everything that was asked for", async () => {
    const tiktok = {
      privacyLevel: "FOLLOWER_OF_CREATOR",
      commercialContentType: "brand_content",
      allowComment: true,
      allowDuet: true,
      allowStitch: true,
    };
    await send(providerOf(postiz), orderOf({ tiktok, aiGenerated: true, title: "🎬".repeat(95) }));
    expect(settings()).toMatchObject({
      privacy_level: "FOLLOWER_OF_CREATOR",
      duet: true,
      stitch: true,
      comment: true,
      brand_content_toggle: true,
      brand_organic_toggle: false,
      video_made_with_ai: true,
      title: "🎬".repeat(45),
    });
    await send(
      providerOf(postiz),
      orderOf({ tiktok: { privacyLevel: "SELF_ONLY", commercialContentType: "brand_organic" } }),
    );
    expect(settings()).toMatchObject({ brand_content_toggle: false, brand_organic_toggle: true });
  });

  test("TikTok: nobody chose who can see it, so it is refused before anything is sent", async () => {
    expect(await send(providerOf(postiz), orderOf({ tiktok: {} }))).toMatchObject({
      ...{ state: "failed", category: "user_content", message: expect.stringContaining("tiktokPrivacyLevel") },
    });
    expect(postiz.calls).toEqual([]);
  });

  test("Instagram and YouTube: what Postiz has no field for is told", async () => {
    const notice = async (order: Parameters<typeof orderOf>[0]) => {
      const sent = orderOf(order);
      const outcome = await send(providerOf(postiz), sent);
      const found = await providerOf(postiz).find({ ...sent, calledAt: Date.now() }, signal);
      expect("notice" in outcome ? outcome.notice : undefined).toBe(
        found && "notice" in found ? found.notice : undefined,
      );
      return "notice" in outcome ? outcome.notice : undefined;
    };
    const instagram = { thumbOffset: 1500, shareToFeed: false };
    expect(await notice({ platform: "instagram", aiGenerated: true, instagram })).toMatch(
      /thumbOffset and overrides.instagram.shareToFeed and aiGenerated/,
    );
    expect(await notice({ platform: "youtube", aiGenerated: true, title: "A title" })).toContain("aiGenerated");
    expect(await notice({ platform: "instagram", instagram: { shareToFeed: true } })).toBeUndefined();
    expect(await notice({ aiGenerated: true })).toBeUndefined();
  });

  test("YouTube: a thumbnail is passed on, or a note says that it was not", async () => {
    const post = (thumbnailUrl: string) =>
      send(providerOf(postiz), orderOf({ platform: "youtube", title: "A title", youtube: { thumbnailUrl } }));
    expect(await post("https://example.com/t.jpg")).not.toHaveProperty("notice");
    expect(settings()).toMatchObject({
      thumbnail: { id: expect.any(String), path: expect.stringContaining("uploads.example") },
    });
    for (const url of ["http://127.0.0.1/t.jpg", "https://example.com/t.svg"]) {
      expect(await post(url)).toMatchObject({ state: "pending", notice: expect.stringContaining("thumbnail") });
      expect(settings()).not.toHaveProperty("thumbnail");
    }
  });

  test("TikTok: to the inbox", async () => {
    await send(providerOf(postiz), orderOf({ toInbox: true, tiktok: {} }));
    expect(settings()).toMatchObject({ content_posting_method: "UPLOAD", privacy_level: "SELF_ONLY" });
  });

  test("Instagram, in both of its kinds", async () => {
    for (const channel of ["int-instagram", "int-instagram-standalone"]) {
      await send(providerOf(postiz), orderOf({ platform: "instagram", channel }));
      expect(settings()).toMatchObject({ __type: channel.slice(4), post_type: "post" });
    }
  });

  test("YouTube: the title given, or the first line of the caption", async () => {
    await send(providerOf(postiz), orderOf({ platform: "youtube", title: "A title" }));
    expect(settings()).toMatchObject({ title: "A title", type: "public", selfDeclaredMadeForKids: "no" });
    await send(providerOf(postiz), orderOf({ platform: "youtube", content: `  ${"y".repeat(120)}\nmore` }));
    expect(settings()).toMatchObject({ title: "y".repeat(100) });
  });

  test("YouTube: without any title it is refused before anything is sent", async () => {
    const outcome = await send(providerOf(postiz), orderOf({ platform: "youtube", content: "!" }));
    expect(outcome).toMatchObject({
      state: "failed",
      category: "user_content",
      message: expect.stringContaining("title"),
    });
    expect(postiz.calls).toEqual([]);
  });

  test("a caption reaches the platform letter for letter", async () => {
    const captions = [
      "Plain",
      "Tom & Jerry <3 > \"all\" 'others'",
      "line one\n\nline three\r\nline four\n",
      "<script>alert(1)</script> <b>not bold</b>",
      "emoji 🎬 ümläut #tag @name https://example.com/?a=1&b=2",
      "",
    ];
    for (const content of captions) {
      await send(providerOf(postiz), orderOf({ content }));
      expect(postiz.posts.at(-1)?.text).toBe(content.replaceAll("\r\n", "\n"));
    }
  });

  test("a video that Postiz refuses fails the post; a fault on the way may be tried again", async () => {
    const provider = providerOf(postiz);
    postiz.fail("POST /upload", "too-large");
    expect(await send(provider, orderOf())).toMatchObject({ state: "failed", category: "media_unavailable" });
    for (const fault of ["error-after", "bad-gateway", "html", "cut-off", "reset-before", "no-subscription"] as const) {
      postiz.fail("POST /upload", fault);
      await expect(send(provider, orderOf())).rejects.toThrow(/Postiz/);
    }
    expect(postiz.count("POST /posts")).toBe(0);
  });

  test("an upload ends with its signal, and lets go of the file", async () => {
    const cut = new AbortController();
    const closed = Promise.withResolvers<void>();
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          controller.enqueue(new Uint8Array(65_536));
          cut.abort(new Error("stopping"));
          return Bun.sleep(1);
        },
        cancel: () => closed.resolve(),
      },
      { highWaterMark: 0 },
    );
    const media = mediaOf({ file: async () => ({ size: 2 ** 29, contentType: "video/mp4", stream: () => endless }) });
    await expect(send(providerOf(postiz), { ...orderOf(), media }, cut.signal)).rejects.toThrow("stopping");
    await closed.promise;
  });
});
