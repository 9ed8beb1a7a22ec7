import { afterAll } from "bun:test";
import { createApi } from "#plugins/tiktok/api";
import { createProvider } from "#plugins/tiktok/provider";
import { socialConformance } from "#sdk/testing/conformance/social";
import { CLIENT, connectionsOf } from "#test/plugins/direct";
import { startTikTok } from "./server";

const tiktok = await startTikTok();
afterAll(() => tiktok.stop());

socialConformance("tiktok", {
  provider: () =>
    createProvider({
      api: createApi({ clientId: CLIENT.id, clientSecret: CLIENT.secret, apiUrl: tiktok.url, loginUrl: tiktok.url }),
      connections: connectionsOf(
        [{ externalId: "open-1", platform: "tiktok", username: "shop", status: "active" }],
        tiktok.people,
      ),
      now: Date.now,
    }),
  owner: () => "owner",
  refused: "A caption that TikTok refuses [fault:bad-request]",
  lost: "Stored, then the answer is lost [fault:reset-after]",
  endless: "No answer ever [fault:silent-before]",
});
