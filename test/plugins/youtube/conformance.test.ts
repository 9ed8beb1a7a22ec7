import { afterAll } from "bun:test";
import { tmpdir } from "node:os";
import { createSafeFetch } from "#core/fetch/fetch";
import { createApi } from "#plugins/youtube/api";
import { createProvider } from "#plugins/youtube/provider";
import { socialConformance } from "#sdk/testing/conformance/social";
import { CLIENT, connectionsOf } from "#test/plugins/direct";
import { startYouTube } from "./server";

const youtube = await startYouTube();
afterAll(() => youtube.stop());
const { url } = youtube;

socialConformance("youtube", {
  provider: () =>
    createProvider({
      api: createApi({ clientId: CLIENT.id, clientSecret: CLIENT.secret, apiUrl: url, tokenUrl: url, loginUrl: url }),
      connections: connectionsOf(
        ["UC1", "UC2"].map((externalId) => ({
          externalId,
          platform: "youtube",
          username: externalId,
          status: "active",
        })),
        youtube.people,
      ),
      fetch: createSafeFetch(),
      media: { convertPicture: async (path) => path },
      host: { dataDir: tmpdir() },
      log: { warn() {} },
      now: Date.now,
      uploadsPerDay: 100,
    }),
  owner: () => "owner",
  refused: "A text that YouTube refuses [fault:bad-request]",
  lost: "Stored, then the answer is lost [fault:reset-after]",
  endless: "No answer ever [fault:silent-before]",
});
