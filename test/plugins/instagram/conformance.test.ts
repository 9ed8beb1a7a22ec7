import { afterAll, expect, test } from "bun:test";
import { createApi } from "#plugins/instagram/api";
import { composeChild, composePictures } from "#plugins/instagram/container";
import { createProvider } from "#plugins/instagram/provider";
import type { MediaItem, SocialTarget } from "#sdk/slots/social";
import { socialConformance } from "#sdk/testing/conformance/social";
import { CLIENT, connectionsOf } from "#test/plugins/direct";
import { startInstagram } from "./server";

const instagram = await startInstagram();
afterAll(() => instagram.stop());
const { url } = instagram;
const app = {
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  apiVersion: "v24.0",
  apiUrl: url,
  tokenUrl: url,
  loginUrl: url,
};

socialConformance("instagram", {
  provider: () =>
    createProvider({
      api: createApi(app),
      connections: connectionsOf(
        [{ externalId: "178414", platform: "instagram", username: "shop", status: "active" }],
        instagram.people,
      ),
      now: Date.now,
    }),
  owner: () => "owner",
  publicUrl: "https://photos.example",
  refused: "A caption that Instagram refuses [fault:bad-request]",
  lost: "Stored, then the answer is lost [fault:reset-after]",
  endless: "No answer ever [fault:silent-before]",
});

test("pictures carry their alt texts, alone and in a carousel", () => {
  const picture: MediaItem = {
    kind: "image",
    address: "",
    publicUrl: "https://photos.example/a.jpg",
    fileName: "a.jpg",
    altText: "A loaf of bread",
    file: () => Promise.reject(new Error("Instagram fetches pictures itself.")),
  };
  const target = { content: "Fresh", aiGenerated: false } as SocialTarget;
  expect(composePictures(target, [picture], [])).toMatchObject({ alt_text: "A loaf of bread" });
  expect(composeChild(picture)).toMatchObject({ alt_text: "A loaf of bread", is_carousel_item: true });
  expect(composePictures(target, [picture, picture], ["1", "2"])).not.toHaveProperty("alt_text");
});
