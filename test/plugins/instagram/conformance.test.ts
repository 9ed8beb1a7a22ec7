import { afterAll } from "bun:test";
import { createApi } from "#plugins/instagram/api";
import { createProvider } from "#plugins/instagram/provider";
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
