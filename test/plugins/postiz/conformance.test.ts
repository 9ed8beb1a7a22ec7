import { afterAll } from "bun:test";
import { socialConformance } from "#sdk/testing/conformance/social";
import { providerOf } from "./order";
import { startPostiz } from "./server";

const postiz = await startPostiz();
postiz.control.queued = 0;
afterAll(() => postiz.stop());

socialConformance("postiz", {
  provider: () => providerOf(postiz),
  owner: () => "owner",
  refused: "Too long for TikTok [fault:bad-request]",
  lost: "Stored, then the answer is lost [fault:reset-after]",
  endless: "No answer ever [fault:silent-before]",
});
