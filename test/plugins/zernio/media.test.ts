import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isFetchable } from "#plugins/zernio/media";
import type { PostMedia, Publication, SocialProvider } from "#sdk/slots/social";
import { mediaOf, orderOf, providerOf, send, VIDEO } from "./order";
import type { Order } from "./posts";
import { startZernio, type Zernio } from "./server";

let zernio: Zernio;
let provider: SocialProvider;
beforeEach(async () => {
  zernio = await startZernio();
  provider = providerOf(zernio);
});
afterEach(() => zernio.stop());

const sendMedia = (media: PostMedia) => send(provider, orderOf(zernio, { media }));
const sentBody = () => zernio.calls.findLast(({ route }) => route === "POST /v1/posts")?.body as Order;
const dataFor = async (more: Partial<Publication> & { platform?: "tiktok" | "instagram" | "youtube" }) => {
  expect((await send(provider, orderOf(zernio, more))).state).toMatch(/published|in_inbox/);
  return sentBody().platforms[0]?.platformSpecificData;
};

describe("the video", () => {
  test("is uploaded in whole, and named by where Zernio keeps it", async () => {
    expect((await sendMedia(mediaOf({ fileName: "My Video (1).webm" }))).state).toBe("published");
    const [item] = sentBody().mediaItems ?? [];
    expect(item).toMatchObject({
      type: "video",
      filename: "My_Video_1_.mp4",
      mimeType: "video/mp4",
      size: VIDEO.length,
    });
    expect(zernio.uploads.get(item?.url ?? "")).toEqual({ bytes: VIDEO, type: "video/mp4" });
    expect(zernio.routes().map((route) => route.replace(/\/[^/]+\/[^/]+\.mp4$/, ""))).toEqual([
      "POST /v1/media/presign",
      "PUT /storage",
      "POST /v1/posts",
    ]);
  });

  test("is sent from its file where it lies on this machine", async () => {
    const folder = await mkdtemp(join(tmpdir(), "vireo-zernio-"));
    try {
      const path = join(folder, "video");
      const bytes = crypto.getRandomValues(new Uint8Array(60_000));
      await Bun.write(path, bytes);
      const stream = () => {
        throw new Error("The file itself is to be sent.");
      };
      await sendMedia(mediaOf({ file: async () => ({ size: bytes.length, contentType: "video/mp4", path, stream }) }));
      expect(zernio.uploads.get(sentBody().mediaItems?.[0]?.url ?? "")?.bytes).toEqual(bytes);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test("pictures carry their alt texts", async () => {
    const picture = { ...mediaOf({ publicUrl: "https://cdn.shop.com/a.jpg" }), kind: "image" } as const;
    await sendMedia({ ...picture, items: [{ ...picture, altText: "A loaf of bread" }, picture] });
    expect(sentBody().mediaItems).toEqual([
      { type: "image", url: "https://cdn.shop.com/a.jpg", altText: "A loaf of bread" },
      { type: "image", url: "https://cdn.shop.com/a.jpg" },
    ]);
  });

  test.each(["https://cdn.shop.com/a.mp4", "https://93.184.216.34/a.mp4", "https://cdn.shop.com:8443/a?b=c"])(
    "may be fetched by anybody at %s",
    (url) => expect(isFetchable(url)).toBe(true),
  );

  test("is handed over by its address where that is public", async () => {
    const file = () => Promise.reject(new Error("The bytes are not needed."));
    await sendMedia(mediaOf({ publicUrl: "https://cdn.shop.com/a.mp4", file }));
    expect(sentBody().mediaItems).toEqual([{ type: "video", url: "https://cdn.shop.com/a.mp4" }]);
  });

  test.each([
    "http://cdn.shop.com/a.mp4",
    "https://localhost/a.mp4",
    "https://10.0.0.4/a.mp4",
    "https://127.1/a.mp4",
    "https://[::1]/a.mp4",
    "https://[::ffff:10.0.0.1]/a.mp4",
    "https://media.internal/a.mp4",
    "https://nas/a.mp4",
    "https://me:word@cdn.shop.com/a.mp4",
    "file:///etc/passwd",
    "no address",
  ])("is uploaded rather than handed over as %s", async (publicUrl) => {
    expect(isFetchable(publicUrl)).toBe(false);
    await sendMedia(mediaOf({ publicUrl }));
    expect(sentBody().mediaItems?.[0]?.url).toStartWith("https://media.example/");
  });

  test("that Zernio does not take is refused for certain, and nothing is posted", async () => {
    const file = async () => ({ ...(await mediaOf().file()), contentType: "video/x-matroska" });
    expect(await sendMedia(mediaOf({ file }))).toMatchObject({
      state: "failed",
      category: "user_content",
      message: expect.stringContaining("Unsupported content type"),
    });
    expect(zernio.routes()).toEqual(["POST /v1/media/presign"]);
  });

  test.each(["error-before", "rate-limit", "html", "wall", "reset-before", "empty"] as const)(
    "may be tried again where its upload does not get through: %s",
    async (fault) => {
      zernio.faults.set("POST /v1/media/presign", [fault]);
      await expect(sendMedia(mediaOf())).rejects.toThrow(/Zernio/);
      expect(zernio.posts).toHaveLength(0);
      expect((await sendMedia(mediaOf())).state).toBe("published");
    },
  );

  test("whose upload breaks off is not posted, and the address of the upload stays secret", async () => {
    const file = async () => ({
      size: 10,
      contentType: "video/mp4",
      stream: () => new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("disk")) }),
    });
    const error = await sendMedia(mediaOf({ file })).catch((cause: Error) => cause);
    expect(Bun.inspect(error)).toContain("The upload failed.");
    expect(Bun.inspect(error)).not.toContain("Signature");
    expect(zernio.posts).toHaveLength(0);
  });
});

describe("settings", () => {
  test.each([
    [{ title: "A title", content: "Text" }, "A title"],
    [{ content: "First line\nsecond" }, "First line"],
    [{ content: "ä".repeat(150) }, "ä".repeat(100)],
    [{ content: "🎬".repeat(150) }, "🎬".repeat(100)],
  ])("YouTube gets a title of at most 100 characters: %#", async (more, title) => {
    expect(await dataFor({ platform: "youtube", ...more })).toMatchObject({ title });
  });
});
