import { afterAll } from "bun:test";
import { socialConformance } from "#sdk/testing/conformance/social";
import { providerOf } from "./order";
import { integration, OTHERS, startPostiz } from "./server";

const postiz = await startPostiz();
postiz.control.queued = 0;
postiz.integrations.push(...OTHERS.map(integration));
afterAll(() => postiz.stop());

socialConformance("postiz", {
  provider: () => providerOf(postiz),
  owner: () => "owner",
  settings: {
    pinterest: { board: "7" },
    discord: { channel: "9" },
    reddit: { subreddit: "coffee", title: "No more lattes" },
  },
  refused: "Too long for TikTok [fault:bad-request]",
  lost: "Stored, then the answer is lost [fault:reset-after]",
  endless: "No answer ever [fault:silent-before]",
});
