import { afterAll } from "bun:test";
import { socialConformance } from "#sdk/testing/conformance/social";
import { providerOf } from "./order";
import { account, OTHERS, startZernio } from "./server";

const zernio = await startZernio();
zernio.accounts.push(...OTHERS.map(account));
afterAll(() => zernio.stop());

socialConformance("zernio", {
  provider: () => providerOf(zernio),
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
